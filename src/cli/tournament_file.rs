//! Finished tournaments as files, drawn again: archives of the service, and a short form that any program can write.
//!
//! ```json
//! {"config": {"club_rounds": 3},
//!  "players": [{"id": 1, "name": "Butinyana", "rank": 1, "club": "A", "relatives": [2]},
//!              {"id": 2, "rank": 2, "enters": 2, "leaves": 5}],
//!  "rounds": [{"pairs": [[1, 3], [4, 5]], "results": [[4, 2], [2.5, 3.5]], "bye": 6, "bye_points": 3, "absent": [7]}]}
//! ```
//!
//! A player needs `id` and `rank`; `enters` is the first round of one who comes late, `leaves` the first that one who
//! has withdrawn does not play. Of a round `pairs` and, in the same order, what both have won are needed; `bye` is the one
//! whom the draw gave it, `absent` are those who sat this round out, `waivers` what the umpire set aside.

use std::collections::{BTreeSet, HashMap};

use morabaraba_swiss::{Config, Draw, Field, Float, Player, PlayerId, Points, Shape, Waiver, draw, entrants};
use serde::{Deserialize, Serialize};

use crate::tournaments::rounds::Round;
use crate::tournaments::rounds::kept_draw::Pairing;
use crate::tournaments::snapshot::{TournamentSnapshot, player, round_of_draw};

/// A tournament with all its rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finished {
    #[serde(default)]
    config: Config,
    players: Vec<Listed>,
    rounds: Vec<Played>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    id: PlayerId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    rank: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    club: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    team: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    relatives: Vec<PlayerId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<PlayerId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enters: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leaves: Option<u32>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    pairs: Vec<(PlayerId, PlayerId)>,
    results: Vec<(Points, Points)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bye: Option<PlayerId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bye_points: Option<Points>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absent: Vec<PlayerId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waivers: Vec<Waiver>,
}

/// The score of a bye if the file does not say: half of six games.
const BYE: Points = Points::halves(6);

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

impl Finished {
    pub(crate) const fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The first round of which the results do not match the pairs.
    pub(crate) fn fault(&self) -> Option<String> {
        let known: BTreeSet<PlayerId> = self.players.iter().map(|player| player.id).collect();
        self.rounds.iter().zip(1..).find_map(|(round, number)| {
            let named = round
                .pairs
                .iter()
                .flat_map(|(one, other)| [one, other])
                .chain(&round.bye)
                .chain(&round.absent);
            match named.copied().find(|id| !known.contains(id)) {
                Some(id) => Some(format!("round {number} names player {id}, who is not listed")),
                None if round.pairs.len() != round.results.len() => Some(format!(
                    "round {number} has {} pairs and {} results",
                    round.pairs.len(),
                    round.results.len()
                )),
                None => None,
            }
        })
    }

    /// Draws every round again from those before it as they were played.
    pub(crate) fn differences(&self) -> Vec<DrawDifference> {
        let mut field = self.entered();
        let mut found = Vec::new();
        for (played, number) in self.rounds.iter().zip(1..) {
            self.begin(&mut field, number, &played.absent, &played.waivers);
            let drawn = draw(&field, &self.config).map_err(|why| why.to_string());
            let as_played = Draw {
                pairs: played.pairs.clone(),
                bye: played.bye,
            };
            found.extend(DrawDifference::between(number, &as_played, drawn));
            end(&mut field, played);
        }
        found
    }

    /// A tournament by chance, drawn and played to the end or until a round cannot be drawn.
    pub(crate) fn random(shape: &Shape, config: Config, chance: &mut impl FnMut(u32) -> u32) -> Finished {
        let players = entrants(shape, chance).into_iter().map(|player| Listed {
            enters: (!player.active).then_some(2),
            leaves: (chance(100) < shape.absences).then(|| 3 + chance(shape.rounds.max(1))),
            id: player.id,
            name: player.name,
            rank: player.seed,
            club: player.club,
            team: player.team,
            relatives: player.relatives,
            forbidden: player.forbidden,
        });
        let mut finished = Finished {
            config,
            players: players.collect(),
            rounds: Vec::new(),
        };
        let mut field = finished.entered();
        for number in 1..=shape.rounds {
            let absent = finished.players.iter().filter(|_| chance(100) < shape.absences);
            let absent: Vec<PlayerId> = absent.map(|player| player.id).collect();
            finished.begin(&mut field, number, &absent, &[]);
            let Ok(Draw { pairs, bye }) = draw(&field, &config) else {
                break;
            };
            let results = pairs.iter().map(|_| {
                let won = (0..6).map(|_| chance(3)).sum();
                (Points::halves(won), Points::halves(12 - won))
            });
            let played = Played {
                results: results.collect(),
                pairs,
                bye,
                absent,
                ..Played::default()
            };
            end(&mut field, &played);
            finished.rounds.push(played);
        }
        finished
    }

    /// The field before the first round.
    fn entered(&self) -> Field {
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

    fn begin(&self, field: &mut Field, number: u32, absent: &[PlayerId], waivers: &[Waiver]) {
        field.round = number;
        field.waivers = waivers.to_vec();
        for (player, listed) in field.players.iter_mut().zip(&self.players) {
            let entered = listed.enters.is_none_or(|enters| enters <= number);
            let left = listed.leaves.is_some_and(|leaves| leaves <= number);
            player.active = entered && !left && !absent.contains(&player.id);
        }
    }
}

/// Enters what came of a round.
fn end(field: &mut Field, played: &Played) {
    let places: HashMap<PlayerId, usize> = field
        .players
        .iter()
        .enumerate()
        .map(|(place, player)| (player.id, place))
        .collect();
    let place = |id: &PlayerId| places.get(id).copied();
    let gain = |player: &mut Player, points| player.score = player.score.checked_add(points).unwrap_or(player.score);
    field.players.iter_mut().for_each(|player| player.floated = None);
    for ((one, other), (first, second)) in played.pairs.iter().zip(&played.results) {
        let (Some(here), Some(there)) = (place(one), place(other)) else {
            continue;
        };
        let order = field.players[here].score.cmp(&field.players[there].score);
        for (place, opponent, points, order) in [(here, *other, *first, order), (there, *one, *second, order.reverse())]
        {
            let gainer = &mut field.players[place];
            gainer.opponents.push(opponent);
            gainer.rounds_met.push(Some(field.round));
            gainer.floated = match order {
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Float::Down),
            };
            gain(gainer, points);
        }
    }
    if let Some(place) = played.bye.as_ref().and_then(place) {
        field.players[place].had_bye = true;
        gain(&mut field.players[place], played.bye_points.unwrap_or(BYE));
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
