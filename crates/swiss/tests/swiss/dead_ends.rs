//! No dead end that could be avoided: small events by chance are played as far as any legal completion would have come.

use fastrand::Rng;
use morabaraba_swiss::{
    Config, Draw, Field, FieldError, Player, PlayerId, Points, Undrawn, draw, draw_and_explain, validate,
};

use crate::model::standing_order;

/// The most players of an event.
const MOST: u32 = 14;

/// The most players for whom every completion is tried from the start.
const BY_FORCE: usize = 8;

/// The pairs that may meet in this round or a later one, the bye as the last player of an odd field, by rows of bits.
fn open_pairs(field: &Field) -> Vec<u16> {
    let players = standing_order(field);
    let len = players.len().next_multiple_of(2);
    let names = |one: &Player, other: &Player| one.relatives.contains(&other.id) || one.opponents.contains(&other.id);
    let row = |one: usize| {
        let may = |other: &usize| match (players.get(one), players.get(*other)) {
            (Some(one), Some(other)) => one.id != other.id && !names(one, other) && !names(other, one),
            (Some(one), None) | (None, Some(one)) => !one.had_bye,
            (None, None) => false,
        };
        (0..len).filter(may).fold(0, |row, other| row | 1 << other)
    };
    (0..len).map(row).collect()
}

/// The most rounds that a player with few opponents left allows.
fn bound(rows: &[u16]) -> u32 {
    rows.iter().map(|row| row.count_ones()).min().unwrap_or(0)
}

/// The most rounds, but no more than `enough`, by trying all; each has another opponent of the first player, `from` on.
fn by_force(rows: &[u16], from: usize, enough: u32) -> u32 {
    if enough == 0 {
        return 0;
    }
    let mut most = 0;
    for opponent in (from..rows.len()).filter(|opponent| rows[0] >> opponent & 1 == 1) {
        pair_up(
            rows,
            1 | 1 << opponent,
            &without(rows, 0, opponent),
            &mut |left: &[u16]| {
                most = most.max(1 + by_force(left, opponent + 1, enough - 1));
                most == enough
            },
        );
        if most == enough {
            break;
        }
    }
    most
}

fn without(rows: &[u16], one: usize, other: usize) -> Vec<u16> {
    let mut left = rows.to_vec();
    left[one] &= !(1 << other);
    left[other] &= !(1 << one);
    left
}

/// Shows what each way to pair up all others leaves, until it is enough.
fn pair_up(rows: &[u16], paired: u16, left: &[u16], show: &mut impl FnMut(&[u16]) -> bool) -> bool {
    let Some(first) = (0..rows.len()).find(|place| paired >> place & 1 == 0) else {
        return show(left);
    };
    let open = rows[first] & !paired;
    (0..rows.len()).filter(|other| open >> other & 1 == 1).any(|other| {
        let left = without(left, first, other);
        pair_up(rows, paired | 1 << first | 1 << other, &left, show)
    })
}

/// An event of so many by chance: families, clubs, planned rounds, and whether players come and go.
fn event(rng: &mut Rng, count: u32) -> (Vec<Player>, u32, bool) {
    let mut players: Vec<Player> = (1..=count)
        .map(|seed| Player {
            club: rng.bool().then(|| rng.u8(..3).to_string()),
            ..Player::new(PlayerId(seed.into()), seed)
        })
        .collect();
    let mut families: Vec<usize> = (0..players.len()).collect();
    rng.shuffle(&mut families);
    for _ in 0..rng.usize(..3) {
        let size = rng.usize(2..=4).min(families.len());
        let family = families.split_off(families.len() - size);
        for (place, one) in family.iter().enumerate() {
            players[*one].relatives = family[..place].iter().map(|other| players[*other].id).collect();
        }
    }
    let planned = [6, count, count - 1, count + 1, rng.u32(1..=count + 1)];
    (players, planned[rng.usize(..planned.len())].max(1), rng.u8(..3) == 0)
}

/// The outcome of an event: the last round, the last that was planned, and the last that could have been.
struct Outcome {
    last: u32,
    planned: u32,
    possible: u32,
}

