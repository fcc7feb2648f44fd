//! The reasons why there is no draw, or no next step of a round, as they are told.

use morabaraba_swiss::{self as swiss, ByePlace, Stuck, Violation, Waiver, WayOut};
use serde_json::{Value, json};

use crate::tournaments::WRONG_STATE;
use crate::tournaments::entries::seeding::StartingOrderNeeded;
use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::model::draw::seed;
use crate::tournaments::rounds::RoundRefusal;
use crate::tournaments::rounds::draw::{DrawFailure, Undrawn};
use crate::values::error::{Error, Problem};
use crate::values::id::PlayerId;
use crate::web::merge_patch::STALE;

crate::problem_kinds! {
    WRONG_ROUND_STATE = 409 "wrong-round-state", "The round has not come this far, or further",
        "A round is drawn, published, or closed. The detail says which.";
    ROUND_NOT_CLOSED = 409 "round-not-closed", "The last round is not closed",
        "The next round is drawn once all results of the last one are in and it is closed.";
    STARTING_ORDER_NEEDED = 409 "starting-order-needed", "The umpire sets the order of those who are on no list",
        "Round 1 is drawn in the order of the newest ranking list. Two players or more are not on it, whom `players` names: `POST /v1/tournaments/{id}/starting-orders` sets their order.";
    TOO_FEW_PLAYERS = 409 "too-few-players", "A round needs two players",
        "Fewer than two of those entered play in this round.";
    ORDERS_CONTRADICT = 422 "orders-contradict", "The orders cannot be kept",
        "They contradict each other, or name somebody who does not play in this round. The detail says whom.";
    NOT_ENTERED = 422 "not-entered", "The player is not entered",
        "The player is not in the tournament.";
    PAIRING_BREAKS_RULES = 422 "pairing-breaks-rules", "The pairing breaks the rules",
        "`violations` lists each rule that is broken, and by whom. A rematch, a second bye and an umpire's bar can be waived; relatives never meet.";
    NO_LEGAL_DRAW = 409 "no-legal-draw", "No pairing keeps the rules",
        "`witness` is the proof: groups of players, each odd in number, of which no two players of different groups may meet, and the outsiders on whom they depend, of whom there are fewer. `waivers` would allow a draw all together, and none of them without the others: they are sent as they are, in one request. `waivers_are` says whether they are the `fewest`, only `enough`, or `none_help`; of as many those are named that spread rematches and byes best. Each of `ways_out` would do alone, without a waiver.";
    NOTHING_TO_ORDER = 422 "nothing-to-order", "Everybody meets everybody",
        "In a round robin the rounds follow from the starting order; nothing can be ordered.";
    DRAW_OUTDATED = 409 "draw-outdated", "What the draw depends on has changed",
        "An entry, a result, a bye or a bar has changed since the round was drawn. Draw it again, look at it, and publish that.";
    BEFORE_FIRST_DAY = 409 "before-first-day", "The first day is still to come",
        "Rounds are published, and results entered, on the first day of the tournament at the earliest. Until then a round can be drawn and looked at, and the days of the tournament can be changed.";
    ROUND_UNFINISHED = 409 "round-unfinished", "Results are missing",
        "`missing` lists the boards without a result, those whose result a second person has still to confirm, and those in dispute. The detail names the round, where it is an earlier one that was corrected since.";
    HAS_RESULTS = 409 "has-results", "The round has results",
        "What is published is taken back only as long as nothing was entered for it.";
    NEXT_ROUND_THERE = 409 "next-round-there", "The next round is there",
        "Only what was done last can be undone. Undo the next round first.";
}

impl From<RoundRefusal> for Error {
    fn from(refusal: RoundRefusal) -> Error {
        let kind = match refusal {
            RoundRefusal::WrongState(_) => &WRONG_STATE,
            RoundRefusal::WrongRoundState(..) => &WRONG_ROUND_STATE,
            RoundRefusal::Stale(_) => &STALE,
            RoundRefusal::RoundNotClosed(_) => &ROUND_NOT_CLOSED,
            RoundRefusal::DrawOutdated(_) => &DRAW_OUTDATED,
            RoundRefusal::BeforeFirstDay { .. } => &BEFORE_FIRST_DAY,
            RoundRefusal::Unfinished(_) | RoundRefusal::Unconfirmed(..) => &ROUND_UNFINISHED,
            RoundRefusal::HasResults(_) => &HAS_RESULTS,
            RoundRefusal::NextRoundThere(_) => &NEXT_ROUND_THERE,
        };
        let problem = kind.problem(refusal.to_string());
        match refusal {
            RoundRefusal::Unfinished(missing) | RoundRefusal::Unconfirmed(_, missing) => {
                facts(problem, [("missing", json!(missing))]).into()
            }
            _ => problem.into(),
        }
    }
}

