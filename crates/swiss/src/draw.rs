//! Drawing a round: the bye and the clashes of the whole round first, and then the brackets from the top.

use std::borrow::Cow;

use crate::bracket::Bracket;
use crate::bracket::slide::slide;
use crate::criteria::{look_ahead, of_this_round};
use crate::field::{Config, Field, PlayerId, Round};
use crate::no_draw::Undrawn;
use crate::whole_round::eligibility::{Eligibility, Method};
use lexicographic_matching::{Budget, Graph, Matching, NONE, remove_inadmissible_edges};

/// A round as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Draw {
    /// The pairs in the order of the boards, the player first who stands higher.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// The player without an opponent, if the number of players is odd.
    pub bye: Option<PlayerId>,
}

/// Draws a round: of all pairings that keep the hard rules the one that is best by [the list of
/// criteria](crate#the-list). Exactly one is best, so the same field gives the same draw, in whatever order its players
/// are.
///
/// # Errors
/// [`Undrawn::Field`] if the field has a fault; [`Undrawn::NoLegalDraw`] with a proof if there is no legal
/// pairing; and [`Undrawn::OutOfReach`] if the search would take more than a fixed number of steps. No field that has
/// been played is known to take so many.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Points, draw};
///
/// // Three players have 6 points, one has 5. The middle one of the three drops to the fourth, and the others meet.
/// let player = |id, halves| Player { score: Points::halves(halves), ..Player::new(PlayerId(id), id as u32) };
/// let field = Field::new(2, vec![player(1, 12), player(2, 12), player(3, 12), player(4, 10)]);
/// let drawn = draw(&field, &Config::default())?;
/// assert_eq!(drawn.pairs, [(PlayerId(1), PlayerId(3)), (PlayerId(2), PlayerId(4))]);
/// # Ok::<(), morabaraba_swiss::Undrawn>(())
/// ```
pub fn draw(field: &Field, config: &Config) -> Result<Draw, Undrawn> {
    let round = Round::new(field, *config)?;
    let (_, mates) = drawn(&round, DRAW_BUDGET, Method::BoundsFirst)?;
    Ok(Draw::of(&round, &mates))
}

/// The most steps that are spent on a draw: two to seven seconds. Among the fields of 1,000 players that the tests
/// know, the slowest that was played takes 76 million, one 26th of it, and the slowest that was made to be slow 570
/// million, two sevenths.
pub(crate) const DRAW_BUDGET: Budget = Budget::new(2_000_000_000);

/// The draw as the mates of the places, and the eligible pairs that it was drawn from.
pub(crate) fn drawn(round: &Round, budget: Budget, method: Method) -> Result<(Eligibility, Vec<usize>), Undrawn> {
    let draw = || {
        let eligibility = Eligibility::new(round, method)?;
        let mates = mates_from(round, &eligibility, method)?;
        Ok((eligibility, mates))
    };
    budget.run(draw).unwrap_or(Err(Undrawn::OutOfReach))
}

impl Draw {
    pub(crate) fn of(round: &Round, mates: &[usize]) -> Self {
        let pairs = (0..round.len()).filter(|player| *player < mates[*player] && mates[*player] < round.len());
        Self {
            pairs: pairs
                .map(|player| (round.id(player), round.id(mates[player])))
                .collect(),
            bye: round.bye().map(|bye| round.id(mates[bye])),
        }
    }
}

/// The draw as the mates of the places, the bye included, once the whole round is decided.
pub(crate) fn mates_from(round: &Round, eligibility: &Eligibility, method: Method) -> Result<Vec<usize>, Undrawn> {
    let pairs = brackets(round, eligibility, method)?;
    let mut mates = vec![NONE; round.vertices()];
    for (player, opponent) in pairs.into_iter().chain(eligibility.bye.zip(round.bye())) {
        mates[player] = opponent;
        mates[opponent] = player;
    }
    if round.looks_ahead() {
        mates = best_that_leaves(round, mates);
    }
    Ok(mates)
}