/// Plays an event that looks ahead.
fn play(rng: &mut Rng, count: u32) -> Outcome {
    let (players, planned, is_restless) = event(rng, count);
    let mut field = Field::new(1, players);
    let (mut possible, mut last, mut begun) = (0, 0, (field.clone(), 0));
    for round in 1..=planned {
        field.round = round;
        let moved = round == 1 || (is_restless && come_and_go(rng, &mut field));
        if moved {
            let (rows, left) = (open_pairs(&field), planned + 1 - round);
            let is_field = standing_order(&field).len() > 1;
            let enough = if is_field { bound(&rows).min(left) } else { 0 };
            let rounds = if rows.len() > BY_FORCE {
                enough
            } else {
                by_force(&rows, 1, enough)
            };
            (possible, begun) = (last + rounds, (field.clone(), last));
        }
        let config = Config {
            look_ahead: planned - round,
            ..Config::default()
        };
        match draw(&field, &config) {
            Ok(drawn) => {
                if rng.u8(..40) == 0 {
                    assert_told(&field, &config, &drawn);
                }
                add(rng, &mut field, &drawn);
                last = round;
            }
            Err(Undrawn::NoLegalDraw(_) | Undrawn::Field(FieldError::Empty | FieldError::Alone(_))) => break,
            Err(error) => panic!("{error}: {field:#?}"),
        }
    }
    if last < possible && open_pairs(&begun.0).len() > BY_FORCE {
        possible = begun.1 + by_force(&open_pairs(&begun.0), 1, possible - begun.1);
    }
    Outcome {
        last,
        planned,
        possible,
    }
}

/// One leaves, or comes back; whether anybody did.
fn come_and_go(rng: &mut Rng, field: &mut Field) -> bool {
    let one = rng.usize(..field.players.len());
    let moves = rng.u8(..3) == 0;
    field.players[one].active ^= moves;
    moves
}

fn add(rng: &mut Rng, field: &mut Field, drawn: &Draw) {
    let mut add = |id: PlayerId, halves: u32, opponent: Option<PlayerId>| {
        let player = field.players.iter_mut().find(|player| player.id == id).unwrap();
        player.score = player.score.checked_add(Points::halves(halves)).unwrap();
        player.opponents.extend(opponent);
        player.had_bye |= opponent.is_none();
    };
    for (one, other) in &drawn.pairs {
        let won = rng.u32(..=12);
        add(*one, won, Some(*other));
        add(*other, 12 - won, Some(*one));
    }
    drawn.bye.into_iter().for_each(|bye| add(bye, 6, None));
}

/// The draw misses no criterion, and has reasons.
fn assert_told(field: &Field, config: &Config, drawn: &Draw) {
    let judged = validate(field, config, &drawn.pairs, drawn.bye).unwrap();
    assert_eq!((judged.violations, judged.missed), (Vec::new(), None));
    assert_eq!(draw_and_explain(field, config).unwrap().0, *drawn);
}

/// `EVENTS=10000` plays so many of each size, and `SEED=1000000` begins with that seed.
#[test]
fn no_event_ends_where_it_could_have_gone_on() {
    let number = |name: &str| Some(std::env::var(name).ok()?.parse::<u64>().expect("a number"));
    let (first, all) = (number("SEED").unwrap_or(0), number("EVENTS").unwrap_or(60));
    let mut avoidable = Vec::new();
    let mut short = 0;
    for count in 2..=MOST {
        let mut ends = [0; 2];
        for seed in first..first + all {
            let outcome = play(&mut Rng::with_seed(seed * 100 + u64::from(count)), count);
            ends[0] += u32::from(outcome.last < outcome.planned);
            if outcome.last != outcome.possible {
                ends[1] += 1;
                avoidable.push((count, seed, outcome.last, outcome.possible));
            }
        }
        println!(
            "{count} players: of {all} events {} ended before the last round planned, {} of them needlessly",
            ends[0], ends[1]
        );
        short += ends[0];
    }
    assert!(
        avoidable.is_empty(),
        "players, seed, last round, last possible: {avoidable:?}"
    );
    // There are events of both sorts.
    let played = u32::try_from(all).unwrap() * (MOST - 1);
    assert!(5 * short > played && 5 * short < 4 * played, "{short} of {played}");
}

/// More rounds are planned than can be: the federation's six of six players, and as many as there are players.
#[test]
fn rounds_that_cannot_be_count_for_nothing() {
    for count in [4, 6, 8, 10, 12, 14_u32] {
        let mut rng = Rng::with_seed(count.into());
        let planned = count.max(6);
        for _ in 0..25 {
            let mut field = Field::new(
                1,
                (1..=count)
                    .map(|seed| Player::new(PlayerId(seed.into()), seed))
                    .collect(),
            );
            for round in 1..count {
                field.round = round;
                let config = Config {
                    look_ahead: planned - round,
                    ..Config::default()
                };
                let drawn = draw(&field, &config);
                add(
                    &mut rng,
                    &mut field,
                    &drawn.unwrap_or_else(|error| panic!("{count} {round}: {error}")),
                );
            }
        }
    }
}
