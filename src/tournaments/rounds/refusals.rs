//! Why there is no draw, or no next step of a round, as it is told.

use morabaraba_swiss::{ByePlace, PlayerId, Stuck, Violation, Waiver, WayOut};
use serde_json::{Map, Value, json};

use crate::tournaments::WRONG_STATE;
use crate::tournaments::rounds::Refusal;
use crate::tournaments::rounds::drawing::{Failure, Undrawn};
use crate::tournaments::standings::proceedings::{Proceedings, seed};
use crate::values::error::{Error, Problem};
use crate::values::id::Id;

crate::problem_kinds! {
    WRONG_ROUND_STATE = 409 "wrong-round-state", "The round has not come this far, or further",
        "A round is drawn, published, or closed. The detail says which.";
    ROUND_NOT_CLOSED = 409 "round-not-closed", "The last round is not closed",
        "The next round is drawn once all results of the last one are in and it is closed.";
    TOO_FEW_PLAYERS = 409 "too-few-players", "A round needs two players",
        "Fewer than two of those entered play in this round.";
    ORDERS_CONTRADICT = 422 "orders-contradict", "The orders cannot be kept",
        "They contradict each other, or name somebody who does not play in this round. The detail says whom.";
    NOT_ENTERED = 422 "not-entered", "The player is not entered",
        "The player is not in the tournament.";
    PAIRING_BREAKS_RULES = 422 "pairing-breaks-rules", "The pairing breaks the rules",
        "`violations` lists each rule that is broken, and by whom. A rematch, a second bye and an umpire's bar can be waived; relatives never meet.";
    NO_LEGAL_DRAW = 409 "no-legal-draw", "No pairing keeps the rules",
        "`witness` is the proof: groups of players, each odd in number, of which no two players of different groups may meet, and the outsiders on whom they depend, of whom there are fewer. `waivers` are those that would allow a draw, `waivers_are` says whether they are the fewest; `ways_out` are those without any.";
    NOTHING_TO_ORDER = 422 "nothing-to-order", "Everybody meets everybody",
        "In a round robin the rounds follow from the starting order; nothing can be ordered.";
    DRAW_OUTDATED = 409 "draw-outdated", "What the draw depends on has changed",
        "An entry, a result, a bye or a bar has changed since the round was drawn. Draw it again, look at it, and publish that.";
    ROUND_UNFINISHED = 409 "round-unfinished", "Results are missing",
        "`missing` lists the boards without a result, those whose result a second person has still to confirm, and those in dispute.";
    HAS_RESULTS = 409 "has-results", "The round has results",
        "What is published is taken back only as long as nothing was entered for it.";
    NEXT_ROUND_THERE = 409 "next-round-there", "The next round is there",
        "Only what was done last can be undone. Undo the next round first.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::Official(refusal) => return refusal.into(),
            Refusal::WrongState(_) => WRONG_STATE.problem(detail),
            Refusal::WrongStage(..) => WRONG_ROUND_STATE.problem(detail),
            Refusal::RoundNotClosed(_) => ROUND_NOT_CLOSED.problem(detail),
                Refusal::Undrawn(undrawn) => plainly(&undrawn, detail),
            Refusal::DrawOutdated(_) => DRAW_OUTDATED.problem(detail),
            Refusal::Unfinished(missing) => ROUND_UNFINISHED.problem(detail).with_facts(Map::from_iter([(
                "missing".to_owned(),
                json!({ "results": missing.results, "confirmations": missing.confirmations, "rulings": missing.rulings }),
            )])),
            Refusal::HasResults(_) => HAS_RESULTS.problem(detail),
            Refusal::NextRoundThere(_) => NEXT_ROUND_THERE.problem(detail),
            }
        .into()
    }
}

/// Why there is no draw, without who is who.
fn plainly(undrawn: &Undrawn, detail: String) -> Problem {
    match undrawn {
        Undrawn::TooFewPlayers => TOO_FEW_PLAYERS.problem(detail),
        Undrawn::Orders(_) => ORDERS_CONTRADICT.problem(detail),
        Undrawn::BreaksRules(_) => PAIRING_BREAKS_RULES.problem(detail),
        Undrawn::NoLegalDraw(_) => NO_LEGAL_DRAW.problem(detail),
        Undrawn::RoundRobin => NOTHING_TO_ORDER.problem(detail),
    }
}

/// Why there is no draw, with the ids of those whom it is about.
pub(crate) fn undrawn(failure: Failure, proceedings: &Proceedings) -> Error {
    let undrawn = match failure {
        Failure::Undrawn(undrawn) => undrawn,
        Failure::Broken(error) => return Error::Internal(error),
    };
    let facts = match &undrawn {
        Undrawn::BreaksRules(violations) => {
            let list: Vec<Value> = violations.iter().map(|one| violation(*one, proceedings)).collect();
            Map::from_iter([("violations".to_owned(), list.into())])
        }
        Undrawn::NoLegalDraw(stuck) => stuck_facts(stuck, proceedings),
        _ => Map::new(),
    };
    let detail = undrawn.to_string();
    plainly(&undrawn, detail).with_facts(facts).into()
}

fn ids(players: &[PlayerId], proceedings: &Proceedings) -> Vec<Id> {
    players
        .iter()
        .filter_map(|id| proceedings.at(seed(*id)))
        .map(|entry| entry.player.id)
        .collect()
}

fn violation(violation: Violation, proceedings: &Proceedings) -> Value {
    let players = match violation {
        Violation::Unknown(one) | Violation::Twice(one) | Violation::Missing(one) | Violation::NeedlessBye(one) => {
            vec![one]
        }
        Violation::Barred(one, other, _) => vec![one, other],
        Violation::BarredBye(one, _) => vec![one],
    };
    json!({ "code": violation.code(), "player_ids": ids(&players, proceedings) })
}

fn stuck_facts(stuck: &Stuck, proceedings: &Proceedings) -> Map<String, Value> {
    let witness = &stuck.witness;
    let groups: Vec<Vec<Id>> = witness.groups.iter().map(|group| ids(group, proceedings)).collect();
    let bye = match witness.bye {
        ByePlace::Elsewhere => Value::Null,
        ByePlace::Outsider => json!("outsider"),
        ByePlace::Group(number) => json!(number),
    };
    let waiver = |waiver: &Waiver| match *waiver {
        Waiver::Rematch(one, other) => json!({ "kind": "rematch", "player_ids": ids(&[one, other], proceedings) }),
        Waiver::Forbidden(one, other) => json!({ "kind": "barred", "player_ids": ids(&[one, other], proceedings) }),
        Waiver::SecondBye(one) => json!({ "kind": "second_bye", "player_ids": ids(&[one], proceedings) }),
    };
    let ways_out: Vec<&str> = stuck.ways_out.iter().copied().map(WayOut::code).collect();
    Map::from_iter([
        (
            "witness".to_owned(),
            json!({ "groups": groups, "outsiders": ids(&witness.outsiders, proceedings), "bye": bye }),
        ),
        ("waivers".to_owned(), stuck.waivers.list().iter().map(waiver).collect()),
        ("waivers_are".to_owned(), stuck.waivers.code().into()),
        ("ways_out".to_owned(), ways_out.into()),
    ])
}
