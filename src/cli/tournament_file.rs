//! Finished tournaments as files, drawn and counted again: archives of the service, and a short form that any program can write.
//!
//! ```json
//! {"config": {"club_rounds": 3}, "scoring": {"tie_breaks": ["opponents", "direct"]},
//!  "players": [{"id": 1, "name": "Butinyana", "rank": 1, "club": "A", "relatives": [2]},
//!              {"id": 2, "rank": 2, "enters": 2, "leaves": 5, "lady": true}],
//!  "rounds": [{"pairs": [[1, 3], [4, 5]], "results": [[4, 2], [0, 6]], "forfeits": [2], "bye": 6, "bye_value": "average",
//!              "rests": [{"player": 7, "value": "half"}], "absent": [8]}],
//!  "outcome": {"standings": [{"rank": 1, "player": 5, "points": "6", "opponents": "0", "rounds_won": 0, "clean_rounds": 0}],
//!              "awards": {"champions": [5], "top_ladies": [], "top_learners": {}}}}
//! ```
//!
//! A player needs `id` and `rank`; `enters` is the first round of one who comes late, `leaves` the first that one who
//! has withdrawn does not play; `lady` and `learner`, a division, say for which awards the player competes. Of a round
//! `pairs` and, in the same order, what both have won are needed; `forfeits` are the boards, from 1, at which a game was
//! forfeited, and `walkovers` those at which every game was; `bye` is the one whom the draw gave it, `rests` are the byes that players asked for, `absent` are those who
//! sat this round out, `waivers` what the umpire set aside. The outcome, if it is stated, is that of the whole tournament.

use std::collections::{BTreeSet, HashMap};

use morabaraba_swiss::{
    Bye, ByeValue, Config, Draw, Entrant, Field, Float, MatchResult, Player, PlayerId, Points, ResultError, Results,
    Scoring, Waiver, draw, standings,
};
use serde::{Deserialize, Serialize};

use crate::tournaments::model::draw::{Pairing, player, round_of_draw};
use crate::tournaments::model::{Round, TournamentSnapshot};
use crate::tournaments::standings::outcome::{Outcome, OutcomeDifference};

/// A tournament with all its rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finished {
    #[serde(default)]
    pub(crate) config: Config,
    /// The games of a match.
    #[serde(default = "six")]
    pub(crate) games: u32,
    #[serde(default)]
    pub(crate) scoring: Scoring,
    pub(crate) players: Vec<Listed>,
    pub(crate) rounds: Vec<Played>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    pub(crate) id: PlayerId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    pub(crate) rank: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) club: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) team: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) relatives: Vec<PlayerId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) forbidden: Vec<PlayerId>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lady: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) learner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) enters: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) leaves: Option<u32>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    pub(crate) pairs: Vec<(PlayerId, PlayerId)>,
    pub(crate) results: Vec<(Points, Points)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) forfeits: Vec<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) walkovers: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bye: Option<PlayerId>,
    /// The points of the bye, whatever they are made from; before `bye_value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bye_points: Option<Points>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bye_value: Option<ByeValue>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rests: Vec<Rest>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) absent: Vec<PlayerId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) waivers: Vec<Waiver>,
}

/// A bye that a player asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rest {
    pub(crate) player: PlayerId,
    pub(crate) value: ByeValue,
}

/// The games of a match if the file does not say.
pub(crate) const fn six() -> u32 {
    6
}

/// A round that was not played as it is drawn.
#[derive(Debug, Serialize)]
pub(crate) struct DrawDifference {
    pub(crate) round: u32,
    /// The pairs of the draw that were not played, and those that were played instead.
    pub(crate) drawn: Vec<(PlayerId, PlayerId)>,
    pub(crate) played: Vec<(PlayerId, PlayerId)>,
    /// The player who should have had the bye, and the one who had it, if these differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bye: Option<(Option<PlayerId>, Option<PlayerId>)>,
    /// The reason why there is no draw, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undrawn: Option<String>,
}

impl Played {
    /// Everybody who plays in the round, or rests.
    fn seated(&self) -> impl Iterator<Item = PlayerId> {
        let paired = self.pairs.iter().flat_map(|(one, other)| [*one, *other]);
        paired.chain(self.bye).chain(self.rests.iter().map(|rest| rest.player))
    }

    /// The value of the bye that the draw gave; none if it counts points of its own, which are as many as no value has.
    fn bye_value(&self, games: u32) -> Option<ByeValue> {
        let Some(points) = self.bye_points else {
            return Some(self.bye_value.unwrap_or(ByeValue::Half));
        };
        [
            (0, ByeValue::Zero),
            (games, ByeValue::Half),
            (games.saturating_mul(2), ByeValue::Full),
        ]
        .into_iter()
        .find_map(|(halves, value)| (points == Points::halves(halves)).then_some(value))
    }
}

