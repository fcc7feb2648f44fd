//! Forms by which a round is paired by hand: the seats by the players' numbers, the rules that are set aside, and the
//! refusals by name.

use maud::{Markup, html};
use serde_json::Value;

use crate::pages::form::{Draft, Form};
use crate::pages::tournament_desk::TournamentDesk;
use crate::tournaments::model::ByeKind;
use crate::tournaments::model::draw::Pairing;
use crate::tournaments::rounds::orders::{NewOrders, NewWaiver};
use crate::tournaments::rounds::refusals::PAIRING_BREAKS_RULES;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::number::Seed;
use crate::values::validation::{Faults, FieldError, ValueError};
use crate::web::merge_patch::STALE;

/// The seats of the boards, as they are drawn or typed.
pub(super) struct Seats<'a> {
    pub(super) desk: &'a TournamentDesk,
    pub(super) draft: &'a Draft,
    pub(super) drawn: &'a Pairing,
}

fn seat_field(board: usize, index: usize) -> String {
    format!("seat-{board}-{}", index + 1)
}

const BYE: &str = "bye";

impl Seats<'_> {
    /// A seat at a board: the number of a player, and the name of the one who is drawn there.
    pub(super) fn seat(&self, board: usize, index: usize) -> Markup {
        let drawn = self
            .drawn
            .pairs
            .get(board - 1)
            .and_then(|pair| pair.get(index))
            .copied();
        let place = if index == 0 { "first" } else { "second" };
        self.field(
            &seat_field(board, index),
            &format!("Board {board}, {place} player"),
            drawn,
        )
    }

    /// The place of the player who rests.
    pub(super) fn bye(&self) -> Markup {
        self.field(BYE, "Player who has the bye", self.drawn.bye)
    }

    fn field(&self, name: &str, label: &str, drawn: Option<Seed>) -> Markup {
        let typed = self.draft.text(name);
        let shown = match (typed, drawn) {
            // What was refused is shown as it was typed, empty fields too.
            ("", Some(seed)) if self.draft.text("order").is_empty() => seed.to_string(),
            (typed, _) => typed.to_owned(),
        };
        let player = shown.trim().parse().ok().map(Seed::new);
        let fault = self.draft.fault(name);
        let fault_id = format!("{name}-fault");
        html! {
            div.seat.wrong[fault.is_some()] {
                input.seed id=(name) name=(name) value=(shown) inputmode="numeric" size="3" maxlength="5" autocomplete="off"
                    aria-label=(label) aria-invalid=[fault.map(|_| "true")]
                    aria-describedby=(if fault.is_some() { fault_id.as_str() } else { "seat-hint" });
                @if let Some(player) = player { (self.desk.player(player)) }
                @if let Some(fault) = fault { p.fault id=(fault_id) { (fault) } }
            }
        }
    }

    /// The pairing that was typed, by players of the round.
    pub(super) fn typed(form: &Form, desk: &TournamentDesk, players: &[Seed]) -> Result<Pairing, Error> {
        // Numbers that mean others by now would pair others.
        if form.text("order") != desk.order() {
            return Err(STALE
                .problem("The players' numbers have changed since you opened the page.")
                .into());
        }
        let mut faults = Faults::default();
        let mut player = |name: &str| {
            let typed = form.text(name);
            let seed = typed.parse().ok().map(Seed::new);
            let seed = seed.filter(|seed| players.contains(seed));
            let unknown = || match typed {
                "" => ValueError::new("required", "Must be given."),
                _ => ValueError::new(
                    "unknown-player",
                    format!("Nobody with the number {typed} plays in this round."),
                ),
            };
            faults.check(&format!("/{name}"), seed.ok_or_else(unknown))
        };
        let mut pairing = Pairing::default();
        for board in 1..=players.len() / 2 {
            let (upper, lower) = (player(&seat_field(board, 0)), player(&seat_field(board, 1)));
            pairing
                .pairs
                .extend(upper.zip(lower).map(|(upper, lower)| [upper, lower]));
        }
        if players.len() % 2 == 1 {
            pairing.bye = player(BYE);
        }
        for (pair, board) in pairing.pairs.iter().zip(1..).filter(|(pair, _)| pair[0] == pair[1]) {
            let twice = ValueError::new(
                "invalid-value",
                format!("Nobody meets themselves: {} is there twice.", pair[0]),
            );
            faults.check::<()>(&format!("/{}", seat_field(board, 1)), Err(twice));
        }
        if faults.is_empty() {
            Ok(pairing)
        } else {
            Err(faults.into())
        }
    }

    /// The pointer of the field in which a player stands last.
    pub(super) fn pointer(pairing: &Pairing, player: Seed) -> String {
        let boards = pairing.pairs.iter().zip(1..);
        let seats = boards.flat_map(|(pair, board)| [(pair[0], board, 0), (pair[1], board, 1)]);
        let seat = seats.filter(|(seed, ..)| *seed == player).last();
        match seat {
            _ if pairing.bye == Some(player) => format!("/{BYE}"),
            Some((_, board, index)) => format!("/{}", seat_field(board, index)),
            None => String::new(),
        }
    }
}

