//! Points as fractions, places, tie-breaks, awards and the cross-table.

use fastrand::Rng;
use morabaraba_swiss::{
    Bye, ByeValue, Cell, Entrant, MatchResult, PlayerId, Points, ResultError, Results, Scoring, TieBreak, awards,
    standings,
};

fn results(count: u32, matches: &[(u32, u64, u64, u32)], byes: &[(u32, u64, ByeValue)]) -> Results {
    Results {
        entrants: (1..=count)
            .map(|seed| Entrant::new(PlayerId(seed.into()), seed))
            .collect(),
        matches: matches
            .iter()
            .map(|(round, one, other, halves)| MatchResult {
                round: *round,
                players: (PlayerId(*one), PlayerId(*other)),
                points: (Points::halves(*halves), Points::halves(12 - halves)),
                forfeit: false,
                walkover: false,
            })
            .collect(),
        byes: byes
            .iter()
            .map(|(round, id, value)| Bye {
                round: *round,
                player: PlayerId(*id),
                value: *value,
                allocated: true,
            })
            .collect(),
        games: 6,
        closed: true,
        scoring: Scoring::default(),
    }
}

fn table(results: &Results) -> Vec<(u32, u64, String)> {
    standings(results)
        .unwrap()
        .iter()
        .map(|row| (row.place, row.player.0, row.points.to_string()))
        .collect()
}

#[test]
fn an_average_bye_is_settled_at_the_close() {
    let matches = [(1, 1, 2, 6), (2, 1, 3, 6), (3, 1, 4, 6), (4, 1, 5, 6), (5, 1, 6, 5)];
    let mut results = results(6, &matches, &[(6, 1, ByeValue::Average)]);
    assert_eq!(table(&results)[0], (1, 1, "17 2/5".to_owned()));
    // Before the close down to the half point, so that the draw has halves.
    results.closed = false;
    assert_eq!(table(&results)[0], (1, 1, "17".to_owned()));
    for (value, total) in [
        (ByeValue::Zero, "14 1/2"),
        (ByeValue::Half, "17 1/2"),
        (ByeValue::Full, "20 1/2"),
    ] {
        results.byes[0].value = value;
        assert_eq!(table(&results)[0].2, total);
    }
    results.matches.clear();
    results.byes[0].value = ByeValue::Average;
    assert_eq!(table(&results)[0], (1, 1, "3".to_owned()));
}

/// A bye and a walkover bring points, and no place before those who have played, and no award.
#[test]
fn who_played_nothing_comes_after_who_did() {
    let mut results = results(
        6,
        &[(1, 1, 2, 12), (1, 3, 4, 12), (2, 3, 1, 6)],
        &[(2, 6, ByeValue::Full)],
    );
    results.byes.push(Bye {
        round: 1,
        ..results.byes[0]
    });
    for walkover in [1, 2] {
        results.matches[walkover].forfeit = true;
        results.matches[walkover].walkover = true;
    }
    for entrant in &mut results.entrants[2..] {
        entrant.lady = true;
        entrant.learner = Some("high".into());
    }
    let rows = standings(&results).unwrap();
    let told: Vec<_> = rows.iter().map(|row| (row.place, row.player.0, row.played)).collect();
    assert_eq!(
        told,
        [
            (1, 1, true),
            (2, 2, true),
            (3, 6, false),
            (4, 3, false),
            (5, 4, false),
            (6, 5, false)
        ]
    );
    let points: Vec<String> = rows.iter().map(|row| row.points.to_string()).collect();
    assert_eq!(points, ["9", "0", "12", "9", "0", "0"]);
    let given = awards(&results, &rows);
    assert_eq!((given.champions, given.top_ladies), (vec![PlayerId(1)], Vec::new()));
    assert_eq!(given.top_learners["high"], []);
}

#[test]
fn ties_are_broken_by_the_opponents() {
    // 1 and 4 have 8 each; the opponents of 4 have more.
    let by_opponents = results(4, &[(1, 1, 2, 8), (1, 3, 4, 4), (2, 2, 3, 1)], &[]);
    assert_eq!(
        table(&by_opponents),
        [
            (1, 3, "7 1/2".to_owned()),
            (2, 4, "4".to_owned()),
            (3, 1, "4".to_owned()),
            (4, 2, "2 1/2".to_owned())
        ]
    );
}

