//! A round paired by hand: two players swapped, or all boards set, with a reason that everyone reads. It is looked at like any
//! draw before it is published; what breaks the rules is told by name.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::caller::TournamentOfficial;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::exceptions::{exceptions, exceptions_field};
use crate::pages::tournament_desk::hand_pairing::{Seats, Ticks, in_words, orders};
use crate::pages::tournament_desk::{ELSEWHERE, TournamentDesk, path};
use crate::tournaments::model::draw::Pairing;
use crate::tournaments::model::{Entry, TournamentSystem};
use crate::tournaments::rounds::use_cases::SeedingSource;
use crate::tournaments::sheets::round::otherwise;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError, text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_pairing).service(send_swap).service(send_pairing);
}

/// The longest reason that is kept.
const LONGEST_REASON: usize = 400;

/// The path of the page.
pub(super) fn pairing_path(tournament: TournamentId) -> String {
    format!("{}/pairing", path(tournament))
}

#[get("/desk/tournaments/{id}/pairing")]
async fn show_pairing(caller: TournamentOfficial, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

pub(super) fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let snapshot = &desk.papers.snapshot;
    let title = format!("Pair round {} by hand", snapshot.next_round());
    let playing = playing(desk);
    let robin = snapshot.tournament.plan.system == TournamentSystem::RoundRobin;
    let body = html! {
        (desk.way_back())
        h1 { (title) }
        @if !desk.is_changed_here() { (draft.refusal(&fields(desk))) p { (ELSEWHERE) } }
        @else if robin { p { "Everybody meets everybody: the rounds follow from the starting order, and nothing is paired by hand." } }
        @else if playing.len() < 2 { p { "A round needs two players who play in it." } }
        @else {
            p { "A pairing of yours takes the place of the draw. Everyone reads your reason, and what the draw would have been." }
            (draft.refusal(&fields(desk)))
            @if let Some(drawn) = &desk.drawn {
                (otherwise(&desk.papers, drawn))
                (swap(desk, visit, draft))
            }
            (boards(desk, visit, draft, &playing))
            (numbers(desk, &playing))
            (exceptions(desk, visit, draft))
        }
    };
    visit.page(&desk.federation, &title, &body).with_status(draft.status())
}

/// The entries that play in the round, but for those who asked to rest.
fn playing(desk: &TournamentDesk) -> Vec<&Entry> {
    let snapshot = &desk.papers.snapshot;
    let number = snapshot.next_round();
    let rests = |entry: &Entry| {
        let mut byes = snapshot.byes.iter();
        byes.any(|bye| bye.entry == entry.id && bye.round == number)
    };
    let entries = snapshot.entries.iter();
    entries
        .filter(|entry| entry.plays_in(number) && !rests(entry))
        .collect()
}

/// The fields in which one player takes the place of another.
fn swap_fields(desk: &TournamentDesk) -> [Field; 3] {
    let choices: Vec<(String, String)> = playing(desk)
        .iter()
        .map(|entry| {
            (
                entry.player.id().to_string(),
                format!("{} {}", entry.seed, desk.papers.name(entry)),
            )
        })
        .collect();
    [
        Field::new("one", "One player", FieldKind::Choice(choices.clone())),
        Field::new("other", "The other", FieldKind::Choice(choices)),
        Field::new("swap_reason", "Why they are swapped", FieldKind::Text),
    ]
}

fn reason_field() -> Field {
    Field::new("reason", "Why it is paired by hand", FieldKind::Text)
}

fn fields(desk: &TournamentDesk) -> Vec<Field> {
    let mut fields = swap_fields(desk).to_vec();
    fields.extend([reason_field(), exceptions_field()]);
    fields
}

