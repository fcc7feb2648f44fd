//! The levels of a field, and the brackets that follow each other.

use morabaraba_swiss::{Config, Criterion, Field, Player, PlayerId, Points, draw, validate};

use crate::engine::draw_by_sums;
use crate::model::best;

/// "A score that only the player with the bye has is no level, and the bracket after it is the next one that has players."
///
/// Only 4 can have the bye, and is alone on 4 points. One of the three on 6 must drop, and comes to those on 2:
///
/// - If the middle one drops, 2, who has met all of those on 2, drops from there as well, and so does one of those three:
///   1 v 3 on 6; 5 v 7 on 2; 2 v 8 and 6 v 9 on 0.
/// - If 3 drops instead, nobody leaves the bracket on 2: 1 v 2 on 6; 3 v 5 and 6 v 7 on 2; 8 v 9 on 0.
///
/// The bracket after that on 6 is the one on 2, and fewer leave it in the second case: criterion 7 comes before criterion 10.
/// If the score of 4 points counted as a level, its bracket would be the one after that on 6. Nobody is in it to be met, so
/// that one leaves it in either case, and criterion 10 would let the middle one drop.
#[test]
fn a_score_that_only_the_player_with_the_bye_has_is_no_level() {
    let id = PlayerId;
    let mut players: Vec<Player> = (1..)
        .zip([6, 6, 6, 4, 2, 2, 2, 0, 0])
        .map(|(seed, points)| Player {
            score: Points::halves(2 * points),
            had_bye: seed != 4,
            ..Player::new(id(seed.into()), seed)
        })
        .collect();
    players[1].opponents = vec![id(5), id(6), id(7)];
    let (field, config) = (Field::new(5, players), Config::default());
    let expected = vec![(id(1), id(2)), (id(3), id(5)), (id(6), id(7)), (id(8), id(9))];
    let drawn = draw(&field, &config).unwrap();
    assert_eq!((&drawn.pairs, drawn.bye), (&expected, Some(id(4))));
    assert_eq!(draw_by_sums(&field, &config), Some((expected.clone(), Some(id(4)))));
    assert_eq!(best(&field, &config).unwrap().pairs, expected);

    let middle = [(id(1), id(3)), (id(2), id(8)), (id(5), id(7)), (id(6), id(9))];
    let judged = validate(&field, &config, &middle, Some(id(4))).unwrap();
    assert_eq!(
        judged.missed,
        Some((Criterion::NextDownfloaters, Some(Points::halves(12))))
    );

    // Without the past of 2 both criteria let the middle one drop.
    let mut free = field;
    free.players[1].opponents.clear();
    let drawn = draw(&free, &config).unwrap();
    assert_eq!(drawn.pairs[..2], [(id(1), id(3)), (id(2), id(5))]);
}
