//! Fields made to be slow, and hard.

use std::collections::HashSet;

use fastrand::Rng;
use morabaraba_swiss::{Clubs, Config, Field, Float, Floater, Player, PlayerId, Points, Waiver};

/// The players of a field, all without points.
pub(crate) fn players(count: u32) -> Vec<Player> {
    (1..=count)
        .map(|seed| Player::new(PlayerId(seed.into()), seed))
        .collect()
}

/// Gives as many of them each score, from the top.
pub(crate) fn in_levels(mut players: Vec<Player>, size: usize) -> Vec<Player> {
    let levels = players.len() / size + 1;
    for (place, player) in players.iter_mut().enumerate() {
        player.score = Points::halves(u32::try_from(levels - place / size).unwrap());
    }
    players
}

/// Each of a club by the place in the list.
pub(crate) fn of_clubs(mut players: Vec<Player>, club: impl Fn(usize) -> Option<usize>) -> Vec<Player> {
    for (place, player) in players.iter_mut().enumerate() {
        player.club = club(place).map(|club| club.to_string());
    }
    players
}

/// Relatives of the first of each family, who are also each other's.
pub(crate) fn families(mut players: Vec<Player>, family: impl Fn(usize) -> Option<usize>) -> Vec<Player> {
    let all: Vec<Option<usize>> = (0..players.len()).map(family).collect();
    for one in 0..players.len() {
        if all[one].is_none() {
            continue;
        }
        let relatives = (one + 1..players.len()).filter(|other| all[*other] == all[one]);
        players[one].relatives = relatives.map(|other| PlayerId(other as u64 + 1)).collect();
    }
    players
}

/// Bars two from each other for whom `legal` is false.
pub(crate) fn barred(
    mut players: Vec<Player>,
    rng: &mut Rng,
    legal: impl Fn(usize, usize, &mut Rng) -> bool,
) -> Vec<Player> {
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            if !legal(one, other, rng) {
                players[one].forbidden.push(PlayerId(other as u64 + 1));
            }
        }
    }
    players
}

/// Those who are left to each other after so many pairings that everybody can have one of them.
pub(crate) fn planted(players: Vec<Player>, rng: &mut Rng, pairings: usize) -> Vec<Player> {
    let count = players.len();
    let mut left = vec![false; count * count];
    for _ in 0..pairings {
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        for pair in order.chunks_exact(2) {
            left[pair[0] * count + pair[1]] = true;
            left[pair[1] * count + pair[0]] = true;
        }
    }
    barred(players, rng, |one, other, _| left[one * count + other])
}

/// One of three floated in the last round.
pub(crate) fn floated(mut players: Vec<Player>) -> Vec<Player> {
    for player in players.iter_mut().step_by(3) {
        player.floated = [Some(Float::Down), Some(Float::Up)][player.seed as usize % 2];
    }
    players
}

/// A grouping by the place in the list: a name, and the number of each one's group.
type Grouping = (String, Box<dyn Fn(usize) -> Option<usize>>);

fn grouping(rng: &mut Rng, scale: Scale, count: usize) -> Grouping {
    let size = scale.of(pick(rng, &[2, 3, 7, 50, 500, 2500]));
    match rng.u8(..9) {
        0 => ("none".into(), Box::new(|_| None)),
        1 => ("one".into(), Box::new(|_| Some(0))),
        2 => {
            let tenths = pick(rng, &[3_usize, 5, 6, 8, 9]);
            (
                format!("{tenths}0 % of one"),
                Box::new(move |place| (place * 7919 % 10 < tenths).then_some(0)),
            )
        }
        3 => (format!("by turns of {size}"), Box::new(move |place| Some(place % size))),
        4 => (
            format!("neighbours by {size}"),
            Box::new(move |place| Some(place / size)),
        ),
        5 => (
            "top and bottom".into(),
            Box::new(move |place| Some(usize::from(2 * place < count))),
        ),
        6 => (
            format!("the top {size}"),
            Box::new(move |place| (place < size).then_some(0)),
        ),
        7 => (
            format!("the bottom {size}"),
            Box::new(move |place| (place + size >= count).then_some(0)),
        ),
        _ => (
            format!("scattered by {size}"),
            Box::new(move |place| Some(place.wrapping_mul(2_654_435_761) / 97 % size)),
        ),
    }
}

fn pick_below(rng: &mut Rng, of: &[usize]) -> usize {
    let most = pick(rng, of);
    rng.usize(..most)
}