#[test]
fn the_match_between_decides_for_exactly_two() {
    // A ring of three, each beating the next 4 to 2: all level, and the place is shared.
    let ring = results(3, &[(1, 1, 2, 8), (2, 2, 3, 8), (3, 3, 1, 8)], &[]);
    assert_eq!(
        table(&ring).iter().map(|row| (row.0, row.1)).collect::<Vec<_>>(),
        [(1, 1), (1, 2), (1, 3)]
    );
    // Two on 12 points with opponents on 12 and 6, and two on 6 likewise; 2 won against 1, and 3 against 4.
    let byes = [(3, 1, ByeValue::Full), (3, 2, ByeValue::Full)];
    let pairs = results(4, &[(1, 1, 2, 5), (2, 1, 3, 7), (2, 2, 4, 5), (3, 3, 4, 7)], &byes);
    let rows = standings(&pairs).unwrap();
    assert!(rows.iter().all(|row| row.opponents == Points::halves(36)));
    assert_eq!(
        rows.iter().map(|row| (row.place, row.player.0)).collect::<Vec<_>>(),
        [(1, 2), (2, 1), (3, 3), (4, 4)]
    );
    // Without the match between them they share the place.
    let apart = results(4, &[(1, 1, 3, 8), (1, 2, 4, 8)], &[]);
    assert_eq!(
        table(&apart).iter().map(|row| (row.0, row.1)).collect::<Vec<_>>(),
        [(1, 1), (1, 2), (3, 3), (3, 4)]
    );
}

#[test]
fn awards_go_to_those_who_share_the_place() {
    let mut results = results(6, &[(1, 1, 4, 8), (1, 2, 5, 6), (1, 3, 6, 6)], &[]);
    for place in [1, 2] {
        results.entrants[place].lady = true;
    }
    results.entrants[3].learner = Some("primary".into());
    results.entrants[4].learner = Some("high".into());
    results.entrants[5].learner = Some("high".into());
    let given = awards(&results, &standings(&results).unwrap());
    assert_eq!(given.champions, [PlayerId(1)]);
    assert_eq!(given.top_ladies, [PlayerId(2), PlayerId(3)]);
    let learners: Vec<_> = given.top_learners.into_iter().collect();
    assert_eq!(
        learners,
        [
            ("high".to_owned(), vec![PlayerId(5), PlayerId(6)]),
            ("primary".to_owned(), vec![PlayerId(4)])
        ]
    );
    results.entrants[0].lady = true;
    assert!(awards(&results, &standings(&results).unwrap()).top_ladies.is_empty());
}

#[test]
fn the_cross_table_says_what_everybody_did() {
    let mut results = results(3, &[(1, 1, 2, 12), (3, 2, 3, 4)], &[(2, 3, ByeValue::Full)]);
    results.matches[0].forfeit = true;
    let rows = standings(&results).unwrap();
    assert_eq!(rows.iter().map(|row| row.player.0).collect::<Vec<_>>(), [3, 1, 2]);
    let met = |opponent, row, halves, forfeit| Cell::Met {
        opponent: PlayerId(opponent),
        row,
        points: Points::halves(halves),
        forfeit,
    };
    let bye = Cell::Bye {
        points: Points::halves(12),
        allocated: true,
    };
    assert_eq!(rows[0].rounds, [Cell::Absent, bye, met(2, 3, 8, false)]);
    assert_eq!(rows[1].rounds, [met(2, 3, 12, true), Cell::Absent, Cell::Absent]);
    assert_eq!(rows[2].rounds, [met(1, 2, 0, true), Cell::Absent, met(3, 1, 4, false)]);
}

#[test]
fn bad_results_are_refused_and_the_player_named() {
    let good = results(3, &[(1, 1, 2, 6)], &[(1, 3, ByeValue::Average)]);
    let bad = |change: fn(&mut Results)| {
        let mut results = good.clone();
        change(&mut results);
        standings(&results).unwrap_err()
    };
    let id = PlayerId;
    assert_eq!(
        bad(|results| results.entrants[1].id = PlayerId(1)),
        ResultError::DuplicateId(id(1))
    );
    assert_eq!(
        bad(|results| results.entrants[1].seed = 1),
        ResultError::DuplicateSeed(id(1), id(2))
    );
    assert_eq!(
        bad(|results| results.byes[0].player = PlayerId(9)),
        ResultError::Unknown(id(9))
    );
    assert_eq!(
        bad(|results| results.byes[0].player = PlayerId(2)),
        ResultError::Twice(id(2), 1)
    );
    assert_eq!(
        bad(|results| results.matches[0].players.1 = PlayerId(1)),
        ResultError::Twice(id(1), 1)
    );
    assert_eq!(bad(|results| results.games = 5), ResultError::Points(id(1), 1));
    let third = bad(|results| results.matches[0].points.0 = Points::new(1, 3).unwrap());
    assert_eq!((third, third.code()), (ResultError::Points(id(1), 1), "points"));
    assert_eq!(
        third.to_string(),
        "the points of player 1 in round 1 are no halves, or more than the games"
    );
}

