//! The second engine, against the slow model.

use fastrand::Rng;

use crate::engine::draw_by_sums;
use crate::model::best;
use crate::support::small_field;

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
