//! An umpire's own pairing, what a field can finish, looking ahead, round robins.

use std::collections::HashSet;

use fastrand::Rng;
use morabaraba_swiss::{
    Config, Criterion, Field, Player, PlayerId, Points, Violation, capacity, draw, round_robin, validate,
};

use crate::model::{least_list, legal, lists, may_meet, may_rest, standing_order};
use crate::support::small_field;

#[test]
fn every_legal_pairing_but_the_draw_misses_a_criterion() {
    let mut rng = Rng::with_seed(8);
    let (mut judged, mut seen) = (0, HashSet::new());
    while judged < 3000 {
        let (field, config) = small_field(&mut rng, 4, 8);
        let players = standing_order(&field);
        let all = legal(&field);
        if all.is_empty() {
            continue;
        }
        let lists = lists(&field, &config);
        let best = least_list(&lists);
        let chosen = rng.usize(..all.len());
        let mut pairs: Vec<(PlayerId, PlayerId)> = all[chosen]
            .pairs
            .iter()
            .map(|(one, other)| (players[*other].id, players[*one].id))
            .collect();
        rng.shuffle(&mut pairs);
        let judgement = validate(&field, &config, &pairs, all[chosen].bye.map(|bye| players[bye].id)).unwrap();
        assert_eq!(judgement.violations, []);
        assert_eq!(judgement.draw, draw(&field, &config));
        assert_eq!(judgement.missed.is_none(), lists[chosen] == *best, "{field:?}");
        seen.extend(judgement.missed.map(|(criterion, _)| criterion));
        judged += 1;
    }
    // Looking ahead is off.
    assert!(seen.len() >= 11, "{seen:?}");
}

#[test]
fn every_broken_rule_is_named() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..3000 {
        let (field, config) = small_field(&mut rng, 4, 8);
        let mut ids: Vec<PlayerId> = standing_order(&field).iter().map(|player| player.id).collect();
        rng.shuffle(&mut ids);
        let bye = if ids.len() % 2 == 1 { ids.pop() } else { None };
        let pairs: Vec<(PlayerId, PlayerId)> = ids.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let player = |id: PlayerId| field.players.iter().find(|player| player.id == id).unwrap();
        let mut broken: HashSet<(PlayerId, Option<PlayerId>)> = HashSet::new();
        broken.extend(
            pairs
                .iter()
                .filter(|pair| !may_meet(&field, player(pair.0), player(pair.1)))
                .map(|pair| (pair.0, Some(pair.1))),
        );
        broken.extend(bye.filter(|bye| !may_rest(&field, player(*bye))).map(|bye| (bye, None)));
        let judgement = validate(&field, &config, &pairs, bye).unwrap();
        let named = judgement.violations.iter().map(|violation| match violation {
            Violation::Barred(one, other, _) => (*one, Some(*other)),
            Violation::BarredBye(one, _) => (*one, None),
            other => panic!("{other}"),
        });
        assert_eq!(named.collect::<HashSet<_>>(), broken);
        assert!(broken.is_empty() || judgement.missed.is_none());
    }
    let players = (1..=3).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
    let field = Field::new(1, players);
    let pairs = [(PlayerId(1), PlayerId(1)), (PlayerId(2), PlayerId(9))];
    let judgement = validate(&field, &Config::default(), &pairs, None).unwrap();
    assert_eq!(
        judgement.violations,
        [
            Violation::Twice(PlayerId(1)),
            Violation::Unknown(PlayerId(9)),
            Violation::Missing(PlayerId(3))
        ]
    );
    assert_eq!(
        judgement.violations[2].to_string(),
        "player 3 has neither an opponent nor the bye"
    );
}

/// Up to two families of up to three, of seven to twelve players.
fn with_families(rng: &mut Rng, players: u32) -> Vec<Player> {
    let mut players: Vec<Player> = (1..=players)
        .map(|seed| Player::new(PlayerId(seed.into()), seed))
        .collect();
    for family in [[0, 1, 2], [3, 4, 5]].iter().take(rng.usize(..3)) {
        let size = rng.usize(2..=3);
        for one in 1..size {
            let relatives = family[..one].iter().map(|place| players[*place].id).collect();
            players[family[one]].relatives = relatives;
        }
    }
    players
}

