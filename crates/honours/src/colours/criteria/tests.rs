//! Tests of the judgement whether colours are earned, on dossiers made up for them.

use crate::colours::criteria::rules::{Among, LeastEvent};
use crate::colours::criteria::*;
use crate::tournaments::model::{TournamentLevel, TournamentStage};
use crate::values::clock::Timestamp;
use crate::values::id::Id;

const DIVISION: Division = Division::Senior;

/// Numbers that an event of any size has.
const LEAST: LeastEvent = LeastEvent { rounds: 1, entrants: 1 };

fn id<I: From<Id>>(number: u32) -> I {
    let id: Id = format!("019aa0ca-3a2b-7c4d-8e5f-{number:012x}").parse().unwrap();
    id.into()
}

fn lives(province: &str, region: Option<&str>) -> Home {
    Home {
        province: province.to_owned(),
        region: region.map(str::to_owned),
    }
}

/// An event in which the players 1, 2, … have those places, and have won so many of six rounds, of which so many clean.
fn held(level: TournamentLevel, ends_on: &str, rows: &[(u32, u32, u32)]) -> Event {
    let appearance = |(player, (place, rounds_won, clean_rounds)): (u32, &(u32, u32, u32))| Appearance {
        player: id(player),
        division: Some(DIVISION),
        rank: *place,
        points: Points::halves(9),
        rounds_won: *rounds_won,
        clean_rounds: *clean_rounds,
        byes: 0,
        team: None,
        home: Some(lives("ZA-NW", Some("DC38"))),
    };
    Event {
        id: id(1000),
        name: "The event".to_owned(),
        level,
        stage: None,
        division: None,
        ends_on: ends_on.parse().unwrap(),
        rounds: 6,
        teams: 0,
        entrants: u32::try_from(rows.len()).unwrap(),
        appearances: (1..).zip(rows).map(appearance).collect(),
    }
}

fn rule(level: ColoursLevel, condition: Condition) -> Rule {
    Rule {
        level,
        divisions: vec![DIVISION],
        among: Among::All,
        condition,
    }
}

fn days() -> (NaiveDate, NaiveDate) {
    crate::values::gaming_calendar::GamingCalendar::default().days(year())
}

fn year() -> GamingYear {
    GamingYear::new(2027).unwrap()
}

/// Everything that is missing of that player, or nothing.
fn lacks(dossier: &Dossier, rule: &Rule, player: u32) -> Vec<Lack> {
    let outcome = dossier.judge(rule, DIVISION, id(player)).unwrap();
    outcome
        .err()
        .unwrap_or_default()
        .iter()
        .map(|missing| missing.lack)
        .collect()
}

fn of(events: Vec<Event>) -> Dossier {
    Dossier::new(year(), days(), events, Vec::new())
}

#[test]
fn the_first_places_count_and_who_share_one_have_the_better() {
    let places = rule(
        ColoursLevel::Regional,
        Condition::Place {
            event: TournamentLevel::Regional,
            places: 3,
            entrants: 4,
        },
    );
    let event = || {
        held(
            TournamentLevel::Regional,
            "2027-03-01",
            &[(1, 6, 0), (2, 5, 0), (3, 4, 0), (3, 4, 0), (5, 3, 0)],
        )
    };
    let dossier = of(vec![event()]);
    for player in 1..=4 {
        assert!(lacks(&dossier, &places, player).is_empty(), "{player}");
    }
    assert_eq!(lacks(&dossier, &places, 5), [Lack::PlaceTooLow]);
    assert_eq!(lacks(&dossier, &places, 6), [Lack::NoEvent]);
    // Two who share the fourth place are both too low.
    let shared = held(
        TournamentLevel::Regional,
        "2027-03-01",
        &[(1, 6, 0), (2, 5, 0), (3, 4, 0), (4, 4, 0), (4, 3, 0)],
    );
    assert_eq!(
        [4, 5].map(|player| lacks(&of(vec![shared.clone()]), &places, player)),
        [[Lack::PlaceTooLow], [Lack::PlaceTooLow]]
    );
    // Of another gaming year, and of another level.
    let early = Event {
        ends_on: "2026-10-31".parse().unwrap(),
        ..event()
    };
    let other = Event {
        level: TournamentLevel::Provincial,
        ..event()
    };
    assert_eq!(lacks(&of(vec![early, other]), &places, 1), [Lack::NoEvent]);
}