fn swap(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Markup {
    html! {
        section {
            h2 { "Swap two players" }
            form method="post" action={ (desk.path()) "/swap" } {
                (draft.hidden(visit.token()))
                @for field in &swap_fields(desk) { (draft.field(field)) }
                (Ticks::OF_SWAP.shown(draft))
                button { "Swap them" }
            }
        }
    }
}

/// The boards with the numbers of their players, as they are drawn so far.
fn boards(desk: &TournamentDesk, visit: &Visit, draft: &Draft, playing: &[&Entry]) -> Markup {
    let drawn = desk
        .drawn
        .as_ref()
        .map(|round| round.draw.pairing())
        .unwrap_or_default();
    let seats = Seats {
        desk,
        draft,
        drawn: &drawn,
    };
    html! {
        section {
            h2 { "Set the boards" }
            form.wide method="post" action=(pairing_path(desk.id())) {
                (draft.hidden(visit.token()))
                input type="hidden" name="order" value=(desk.order());
                p.hint #seat-hint { "Each player by the number in the list below." }
                ol.pairing {
                    @for board in 1..=playing.len() / 2 {
                        li {
                            span.board { (board) }
                            (seats.seat(board, 0)) (seats.seat(board, 1))
                        }
                    }
                    @if playing.len() % 2 == 1 { li { span.board { "Bye" } (seats.bye()) } }
                }
                (draft.field(&reason_field()))
                (Ticks::OF_PAIRING.shown(draft))
                button { "Keep this pairing" }
            }
        }
    }
}

fn numbers(desk: &TournamentDesk, playing: &[&Entry]) -> Markup {
    html! {
        section {
            h2 { "Players and their numbers" }
            ul.numbers {
                @for entry in playing {
                    li { b { (entry.seed) } " " (desk.entrant(entry)) " " span.quiet { (desk.papers.club(entry)) } }
                }
            }
        }
    }
}

/// The reason that was typed into the field of that name.
pub(super) fn reason(form: &Form, name: &str) -> Result<String, Error> {
    let reason = text(form.text(name), LONGEST_REASON);
    Ok(reason.map_err(|fault| Faults::of(&format!("/{name}"), fault))?)
}

#[post("/desk/tournaments/{id}/swap")]
async fn send_swap(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    seeding: Data<SeedingSource>,
) -> Result<HttpResponse, Error> {
    let (id, seeding) = (*id, **seeding);
    sent.carry_out(
        move |c, by, form| {
            let desk = TournamentDesk::read(c, by, id)?;
            let pairing = swapped(form, &desk)?;
            let why = reason(form, "swap_reason")?;
            let asked = orders(&desk, &pairing, why, Ticks::OF_SWAP.ticked(form));
            let drawn = desk.draw(c, by, &asked, seeding);
            drawn.map_err(|error| in_words(error, &desk, |_| "/one".to_owned()))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}

/// The round as it is drawn, with the two who were chosen in each other's places.
fn swapped(form: &Form, desk: &TournamentDesk) -> Result<Pairing, Error> {
    let mut faults = Faults::default();
    let mut chosen = |name: &str| {
        let playing = playing(desk);
        let found = playing
            .iter()
            .find(|entry| entry.player.id().to_string() == form.text(name));
        let missing = || ValueError::new("required", "Choose a player of this round.");
        faults.check(&format!("/{name}"), found.map(|entry| entry.seed).ok_or_else(missing))
    };
    let (one, other) = (chosen("one"), chosen("other"));
    let (Some(one), Some(other)) = (one, other) else {
        return Err(faults.into());
    };
    let drawn = desk.drawn.as_ref().map(|round| round.draw.pairing());
    let drawn = drawn.ok_or_else(|| ValueError::new("not-drawn", "The round is not drawn."));
    let drawn = drawn.map_err(|fault| Faults::of("/one", fault))?;
    if one == other || drawn.has([one, other]) {
        let same = ValueError::new("invalid-value", "Must be a player of another board.");
        return Err(Faults::of("/other", same).into());
    }
    let place = |seed: Seed| match seed {
        _ if seed == one => other,
        _ if seed == other => one,
        _ => seed,
    };
    Ok(Pairing {
        pairs: drawn.pairs.iter().map(|pair| pair.map(place)).collect(),
        bye: drawn.bye.map(place),
    })
}

#[post("/desk/tournaments/{id}/pairing")]
async fn send_pairing(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    seeding: Data<SeedingSource>,
) -> Result<HttpResponse, Error> {
    let (id, seeding) = (*id, **seeding);
    sent.carry_out(
        move |c, by, form| {
            let desk = TournamentDesk::read(c, by, id)?;
            let players: Vec<Seed> = playing(&desk).iter().map(|entry| entry.seed).collect();
            let pairing = Seats::typed(form, &desk, &players)?;
            let why = reason(form, "reason")?;
            let asked = orders(&desk, &pairing, why, Ticks::OF_PAIRING.ticked(form));
            let drawn = desk.draw(c, by, &asked, seeding);
            drawn.map_err(|error| in_words(error, &desk, |seed| Seats::pointer(&pairing, seed)))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}
