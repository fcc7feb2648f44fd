//! The draw: the whole round first, then the brackets from the top.

use std::borrow::Cow;

use crate::bracket::Bracket;
use crate::bracket::fold::fold;
use crate::bracket::frame::{Frame, Haste};
use crate::criteria::{list, look_ahead};
use crate::field::{Config, Field, PlayerId, Round};
use crate::no_draw::Undrawn;
use lexicographic_matching::{Graph, Matching, NONE, steps, strike_out_impossible};

/// A round as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Draw {
    /// The pairs in the order of the boards, in each the player first who stands higher.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who has no opponent, if the number of players is odd.
    pub bye: Option<PlayerId>,
}

/// Draws a round: of all pairings that keep the hard rules the one that is best by the list of criteria. There is exactly
/// one, so the same field gives the same draw, in whatever order its players are.
///
/// # Errors
/// [`Undrawn::Field`] if the field cannot be read; [`Undrawn::NoLegalDraw`] with a proof if there is no legal pairing; and
/// [`Undrawn::OutOfReach`] if the search fails, for which no field is known.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Points, draw};
///
/// // Three players on 6 and the best on 5: the first meets the third, the one in the middle drops.
/// let player = |id, halves| Player { score: Points::halves(halves), ..Player::new(PlayerId(id), id as u32) };
/// let field = Field::new(2, vec![player(1, 12), player(2, 12), player(3, 12), player(4, 10)]);
/// let drawn = draw(&field, &Config::default())?;
/// assert_eq!(drawn.pairs, [(PlayerId(1), PlayerId(3)), (PlayerId(2), PlayerId(4))]);
/// # Ok::<(), morabaraba_swiss::Undrawn>(())
/// ```
pub fn draw(field: &Field, config: &Config) -> Result<Draw, Undrawn> {
    draw_with(field, *config, Haste::Quick)
}

fn draw_with(field: &Field, config: Config, haste: Haste) -> Result<Draw, Undrawn> {
    let round = Round::new(field, config)?;
    Ok(Draw::of(&round, &mates_of(&round, haste)?))
}

impl Draw {
    pub(crate) fn of(round: &Round, mates: &[usize]) -> Self {
        let pairs = (0..round.len()).filter(|one| *one < mates[*one] && mates[*one] < round.len());
        Self {
            pairs: pairs.map(|one| (round.id(one), round.id(mates[one]))).collect(),
            bye: round.bye().map(|bye| round.id(mates[bye])),
        }
    }
}

/// The draw as the mates of the places, the bye included.
pub(crate) fn mates_of(round: &Round, haste: Haste) -> Result<Vec<usize>, Undrawn> {
    mates_from(round, &Frame::new(round, haste)?, haste)
}

/// The same, what is decided over the whole round being known.
pub(crate) fn mates_from(round: &Round, frame: &Frame, haste: Haste) -> Result<Vec<usize>, Undrawn> {
    let pairs = brackets(round, frame, haste)?;
    let mut mates = vec![NONE; round.vertices()];
    for (one, other) in pairs.into_iter().chain(frame.bye.zip(round.bye())) {
        mates[one] = other;
        mates[other] = one;
    }
    if round.looks_ahead() && !look_ahead::leaves(round, &mates, round.config.look_ahead) {
        // Nothing better is found if nothing leaves enough.
        mates = best_that_leaves(round).unwrap_or(mates);
    }
    Ok(mates)
}

/// The best pairing after which the rounds to come can be drawn: all are made, since there are few.
fn best_that_leaves(round: &Round) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    every(round, &mut vec![NONE; round.vertices()], &mut all);
    let mut lists: Vec<(Vec<Vec<usize>>, Vec<usize>)> = all
        .into_iter()
        .filter(|mates| look_ahead::leaves(round, mates, round.config.look_ahead))
        .map(|mates| (list(round, &mates).into_iter().map(|entry| entry.2).collect(), mates))
        .collect();
    lists.sort_unstable();
    lists.into_iter().next().map(|(_, mates)| mates)
}

fn every(round: &Round, mates: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    let Some(first) = mates.iter().position(|mate| *mate == NONE) else {
        all.push(mates.clone());
        return;
    };
    let free: Vec<usize> = round
        .hard()
        .neighbours(first)
        .filter(|other| mates[*other] == NONE)
        .collect();
    for other in free {
        (mates[first], mates[other]) = (other, first);
        every(round, mates, all);
        (mates[first], mates[other]) = (NONE, NONE);
    }
}

