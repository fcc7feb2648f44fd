//! Fields made to be slow, judged by a count of steps rather than by the clock.

use fastrand::Rng;
use morabaraba_swiss::{Clubs, Config, Field, Float, Player, PlayerId, Undrawn, draw, draw_and_explain, steps};

use crate::fields::{adversarial, barred, families, floated, in_levels, of_clubs, patterned, planted, players, shaped};

/// The words of a row, pairs and the like that are looked at in about two seconds: over 150 fields of 1,000 players, on
/// one core of a small shared machine, a release build counted 290 to 840 million a second. All that are known end
/// below 570 million and 0.8 seconds.
const TWO_SECONDS: u64 = 600_000_000;

/// Fields of clubs, families and levels, each with its name.
fn bound_by_names(count: u32) -> Vec<(&'static str, Vec<Player>)> {
    let all = || players(count);
    let n = count as usize;
    let most = |place: usize| (place * 7919 % 10 < 6).then_some(0);
    let on_top = |place: usize| (place * 5 < n * 2).then_some(0);
    vec![
        ("one club", of_clubs(in_levels(all(), 7), |_| Some(0))),
        ("60 % of a club, small levels", of_clubs(in_levels(all(), 5), most)),
        (
            "60 % of a club, one player a level",
            of_clubs(in_levels(all(), 1), most),
        ),
        ("60 % of a club, one level", of_clubs(all(), most)),
        (
            "one level, a big family",
            families(all(), |place| (place % 3 == 0).then_some(0)),
        ),
        ("a big family on top", families(in_levels(all(), 40), on_top)),
        (
            "many families",
            families(in_levels(all(), 6), |place| Some(place % (n / 10).max(1))),
        ),
        (
            "two clubs by turns",
            of_clubs(in_levels(all(), 9), |place| Some(place % 2)),
        ),
        (
            "two clubs by level",
            of_clubs(in_levels(all(), 10), |place| Some(place / 10 % 2)),
        ),
        ("one player a level", in_levels(all(), 1)),
    ]
}

/// Fields of bars and of chains of those who move down, each with its name.
fn bound_by_bars(count: u32, rng: &mut Rng) -> Vec<(&'static str, Vec<Player>)> {
    let n = count as usize;
    let mut barred = |legal: &dyn Fn(usize, usize, &mut Rng) -> bool| barred(in_levels(players(count), 10), rng, legal);
    vec![
        (
            "nearly bipartite",
            barred(&|one, other, rng| (one + other) % 2 == 1 || rng.u32(..1000) == 0),
        ),
        ("half barred", barred(&|_, _, rng| rng.bool())),
        (
            "stars",
            barred(&|one, other, _| one % 10 == 0 || other % 10 == 0 || one / 400 == other / 400),
        ),
        (
            "two clubs, top and bottom",
            of_clubs(in_levels(players(count), 10), |place| Some(usize::from(place * 2 < n))),
        ),
        (
            "a big family on top, one player a level",
            families(in_levels(players(count), 1), |place| (place * 5 < n * 2).then_some(0)),
        ),
    ]
}

