//! Championships by chance, drawn, played and counted: by the crate, and by the second engine and the second scorer. Who may
//! meet whom is read off what happened, and nothing of the crate is used to play them but the draw that is judged.

use std::collections::HashSet;

use fastrand::Rng;
use morabaraba_swiss::{
    Bye, ByeValue, Clubs, Config, Draw, Entrant, Field, FieldError, Float, Floater, MatchResult, Player, PlayerId,
    Points, Results, Scoring, TieBreak, Undrawn, awards, draw, standings,
};

use crate::engine::draw_by_sums;
use crate::scorer::{Scorer, as_counted_here};

/// The games of a match.
const GAMES: u32 = 6;

/// Somebody who is entered, and when they are there.
struct Entered {
    player: Player,
    lady: bool,
    learner: Option<String>,
    first_round: u32,
    leaves: u32,
    sits_out: Vec<u32>,
    rests: Vec<(u32, ByeValue)>,
}

impl Entered {
    fn by_chance(rng: &mut Rng, seed: u32, of: &Kind) -> Self {
        let happens = |rng: &mut Rng| rng.u32(..100) < of.absences;
        let mut rests = Vec::new();
        let mut sits_out = Vec::new();
        for round in 1..=of.rounds {
            let is_absent = happens(rng);
            if is_absent {
                sits_out.push(round);
            } else if happens(rng) {
                let value = [ByeValue::Zero, ByeValue::Half, ByeValue::Full, ByeValue::Average][rng.usize(..4)];
                rests.push((round, value));
            }
        }
        Self {
            player: Player {
                club: (rng.u8(..10) > 0).then(|| rng.u32(..of.clubs).min(rng.u32(..of.clubs)).to_string()),
                team: (rng.u8(..10) == 0).then(|| rng.u8(..4).to_string()),
                ..Player::new(PlayerId(1000 + u64::from(seed)), seed)
            },
            lady: rng.u8(..3) == 0,
            learner: [None, None, Some("high"), Some("primary")][rng.usize(..4)].map(str::to_owned),
            first_round: if happens(rng) { rng.u32(2..=of.rounds) } else { 1 },
            leaves: if happens(rng) { rng.u32(2..=of.rounds) } else { u32::MAX },
            sits_out,
            rests,
        }
    }

    /// The value of the round for a player who is there and has asked to rest.
    fn rest(&self, round: u32) -> Option<ByeValue> {
        let asked = self
            .rests
            .iter()
            .find(|(rest, _)| *rest == round && self.is_there(round));
        asked.map(|(_, value)| *value)
    }

    /// Whether the player is there in a round: to be drawn, or to rest.
    fn is_there(&self, round: u32) -> bool {
        self.first_round <= round && round < self.leaves && !self.sits_out.contains(&round)
    }
}

/// The sort of championship.
struct Kind {
    rounds: u32,
    clubs: u32,
    absences: u32,
    /// The percentage of matches that are forfeited, and the games of a hundred that are drawn.
    forfeits: u32,
    drawn_games: u32,
}

/// A championship with everything that has happened in it.
struct Championship {
    kind: Kind,
    config: Config,
    entered: Vec<Entered>,
    matches: Vec<MatchResult>,
    byes: Vec<Bye>,
    scoring: Scoring,
    bye_value: ByeValue,
}