#[test]
fn points_add_up_and_places_are_in_order() {
    let mut rng = Rng::with_seed(12);
    for _ in 0..500 {
        let count = rng.u32(2..20);
        let (mut matches, mut byes) = (Vec::new(), Vec::new());
        for round in 1..=6 {
            let mut ids: Vec<u64> = (1..=count.into()).collect();
            rng.shuffle(&mut ids);
            for pair in ids.chunks(2) {
                match pair {
                    [one, other] => matches.push((round, *one, *other, rng.u32(..=12))),
                    [one] => byes.push((round, *one, ByeValue::Average)),
                    _ => (),
                }
            }
        }
        let results = results(count, &matches, &byes);
        let rows = standings(&results).unwrap();
        assert!(rows.is_sorted_by(|one, next| {
            (one.played, one.points, one.opponents) >= (next.played, next.points, next.opponents)
        }));
        for (row, standing) in rows.iter().enumerate() {
            assert!(standing.place as usize <= row + 1);
            assert!(row == 0 || standing.place == rows[row - 1].place || standing.place as usize == row + 1);
            let mut total = Points::ZERO;
            for cell in &standing.rounds {
                let points = match cell {
                    Cell::Met { points, .. } | Cell::Bye { points, .. } => *points,
                    Cell::Absent => Points::ZERO,
                };
                total = total.checked_add(points).unwrap();
            }
            assert_eq!(total, standing.points);
        }
    }
}

/// Averages of up to thirty matches, as many as a long tournament has, add up exactly.
#[test]
fn shares_of_every_size_add_up() {
    let share = |parts: u32| Points::halves(359).checked_share(parts).unwrap();
    let sum = (1..=30)
        .try_fold(Points::ZERO, |sum, parts| sum.checked_add(share(parts)))
        .unwrap();
    let (above, below) = sum.parts();
    // 359/2 times the thirtieth harmonic number, 9304682830147/2329089562800.
    assert_eq!((above, below), (9_304_682_830_147 * 359, 2_329_089_562_800 * 2));
    assert!(sum < sum.checked_add(Points::new(1, 2_329_089_562_800).unwrap()).unwrap());
}

#[test]
fn tie_breaks_are_applied_in_the_order_that_is_set() {
    // Players 1 and 2 have 8 points; 2 has won against 1, whose opponents have more.
    let matches = [(1, 1, 2, 4), (2, 1, 3, 12), (2, 2, 4, 8)];
    let order = |tie_breaks: &[TieBreak]| {
        let mut results = results(4, &matches, &[]);
        results.matches.push(MatchResult {
            round: 3,
            players: (PlayerId(3), PlayerId(4)),
            points: (Points::halves(12), Points::ZERO),
            forfeit: false,
            walkover: false,
        });
        results.scoring.tie_breaks = tie_breaks.to_vec();
        let rows = standings(&results).unwrap();
        rows.iter().map(|row| (row.place, row.player.0)).collect::<Vec<_>>()
    };
    let (opponents, direct) = (TieBreak::Opponents, TieBreak::Direct);
    let points = standings(&results(4, &matches, &[])).unwrap();
    assert_eq!(
        (points[0].points, points[1].points),
        (Points::halves(16), Points::halves(16))
    );
    assert_eq!(order(&[opponents, direct])[..2], [(1, 1), (2, 2)]);
    assert_eq!(order(&[direct, opponents])[..2], [(1, 2), (2, 1)]);
    assert_eq!(order(&[direct])[..2], [(1, 2), (2, 1)]);
    assert_eq!(order(&[])[..2], [(1, 1), (1, 2)]);
}

#[test]
fn as_many_ladies_are_honoured_as_are_set() {
    let honoured = |ladies: &[u32], most: u32| {
        let mut results = results(6, &[(1, 1, 2, 8), (1, 3, 4, 7), (1, 5, 6, 6)], &[]);
        for seed in ladies {
            results.entrants[usize::try_from(*seed).unwrap() - 1].lady = true;
        }
        results.scoring.ladies = most;
        let awards = awards(&results, &standings(&results).unwrap());
        awards.top_ladies.iter().map(|id| id.0).collect::<Vec<_>>()
    };
    // The order is 1, 3, then 5 and 6 together, 4, 2.
    assert_eq!(honoured(&[2, 3, 4, 5, 6], 1), [3]);
    assert_eq!(honoured(&[2, 3, 4, 5, 6], 3), [3, 5, 6]);
    assert_eq!(honoured(&[2, 3, 4, 5, 6], 2), [3, 5, 6]);
    assert_eq!(honoured(&[1, 3, 4], 3), [3, 4]);
    assert_eq!(honoured(&[1, 3], 1), [0_u64; 0]);
    assert_eq!(honoured(&[4], 3), [4]);
    assert_eq!(honoured(&[], 3), [0_u64; 0]);
}