impl Finished {
    pub(crate) const fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The first round of which the results do not match the pairs.
    pub(crate) fn fault(&self) -> Option<String> {
        let known: BTreeSet<PlayerId> = self.players.iter().map(|player| player.id).collect();
        self.rounds.iter().zip(1..).find_map(|(round, number)| {
            let (pairs, results) = (round.pairs.len(), round.results.len());
            let unknown = round
                .seated()
                .chain(round.absent.iter().copied())
                .find(|id| !known.contains(id));
            let mut boards = round.forfeits.iter().chain(&round.walkovers);
            let board = boards.find(|board| !(1..=pairs).contains(*board));
            match (unknown, board) {
                (Some(id), _) => Some(format!("round {number} names player {id}, who is not listed")),
                (None, _) if pairs != results => {
                    Some(format!("round {number} has {pairs} pairs and {results} results"))
                }
                (None, Some(board)) => Some(format!("round {number} has no board {board}")),
                (None, None) if round.bye_points.is_some() && round.bye_value.is_some() => {
                    Some(format!("round {number} has a bye of points, and of a value"))
                }
                (None, None) => None,
            }
        })
    }

    /// Draws every round again from those before it as they were played.
    ///
    /// # Errors
    /// The results contradict each other.
    pub(crate) fn differences(&self) -> Result<Vec<DrawDifference>, ResultError> {
        let mut field = self.entered();
        let mut found = Vec::new();
        for (played, number) in self.rounds.iter().zip(1..) {
            self.begin(&mut field, number, played)?;
            let drawn = draw(&field, &self.config).map_err(|why| why.to_string());
            let as_played = Draw {
                pairs: played.pairs.clone(),
                bye: played.bye,
            };
            found.extend(DrawDifference::between(number, &as_played, drawn));
            end(&mut field, played);
        }
        Ok(found)
    }

    /// The places where the outcome that is stated differs from the one that is counted; nothing if none is stated.
    ///
    /// # Errors
    /// The results contradict each other, or a bye has points by which nobody can count.
    pub(crate) fn outcome_differences(&self) -> Result<Option<Vec<OutcomeDifference>>, String> {
        let Some(stated) = &self.outcome else { return Ok(None) };
        let odd = self
            .rounds
            .iter()
            .position(|round| round.bye_value(self.games).is_none());
        if let Some(round) = odd {
            let round = round + 1;
            return Err(format!(
                "the bye of round {round} counts neither nothing nor half of a match nor all of it"
            ));
        }
        let counted = self.counted().map_err(|error| error.to_string())?;
        Ok(Some(stated.differences(&counted)))
    }

    /// The outcome that follows from the results.
    pub(crate) fn counted(&self) -> Result<Outcome, ResultError> {
        Outcome::of(&self.results(self.rounds.len(), true))
    }

    /// The results of so many first rounds. A player who has not yet played or rested in one of them is not in the tournament.
    fn results(&self, rounds: usize, closed: bool) -> Results {
        let played = || self.rounds.iter().take(rounds).zip(1..);
        let seated: BTreeSet<PlayerId> = played().flat_map(|(round, _)| round.seated()).collect();
        let entrant = |listed: &Listed| Entrant {
            lady: listed.lady,
            learner: listed.learner.clone(),
            ..Entrant::new(listed.id, listed.rank)
        };
        let matches = played().flat_map(|(played, round)| {
            let boards = played.pairs.iter().zip(&played.results).zip(1..);
            boards.map(move |((players, points), board)| MatchResult {
                round,
                players: *players,
                points: *points,
                forfeit: played.forfeits.contains(&board) || played.walkovers.contains(&board),
                walkover: played.walkovers.contains(&board),
            })
        });
        let byes = played().flat_map(|(played, round)| {
            let allocated = played.bye.map(|player| Bye {
                round,
                player,
                value: played.bye_value(self.games).unwrap_or(ByeValue::Zero),
                allocated: true,
            });
            let asked = played.rests.iter().map(move |rest| Bye {
                round,
                player: rest.player,
                value: rest.value,
                allocated: false,
            });
            allocated.into_iter().chain(asked)
        });
        Results {
            entrants: self
                .players
                .iter()
                .filter(|listed| seated.contains(&listed.id))
                .map(entrant)
                .collect(),
            matches: matches.collect(),
            byes: byes.collect(),
            games: self.games,
            closed,
            scoring: self.scoring.clone(),
        }
    }

    /// The field before the first round.
    pub(crate) fn entered(&self) -> Field {
        let player = |listed: &Listed| Player {
            name: listed.name.clone(),
            club: listed.club.clone(),
            team: listed.team.clone(),
            relatives: listed.relatives.clone(),
            forbidden: listed.forbidden.clone(),
            ..Player::new(listed.id, listed.rank)
        };
        Field::new(1, self.players.iter().map(player).collect())
    }

