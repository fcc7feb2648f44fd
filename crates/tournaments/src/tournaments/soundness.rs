//! Whether tournaments add up: the results are those of the games, the boards those of the draw, and the points those of the
//! results and byes.

use std::collections::{BTreeSet, HashMap};

use morabaraba_swiss::Points;

use crate::db::Conn;
use crate::federation::readings::ByeValue;
use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{
    Entered, Game, Match, MatchGameEnding, MatchGameResult, RoundState, TournamentSnapshot,
};
use crate::tournaments::store::{self, TournamentFilter};
use crate::values::error::Error;
use crate::values::examination::Findings;
use crate::values::number::Seed;

/// The tournaments that are listed at a time; each is then read by itself.
const PAGE: i64 = 100;

/// Examines each tournament.
pub fn tournaments(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let mut after = None;
    loop {
        let filter = TournamentFilter {
            after,
            ..TournamentFilter::default()
        };
        let page = store::list(c, filter, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some((last.plan.starts_on, last.id));
        for tournament in page {
            findings.look();
            let snapshot = store::snapshot(c, tournament)?;
            for fault in snapshot.faults() {
                findings.fault(format!("tournament {}: {fault}", snapshot.tournament.id));
            }
        }
    }
}

impl TournamentSnapshot {
    /// All that does not add up, in sentences.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for played in &self.matches {
            let place = format!("round {}, board {}", played.round_number, played.board);
            let of_match = played.faults(self.tournament.plan.games);
            faults.extend(of_match.into_iter().map(|fault| format!("{place}: {fault}")));
        }
        self.rounds_that_differ(&mut faults);
        self.points_that_differ(&mut faults);
        faults
    }

    /// Published rounds are played as they were drawn, by everybody once, and closed ones are finished.
    fn rounds_that_differ(&self, faults: &mut Vec<String>) {
        for round in &self.rounds {
            let drawn: BTreeSet<[Seed; 2]> = round.draw.boards.iter().map(|board| board.pair).collect();
            let played: BTreeSet<[Seed; 2]> = self.of_round(round.number).map(|played| played.pair).collect();
            let number = round.number;
            match round.state {
                RoundState::Drawn if played.is_empty() => {}
                RoundState::Drawn => faults.push(format!("round {number} has matches and is not published")),
                _ if drawn != played => faults.push(format!("round {number} has other boards than were drawn")),
                _ => {}
            }
            let players: Vec<Seed> = played.iter().flatten().copied().collect();
            let each: BTreeSet<Seed> = players.iter().copied().collect();
            if each.len() != players.len() {
                faults.push(format!("somebody plays twice in round {number}"));
            }
            // One that was corrected later may wait for its confirmation; none is without a result.
            let is_open = |played: &&Match| played.result().is_none();
            if round.state == RoundState::Closed && self.of_round(number).any(|played| is_open(&played)) {
                faults.push(format!(
                    "round {number} is closed, and not all of its boards have a result"
                ));
            }
        }
    }

    /// The standings have for each player the points of the matches and byes, counted here once more.
    fn points_that_differ(&self, faults: &mut Vec<String>) {
        let table = match self.table(None) {
            Ok(table) => table,
            Err(error) => return faults.push(format!("the standings cannot be made: {error}")),
        };
        let again = self.points_again();
        for row in table.rows {
            let seed = seed(row.player);
            let points = again.get(&seed).copied().flatten();
            if points != Some(row.points) {
                faults.push(format!(
                    "the player with seed {seed} stands at {} points, and won others",
                    row.points
                ));
            }
        }
    }

    /// The points of everybody who was entered.
    fn points_again(&self) -> HashMap<Seed, Option<Points>> {
        let mut halves: HashMap<Seed, (u32, u32)> = HashMap::new();
        for played in &self.matches {
            let Some(result) = played.result() else { continue };
            for (player, won) in result.points(played.pair) {
                let (sum, matches) = halves.entry(player).or_default();
                *sum += won;
                *matches += 1;
            }
        }
        let games = u32::try_from(self.tournament.plan.games).unwrap_or(u32::MAX);
        let everybody = self.entries.iter().map(|entry| {
            let (won, matches) = halves.get(&entry.seed).copied().unwrap_or_default();
            let given = |round| round < self.next_round() && entry.plays_in(round);
            let mut byes = self.byes.iter().filter(|bye| bye.entry == entry.id && given(bye.round));
            let points = byes.try_fold(Points::halves(won), |points, bye| {
                let value = match bye.value {
                    ByeValue::Zero => Some(Points::halves(0)),
                    ByeValue::Half => Some(Points::halves(games)),
                    ByeValue::Full => Some(Points::halves(2 * games)),
                    ByeValue::Average if matches == 0 => Some(Points::halves(games)),
                    ByeValue::Average if self.is_over() => Points::halves(won).checked_share(matches),
                    ByeValue::Average => Some(Points::halves(won / matches)),
                };
                points.checked_add(value?)
            });
            (entry.seed, points)
        });
        everybody.collect()
    }
}

impl Entered {
    /// The half points of each of the pair, game by game: the starter of the first game starts each other one.
    fn points(&self, pair: [Seed; 2]) -> [(Seed, u32); 2] {
        let mut points = [0, 0];
        for (number, game) in self.sheet.games.iter().enumerate() {
            let upper_starts = (self.sheet.starter == pair[0]) == (number % 2 == 0);
            let won = match (game.result, upper_starts) {
                (MatchGameResult::First, true) | (MatchGameResult::Second, false) => [2, 0],
                (MatchGameResult::First, false) | (MatchGameResult::Second, true) => [0, 2],
                (MatchGameResult::Drawn, _) => [1, 1],
                (MatchGameResult::Neither, _) => [0, 0],
            };
            points = [points[0] + won[0], points[1] + won[1]];
        }
        [(pair[0], points[0]), (pair[1], points[1])]
    }
}

impl Match {
    /// All that does not add up in the results, which belong to a match of so many games.
    fn faults(&self, games: i64) -> Vec<String> {
        let mut faults = Vec::new();
        if (1..)
            .zip(&self.results)
            .any(|(number, result)| result.version != number)
        {
            faults.push("a result is missing among those that were entered".to_owned());
        }
        for result in &self.results {
            if result
                .confirmed
                .is_some_and(|confirmation| confirmation.by == result.by)
            {
                faults.push("the person who entered the result has confirmed it".to_owned());
            }
        }
        let Some(result) = self.result() else { return faults };
        let sheet = &result.sheet;
        if i64::try_from(sheet.games.len()) != Ok(games) {
            faults.push(format!("the result has {} games instead of {games}", sheet.games.len()));
        }
        if !self.pair.contains(&sheet.starter) {
            faults.push("the first game was started by somebody else".to_owned());
        }
        let is_lawless =
            |game: &Game| game.result == MatchGameResult::Neither && game.ended != MatchGameEnding::Forfeit;
        if sheet.games.iter().any(is_lawless) {
            faults.push("a game that was played has neither a winner nor is drawn".to_owned());
        }
        let points: u32 = result.points(self.pair).iter().map(|(_, points)| points).sum();
        let counting = sheet
            .games
            .iter()
            .filter(|game| game.result != MatchGameResult::Neither);
        if u32::try_from(2 * counting.count()) != Ok(points)
            || sheet.halves(self.pair) != result.points(self.pair).map(|(_, won)| won)
        {
            faults.push("the points are not those of the games".to_owned());
        }
        if let Some(game) = self.contradicted(sheet) {
            faults.push(format!("the record of game {game} says otherwise"));
        }
        faults
    }
}