/// The most steps that are spent on pairings which might leave more rounds than the best of this round: a seventh of
/// those of a draw, so that a draw is not out of reach for their sake.
const AHEAD_BUDGET: u64 = 300_000_000;

/// The best of the pairings after which the most rounds can be drawn, that of this round given. Mostly it is that one;
/// where it is not, all are tried, of which there are few in a field this small.
fn best_that_leaves(round: &Round, best: Vec<usize>) -> Vec<usize> {
    let planned = round.config.look_ahead;
    let most = look_ahead::most(round, planned);
    let leaves = (planned - look_ahead::missing(round, &best)) + 1;
    if leaves > most {
        return best;
    }
    let values =
        |mates: &[usize]| -> Vec<Vec<usize>> { of_this_round(round, mates).into_iter().map(|entry| entry.2).collect() };
    let until = Budget::spent().saturating_add(AHEAD_BUDGET);
    for rounds in (leaves..=most).rev() {
        let mut found: Option<(Vec<Vec<usize>>, Vec<usize>)> = None;
        every(round, &mut vec![NONE; round.vertices()], &mut |mates: &[usize]| {
            Budget::spend(1 << round.vertices());
            let is_better = || found.as_ref().map(|found| values(mates) < found.0);
            if Budget::spent() < until && is_better() != Some(false) && look_ahead::leaves(round, mates, rounds) {
                found = Some((values(mates), mates.to_vec()));
            }
        });
        if let Some((_, mates)) = found {
            return mates;
        }
    }
    best
}

/// Shows every pairing that the hard rules allow.
fn every(round: &Round, mates: &mut [usize], show: &mut impl FnMut(&[usize])) {
    let Some(first) = mates.iter().position(|mate| *mate == NONE) else {
        return show(mates);
    };
    for opponent in round.hard().neighbours(first) {
        if mates[opponent] == NONE {
            (mates[first], mates[opponent]) = (opponent, first);
            every(round, mates, show);
            (mates[first], mates[opponent]) = (NONE, NONE);
        }
    }
}