#[test]
fn residence_on_the_day_is_known_as_exactly_as_the_level_needs() {
    let places = rule(
        ColoursLevel::Regional,
        Condition::Place {
            event: TournamentLevel::Regional,
            places: 3,
            entrants: 1,
        },
    );
    for (home, lack) in [
        (None, Lack::ResidenceUnknown),
        (Some(lives("ZA-NW", None)), Lack::RegionUnknown),
    ] {
        let mut event = held(TournamentLevel::Regional, "2027-03-01", &[(1, 6, 0)]);
        event.appearances[0].home = home;
        assert_eq!(lacks(&of(vec![event]), &places, 1), [lack]);
    }
}

#[test]
fn all_rounds_and_all_games_are_won_on_the_board() {
    let level = TournamentLevel::Provincial;
    let dossier = of(vec![held(level, "2027-03-01", &[(1, 6, 6), (2, 6, 5), (3, 5, 5)])]);
    let rounds = rule(
        ColoursLevel::Provincial,
        Condition::AllRounds {
            event: level,
            byes: 1,
            least: LEAST,
        },
    );
    let games = rule(
        ColoursLevel::Provincial,
        Condition::AllGames {
            event: level,
            byes: 1,
            least: LEAST,
        },
    );
    let told = |rule: &Rule| [1, 2, 3].map(|player| lacks(&dossier, rule, player).first().copied());
    assert_eq!(told(&rounds), [None, None, Some(Lack::RoundsNotWon)]);
    assert_eq!(told(&games), [None, Some(Lack::GamesNotWon), Some(Lack::GamesNotWon)]);
}

#[test]
fn all_is_won_in_an_event_that_was_one() {
    let level = TournamentLevel::Provincial;
    let least = |rounds, entrants| LeastEvent { rounds, entrants };
    let told = |event: Event, least| {
        [
            Condition::AllRounds {
                event: level,
                byes: 1,
                least,
            },
            Condition::AllGames {
                event: level,
                byes: 1,
                least,
            },
        ]
        .map(|condition| lacks(&of(vec![event.clone()]), &rule(ColoursLevel::Provincial, condition), 1))
    };
    let event = |rounds: u32| Event {
        rounds,
        ..held(level, "2027-03-01", &[(1, rounds, rounds), (2, 0, 0)])
    };
    assert_eq!(told(event(5), least(5, 2)), [vec![], vec![]]);
    assert_eq!(told(event(4), least(5, 2)), [[Lack::TooFewRounds]; 2]);
    assert_eq!(told(event(5), least(5, 3)), [[Lack::FieldTooSmall]; 2]);
    // With a bye in six rounds five are played, which is enough; and a bye is no round that was won.
    let mut with_bye = event(6);
    with_bye.appearances[0] = Appearance {
        rounds_won: 5,
        clean_rounds: 5,
        byes: 1,
        ..with_bye.appearances[0].clone()
    };
    assert_eq!(told(with_bye.clone(), least(5, 2)), [vec![], vec![]]);
    assert_eq!(told(with_bye, least(6, 2)), [[Lack::TooFewRounds]; 2]);
    assert_eq!(LeastEvent::preset(level), least(5, 8));
    assert_eq!(LeastEvent::preset(TournamentLevel::National), least(5, 12));
}

#[test]
fn who_never_came_is_no_entrant_of_the_half() {
    let levels = [TournamentLevel::Provincial, TournamentLevel::National];
    let halves = rule(ColoursLevel::Provincial, Condition::TopHalf { events: levels });
    let both = |played: usize| {
        [(levels[0], 1000), (levels[1], 1001)].map(|(level, number)| {
            let mut event = held(level, "2027-02-01", &[(1, 3, 0), (2, 3, 0), (3, 0, 0), (4, 0, 0)]);
            event.id = id(number);
            event.appearances.truncate(played);
            event
        })
    };
    assert!(lacks(&of(both(4).to_vec()), &halves, 2).is_empty());
    let without = of(both(2).to_vec());
    assert!(lacks(&without, &halves, 1).is_empty());
    assert_eq!(lacks(&without, &halves, 2), [Lack::NotInTopHalf, Lack::NotInTopHalf]);
    assert_eq!(lacks(&without, &halves, 3), [Lack::NoEvent, Lack::NoEvent]);
}