fn assert_quick(count: u32, fields: Vec<(&'static str, Vec<Player>)>) {
    assert_quick_with(&Config::default(), count, fields);
}

fn assert_quick_with(config: &Config, count: u32, fields: Vec<(&'static str, Vec<Player>)>) {
    for (name, players) in fields {
        let before = steps();
        let drawn = draw_and_explain(&Field::new(3, players), config);
        let steps = steps() - before;
        assert!(
            drawn.is_ok() && steps < TWO_SECONDS,
            "{count} players, {name}: {steps} steps, {:?}",
            drawn.err()
        );
    }
}

#[test]
fn no_field_of_clubs_and_families_takes_long() {
    assert_quick(1000, bound_by_names(1000));
}

/// Round 1, in which nobody has a point yet, so that all are of one bracket.
#[test]
fn clashes_inside_one_bracket_take_no_longer() {
    let config = Config {
        clubs: Clubs::Bracket,
        ..Config::default()
    };
    let of_one_club = |count: u32| of_clubs(players(count), |place| (place * 7919 % 10 < 6).then_some(0));
    let of_two = |count: u32| of_clubs(players(count), |place| Some(usize::from(place % 5 > 0)));
    let fields = vec![("60 % of a club", of_one_club(1000)), ("80 % of a club", of_two(1000))];
    assert_quick_with(&config, 1000, fields);
}

#[test]
fn no_field_of_bars_takes_long() {
    assert_quick(1000, bound_by_bars(1000, &mut Rng::with_seed(30)));
}

/// Fields with so few opponents left that next to nobody is paired in the own score group, and lower bounds are seldom
/// reached.
#[test]
fn a_field_with_few_opponents_left_takes_no_longer() {
    let mut rng = Rng::with_seed(31);
    let few = barred(in_levels(players(300), 10), &mut rng, |_, _, rng| rng.u32(..300) < 16);
    assert_quick(300, vec![("few left", few)]);
}

/// Nearly everybody has met nearly everybody, on one level or on many.
#[test]
fn a_nearly_exhausted_field_takes_no_longer() {
    let count = 1000;
    let most = |place: usize| (place * 7919 % 10 < 6).then_some(0);
    for pairings in [2, 3, 4, 8, 16] {
        let mut rng = Rng::with_seed(34 + pairings as u64);
        for size in [1, 10, 100, 1000] {
            let fields = vec![(
                "exhausted",
                planted(in_levels(players(count), size), &mut rng, pairings),
            )];
            assert_quick(count, fields);
        }
        for clubs in [Clubs::Round, Clubs::Bracket, Clubs::Off] {
            let config = Config {
                clubs,
                repeat_floats: clubs != Clubs::Round,
                ..Config::default()
            };
            let exhausted = planted(in_levels(players(count), 10), &mut rng, pairings);
            let fields = vec![("exhausted, of clubs", floated(of_clubs(exhausted, most)))];
            assert_quick_with(&config, count, fields);
        }
    }
}

/// Fields of an odd number, of whom somebody rests, and of whom an umpire's order binds two.
#[test]
fn an_exhausted_odd_field_with_an_order_takes_no_longer() {
    let mut rng = Rng::with_seed(35);
    for size in [1, 10, 999] {
        let mut exhausted = planted(in_levels(players(999), size), &mut rng, 6);
        exhausted[3].forced = Some(PlayerId(900));
        exhausted[3].forbidden.retain(|other| *other != PlayerId(900));
        exhausted.iter_mut().step_by(2).for_each(|player| player.had_bye = true);
        assert_quick(999, vec![("exhausted and odd", exhausted)]);
    }
}

/// Levels of an odd number in which clashes are counted, and cannot be avoided.
#[test]
fn large_odd_brackets_with_clashes_take_no_longer() {
    let config = Config {
        clubs: Clubs::Bracket,
        ..Config::default()
    };
    let (count, most) = (1000, |place: usize| (place * 7919 % 10 < 6).then_some(0));
    for size in [9, 333, 501] {
        let levels = || in_levels(players(count), size);
        let fields = vec![
            ("60 % of a club", of_clubs(levels(), most)),
            (
                "80 % of a club",
                of_clubs(levels(), |place| Some(usize::from(place % 5 > 0))),
            ),
            ("one club", of_clubs(levels(), |_| Some(0))),
        ];
        assert_quick_with(&config, count, fields);
    }
}

/// Many of different scores move down together, and bars bind those whom they could meet.
#[test]
fn a_family_on_top_of_bars_takes_no_longer() {
    let mut rng = Rng::with_seed(36);
    let count = 1000;
    let top = |size: usize| families(in_levels(players(count), size), |place| (place < 400).then_some(0));
    let fields = vec![
        (
            "three of four barred",
            barred(top(1), &mut rng, |_, _, rng| rng.u8(..4) == 0),
        ),
        (
            "one of four barred",
            barred(top(1), &mut rng, |_, _, rng| rng.u8(..4) > 0),
        ),
    ];
    assert_quick(count, fields);
}

/// Those who are near each other in standing order are left to each other, or those who are far: two halves of a club
/// each, or two teams, bind as well.
#[test]
fn bands_of_opponents_take_no_longer() {
    let (count, rng) = (1000, &mut Rng::with_seed(44));
    let near = barred(in_levels(players(count), 500), rng, |one, other, _| {
        one.abs_diff(other) < 80
    });
    let far = barred(in_levels(players(count), 99), rng, |one, other, _| {
        one.abs_diff(other) > 400
    });
    let mut teams = barred(in_levels(players(count), 66), rng, |one, other, _| {
        one.abs_diff(other) > 80
    });
    teams
        .iter_mut()
        .enumerate()
        .for_each(|(place, player)| player.team = Some((place % 2).to_string()));
    let halves = |players: Vec<Player>| of_clubs(players, |place| Some(usize::from(place * 2 < 1000)));
    let most = |place: usize| (place * 7919 % 10 < 5).then_some(0);
    assert_quick(
        count,
        vec![
            ("near, two clubs", halves(near.clone())),
            ("far, half of a club", of_clubs(far, most)),
        ],
    );
    let config = Config {
        clubs: Clubs::Bracket,
        repeat_floats: true,
        ..Config::default()
    };
    assert_quick_with(
        &config,
        count,
        vec![("near, two clubs in brackets", floated(halves(near)))],
    );
    assert_quick_with(
        &Config {
            clubs: Clubs::Off,
            ..config
        },
        count,
        vec![("far, two teams", floated(teams))],
    );
}

/// A field without a draw is told as quickly, with the proof and the waivers.
#[test]
fn no_proof_takes_long() {
    let mut rng = Rng::with_seed(37);
    for left in [2, 6] {
        let levels = in_levels(players(1000), 10);
        let stuck = barred(levels, &mut rng, |_, _, rng| rng.u32(..1000) < left);
        let before = steps();
        let drawn = draw(&Field::new(3, stuck), &Config::default());
        assert!(matches!(drawn, Err(Undrawn::NoLegalDraw(_))) && steps() - before < TWO_SECONDS);
    }
}

/// Nothing is refused as out of reach up to a thousand players, whatever the settings.
#[test]
fn no_field_of_a_thousand_is_out_of_reach() {
    let mut rng = Rng::with_seed(32);
    let assert_reached = |count: u32, fields: Vec<(&'static str, Vec<Player>)>, config: &Config| {
        for (name, mut players) in fields {
            for player in players.iter_mut().step_by(3) {
                player.floated = [Some(Float::Down), Some(Float::Up)][player.seed as usize % 2];
            }
            let drawn = draw(&Field::new(3, players), config);
            assert!(drawn != Err(Undrawn::OutOfReach), "{count} players, {name}, {config:?}");
        }
    };
    for count in [8, 23, 60, 121, 300] {
        for clubs in [Clubs::Round, Clubs::Bracket, Clubs::Off] {
            for repeat_floats in [false, true] {
                let config = Config {
                    clubs,
                    repeat_floats,
                    ..Config::default()
                };
                assert_reached(count, bound_by_names(count), &config);
                assert_reached(count, bound_by_bars(count, &mut rng), &config);
                for left in [2, 4, 16] {
                    let legal = |_: usize, _: usize, rng: &mut Rng| rng.u32(..count) < left;
                    assert_reached(
                        count,
                        vec![("few left", barred(in_levels(players(count), 7), &mut rng, legal))],
                        &config,
                    );
                }
            }
        }
    }
    for (count, clubs) in [
        (999, Clubs::Round),
        (1000, Clubs::Round),
        (1000, Clubs::Bracket),
        (999, Clubs::Off),
    ] {
        let config = Config {
            clubs,
            ..Config::default()
        };
        assert_reached(count, bound_by_names(count), &config);
        assert_reached(count, bound_by_bars(count, &mut rng), &config);
        // The most who can be moved down, each with a score of their own.
        let on_top = |place: usize| (place * 2 < count as usize).then_some(0);
        assert_reached(
            count,
            vec![("half a family", families(in_levels(players(count), 1), on_top))],
            &config,
        );
    }
}

/// Some that take the longest, or did: two in a thousand pairs left, one club, and games that both list; pairs of even
/// and odd alone, with a club and a family of half the field; few pairings left, with teams of a half; half the field
/// in one club, and nobody further away than 100 places.
const LONGEST: [u64; 7] = [278, 389, 400, 462, 472, 735, 2238];

/// Those of whatever came together at random. `FIELDS=400` looks at so many more, to find what is worth a test of its
/// own.
#[test]
fn no_field_made_at_random_takes_long() {
    drawn_in_time(adversarial, &LONGEST, 50);
}

/// Those of a shape that take the longest, or did: small groups in a chain, the top who can meet anybody and the bottom only
/// the top, so that nearly everybody is moved down, and half the field in an odd group or in need of the other half.
const LONGEST_OF_A_SHAPE: [u64; 19] = [
    65, 114, 157, 203, 225, 254, 585, 767, 790, 861, 945, 1168, 2308, 2398, 2779, 3036, 3366, 3954, 4246,
];

/// Fields in which those who can meet have a shape.
#[test]
fn no_field_of_a_shape_takes_long() {
    drawn_in_time(shaped, &LONGEST_OF_A_SHAPE, 30);
}

/// Those that take the longest, or did, where who can meet whom follows from a part of each: only the next part, only the own
/// one, only others.
const LONGEST_OF_A_PATTERN: [u64; 6] = [32, 63, 299, 746, 903, 971];

/// Fields in which those who can meet follow a pattern.
#[test]
fn no_field_of_a_pattern_takes_long() {
    drawn_in_time(patterned, &LONGEST_OF_A_PATTERN, 50);
}

/// None of the named seeds takes long, nor of the first ones if some are asked for; of these more can be drawn than so
/// many of a hundred.
fn drawn_in_time(made: fn(&mut Rng, u32) -> (String, Field, Config), named: &[u64], of_100: usize) {
    let number = |name: &str| std::env::var(name).map_or(0, |told| told.parse().expect("a number"));
    let first = number("SEED");
    let seeds: Vec<u64> = (first..first + number("FIELDS")).chain(named.iter().copied()).collect();
    let (mut slow, mut drawn) = (Vec::new(), 0_usize);
    for seed in seeds.iter().copied() {
        let (name, field, config) = made(&mut Rng::with_seed(seed), 1000);
        let before = steps();
        drawn += usize::from(draw_and_explain(&field, &config).is_ok());
        let steps = steps() - before;
        if steps >= TWO_SECONDS {
            slow.push(format!("seed {seed}, {name}: {} million steps", steps / 1_000_000));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
    assert!(
        100 * drawn > of_100 * seeds.len(),
        "{drawn} of {} can be drawn",
        seeds.len()
    );
}