fn pick<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.usize(..of.len())]
}

/// A measure by which what is meant for 5,000 players is made for fewer.
#[derive(Clone, Copy)]
struct Scale(u32);

impl Scale {
    fn of(self, number: u32) -> usize {
        (number * self.0).div_ceil(5000).max(number.min(3)) as usize
    }

    /// The pairs left of a thousand: more where there are fewer players, but never all.
    fn left(self, of_1000: u32) -> u32 {
        (of_1000 * 5000 / self.0).min(700)
    }
}

/// A field of so many players or one less, of clubs, teams, families and bars of many kinds, and settings for it; with
/// what it is.
pub(crate) fn adversarial(rng: &mut Rng, most: u32) -> (String, Field, Config) {
    with(with_bars, rng, most)
}

/// A field where those who can meet have a shape: groups in a chain, a ring, a few hubs whom everybody needs.
pub(crate) fn shaped(rng: &mut Rng, most: u32) -> (String, Field, Config) {
    with(with_shape, rng, most)
}

/// A field where those who can meet follow a pattern, by the part, the reach or the weight of each, which leave some
/// pairing of all.
pub(crate) fn patterned(rng: &mut Rng, most: u32) -> (String, Field, Config) {
    with(with_pattern, rng, most)
}

/// The bars that keep players apart; they add to the name what they are.
type Bars = fn(&mut Rng, Scale, Vec<Player>, &mut Vec<String>) -> Vec<Player>;

fn with(bars: Bars, rng: &mut Rng, most: u32) -> (String, Field, Config) {
    let scale = Scale(most);
    let size = scale.of(pick(rng, &[1, 2, 3, 5, 10, 33, 99, 333, 1000, 1001, 2500, 2501, 5000]));
    let mut players = in_levels(players(pick(rng, &[most, most - 1])), size);
    let count = players.len();
    let mut name = vec![format!("{count} in levels of {size}")];
    if rng.u8(..4) == 0 {
        name.push("ragged".into());
        let mut score = 0;
        for player in players.iter_mut().rev() {
            score += u32::from(rng.usize(..size) == 0);
            player.score = Points::halves(score);
        }
    }
    let (clubs, club) = grouping(rng, scale, count);
    name.push(format!("clubs {clubs}"));
    players = of_clubs(players, club);
    if rng.u8(..3) == 0 {
        let (teams, team) = grouping(rng, scale, count);
        name.push(format!("teams {teams}"));
        players
            .iter_mut()
            .enumerate()
            .for_each(|(place, player)| player.team = team(place).map(|team| team.to_string()));
    }
    if rng.u8(..3) == 0 {
        let (kin, family) = grouping(rng, scale, count);
        name.push(format!("families {kin}"));
        players = families(players, family);
    }
    players = bars(rng, scale, players, &mut name);
    if rng.bool() {
        name.push("floated".into());
        players = floated(players);
    }
    if rng.u8(..3) == 0 {
        name.push("byes".into());
        for player in &mut players {
            player.had_bye = rng.u8(..3) > 0;
        }
    }
    let config = Config {
        clubs: pick(rng, &[Clubs::Round, Clubs::Bracket, Clubs::Off]),
        repeat_floats: rng.bool(),
        floater: pick(rng, &[Floater::Median, Floater::Lowest]),
        ..Config::default()
    };
    let mut field = Field::new(2, players);
    if rng.u8(..3) == 0 {
        name.push("bars as games".into());
        field = played(field);
    }
    if rng.u8(..4) == 0 {
        let most = scale.of(pick(rng, &[1, 100, 10_000]));
        name.push(format!("{most} waivers or orders"));
        set_aside(rng, &mut field, most);
    }
    (format!("{}, {config:?}", name.join(", ")), field, config)
}

/// The place of a player in the list.
fn place_of(id: PlayerId) -> usize {
    usize::try_from(id.0).unwrap() - 1
}

/// The bars are games that both say they have played in round 1.
fn played(mut field: Field) -> Field {
    for one in 0..field.players.len() {
        let id = field.players[one].id;
        for other in std::mem::take(&mut field.players[one].forbidden) {
            field.players[one].opponents.push(other);
            field.players[place_of(other)].opponents.push(id);
        }
    }
    for player in &mut field.players {
        player.rounds_met = vec![Some(1); player.opponents.len()];
    }
    field
}