#[test]
fn a_bye_neither_helps_nor_harms() {
    let level = TournamentLevel::Provincial;
    let mut event = held(level, "2027-03-01", &[(1, 5, 5), (2, 4, 4), (3, 5, 4), (4, 4, 4)]);
    for (row, byes) in [(0, 1), (1, 1), (2, 1), (3, 2)] {
        event.appearances[row].byes = byes;
    }
    let dossier = of(vec![event]);
    let told = |condition| {
        let rule = rule(ColoursLevel::Provincial, condition);
        [1, 2, 3, 4].map(|player| lacks(&dossier, &rule, player).first().copied())
    };
    let few = Some(Lack::RoundsNotWon);
    assert_eq!(
        told(Condition::AllRounds {
            event: level,
            byes: 1,
            least: LEAST
        }),
        [None, few, None, few]
    );
    assert_eq!(
        told(Condition::AllRounds {
            event: level,
            byes: 0,
            least: LEAST
        }),
        [few; 4]
    );
    assert_eq!(
        told(Condition::AllGames {
            event: level,
            byes: 2,
            least: LEAST
        }),
        [None, Some(Lack::GamesNotWon), Some(Lack::GamesNotWon), None]
    );
}

#[test]
fn the_first_places_of_a_small_field_earn_nothing() {
    let level = TournamentLevel::Regional;
    let dossier = of(vec![held(level, "2027-03-01", &[(1, 6, 0), (2, 5, 0), (3, 4, 0)])]);
    let places = |entrants| {
        let condition = Condition::Place {
            event: level,
            places: 3,
            entrants,
        };
        lacks(&dossier, &rule(ColoursLevel::Regional, condition), 1)
    };
    assert_eq!(places(4), [Lack::FieldTooSmall]);
    assert!(places(3).is_empty());
}

#[test]
fn the_top_half_is_twice_the_place_of_both_events_of_a_calendar_year() {
    let levels = [TournamentLevel::Provincial, TournamentLevel::National];
    let halves = rule(ColoursLevel::Provincial, Condition::TopHalf { events: levels });
    let rows = [(1, 3, 0), (2, 3, 0), (2, 3, 0), (4, 3, 0), (5, 3, 0)];
    let both = |one: &str, other: &str| {
        vec![
            held(levels[0], one, &rows),
            Event {
                id: id(1001),
                ..held(levels[1], other, &rows)
            },
        ]
    };
    let dossier = of(both("2027-02-01", "2027-09-01"));
    // Of five, two places are the top half; the second is shared.
    let told = [1, 2, 3, 4].map(|player| lacks(&dossier, &halves, player));
    assert_eq!(
        told,
        [vec![], vec![], vec![], vec![Lack::NotInTopHalf, Lack::NotInTopHalf]]
    );
    // One calendar year, of which the later event is in the gaming year.
    assert!(lacks(&of(both("2026-02-01", "2026-11-30")), &halves, 1).is_empty());
    assert_eq!(
        lacks(&of(both("2026-11-30", "2027-09-01")), &halves, 1),
        [Lack::OtherYear]
    );
    assert_eq!(
        lacks(&of(both("2026-02-01", "2026-09-01")), &halves, 1),
        [Lack::OtherYear]
    );
    assert_eq!(
        lacks(&of(both("2027-02-01", "2027-09-01")[..1].to_vec()), &halves, 1),
        [Lack::NoEvent]
    );
    // Who has moved in between is of neither province.
    let mut moved = both("2027-02-01", "2027-09-01");
    moved[1].appearances[0].home = Some(lives("ZA-GP", None));
    assert_eq!(lacks(&of(moved), &halves, 1), [Lack::OtherResidence]);
}

#[test]
fn learners_are_counted_among_themselves() {
    let level = TournamentLevel::Regional;
    let mut event = held(
        level,
        "2027-03-01",
        &[(1, 6, 0), (2, 5, 0), (3, 4, 0), (4, 4, 0), (5, 3, 0)],
    );
    for learner in [3, 4] {
        event.appearances[learner].division = Some(Division::HighSchool);
    }
    let condition = Condition::Place {
        event: level,
        places: 2,
        entrants: 2,
    };
    let rule = Rule {
        divisions: vec![Division::HighSchool],
        among: Among::Division,
        ..rule(ColoursLevel::Regional, condition)
    };
    let dossier = of(vec![event.clone()]);
    let finding = |player| dossier.judge(&rule, Division::HighSchool, id(player)).unwrap();
    let (evidence, _) = finding(5).unwrap();
    let [Evidence { event: Some(shown), .. }] = &evidence[..] else {
        panic!("{evidence:?}");
    };
    assert_eq!(
        (shown.rank, shown.entrants, shown.points_fraction.as_str()),
        (2, 2, "9/2")
    );
    assert!(finding(1).is_err());
    // An event for another division counts for nobody else.
    let closed = of(vec![Event {
        division: Some(DIVISION),
        ..event
    }]);
    assert!(closed.judge(&rule, Division::HighSchool, id(5)).unwrap().is_err());
    assert_eq!(dossier.divisions(id(5)), [Division::HighSchool]);
}

