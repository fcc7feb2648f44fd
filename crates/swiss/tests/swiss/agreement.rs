//! The draw and the slow model, board by board.

use fastrand::Rng;
use morabaraba_swiss::{Undrawn, draw};

use crate::model::best;
use crate::support::small_field;
use crate::witness::{assert_proof, assert_waivers, assert_ways_out};

#[test]
fn the_draw_is_the_one_best_pairing_of_every_small_field() {
    let mut rng = Rng::with_seed(20_260_101);
    let (mut drawn, mut undrawn, mut floats) = (0, 0, 0);
    while drawn < 24_000 {
        let (field, config) = small_field(&mut rng, 4, 10);
        match (best(&field, &config), draw(&field, &config)) {
            (Some(best), Ok(draw)) => {
                assert_eq!(best.as_good, 1, "{field:#?} {config:#?}");
                assert_eq!(
                    (draw.pairs, draw.bye),
                    (best.pairs, best.bye),
                    "{field:#?} {config:#?} {:?}",
                    best.list
                );
                drawn += 1;
                floats += usize::from(best.list.len() > 12);
            }
            (None, Err(Undrawn::NoLegalDraw(stuck))) => {
                assert_proof(&field, &stuck);
                assert_waivers(&field, &stuck);
                assert_ways_out(&field, &stuck);
                undrawn += 1;
            }
            (best, draw) => panic!("{:?} but {draw:?}: {field:#?} {config:#?}", best.map(|best| best.pairs)),
        }
    }
    assert!(undrawn > 1000 && floats > 10_000, "{undrawn} {floats}");
}
