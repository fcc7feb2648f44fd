//! The draw and the second engine, board by board.

use fastrand::Rng;
use morabaraba_swiss::{Clubs, Config, Draw, Field, FieldError, Floater, Points, Undrawn, draw};

use crate::engine::{Drawn, draw_by_sums};
use crate::fields::{adversarial, patterned, shaped};
use crate::model::best;
use crate::support::{small_field, tournament};

/// The second engine finds what the slow model finds.
#[test]
fn the_second_engine_draws_the_best_pairing_of_every_small_field() {
    let mut rng = Rng::with_seed(71);
    let mut drawn = 0;
    for _ in 0..4000 {
        let (field, config) = small_field(&mut rng, 2, 10);
        let best = best(&field, &config).map(|best| (best.pairs, best.bye));
        drawn += usize::from(best.is_some());
        assert_eq!(draw_by_sums(&field, &config), best, "{field:#?} {config:#?}");
    }
    assert!(drawn > 2000, "{drawn}");
}

/// Compares fields of every kind. `FIELDS=20000` takes so many, `PLAYERS=300` fields of up to so many players, and
/// `SEED=1000000` begins with that seed.
#[test]
fn the_engine_agrees() {
    let number = |name: &str| Some(std::env::var(name).ok()?.parse::<u32>().expect("a number"));
    let fields = number("FIELDS").unwrap_or(10_000);
    let most = number("PLAYERS").unwrap_or(60);
    let mut comparison = Comparison::default();
    for seed in number("SEED").unwrap_or(0).. {
        if comparison.drawn + comparison.undrawn >= fields {
            break;
        }
        comparison.add_seed(seed, most);
    }
    let Comparison {
        drawn,
        undrawn,
        differences,
    } = comparison;
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(2 * drawn > fields && 12 * undrawn > fields, "{drawn} and {undrawn}");
}

/// The numbers of fields that were drawn and that could not be, and the differences between the engines.
#[derive(Default)]
struct Comparison {
    drawn: u32,
    undrawn: u32,
    differences: Vec<String>,
}

impl Comparison {
    /// Adds a field of up to so many players, or the rounds of a tournament. Fields that bind most come nine times of twelve.
    fn add_seed(&mut self, seed: u32, most: u32) {
        let mut rng = Rng::with_seed(seed.into());
        let count = rng.u32(11..=most);
        let made = match seed % 12 {
            0..3 => adversarial,
            3..6 => shaped,
            6..9 => patterned,
            9..11 => |rng: &mut Rng, most: u32| {
                let (field, config) = small_field(rng, 3, most as usize);
                ("anything".into(), field, config)
            },
            _ => return self.add_tournament(seed, count, &mut rng),
        };
        let (name, mut field, config) = made(&mut rng, count);
        if rng.u8(..4) == 0 {
            leave_a_score_empty(&mut rng, &mut field);
        }
        self.add(&format!("seed {seed}, {name}"), &field, &config, &draw(&field, &config));
    }

    fn add_tournament(&mut self, seed: u32, players: u32, rng: &mut Rng) {
        let config = Config {
            clubs: [Clubs::Round, Clubs::Bracket, Clubs::Off][rng.usize(..3)],
            club_rounds: rng.u32(..=6),
            floater: [Floater::Median, Floater::Lowest][rng.usize(..2)],
            repeat_floats: rng.bool(),
            look_ahead: 0,
        };
        tournament(rng, players, &config, |field, drawn| {
            let name = format!("seed {seed}, round {} of {players}, {config:?}", field.round);
            self.add(&name, field, &config, drawn);
        });
    }

    fn add(&mut self, name: &str, field: &Field, config: &Config, drawn: &Result<Draw, Undrawn>) {
        let drawn: Option<Drawn> = match drawn {
            Ok(draw) => Some((draw.pairs.clone(), draw.bye)),
            Err(Undrawn::NoLegalDraw(_)) => None,
            // Everybody has left, or everybody but one.
            Err(Undrawn::Field(FieldError::Empty | FieldError::Alone(_))) => return,
            Err(error) => panic!("{name}: {error}"),
        };
        match drawn {
            Some(_) => self.drawn += 1,
            None => self.undrawn += 1,
        }
        let by_sums = draw_by_sums(field, config);
        if drawn != by_sums {
            self.differences.push(format!("{name}: {drawn:?}, but {by_sums:?}"));
        }
    }
}

/// Gives a player a score between those of the others, and allows that player alone the bye.
fn leave_a_score_empty(rng: &mut Rng, field: &mut Field) {
    let holder = rng.usize(..field.players.len());
    for (place, player) in field.players.iter_mut().enumerate() {
        player.had_bye = place != holder;
        player.score = Points::halves(2 * player.score.as_halves().unwrap() + u32::from(place == holder));
    }
}