/// Draws and plays round after round, looking ahead to the last or not: each field that was drawn.
fn rounds(players: &[Player], seed: u64, last: u32, ahead: bool) -> Vec<Field> {
    let mut rng = Rng::with_seed(seed);
    let mut field = Field::new(1, players.to_vec());
    let mut fields = Vec::new();
    for round in 1..=last {
        field.round = round;
        let config = Config {
            look_ahead: if ahead { last - round } else { 0 },
            ..Config::default()
        };
        let Ok(draw) = draw(&field, &config) else { break };
        fields.push(field.clone());
        let mut add = |id: PlayerId, halves: u32, opponent: Option<PlayerId>| {
            let player = field.players.iter_mut().find(|player| player.id == id).unwrap();
            player.score = player.score.checked_add(Points::halves(halves)).unwrap();
            player.opponents.extend(opponent);
            player.had_bye |= opponent.is_none();
        };
        for (one, other) in draw.pairs {
            let won = rng.u32(..=12);
            add(one, won, Some(other));
            add(other, 12 - won, Some(one));
        }
        draw.bye.into_iter().for_each(|bye| add(bye, 6, None));
    }
    fields
}

#[test]
fn whoever_looks_ahead_reaches_the_last_round() {
    let mut rng = Rng::with_seed(10);
    let (mut finished, mut saved) = (0, 0);
    for _ in 0..500 {
        let count = rng.u32(7..=12);
        let players = with_families(&mut rng, count);
        let forbidden = capacity(&Field::new(1, players.clone()), 6).unwrap().forbids(6);
        let seed = rng.u64(..);
        let plain = rounds(&players, seed, 6, false).len();
        let ahead = rounds(&players, seed, 6, true).len();
        // What the families leave is regular enough for six rounds whenever everybody has six opponents.
        assert_eq!(ahead == 6, !forbidden, "{players:?}");
        finished += u32::from(ahead == 6);
        saved += u32::from(plain < ahead);
    }
    assert!(finished > 200 && saved > 5, "{finished} {saved}");
}

/// Whatever number the obstacles were counted for, they tell the same of each.
#[test]
fn a_capacity_forbids_the_same_rounds_whatever_was_asked() {
    let mut rng = Rng::with_seed(12);
    let mut forbidden = 0;
    for _ in 0..100 {
        let count = rng.u32(6..=12);
        let field = Field::new(1, with_families(&mut rng, count));
        let asked: Vec<_> = (0..14).map(|rounds| capacity(&field, rounds).unwrap()).collect();
        for rounds in 0..14 {
            let own = &asked[rounds as usize];
            let forbids = own.rounds < rounds || !own.short.is_empty();
            assert!(asked.iter().all(|capacity| capacity.forbids(rounds) == forbids));
            forbidden += u32::from(forbids && rounds <= own.rounds);
        }
    }
    assert!(forbidden > 50, "{forbidden}");
}

#[test]
fn looking_ahead_is_missed_first() {
    let mut rng = Rng::with_seed(11);
    let mut missed = 0;
    for _ in 0..300 {
        let players = with_families(&mut rng, 8);
        let Some(field) = rounds(&players, rng.u64(..), 6, false).pop() else {
            continue;
        };
        let left = 6 - field.round;
        let ahead = Config {
            look_ahead: left,
            ..Config::default()
        };
        let plain = draw(&field, &Config::default()).unwrap();
        let judged = validate(&field, &ahead, &plain.pairs, plain.bye).unwrap();
        match judged.missed {
            None => assert_eq!(judged.draw, Ok(plain)),
            Some((criterion, _)) => {
                assert_eq!(criterion, Criterion::LookAhead);
                missed += 1;
            }
        }
    }
    assert!(missed > 0);
}

#[test]
fn a_round_robin_lets_everybody_meet_everybody_once() {
    for count in 0..=20_u32 {
        let players: Vec<u32> = (0..count).collect();
        let mut met = HashSet::new();
        let mut rested = HashSet::new();
        let mut starts = vec![0_u32; players.len()];
        for round in round_robin(&players) {
            let mut here: Vec<u32> = round.pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
            here.extend(round.rests);
            here.sort_unstable();
            assert_eq!(here, players);
            assert!(
                round
                    .pairs
                    .iter()
                    .all(|(one, other)| met.insert((one.min(other).to_owned(), *one.max(other))))
            );
            assert!(round.rests.is_none_or(|rests| rested.insert(rests)));
            round.pairs.iter().for_each(|(one, _)| starts[*one as usize] += 1);
        }
        assert_eq!(met.len(), players.len() * players.len().saturating_sub(1) / 2);
        assert!(
            starts
                .iter()
                .all(|number| number.abs_diff(count.saturating_sub(1) / 2) <= 1),
            "{starts:?}"
        );
    }
}
