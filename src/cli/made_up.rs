//! Tournaments made up by chance, drawn, played and counted.

use morabaraba_swiss::{ByeValue, Config, Draw, Player, Points, Scoring, Shape, draw, entrants};

use crate::cli::tournament_file::{Finished, Listed, Played, Rest, end, six};
use crate::players::registrations::Division;

/// Chance: a random number below its argument.
struct Chance<'a, F>(&'a mut F);

impl<F: FnMut(u32) -> u32> Chance<'_, F> {
    fn below(&mut self, below: u32) -> u32 {
        (self.0)(below)
    }

    /// Whether something happens that happens so many times in a hundred.
    fn happens(&mut self, of_100: u32) -> bool {
        self.below(100) < of_100
    }
}

/// A tournament by chance, drawn and played to the end or until a round cannot be drawn, with its outcome. Of a hundred players
/// as many as the shape has absent come late, sit out, rest at their own wish or leave, and of a hundred matches as many are
/// forfeited.
pub(crate) fn tournament(shape: &Shape, config: Config, chance: &mut impl FnMut(u32) -> u32) -> Finished {
    let players = entrants(shape, chance);
    let mut chance = Chance(chance);
    let mut finished = Finished {
        config,
        games: six(),
        scoring: Scoring::default(),
        players: players
            .into_iter()
            .map(|player| listed(player, shape, &mut chance))
            .collect(),
        rounds: Vec::new(),
        outcome: None,
    };
    let mut field = finished.entered();
    for number in 1..=shape.rounds {
        let mut played = away(&finished, number, shape.absences, &mut chance);
        if finished.begin(&mut field, number, &played).is_err() {
            break;
        }
        let Ok(Draw { pairs, bye }) = draw(&field, &config) else {
            break;
        };
        played.bye_value = bye.map(|_| ByeValue::Average);
        for board in 1..=pairs.len() {
            let (result, forfeited) = result(finished.games, shape.absences, &mut chance);
            played.results.push(result);
            played.forfeits.extend(forfeited.then_some(board));
        }
        (played.pairs, played.bye) = (pairs, bye);
        end(&mut field, &played);
        finished.rounds.push(played);
    }
    finished.outcome = finished.counted().ok();
    finished
}

fn listed(player: Player, shape: &Shape, chance: &mut Chance<'_, impl FnMut(u32) -> u32>) -> Listed {
    let learner = match chance.below(8) {
        0 => Some(Division::HighSchool),
        1 => Some(Division::PrimarySchool),
        _ => None,
    };
    Listed {
        enters: (!player.active).then_some(2),
        leaves: chance
            .happens(shape.absences)
            .then(|| 3 + chance.below(shape.rounds.max(1))),
        lady: chance.below(3) == 0,
        learner: learner.map(|division| division.as_str().to_owned()),
        id: player.id,
        name: player.name,
        rank: player.seed,
        club: player.club,
        team: player.team,
        relatives: player.relatives,
        forbidden: player.forbidden,
    }
}

/// A round of which is known who is not drawn in it: the absent, and those there who rest.
fn away(finished: &Finished, number: u32, of_100: u32, chance: &mut Chance<'_, impl FnMut(u32) -> u32>) -> Played {
    let mut played = Played::default();
    for listed in &finished.players {
        let is_there =
            listed.enters.is_none_or(|enters| enters <= number) && listed.leaves.is_none_or(|leaves| number < leaves);
        let is_absent = is_there && chance.happens(of_100);
        if is_absent {
            played.absent.push(listed.id);
        } else if is_there && chance.happens(of_100) {
            let value = [ByeValue::Zero, ByeValue::Half][usize::from(chance.below(2) == 0)];
            played.rests.push(Rest {
                player: listed.id,
                value,
            });
        }
    }
    played
}

/// Points of both in a match, and whether a game of it was forfeited: by one of them, or, once in four, by both.
fn result(games: u32, of_100: u32, chance: &mut Chance<'_, impl FnMut(u32) -> u32>) -> ((Points, Points), bool) {
    let forfeited = chance.happens(of_100);
    let played = if forfeited { chance.below(games) } else { games };
    let won: u32 = (0..played).map(|_| chance.below(3)).sum();
    let mut halves = [won, 2 * played - won];
    if forfeited {
        let rest = 2 * (games - played);
        match chance.below(4) {
            0 => {}
            1 => halves[0] += rest,
            _ => halves[1] += rest,
        }
    }
    ((Points::halves(halves[0]), Points::halves(halves[1])), forfeited)
}
