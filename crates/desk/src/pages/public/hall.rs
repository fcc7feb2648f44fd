//! The screen for the hall: who meets whom, the results as they come in, and the standings, in large type, page by page. The
//! pages turn by themselves, without a script too, and are the same for everyone.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::events::{self, EventType};
use crate::languages::{Words, say};
use crate::pages::form::Search;
use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{Entry, Match, Round, RoundState};
use crate::tournaments::sheets::frame::{player, points, starts, starts_what};
use crate::tournaments::sheets::papers::Papers;
use crate::tournaments::sheets::round::{Seat, caveat, seats};
use crate::tournaments::sheets::standings::rank;
use crate::tournaments::sheets::use_cases::read_tournament;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::web::assets::HTML;
use crate::web::response::{Response, Text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_hall);
}

/// The lines that can be read from ten metres away on a screen that is two thirds of a metre high.
const LINES: usize = 6;
/// The seconds for which a page stays: a line takes two to be found and read.
const SECONDS: usize = 2 * LINES;

/// The page to show; the first if it is left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowHall {
    page: Option<u16>,
}

#[get("/tournaments/{id}/hall")]
async fn show_hall(
    caller: Anyone,
    words: Words,
    id: Path<TournamentId>,
    Search(query): Search<ShowHall>,
) -> Result<Response<Text>, Error> {
    let (id, today) = (*id, caller.today());
    let papers = caller
        .read(move |c| read_tournament(c, id, today))
        .await?
        .in_words(words);
    let asked = usize::from(query.page.unwrap_or(1).max(1));
    Ok(Response::public(screen(&papers, asked)?).said_in(words))
}

/// A page of the screen.
struct HallPage {
    title: String,
    body: Markup,
}

/// The screen at that page; beyond the last it begins again.
fn screen(papers: &Papers, asked: usize) -> Result<Text, Error> {
    let (pages, words) = (pages(papers)?, papers.words);
    let all = pages.len();
    let index = (asked - 1) % all.max(1);
    let path = format!("/tournaments/{}/hall", papers.snapshot.tournament.id);
    let next = format!("{path}?page={}", (index + 1) % all.max(1) + 1);
    let tournament = &papers.snapshot.tournament;
    let name = &tournament.plan.name;
    let rounds = events::stream(&[EventType::RoundPublished], Some(&tournament.province));
    let page = html! {
        (DOCTYPE)
        html lang=(words.language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (say!(words, "name-in-the-hall", name = name.as_str())) }
                link rel="stylesheet" href="/pages/hall.css";
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                noscript { meta http-equiv="refresh" content={ (SECONDS) ";url=" (next) }; }
                script src="/pages/hall.js" type="module" {}
            }
            body {
                main data-next=(next) data-seconds=(SECONDS) data-live=(rounds) {
                    header {
                        h1 { a href={ "/tournaments/" (papers.snapshot.tournament.id) } { (name) } }
                        @if let Some(page) = pages.get(index) { p.title { (page.title) } }
                    }
                    @if let Some(page) = pages.get(index) { (page.body) }
                    p.foot {
                        (papers.progress()) @if all > 1 { " " (say!(words, "page-of", page = index + 1, pages = all)) }
                        @if papers.current().is_some() { " " (starts_what(&say!(words, "starts-the-first-game"))) }
                    }
                }
            }
        }
    };
    Ok(Text {
        media_type: HTML,
        body: page.into_string(),
    })
}

fn pages(papers: &Papers) -> Result<Vec<HallPage>, Error> {
    let Some(round) = papers.current() else {
        return Ok(entered(papers));
    };
    let mut pages = boards(papers, round);
    if round.state == RoundState::Closed {
        pages.extend(standings(papers)?);
        // Once all is over, people look for who has won.
        if papers.snapshot.is_over() {
            let boards = boards(papers, round).len();
            pages.rotate_left(boards);
        }
    }
    Ok(pages)
}

/// The players, before anybody meets.
fn entered(papers: &Papers) -> Vec<HallPage> {
    let entries: Vec<&Entry> = papers
        .snapshot
        .entries
        .iter()
        .filter(|entry| !entry.is_withdrawn())
        .collect();
    let page = |entries: &[&Entry]| HallPage {
        title: say!(papers.words, "players-entered"),
        body: html! {
            ul.lines {
                @for entry in entries { li { span.who { (player(papers, entry)) } span.club { (papers.club(entry)) } } }
            }
        },
    };
    if entries.is_empty() {
        return vec![page(&[])];
    }
    entries.chunks(LINES).map(page).collect()
}

/// The boards of a round, and last who rests.
fn boards(papers: &Papers, round: &Round) -> Vec<HallPage> {
    let matches = papers
        .snapshot
        .of_round(round.number)
        .map(|paired| board(papers, round, paired));
    let resting = papers.resting(round).into_iter().map(|(called, entry)| {
        html! { li.rests { b { (called) } span.who { (player(papers, entry)) } } }
    });
    let lines: Vec<Markup> = matches.chain(resting).collect();
    let page = |lines: &[Markup]| HallPage {
        title: say!(papers.words, "round-number", round = round.number.get()),
        body: html! {
            ol.lines { @for line in lines { (line) } }
        },
    };
    lines.chunks(LINES).map(page).collect()
}

fn board(papers: &Papers, round: &Round, paired: &Match) -> Markup {
    let seats = seats(papers, round, paired);
    let best = seats.iter().filter_map(|seat| seat.won).max();
    let drawn = seats.iter().all(|seat| seat.won == best);
    let result = |seat: &Seat| html! { @if let Some(won) = seat.won { (points(won)) } };
    html! {
        li.board.done[best.is_some()] {
            b { (paired.board) }
            @for seat in &seats {
                span.who.wins[!drawn && seat.won == best] {
                    (player(papers, seat.entry)) @if seat.starts { "\u{a0}" (starts(papers.words)) }
                }
                @if best.is_some() { span.won { (result(seat)) } }
            }
            @if let Some(caveat) = caveat(papers, paired) { span.caveat { (caveat) } }
        }
    }
}

fn standings(papers: &Papers) -> Result<Vec<HallPage>, Error> {
    let table = papers.snapshot.table(None)?;
    let line = |row| -> Result<Markup, Error> {
        let row: &morabaraba_swiss::Standing = row;
        let entry = papers.at(seed(row.player))?;
        Ok(html! {
            li.standing {
                b { (rank(row, &table.rows)) }
                span.who { (player(papers, entry)) }
                span.club { (papers.club(entry)) }
                span.won { (points(row.points)) }
            }
        })
    };
    let lines = table.rows.iter().map(line).collect::<Result<Vec<_>, Error>>()?;
    let page = |lines: &[Markup]| HallPage {
        title: papers.standings_title(&table),
        body: html! { ol.lines { @for line in lines { (line) } } },
    };
    Ok(lines.chunks(LINES).map(page).collect())
}
