//! The latest, as the beginning shows it: the boards of what is being played, who has won what is just over, and who stands first
//! on the newest ranking.

use chrono::NaiveDate;
use maud::{Markup, html};
use morabaraba_swiss::Standing;

use crate::db::Conn;
use crate::federation;
use crate::languages::{Words, say};
use crate::pages::public::rankings::{method, shared_rank};
use crate::pages::public::tournament::{board, linked};
use crate::rankings::methods::Method;
use crate::rankings::rows::store::RowSelection;
use crate::rankings::rows::{self, ListedRow};
use crate::rankings::store as rankings;
use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{Match, Round, Tournament, TournamentState};
use crate::tournaments::sheets::frame::points;
use crate::tournaments::sheets::papers::Papers;
use crate::tournaments::sheets::standings::rank;
use crate::tournaments::sheets::use_cases::read_tournament;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::RankingId;

/// The most tournaments of each sort of which more is shown than that they are.
const MOST_TOURNAMENTS: usize = 3;
/// The most results of a tournament.
const MOST_RESULTS: usize = 4;
/// The most places of a tournament and of the ranking.
const MOST_PLACES: usize = 5;

/// The latest of the tournaments and of the ranking.
pub(super) struct Latest {
    playing: Vec<Papers>,
    over: Vec<Papers>,
    ranking: Option<NewestRanking>,
    /// Whether a list is published, by whatever method.
    is_ranked: bool,
}

/// The newest list of the method by which players are seeded.
struct NewestRanking {
    id: RankingId,
    method: Method,
    on: NaiveDate,
    rows: Vec<ListedRow>,
}

impl Latest {
    /// Reads the latest of these tournaments, in their order.
    pub(super) fn read(c: &mut Conn, tournaments: &[Tournament], today: NaiveDate) -> Result<Latest, Error> {
        let of = |c: &mut Conn, is: fn(TournamentState) -> bool| {
            let wanted = tournaments.iter().filter(|tournament| is(tournament.state));
            let papers = wanted
                .take(MOST_TOURNAMENTS)
                .map(|tournament| read_tournament(c, tournament.id, today));
            papers.collect::<Result<Vec<_>, Error>>()
        };
        let ranking = newest(c, today)?;
        Ok(Latest {
            playing: of(c, |state| state == TournamentState::Running)?,
            over: of(c, TournamentState::is_over)?,
            is_ranked: ranking.is_some() || is_ranked(c, today)?,
            ranking,
        })
    }

    pub(super) fn in_words(self, words: Words) -> Latest {
        let in_words = |papers: Vec<Papers>| papers.into_iter().map(|papers| papers.in_words(words)).collect();
        Latest {
            playing: in_words(self.playing),
            over: in_words(self.over),
            ranking: self.ranking,
            is_ranked: self.is_ranked,
        }
    }

    /// A tournament that is being played: how far it is, the last results, and who leads.
    pub(super) fn of_playing(&self, tournament: &Tournament) -> Result<Markup, Error> {
        let Some(papers) = of(&self.playing, tournament) else {
            return Ok(Markup::default());
        };
        let (latest, leaders) = (results(papers), leaders(papers)?);
        Ok(html! {
            p.state { (papers.progress()) }
            @if !latest.is_empty() {
                h3 { (say!(papers.words, "last-results")) }
                ol.boards { @for (round, paired) in latest { (board(papers, round, paired)) } }
            }
            @if let Some(leaders) = leaders {
                h3 { (say!(papers.words, "standings")) }
                (leaders)
            }
        })
    }

    /// The champion of a tournament that is over; of one under review that it is.
    pub(super) fn of_over(&self, tournament: &Tournament) -> Result<Markup, Error> {
        of(&self.over, tournament).map_or_else(|| Ok(Markup::default()), champions)
    }

    /// Whether there is a ranking to be read.
    pub(super) fn is_ranked(&self) -> bool {
        self.is_ranked
    }

