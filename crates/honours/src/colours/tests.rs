//! Tests of a merger of awards.

use crate::colours::*;
use crate::merger_tests::{merger, nth};

fn award(id: u8, division: Division, ended: bool) -> Award {
    let now = Timestamp("2026-11-20T08:00:00Z".parse().unwrap());
    Award {
        id: nth(id),
        player: nth(101),
        level: ColoursLevel::Provincial,
        division,
        year: GamingYear::new(2027).unwrap(),
        basis: ColoursBasis::Discretion,
        province: "ZA-NW".to_owned(),
        region: None,
        criteria: 1,
        evidence: Json(Vec::new()),
        awarding_body: "The federation".to_owned(),
        reason: None,
        state: if ended {
            ColoursState::Refused
        } else {
            ColoursState::Proposed
        },
        proposed_by: nth(30),
        proposed_at: now,
        reference: None,
        approved_by: None,
        approved_at: None,
        ended_by: ended.then(|| nth(31)),
        ended_at: ended.then_some(now),
        ended_because: None,
        superseded_by: None,
    }
}

#[test]
fn a_merger_moves_colours_that_the_entry_that_stays_does_not_have() {
    let own = [award(1, Division::Senior, false), award(2, Division::Student, true)];
    let theirs = vec![
        award(3, Division::Senior, false),
        award(4, Division::Senior, true),
        award(5, Division::Student, false),
        award(6, Division::HighSchool, false),
    ];
    let moved = merged(&own, theirs, &merger());
    let told: Vec<_> = moved.iter().map(|award| (award.id, award.player)).collect();
    assert_eq!(told, [(nth(5), merger().stays), (nth(6), merger().stays)]);
}