#[test]
fn a_championship_of_schools_counts_at_its_stage_for_scholars_alone() {
    let levels = [TournamentLevel::Provincial, TournamentLevel::National];
    let rows = [(1, 6, 6), (2, 5, 5), (3, 4, 4), (4, 3, 3)];
    let school = |stage, ends_on: &str, number| {
        let mut event = Event {
            id: id(number),
            stage: Some(stage),
            ..held(TournamentLevel::School, ends_on, &rows)
        };
        for row in &mut event.appearances[..3] {
            row.division = Some(Division::HighSchool);
        }
        event
    };
    let dossier = of(vec![
        school(TournamentStage::Provincial, "2027-02-01", 1000),
        school(TournamentStage::National, "2027-09-01", 1001),
    ]);
    let met = |condition, division, player| {
        let rule = Rule {
            divisions: Division::ALL.to_vec(),
            among: Among::Division,
            ..rule(ColoursLevel::Provincial, condition)
        };
        dossier.judge(&rule, division, id(player)).unwrap().is_ok()
    };
    let all = |event| Condition::AllGames {
        event,
        byes: 1,
        least: LEAST,
    };
    let halves = || Condition::TopHalf { events: levels };
    for level in levels {
        assert!(met(all(level), Division::HighSchool, 1) && !met(all(level), Division::HighSchool, 2));
    }
    assert!(met(halves(), Division::HighSchool, 1) && !met(halves(), Division::HighSchool, 2));
    assert!(!met(all(TournamentLevel::Regional), Division::HighSchool, 1));
    // A file that says that a senior played for a school gives no senior anything.
    let places = |places| Condition::Place {
        event: levels[0],
        places,
        entrants: 1,
    };
    assert!(met(places(3), Division::HighSchool, 3) && !met(places(9), DIVISION, 4));
    // An event of schools without a stage is of no level but its own.
    assert!(met(all(TournamentLevel::School), Division::HighSchool, 1));
}

fn selection(role: SelectionRole, team: Team, province: Option<&str>) -> Selection {
    Selection {
        id: id(2000),
        player: id(1),
        role,
        team,
        event: None,
        province: province.map(str::to_owned),
        region: None,
        division: DIVISION,
        year: year(),
        selected_on: "2027-03-06".parse().unwrap(),
        reference: "Minutes".to_owned(),
        created_at: Timestamp("2027-03-06T08:00:00Z".parse().unwrap()),
        withdrawn_at: None,
        reason: None,
    }
}

#[test]
fn a_selection_counts_for_those_who_live_there() {
    let provincial = rule(ColoursLevel::Provincial, Condition::Selection { team: Team::Province });
    let with =
        |selection: Selection, home: Option<Home>| Dossier::new(year(), days(), Vec::new(), vec![(selection, home)]);
    let here = || Some(lives("ZA-NW", None));
    let chosen = || selection(SelectionRole::Player, Team::Province, Some("ZA-NW"));
    assert!(lacks(&with(chosen(), here()), &provincial, 1).is_empty());
    assert_eq!(
        lacks(&with(chosen(), Some(lives("ZA-GP", None))), &provincial, 1),
        [Lack::OtherResidence]
    );
    assert_eq!(lacks(&with(chosen(), None), &provincial, 1), [Lack::ResidenceUnknown]);
    let withdrawn = Selection {
        withdrawn_at: Some(chosen().created_at),
        reason: Some("Is ill.".to_owned()),
        ..chosen()
    };
    let other = Selection {
        division: Division::Student,
        ..chosen()
    };
    let later = Selection {
        year: year().next(),
        ..chosen()
    };
    for selection in [
        withdrawn,
        other,
        later,
        selection(SelectionRole::Player, Team::NationalSquad, None),
    ] {
        assert_eq!(lacks(&with(selection, here()), &provincial, 1), [Lack::NotSelected]);
    }
    // Who umpires beside the national team does not play in it.
    let umpire = with(selection(SelectionRole::Umpire, Team::International, None), here());
    // Those of the country are for its nationals, umpires too.
    let team = Team::International;
    let umpiring = rule(ColoursLevel::National, Condition::Umpire { team });
    assert_eq!(lacks(&umpire, &umpiring, 1), [Lack::NationalityUnknown]);
    let umpire = umpire.with_nationalities(HashMap::from([(id(1), Country::HOME)]));
    assert!(lacks(&umpire, &umpiring, 1).is_empty());
    let playing = rule(ColoursLevel::National, Condition::Selection { team });
    assert_eq!(lacks(&umpire, &playing, 1), [Lack::NotSelected]);
    assert!(
        umpire
            .judge(&rule(ColoursLevel::National, Condition::Discretion), DIVISION, id(1))
            .is_none()
    );
}