impl Championship {
    fn by_chance(rng: &mut Rng, players: u32) -> Self {
        let kind = Kind {
            rounds: rng.u32(3..=7),
            clubs: rng.u32(1..=(players / 4).max(2)),
            absences: [0, 2, 5, 12][rng.usize(..4)],
            forfeits: [0, 3, 20][rng.usize(..3)],
            drawn_games: [0, 20, 90][rng.usize(..3)],
        };
        let mut entered: Vec<Entered> = (1..=players).map(|seed| Entered::by_chance(rng, seed, &kind)).collect();
        for _ in 0..players / 8 {
            let relative = entered[rng.usize(..entered.len())].player.id;
            let other = rng.usize(..entered.len());
            if entered[other].player.id != relative {
                entered[other].player.relatives.push(relative);
            }
        }
        let (opponents, direct) = (TieBreak::Opponents, TieBreak::Direct);
        let tie_breaks = [
            vec![opponents, direct],
            vec![direct, opponents],
            vec![opponents],
            vec![direct],
        ];
        Self {
            kind,
            entered,
            matches: Vec::new(),
            byes: Vec::new(),
            config: Config {
                clubs: [Clubs::Round, Clubs::Round, Clubs::Bracket][rng.usize(..3)],
                floater: [Floater::Median, Floater::Median, Floater::Lowest][rng.usize(..3)],
                ..Config::default()
            },
            scoring: Scoring {
                tie_breaks: tie_breaks[[0, 0, 1, 2, 3][rng.usize(..5)]].clone(),
                ladies: [1, 1, 3][rng.usize(..3)],
            },
            bye_value: [
                ByeValue::Average,
                ByeValue::Average,
                ByeValue::Zero,
                ByeValue::Half,
                ByeValue::Full,
            ][rng.usize(..5)],
        }
    }

    /// The results so far. A player who has not been there yet is not in the tournament.
    fn results(&self, rounds: u32, closed: bool) -> Results {
        let has_been = |one: &&Entered| (1..=rounds).any(|round| one.is_there(round));
        let entrant = |one: &Entered| Entrant {
            lady: one.lady,
            learner: one.learner.clone(),
            ..Entrant::new(one.player.id, one.player.seed)
        };
        Results {
            entrants: self.entered.iter().filter(has_been).map(entrant).collect(),
            matches: self.matches.clone(),
            byes: self.byes.clone(),
            games: GAMES,
            closed,
            scoring: self.scoring.clone(),
        }
    }

    /// The opponents of a player so far, each with the round.
    fn met(&self, id: PlayerId) -> Vec<(PlayerId, u32)> {
        let seen = |one: &MatchResult| match one.players {
            (left, right) if left == id => Some((right, one.round)),
            (left, right) if right == id => Some((left, one.round)),
            _ => None,
        };
        self.matches.iter().filter_map(seen).collect()
    }

    /// The field of a round, with the scores of the second scorer.
    fn field(&self, round: u32, floats: &[(PlayerId, Float)]) -> Field {
        let results = self.results(round - 1, false);
        let scorer = Scorer::new(&results);
        let player = |one: &Entered| {
            let met = self.met(one.player.id);
            Player {
                score: Points::halves(scorer.halves(one.player.id)),
                opponents: met.iter().map(|(id, _)| *id).collect(),
                rounds_met: met.iter().map(|(_, round)| Some(*round)).collect(),
                had_bye: self.byes.iter().any(|bye| bye.allocated && bye.player == one.player.id),
                active: one.is_there(round) && one.rest(round).is_none(),
                floated: floats
                    .iter()
                    .find(|(id, _)| *id == one.player.id)
                    .map(|(_, float)| *float),
                ..one.player.clone()
            }
        };
        Field::new(round, self.entered.iter().map(player).collect())
    }

