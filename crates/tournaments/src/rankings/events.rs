//! Events, on which a ranking rests: the ratified tournaments, as their results were on record at a moment.

use std::collections::HashMap;

use chrono::NaiveDate;
use morabaraba_swiss::ResultError;

use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{Match, MatchGameEnding, MatchGameResult, TournamentLevel, TournamentSnapshot};
use crate::values::id::{EntryId, MatchId, PlayerId, TournamentId};
use crate::values::number::Seed;

/// A ratified tournament.
#[derive(Debug, Clone)]
pub struct RankedEvent {
    /// Its id.
    pub tournament: TournamentId,
    /// The level of the tournament.
    pub level: TournamentLevel,
    /// Its last day, by which it lies in a window or not.
    pub last_day: NaiveDate,
    /// Its matches by round and board. Byes are none.
    pub bouts: Vec<Bout>,
    /// The ranks of the players in the final standings.
    pub ranks: HashMap<PlayerId, u32>,
    /// The players who have umpired it.
    pub umpires: Vec<PlayerId>,
    /// The visitors, by the ids of their entries: who meets one has played a match, but they are in no list.
    pub visitors: Vec<PlayerId>,
}

/// A match with a result.
#[derive(Debug, Clone)]
pub struct Bout {
    /// Its id.
    pub id: MatchId,
    /// The number of the round.
    pub round: i64,
    /// The two players.
    pub players: [PlayerId; 2],
    /// The half points that each has won.
    pub halves: [u32; 2],
    /// The games in their order.
    pub games: Vec<Single>,
}

/// A game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Single {
    /// The half points that each of the two has won.
    pub halves: [u32; 2],
    /// The way in which it came to that.
    pub ended: MatchGameEnding,
}

impl Bout {
    /// The match without the games that were forfeited; nothing if that leaves none.
    fn without_forfeits(mut self) -> Option<Bout> {
        self.games.retain(|game| game.ended != MatchGameEnding::Forfeit);
        self.halves = [0, 1].map(|own| self.games.iter().map(|game| game.halves[own]).sum());
        (!self.games.is_empty()).then_some(self)
    }
}

impl RankedEvent {
    /// The event without the games that were forfeited, and the matches that were nothing else.
    #[must_use]
    pub fn without_forfeits(self) -> RankedEvent {
        RankedEvent {
            bouts: self.bouts.into_iter().filter_map(Bout::without_forfeits).collect(),
            ..self
        }
    }

    /// The event of a tournament, umpired by these; `players` tells by entry who was entered.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn of(
        snapshot: &TournamentSnapshot,
        players: &HashMap<EntryId, PlayerId>,
        umpires: Vec<PlayerId>,
    ) -> Result<RankedEvent, ResultError> {
        let at = |seed: Seed| snapshot.at(seed).and_then(|entry| players.get(&entry.id)).copied();
        let (standings, _) = snapshot.standings(snapshot.published_rounds())?;
        let ranks = standings
            .iter()
            .filter_map(|row| Some((at(seed(row.player))?, row.place)));
        Ok(RankedEvent {
            tournament: snapshot.tournament.id,
            level: snapshot.tournament.plan.level,
            last_day: snapshot.tournament.plan.ends_on,
            ranks: ranks.collect(),
            umpires,
            visitors: snapshot
                .entries
                .iter()
                .filter(|entry| entry.player.visitor().is_some())
                .map(|entry| entry.player.id())
                .collect(),
            bouts: snapshot.matches.iter().filter_map(|one| bout(one, at)).collect(),
        })
    }
}

fn bout(one: &Match, at: impl Fn(Seed) -> Option<PlayerId>) -> Option<Bout> {
    let sheet = &one.result()?.sheet;
    let games = sheet.games.iter().zip(sheet.starters(one.pair)).map(|(game, starter)| {
        let first = usize::from(starter != one.pair[0]);
        let mut halves = [0; 2];
        match game.result {
            MatchGameResult::First => halves[first] = 2,
            MatchGameResult::Second => halves[1 - first] = 2,
            MatchGameResult::Drawn => halves = [1; 2],
            MatchGameResult::Neither => {}
        }
        Single {
            halves,
            ended: game.ended,
        }
    });
    Some(Bout {
        id: one.id,
        round: one.round_number.get(),
        players: [at(one.pair[0])?, at(one.pair[1])?],
        halves: sheet.halves(one.pair),
        games: games.collect(),
    })
}