/// The rules that are set aside, by the names of their boxes.
pub(super) struct Ticks {
    rematch: &'static str,
    second_bye: &'static str,
}

/// The rules that were set aside.
#[derive(Clone, Copy)]
pub(super) struct Allowed {
    rematch: bool,
    second_bye: bool,
}

impl Ticks {
    /// Those where two players are swapped.
    pub(super) const OF_SWAP: Ticks = Ticks {
        rematch: "swap_rematch",
        second_bye: "swap_second_bye",
    };
    /// Those where all boards are set.
    pub(super) const OF_PAIRING: Ticks = Ticks {
        rematch: "rematch",
        second_bye: "second_bye",
    };

    pub(super) fn shown(&self, draft: &Draft) -> Markup {
        let boxes = [
            (self.rematch, "Two who have met may meet again."),
            (self.second_bye, "A player who has had a bye may have another."),
        ];
        html! {
            fieldset {
                legend { "Rules that you set aside for it" }
                @for (name, words) in boxes {
                    label.tick { input type="checkbox" name=(name) value="yes" checked[draft.text(name) == "yes"]; " " (words) }
                }
            }
        }
    }

    pub(super) fn ticked(&self, form: &Form) -> Allowed {
        Allowed {
            rematch: form.text(self.rematch) == "yes",
            second_bye: form.text(self.second_bye) == "yes",
        }
    }
}

/// The orders by which the round is paired so. A rule is set aside for those alone whom it would keep from it.
pub(super) fn orders(desk: &TournamentDesk, pairing: &Pairing, reason: String, allowed: Allowed) -> NewOrders {
    let snapshot = &desk.papers.snapshot;
    let player = |seed: Seed| snapshot.at(seed).map(|entry| entry.player.id());
    let pair = |[upper, lower]: [Seed; 2]| Some([player(upper)?, player(lower)?]);
    let have_met = |pair: &&[Seed; 2]| {
        let mut matches = snapshot.matches.iter();
        matches.any(|earlier| earlier.pair == **pair || earlier.pair == [pair[1], pair[0]])
    };
    let rested = |seed: &Seed| {
        let entry = snapshot.at(*seed).map(|entry| entry.id);
        let mut byes = snapshot.byes.iter().filter(|bye| bye.kind == ByeKind::Allocated);
        byes.any(|bye| Some(bye.entry) == entry)
    };
    let again = pairing.pairs.iter().filter(|_| allowed.rematch).filter(have_met);
    let again = again.filter_map(|one| pair(*one)).map(NewWaiver::Rematch);
    let second = pairing.bye.filter(|seed| allowed.second_bye && rested(seed));
    let second = second.and_then(player).map(NewWaiver::SecondBye);
    NewOrders {
        waivers: again.chain(second).collect(),
        pairs: Some(pairing.pairs.iter().filter_map(|one| pair(*one)).collect()),
        bye: pairing.bye.and_then(player),
        reason: Some(reason),
        ..NewOrders::default()
    }
}

/// The refusal of a pairing that breaks rules, with a sentence for each, at the field that `at` gives for a player.
pub(super) fn in_words(error: Error, desk: &TournamentDesk, at: impl Fn(Seed) -> String) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    if problem.kind.code != PAIRING_BREAKS_RULES.code {
        return Error::Refused(problem);
    }
    let snapshot = &desk.papers.snapshot;
    let broken = problem.facts.get("violations").and_then(Value::as_array);
    for violation in broken.into_iter().flatten() {
        let ids = violation["player_ids"].as_array().into_iter().flatten();
        let ids = ids.filter_map(|id| id.as_str()?.parse::<PlayerId>().ok());
        let entries: Vec<_> = ids.filter_map(|id| snapshot.of_player(id)).collect();
        let names: Vec<String> = entries.iter().map(|entry| desk.papers.name(entry)).collect();
        let code = violation["code"].as_str().unwrap_or_default();
        problem.errors.push(FieldError {
            pointer: entries.first().map(|entry| at(entry.seed)).unwrap_or_default(),
            code: PAIRING_BREAKS_RULES.code,
            message: broken_rule(code, &names.join(" and ")),
        });
    }
    Error::Refused(problem)
}

/// A rule that a pairing breaks, in a sentence about those players.
fn broken_rule(code: &str, names: &str) -> String {
    match code {
        "player-twice" => format!("{names} is there more than once."),
        "player-missing" => format!("{names} has neither an opponent nor the bye."),
        "needless-bye" => format!("{names} has a bye, and the number of players is even."),
        "relatives" => format!("{names} are relatives, and never meet."),
        "rematch" => format!("{names} have met in this tournament."),
        "second_bye" => format!("{names} has had a bye in this tournament."),
        "unknown-player" => format!("{names} does not play in this round."),
        _ => format!("{names} may not meet."),
    }
}