    /// The first of the newest ranking.
    pub(super) fn of_ranking(&self, words: Words, today: NaiveDate) -> Option<Markup> {
        let NewestRanking {
            id,
            method: by,
            on,
            rows,
        } = self.ranking.as_ref()?;
        Some(html! {
            p { a href={ "/rankings/" (id) } { (method(words, *by)) ", " (words.day(*on)) } }
            table {
                tbody {
                    @for listed in rows {
                        tr {
                            td.place { (shared_rank(listed.row.rank, listed.row.shared)) }
                            th scope="row" { a href={ "/players/" (listed.player.id) } { (listed.player.public_name(today)) } }
                            td.figure { (listed.row.figure.text()) }
                        }
                    }
                }
            }
        })
    }
}

fn of<'a>(all: &'a [Papers], tournament: &Tournament) -> Option<&'a Papers> {
    all.iter().find(|papers| papers.snapshot.tournament.id == tournament.id)
}

fn is_ranked(c: &mut Conn, today: NaiveDate) -> Result<bool, Error> {
    for method in Method::ALL {
        if rankings::newest(c, *method, today)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn newest(c: &mut Conn, today: NaiveDate) -> Result<Option<NewestRanking>, Error> {
    let method = Method::from(federation::store::settings(c, today)?.seeding_method);
    let Some((id, on)) = rankings::newest(c, method, today)? else {
        return Ok(None);
    };
    let most = i64::try_from(MOST_PLACES).unwrap_or(i64::MAX);
    let rows = rows::use_cases::list(c, id, &RowSelection::default(), 0, Some(most))?;
    Ok(Some(NewestRanking { id, method, on, rows }))
}

/// The results that came in last, the latest first, all of one round, each with the round.
fn results(papers: &Papers) -> Vec<(&Round, &Match)> {
    let entered = papers.snapshot.matches.iter().filter_map(|paired| {
        let mut rounds = papers.snapshot.rounds.iter();
        let round = rounds.find(|round| round.id == paired.round_id)?;
        Some((paired.result()?.at, paired.board, round, paired))
    });
    let mut entered: Vec<(Timestamp, i64, &Round, &Match)> = entered.collect();
    entered.sort_by_key(|(at, board, ..)| (std::cmp::Reverse(*at), *board));
    // A board of the round before would be taken for one of this round.
    let newest = entered.first().map(|(.., round, _)| round.number);
    entered
        .into_iter()
        .filter(|(.., round, _)| Some(round.number) == newest)
        .map(|(.., round, paired)| (round, paired))
        .take(MOST_RESULTS)
        .collect()
}

/// The first of the standings, once there is a result.
fn leaders(papers: &Papers) -> Result<Option<Markup>, Error> {
    if papers.snapshot.matches.iter().all(|paired| paired.result().is_none()) {
        return Ok(None);
    }
    let table = papers.snapshot.table(None)?;
    let line = |row: &Standing| -> Result<Markup, Error> {
        let entry = papers.at(seed(row.player))?;
        Ok(html! {
            tr {
                td.place { (rank(row, &table.rows)) }
                th scope="row" { (linked(papers, entry)) div.club { (papers.club(entry)) } }
                td.figure { b { (points(row.points)) } }
            }
        })
    };
    let first = table.rows.iter().take(MOST_PLACES);
    let lines = first.map(line).collect::<Result<Vec<_>, Error>>()?;
    Ok(Some(html! { table { tbody { @for line in &lines { (line) } } } }))
}

fn champions(papers: &Papers) -> Result<Markup, Error> {
    if papers.snapshot.tournament.is_under_review() {
        return Ok(html! { p.state { (papers.progress()) } });
    }
    let table = papers.snapshot.table(None)?;
    let entries = table.awards.champions.iter().map(|champion| papers.at(seed(*champion)));
    let entries = entries.collect::<Result<Vec<_>, Error>>()?;
    Ok(html! {
        @if !entries.is_empty() {
            p {
                (say!(papers.words, "champion")) ": "
                @for (nth, entry) in entries.iter().enumerate() { @if nth > 0 { ", " } b { (linked(papers, entry)) } }
            }
        }
    })
}