/// The pairs of every bracket, in each the better player first.
fn brackets(round: &Round, frame: &Frame, haste: Haste) -> Result<Vec<(usize, usize)>, Undrawn> {
    let players: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != frame.bye).collect();
    let mut levels: Vec<&[usize]> = players
        .chunk_by(|one, other| round.scores[*one] == round.scores[*other])
        .collect();
    levels.push(&[]);
    let mut pairs = Vec::with_capacity(players.len() / 2);
    let mut witness = frame.matching.clone();
    let mut moved = Vec::new();
    let mut above = 0;
    let most = frame.graph.most_missing(&players);
    let mut graph = Cow::Borrowed(&*frame.graph);
    // Whether what is below binds, as it mostly does for the next bracket where it did for the last.
    let mut binds = false;
    for level in levels.windows(2) {
        if steps::is_over() {
            return Err(Undrawn::OutOfReach);
        }
        above += level[0].len();
        let parts = [level[0], level[1], &players[above + level[1].len()..]];
        // Nobody is asked for again who could not be met anyway. The more are left for each of those who are asked about, the
        // more it saves.
        let asked = parts[0].len() + parts[1].len();
        let patience = (moved.len() + asked + parts[2].len()) / asked;
        let strike_out = |graph: &mut Cow<'_, Graph>, witness: &mut Matching| {
            strike_out_impossible(graph.to_mut(), &moved, parts, witness, patience)
        };
        let was_bound = binds;
        if was_bound {
            binds = strike_out(&mut graph, &mut witness);
        }
        let is_tried = haste == Haste::Quick && was_bound == binds;
        let quick = is_tried
            .then(|| Bracket::new(round, &graph, &moved, parts, most).quick(&mut witness))
            .flatten();
        if quick.is_none() && !was_bound {
            binds = strike_out(&mut graph, &mut witness);
        }
        let outcome = match quick {
            Some(outcome) => outcome,
            None => Bracket::new(round, &graph, &moved, parts, most).solve(&mut witness)?,
        };
        let paired = outcome
            .met
            .iter()
            .flat_map(|(one, other)| [one, other])
            .chain(&outcome.rest);
        for place in paired {
            witness.part(*place);
            witness.retire(*place);
        }
        pairs.extend(outcome.met);
        pairs.extend(fold(round, &frame.graph, &outcome.rest)?);
        moved = outcome.leaving;
    }
    // What was broken off is not the best.
    if steps::is_over() {
        Err(Undrawn::OutOfReach)
    } else {
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Points;
    use crate::fields::{adversarial, patterned, shaped};
    use crate::support::{small_field, tournament};

    fn assert_haste_changes_nothing(field: &Field, config: Config) {
        let drawn = draw_with(field, config, Haste::Never);
        assert_eq!(draw_with(field, config, Haste::Quick), drawn, "{field:#?} {config:#?}");
    }

    /// The same where more are moved down than can be met: few of a score, and a family on top.
    #[test]
    fn haste_changes_nothing_for_those_who_are_moved_down_together() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..4000 {
            let (mut field, mut config) = small_field(&mut rng, 12, 24);
            config.look_ahead = 0;
            let (size, family) = (rng.u32(1..3), rng.usize(3..10));
            let ids: Vec<PlayerId> = field.players.iter().map(|player| player.id).collect();
            for (place, player) in (0..).zip(&mut field.players) {
                player.score = Points::halves(40 - place / size);
                if (place as usize) < family {
                    player.relatives = ids[..family].iter().copied().filter(|id| *id != player.id).collect();
                }
            }
            assert_haste_changes_nothing(&field, config);
        }
    }

    /// Lower bounds give what the matchings of least cost give, in fields too large for the slow model.
    #[test]
    fn haste_changes_nothing() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..4000 {
            let (field, config) = small_field(&mut rng, 11, 24);
            assert_haste_changes_nothing(&field, config);
        }
        for _ in 0..200 {
            let (players, config) = (rng.u32(11..40), Config::default());
            tournament(&mut rng, players, &config, |field, _| {
                assert_haste_changes_nothing(field, config);
            });
        }
    }

    /// The same where clubs, teams, families and bars bind most. `FIELDS=100000` looks at so many instead.
    #[test]
    fn haste_changes_nothing_in_fields_made_to_be_hard() {
        let fields = std::env::var("FIELDS").map_or(6000, |fields| fields.parse().expect("FIELDS is a number"));
        let mut drawn = 0;
        for (seed, made) in (0..fields).zip([adversarial, shaped, patterned].into_iter().cycle()) {
            let mut rng = fastrand::Rng::with_seed(seed);
            let most = rng.u32(11..49);
            let (_, field, config) = made(&mut rng, most);
            drawn += u64::from(draw(&field, &config).is_ok());
            assert_haste_changes_nothing(&field, config);
        }
        assert!(2 * drawn > fields, "{drawn} of {fields}");
    }
}