    /// The hard rules, each read off what happened.
    fn faults(&self, round: u32, drawn: &Draw) -> Vec<String> {
        let mut faults = Vec::new();
        let there: Vec<&Entered> = self.entered.iter().filter(|one| one.is_there(round)).collect();
        let drawn_ids: Vec<PlayerId> = drawn
            .pairs
            .iter()
            .flat_map(|pair| [pair.0, pair.1])
            .chain(drawn.bye)
            .collect();
        let seen: HashSet<PlayerId> = drawn_ids.iter().copied().collect();
        let expected = there.iter().filter(|one| one.rest(round).is_none());
        let expected: HashSet<PlayerId> = expected.map(|one| one.player.id).collect();
        if seen.len() != drawn_ids.len() || seen != expected {
            faults.push("not everybody who is there has one place".to_owned());
        }
        let relatives = |one: PlayerId, other: PlayerId| {
            let of = |id| {
                self.entered
                    .iter()
                    .find(|entered| entered.player.id == id)
                    .map(|one| &one.player.relatives)
            };
            of(one).is_some_and(|list| list.contains(&other)) || of(other).is_some_and(|list| list.contains(&one))
        };
        for (one, other) in &drawn.pairs {
            if self.met(*one).iter().any(|(id, _)| id == other) {
                faults.push(format!("{one} and {other} meet again"));
            }
            if relatives(*one, *other) {
                faults.push(format!("{one} and {other} are relatives"));
            }
        }
        let rested = |id: PlayerId| self.byes.iter().any(|bye| bye.allocated && bye.player == id);
        if drawn.bye.is_some() != (expected.len() % 2 == 1) || drawn.bye.is_some_and(rested) {
            faults.push("the bye is not as it must be".to_owned());
        }
        faults
    }

    /// Plays a round: what everybody wins, and who rests.
    fn play(&mut self, rng: &mut Rng, round: u32, drawn: &Draw) {
        for players in &drawn.pairs {
            let forfeit = rng.u32(..100) < self.kind.forfeits;
            let played = if forfeit { rng.u32(..GAMES) } else { GAMES };
            let mut points = (0, 0);
            for _ in 0..played {
                match (rng.u32(..100) < self.kind.drawn_games, rng.bool()) {
                    (true, _) => points = (points.0 + 1, points.1 + 1),
                    (false, true) => points.0 += 2,
                    (false, false) => points.1 += 2,
                }
            }
            // The games that are not played are lost by one of the two, or by both.
            match rng.u8(..3) {
                0 => points.0 += 2 * (GAMES - played),
                1 => points.1 += 2 * (GAMES - played),
                _ => {}
            }
            self.matches.push(MatchResult {
                round,
                players: *players,
                points: (Points::halves(points.0), Points::halves(points.1)),
                forfeit,
                walkover: played == 0,
            });
        }
        let asked = self
            .entered
            .iter()
            .filter_map(|one| Some((one.player.id, one.rest(round)?, false)));
        let given = drawn.bye.map(|id| (id, self.bye_value, true));
        let byes: Vec<Bye> = asked
            .chain(given)
            .map(|(player, value, allocated)| Bye {
                round,
                player,
                value,
                allocated,
            })
            .collect();
        self.byes.extend(byes);
    }
}

/// The numbers of what was compared, and the differences.
#[derive(Default)]
struct Comparison {
    rounds: u32,
    stuck: u32,
    shared: u32,
    fractions: u32,
    byes: u32,
    differences: Vec<String>,
}

impl Comparison {
    /// Draws, plays and counts a championship of that seed by both.
    fn add(&mut self, seed: u32) {
        let mut rng = Rng::with_seed(seed.into());
        let players = rng.u32(2..=60);
        let mut championship = Championship::by_chance(&mut rng, players);
        let mut floats = Vec::new();
        let mut last = 0;
        for round in 1..=championship.kind.rounds {
            let field = championship.field(round, &floats);
            let drawn = draw(&field, &championship.config);
            let name = format!("seed {seed}, round {round} of {players}");
            match &drawn {
                Ok(_) => self.rounds += 1,
                Err(Undrawn::NoLegalDraw(_)) => self.stuck += 1,
                // Everybody has left, or everybody but one.
                Err(Undrawn::Field(FieldError::Empty | FieldError::Alone(_))) => break,
                Err(error) => panic!("{name}: {error}"),
            }
            let by_sums = draw_by_sums(&field, &championship.config);
            let drawn = drawn.ok();
            if drawn.as_ref().map(|draw| (draw.pairs.clone(), draw.bye)) != by_sums {
                self.differences
                    .push(format!("{name}: drawn {drawn:?}, but {by_sums:?}"));
            }
            let Some(drawn) = drawn else { break };
            let faults = championship.faults(round, &drawn);
            self.differences
                .extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
            floats = floated(&field, &drawn);
            championship.play(&mut rng, round, &drawn);
            last = round;
            self.count(&name, &championship.results(round, false));
        }
        self.count(&format!("seed {seed}, the end"), &championship.results(last, true));
    }