/// Waives so many bars, if there are as many, and orders some of those pairs to be played.
fn set_aside(rng: &mut Rng, field: &mut Field, most: usize) {
    for _ in 0..most {
        let one = rng.usize(..field.players.len());
        let bars = [&field.players[one].opponents, &field.players[one].forbidden];
        let Some(other) = rng.choice(bars.into_iter().flatten().copied().collect::<Vec<_>>()) else {
            continue;
        };
        let id = field.players[one].id;
        field
            .waivers
            .extend([Waiver::Rematch(id, other), Waiver::Forbidden(id, other)]);
        let free = |place: usize| field.players[place].forced.is_none();
        let place = place_of(other);
        if rng.u8(..10) == 0 && free(one) && free(place) {
            (field.players[one].forced, field.players[place].forced) = (Some(other), Some(id));
        }
    }
}

fn with_bars(rng: &mut Rng, scale: Scale, players: Vec<Player>, name: &mut Vec<String>) -> Vec<Player> {
    match rng.u8(..7) {
        0 | 1 => {
            let pairings = pick(rng, &[1, 2, 3, 4, 6, 8, 16, 32]);
            name.push(format!("{pairings} pairings left"));
            planted(players, rng, pairings)
        }
        2 => {
            let left = scale.left(pick(rng, &[2, 6, 10, 30, 100, 500]));
            name.push(format!("{left} ‰ left"));
            barred(players, rng, |_, _, rng| rng.u32(..1000) < left)
        }
        3 => {
            let left = scale.left(pick(rng, &[0, 1, 5]));
            name.push(format!("even and odd, {left} ‰ left"));
            barred(players, rng, |one, other, rng| {
                (one + other) % 2 == 1 || rng.u32(..1000) < left
            })
        }
        4 => {
            let most = scale.of(pick(rng, &[10, 100, 400]));
            name.push(format!("nearer than {most}"));
            barred(players, rng, |one, other, _| one.abs_diff(other) < most)
        }
        5 => {
            let least = scale.of(pick(rng, &[10, 100, 400, 2000]));
            name.push(format!("further than {least}"));
            barred(players, rng, |one, other, _| one.abs_diff(other) > least)
        }
        _ => players,
    }
}

/// The pairs that can meet, by their places, of two the better first: a name, and the rule.
type Shape = (String, Box<dyn Fn(usize, usize, &mut Rng) -> bool>);

fn shape(rng: &mut Rng, scale: Scale, count: usize) -> Shape {
    let group = scale.of(pick(rng, &[3, 5, 7, 21, 51, 101, 333, 1001, 2499]));
    let hubs = scale.of(pick(rng, &[10, 100, 1000, 2400, 2500]));
    let most = pick(rng, &[900, 980, 1000, 1010, 1050, 1200]);
    let apart = move |one: usize, other: usize| (other - one).min(count - (other - one));
    match rng.u8(..6) {
        0 => (
            format!("groups of {group}"),
            Box::new(move |one, other, _| one / group == other / group),
        ),
        1 => (
            format!("groups of {group} in a chain"),
            Box::new(move |one, other, _| {
                let ends = one % group < 2 && other % group < 2;
                one / group == other / group || (one / group + 1 == other / group && ends)
            }),
        ),
        2 => (
            format!("a ring of {group}"),
            Box::new(move |one, other, _| apart(one, other) <= group / 2 && (one + other) % 2 == 1),
        ),
        3 => (format!("{hubs} hubs"), Box::new(move |one, _, _| one < hubs)),
        4 => (
            format!("{hubs} hubs of few"),
            Box::new(move |one, _, rng| one < hubs && rng.usize(..count) < 20),
        ),
        _ => (
            format!("sum below {most} ‰"),
            Box::new(move |one, other, _| (one + other) * 1000 < count * most),
        ),
    }
}

fn with_shape(rng: &mut Rng, scale: Scale, players: Vec<Player>, name: &mut Vec<String>) -> Vec<Player> {
    let count = players.len();
    let (shape, legal) = shape(rng, scale, count);
    let more = pick(rng, &[0, 1, 3, 10, 100, 1000]);
    let pairs = (0..more * count / 1000).map(|_| (rng.usize(..count), rng.usize(..count)));
    let pairs: HashSet<(usize, usize)> = pairs.map(|(one, other)| (one.min(other), one.max(other))).collect();
    let scattered = rng.bool();
    let place = |place: usize| {
        if scattered {
            place.wrapping_mul(2_654_435_761) / 97 % count
        } else {
            place
        }
    };
    name.push(format!(
        "{shape}{} and {more} ‰ more",
        if scattered { " scattered" } else { "" }
    ));
    barred(players, rng, |one, other, rng| {
        let (here, there) = (place(one), place(other));
        pairs.contains(&(one, other)) || legal(here.min(there), here.max(there), rng)
    })
}