    /// Brings the field to the beginning of a round: who is there, and with what scores.
    pub(crate) fn begin(&self, field: &mut Field, number: u32, played: &Played) -> Result<(), ResultError> {
        field.round = number;
        field.waivers.clone_from(&played.waivers);
        let scores = self.scores(number)?;
        for (player, listed) in field.players.iter_mut().zip(&self.players) {
            let entered = listed.enters.is_none_or(|enters| enters <= number);
            let left = listed.leaves.is_some_and(|leaves| leaves <= number);
            let rests = played.rests.iter().any(|rest| rest.player == player.id);
            player.active = entered && !left && !rests && !played.absent.contains(&player.id);
            player.score = scores.get(&player.id).copied().unwrap_or(Points::ZERO);
        }
        Ok(())
    }

    /// The scores before a round.
    fn scores(&self, number: u32) -> Result<HashMap<PlayerId, Points>, ResultError> {
        let before = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        let rows = standings(&self.results(before, false))?;
        let mut scores: HashMap<PlayerId, Points> = rows.iter().map(|row| (row.player, row.points)).collect();
        for round in self.rounds.iter().take(before) {
            if let (Some(bye), Some(points), None) = (round.bye, round.bye_points, round.bye_value(self.games)) {
                let score = scores.entry(bye).or_insert(Points::ZERO);
                *score = score.checked_add(points).ok_or(ResultError::TooFine(bye))?;
            }
        }
        Ok(scores)
    }
}

/// Enters what came of a round.
pub(crate) fn end(field: &mut Field, played: &Played) {
    let places: HashMap<PlayerId, usize> = field
        .players
        .iter()
        .enumerate()
        .map(|(place, player)| (player.id, place))
        .collect();
    let place = |id: &PlayerId| places.get(id).copied();
    field.players.iter_mut().for_each(|player| player.floated = None);
    for (one, other) in &played.pairs {
        let (Some(here), Some(there)) = (place(one), place(other)) else {
            continue;
        };
        let order = field.players[here].score.cmp(&field.players[there].score);
        for (place, opponent, order) in [(here, *other, order), (there, *one, order.reverse())] {
            let paired = &mut field.players[place];
            paired.opponents.push(opponent);
            paired.rounds_met.push(Some(field.round));
            paired.floated = match order {
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Float::Down),
            };
        }
    }
    if let Some(place) = played.bye.as_ref().and_then(place) {
        let rested = &mut field.players[place];
        rested.extra_byes += u32::from(rested.had_bye);
        rested.had_bye = true;
    }
}

impl DrawDifference {
    /// The difference between a round as it was played and what is drawn, if there is one.
    fn between(round: u32, played: &Draw, drawn: Result<Draw, String>) -> Option<DrawDifference> {
        let (drawn, undrawn) = match drawn {
            Ok(drawn) => (Some(drawn), None),
            Err(error) => (None, Some(error)),
        };
        let sorted = |draw: &Draw| -> BTreeSet<(PlayerId, PlayerId)> {
            let pairs = draw.pairs.iter();
            pairs.map(|(one, other)| (*one.min(other), *one.max(other))).collect()
        };
        let (ours, theirs) = (drawn.as_ref().map(sorted).unwrap_or_default(), sorted(played));
        let bye = drawn.and_then(|drawn| drawn.bye);
        let difference = DrawDifference {
            round,
            drawn: ours.difference(&theirs).copied().collect(),
            played: theirs.difference(&ours).copied().collect(),
            bye: (bye != played.bye).then_some((bye, played.bye)),
            undrawn,
        };
        let same = difference.drawn.is_empty() && difference.played.is_empty() && difference.bye.is_none();
        (!same || difference.undrawn.is_some()).then_some(difference)
    }
}

/// The rounds of an archived tournament that were played otherwise than they are drawn from what was known then; players by
/// their places in the starting order.
pub(crate) fn differences(tournament: &TournamentSnapshot) -> Vec<DrawDifference> {
    let draw = |pairing: Pairing| Draw {
        pairs: pairing
            .pairs
            .into_iter()
            .map(|[left, right]| (player(left), player(right)))
            .collect(),
        bye: pairing.bye.map(player),
    };
    let difference = |round: &Round| {
        let drawn = tournament.drawn_again(round).map(|drawn| draw(drawn.pairing()));
        DrawDifference::between(
            round_of_draw(round.number),
            &draw(round.draw.pairing()),
            drawn.map_err(|why| why.to_string()),
        )
    };
    tournament.rounds.iter().filter_map(difference).collect()
}