    /// Counts results by both.
    fn count(&mut self, name: &str, results: &Results) {
        let scorer = Scorer::new(results);
        let rows = standings(results).unwrap();
        let (here, there) = (scorer.table(), as_counted_here(&rows));
        if here != there {
            self.differences
                .push(format!("{name}: counted {there:?}, but {here:?}"));
        }
        let (here, there) = (scorer.winners(), awards(results, &rows));
        if here != there {
            self.differences.push(format!("{name}: won by {there:?}, but {here:?}"));
        }
        if results.closed {
            self.byes += u32::from(!results.byes.is_empty());
            self.shared += u32::from(rows.windows(2).any(|two| two[0].place == two[1].place));
            self.fractions += u32::from(rows.iter().any(|row| row.points.as_halves().is_none()));
        }
    }
}

/// The players who met somebody of another score.
fn floated(field: &Field, drawn: &Draw) -> Vec<(PlayerId, Float)> {
    let score = |id| field.players.iter().find(|player| player.id == id).unwrap().score;
    let unequal = drawn.pairs.iter().filter(|(one, other)| score(*one) != score(*other));
    unequal
        .flat_map(|(one, other)| {
            let (upper, lower) = if score(*one) > score(*other) {
                (*one, *other)
            } else {
                (*other, *one)
            };
            [(upper, Float::Down), (lower, Float::Up)]
        })
        .collect()
}

/// `TOURNAMENTS=100000` plays so many, and `SEED=1000000` begins with that seed.
#[test]
fn championships_are_drawn_and_counted_as_by_hand() {
    let number = |name: &str| Some(std::env::var(name).ok()?.parse::<u32>().expect("a number"));
    let (first, all) = (number("SEED").unwrap_or(0), number("TOURNAMENTS").unwrap_or(400));
    let mut comparison = Comparison::default();
    for seed in first..first + all {
        comparison.add(seed);
    }
    let Comparison {
        rounds,
        stuck,
        shared,
        fractions,
        byes,
        differences,
    } = comparison;
    println!(
        "{all} championships, {rounds} rounds, {stuck} not to be drawn, {byes} with byes, {shared} with shared places, \
         {fractions} with fractions of points: {} differences",
        differences.len()
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    // They are of all sorts.
    assert!(rounds > 4 * all, "{rounds}");
    for some in [40 * stuck, 2 * byes, 4 * shared, 4 * fractions] {
        assert!(some > all, "{stuck} {byes} {shared} {fractions}");
    }
}

/// The second scorer tells each of these apart, so that what agrees with it is not right by chance.
#[test]
fn another_result_is_another_table() {
    let mut rng = Rng::with_seed(7);
    let mut championship = Championship::by_chance(&mut rng, 24);
    championship.scoring = Scoring::default();
    for round in 1..=3 {
        let field = championship.field(round, &[]);
        let drawn = draw(&field, &championship.config).unwrap();
        championship.play(&mut rng, round, &drawn);
    }
    let results = championship.results(3, true);
    let rows = as_counted_here(&standings(&results).unwrap());
    assert_eq!(Scorer::new(&results).table(), rows);
    for number in 0..results.matches.len() {
        let mut other = results.clone();
        let one = &mut other.matches[number];
        one.points = (one.points.1, one.points.0);
        if one.points.0 == one.points.1 {
            one.forfeit = !one.forfeit;
        }
        assert_ne!(Scorer::new(&other).table(), rows, "match {number}");
    }
    let mut other = results.clone();
    other.scoring.tie_breaks.clear();
    assert_ne!(Scorer::new(&other).table(), rows);
}
