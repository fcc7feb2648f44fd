//! Whole tournaments: no hard rule is ever broken, whatever the order of input.

use std::collections::HashSet;

use fastrand::Rng;
use morabaraba_swiss::{Config, Draw, Field, FieldError, Undrawn, draw};

use crate::model::{may_meet, may_rest, standing_order};
use crate::support::tournament;
use crate::witness::assert_proof;

fn assert_legal(field: &Field, draw: &Draw) {
    let players = standing_order(field);
    let place = |id| players.iter().position(|player| player.id == id).unwrap();
    let mut seen = HashSet::new();
    for (one, other) in &draw.pairs {
        assert!(seen.insert(*one) && seen.insert(*other));
        assert!(place(*one) < place(*other));
        assert!(may_meet(field, players[place(*one)], players[place(*other)]));
    }
    assert!(draw.pairs.is_sorted_by_key(|(one, _)| place(*one)));
    if let Some(bye) = draw.bye {
        assert!(seen.insert(bye) && may_rest(field, players[place(bye)]));
    }
    assert_eq!(seen.len(), players.len());
    assert_eq!(draw.bye.is_some(), players.len() % 2 == 1);
}

#[test]
fn no_tournament_breaks_a_hard_rule() {
    let mut rng = Rng::with_seed(6);
    let config = Config::default();
    let (mut rounds, mut stuck) = (0, 0);
    for _ in 0..5000 {
        let mut shuffle = rng.fork();
        let count = rng.u32(4..=60);
        rounds += tournament(&mut rng, count, &config, |field, drawn| {
            let mut mixed = field.clone();
            shuffle.shuffle(&mut mixed.players);
            assert_eq!(draw(&mixed, &config), *drawn);
            match drawn {
                Ok(draw) => assert_legal(field, draw),
                Err(Undrawn::NoLegalDraw(proof)) => {
                    assert_proof(field, proof);
                    stuck += 1;
                }
                // Everybody has left, or everybody but one.
                Err(error) => assert!(matches!(
                    error,
                    Undrawn::Field(FieldError::Empty | FieldError::Alone(_))
                )),
            }
        });
    }
    assert!(rounds > 28_000 && stuck > 50, "{rounds} {stuck}");
}