impl From<StartingOrderNeeded> for Error {
    fn from(refusal: StartingOrderNeeded) -> Error {
        let problem = STARTING_ORDER_NEEDED.problem(refusal.to_string());
        facts(problem, [("players", json!(refusal.0))]).into()
    }
}

/// The problem with these facts.
fn facts<const N: usize>(problem: Problem, facts: [(&str, Value); N]) -> Problem {
    problem.with_facts(facts.map(|(name, fact)| (name.to_owned(), fact)).into_iter().collect())
}

/// The reason why there is no draw, with the ids of those whom it is about.
pub fn undrawn(failure: DrawFailure, snapshot: &TournamentSnapshot) -> Error {
    let undrawn = match failure {
        DrawFailure::Undrawn(undrawn) => undrawn,
        DrawFailure::Broken(error) => return Error::Internal(error),
    };
    let detail = undrawn.to_string();
    match undrawn {
        Undrawn::TooFewPlayers => TOO_FEW_PLAYERS.problem(detail),
        Undrawn::Orders(_) => ORDERS_CONTRADICT.problem(detail),
        Undrawn::RoundRobin => NOTHING_TO_ORDER.problem(detail),
        Undrawn::BreaksRules(violations) => {
            let violations = violations
                .into_iter()
                .map(|broken| violation(broken, snapshot))
                .collect();
            facts(PAIRING_BREAKS_RULES.problem(detail), [("violations", violations)])
        }
        Undrawn::NoLegalDraw(stuck) => facts(NO_LEGAL_DRAW.problem(detail), stuck_facts(&stuck, snapshot)),
    }
    .into()
}

fn ids(players: &[swiss::PlayerId], snapshot: &TournamentSnapshot) -> Vec<PlayerId> {
    players
        .iter()
        .filter_map(|id| snapshot.at(seed(*id)))
        .map(|entry| entry.player.id())
        .collect()
}

fn violation(violation: Violation, snapshot: &TournamentSnapshot) -> Value {
    let players = match violation {
        Violation::Unknown(player)
        | Violation::Twice(player)
        | Violation::Missing(player)
        | Violation::NeedlessBye(player) => {
            vec![player]
        }
        Violation::Barred(left, right, _) => vec![left, right],
        Violation::BarredBye(player, _) => vec![player],
    };
    json!({ "code": violation.code(), "player_ids": ids(&players, snapshot) })
}

fn stuck_facts(stuck: &Stuck, snapshot: &TournamentSnapshot) -> [(&'static str, Value); 4] {
    let witness = &stuck.witness;
    let groups: Vec<Vec<PlayerId>> = witness.groups.iter().map(|group| ids(group, snapshot)).collect();
    let bye = match witness.bye {
        ByePlace::Elsewhere => Value::Null,
        ByePlace::Outsider => json!("outsider"),
        ByePlace::Group(number) => json!(number),
    };
    let waiver = |waiver: &Waiver| match *waiver {
        Waiver::Rematch(left, right) => json!({ "kind": "rematch", "player_ids": ids(&[left, right], snapshot) }),
        Waiver::Forbidden(left, right) => json!({ "kind": "barred", "player_ids": ids(&[left, right], snapshot) }),
        Waiver::SecondBye(resting) => json!({ "kind": "second_bye", "player_ids": ids(&[resting], snapshot) }),
    };
    let ways_out: Vec<&str> = stuck.ways_out.iter().copied().map(WayOut::code).collect();
    let outsiders = ids(&witness.outsiders, snapshot);
    [
        (
            "witness",
            json!({ "groups": groups, "outsiders": outsiders, "bye": bye }),
        ),
        ("waivers", stuck.waivers.list().iter().map(waiver).collect()),
        ("waivers_are", stuck.waivers.code().into()),
        ("ways_out", ways_out.into()),
    ]
}