/// The pairs of all brackets from the top, the higher player first.
fn brackets(round: &Round, eligibility: &Eligibility, method: Method) -> Result<Vec<(usize, usize)>, Undrawn> {
    let players: Vec<usize> = (0..round.len())
        .filter(|place| Some(*place) != eligibility.bye)
        .collect();
    let mut score_groups: Vec<&[usize]> = players
        .chunk_by(|player, opponent| round.scores[*player] == round.scores[*opponent])
        .collect();
    score_groups.push(&[]);
    let mut pairs = Vec::with_capacity(players.len() / 2);
    let mut completion = eligibility.matching.clone();
    let mut moved_down = Vec::new();
    let mut above = 0;
    let most = eligibility.graph.max_non_neighbours(&players);
    let mut graph = Cow::Borrowed(&*eligibility.graph);
    // Whether eligible pairs were inadmissible in the last bracket, since mostly some are in the next one then.
    let mut binds = false;
    for score_group in score_groups.windows(2) {
        if Budget::is_spent() {
            return Err(Undrawn::OutOfReach);
        }
        above += score_group[0].len();
        let parts = [score_group[0], score_group[1], &players[above + score_group[1].len()..]];
        // The removal of inadmissible edges is given up the sooner the fewer players are left for each whose edges are
        // tried, since it saves the less.
        let asked = parts[0].len() + parts[1].len();
        let patience = (moved_down.len() + asked + parts[2].len()) / asked;
        let strike_out = |graph: &mut Cow<'_, Graph>, completion: &mut Matching| {
            remove_inadmissible_edges(graph.to_mut(), completion, &moved_down, &parts[..2], parts[2], patience)
        };
        let was_bound = binds;
        if was_bound {
            binds = strike_out(&mut graph, &mut completion);
        }
        let is_tried = method == Method::BoundsFirst && was_bound == binds;
        let by_bounds = is_tried
            .then(|| Bracket::new(round, &graph, &moved_down, parts, most).by_bounds(&mut completion))
            .flatten();
        if by_bounds.is_none() && !was_bound {
            binds = strike_out(&mut graph, &mut completion);
        }
        let outcome = match by_bounds {
            Some(outcome) => outcome,
            None => Bracket::new(round, &graph, &moved_down, parts, most).solve(&mut completion)?,
        };
        let paired = outcome
            .moved_down_pairs
            .iter()
            .flat_map(|(player, opponent)| [player, opponent])
            .chain(&outcome.sliding);
        for place in paired {
            completion.unmatch(*place);
            completion.deactivate(*place);
        }
        pairs.extend(outcome.moved_down_pairs);
        pairs.extend(slide(round, &eligibility.graph, &outcome.sliding)?);
        moved_down = outcome.downfloaters;
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Points;
    use crate::fields::{adversarial, patterned, shaped};
    use crate::support::{small_field, tournament};

    fn draw_with(field: &Field, config: Config, method: Method) -> Result<Draw, Undrawn> {
        let round = Round::new(field, config)?;
        let (_, mates) = drawn(&round, DRAW_BUDGET, method)?;
        Ok(Draw::of(&round, &mates))
    }

    /// A draw that is broken off anywhere is no draw, rather than another one.
    #[test]
    fn a_budget_changes_nothing_but_whether_there_is_a_draw() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut broken_off, mut whole) = (0, 0);
        for seed in 0..1500 {
            let (field, config) = match seed % 4 {
                0 => small_field(&mut rng, 11, 40),
                kind => {
                    let made = [adversarial, shaped, patterned][kind - 1];
                    let (_, field, config) = made(&mut rng, 40);
                    (field, config)
                }
            };
            let Ok(round) = Round::new(&field, config) else {
                continue;
            };
            for method in [Method::BoundsFirst, Method::LeastCostOnly] {
                let before = Budget::spent();
                let best = drawn(&round, DRAW_BUDGET, method).map(|(_, mates)| mates);
                let steps = Budget::spent() - before;
                let budget = rng.u64(..=steps + steps / 8);
                match drawn(&round, Budget::new(budget), method).map(|(_, mates)| mates) {
                    Err(Undrawn::OutOfReach) => broken_off += 1,
                    within => {
                        assert_eq!(within, best);
                        whole += 1;
                    }
                }
            }
        }
        assert!(broken_off > 1500 && whole > 150, "{broken_off} {whole}");
    }

    fn assert_bounds_change_nothing(field: &Field, config: Config) {
        let drawn = draw_with(field, config, Method::LeastCostOnly);
        assert_eq!(
            draw_with(field, config, Method::BoundsFirst),
            drawn,
            "{field:#?} {config:#?}"
        );
    }

    /// Bounds change nothing where more are moved down than there are opponents: few of a score, and a family on top.
    #[test]
    fn bounds_change_nothing_for_those_who_are_moved_down_together() {
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
            assert_bounds_change_nothing(&field, config);
        }
    }

    /// Lower bounds give what perfect matchings of least cost give, in fields too large for the slow model.
    #[test]
    fn bounds_change_nothing() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..4000 {
            let (field, config) = small_field(&mut rng, 11, 24);
            assert_bounds_change_nothing(&field, config);
        }
        for _ in 0..200 {
            let (players, config) = (rng.u32(11..40), Config::default());
            tournament(&mut rng, players, &config, |field, _| {
                assert_bounds_change_nothing(field, config);
            });
        }
    }

    /// Bounds change nothing where clubs, teams, families and bars bind most. `FIELDS=100000` looks at so many instead.
    #[test]
    fn bounds_change_nothing_in_fields_made_to_be_hard() {
        let fields = std::env::var("FIELDS").map_or(6000, |fields| fields.parse().expect("FIELDS is a number"));
        let mut drawn = 0;
        for (seed, made) in (0..fields).zip([adversarial, shaped, patterned].into_iter().cycle()) {
            let mut rng = fastrand::Rng::with_seed(seed);
            let most = rng.u32(11..49);
            let (_, field, config) = made(&mut rng, most);
            drawn += u64::from(draw(&field, &config).is_ok());
            assert_bounds_change_nothing(&field, config);
        }
        assert!(2 * drawn > fields, "{drawn} of {fields}");
    }
}