/// The mate of each in some pairing of all, but of the last where their number is odd: of neighbours in some random
/// order, of the top half with the bottom half, or of the first with the last; with its name.
fn some_pairing(rng: &mut Rng, count: usize) -> (&'static str, Vec<usize>) {
    let half = count / 2;
    let mut order: Vec<usize> = (0..2 * half).collect();
    let name = match rng.u8(..3) {
        0 => {
            rng.shuffle(&mut order);
            "at random"
        }
        1 => {
            order = (0..half).flat_map(|one| [one, one + half]).collect();
            "by halves"
        }
        _ => {
            order = (0..half).flat_map(|one| [one, 2 * half - 1 - one]).collect();
            "first with last"
        }
    };
    let mut mates = vec![count; count];
    for pair in order.chunks_exact(2) {
        (mates[pair[0]], mates[pair[1]]) = (pair[1], pair[0]);
    }
    (name, mates)
}

/// The pairs that can meet besides some pairing of all, by their places, of two the better first: a name, and the rule.
fn pattern(rng: &mut Rng, count: usize) -> Shape {
    let kind = rng.u8(..8);
    let parts = pick(rng, &[2, 3, 4, 7, 30]);
    let draws = pick(rng, &[1, 2, 3]);
    let part: Vec<usize> = (0..count)
        .map(|_| (0..draws).map(|_| rng.usize(..parts)).min().unwrap())
        .collect();
    let reach: Vec<usize> = (0..count).map(|_| 1 + pick_below(rng, &[2, 10, 100, 1000])).collect();
    let weight: Vec<usize> = (0..count)
        .map(|place| (count / (rng.usize(..count) + 1)).min(3000) + place % 2)
        .collect();
    let width = pick(rng, &[10, 50, 70]);
    let left = pick(rng, &[1_u32, 5, 50, 300]);
    let top = pick(rng, &[count / 10, count / 3, count / 2, count * 9 / 10]);
    let parted = format!("{parts} parts, the least of {draws}");
    match kind {
        0 => (
            format!("other parts of {parted}"),
            Box::new(move |one, other, _| part[one] != part[other]),
        ),
        1 => (
            format!("half of the own part of {parted}"),
            Box::new(move |one, other, rng| part[one] == part[other] && rng.u32(..1000) < 500),
        ),
        2 => (
            "reaches".into(),
            Box::new(move |one, other, _| other - one <= reach[one].max(reach[other])),
        ),
        3 => (
            "weights".into(),
            Box::new(move |one, other, rng| rng.usize(..10_000) < weight[one] * weight[other] / 4),
        ),
        4 => (
            format!("near on a board {width} wide"),
            Box::new(move |one, other, _| {
                (one / width).abs_diff(other / width) + (one % width).abs_diff(other % width) <= 2
            }),
        ),
        5 => (
            format!("900 ‰ of the top {top}, {left} ‰ of the others"),
            Box::new(move |_, other, rng| rng.u32(..1000) < if other < top { 900 } else { left }),
        ),
        6 => (
            format!("{left} ‰ with the top {top}, the others in {parted}"),
            Box::new(move |one, other, rng| {
                if one >= top {
                    part[one] == part[other]
                } else {
                    rng.u32(..1000) < left
                }
            }),
        ),
        _ => (
            format!("the next part of {parted}, and {left} of 100,000"),
            Box::new(move |one, other, rng| (part[one] + 1) % parts == part[other] || rng.u32(..100_000) < left),
        ),
    }
}

fn with_pattern(rng: &mut Rng, _: Scale, players: Vec<Player>, name: &mut Vec<String>) -> Vec<Player> {
    let (pairing, mates) = some_pairing(rng, players.len());
    let (pattern, legal) = pattern(rng, players.len());
    name.push(format!("paired {pairing}, {pattern}"));
    barred(players, rng, |one, other, rng| {
        mates[one] == other || legal(one, other, rng)
    })
}
