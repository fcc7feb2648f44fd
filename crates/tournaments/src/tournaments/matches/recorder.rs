//! Records of games as they come in for matches, for those who keep the records.

use std::collections::HashMap;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::operations::Operation;
use crate::tournaments::matches::records::{GameReport, NotOfMatch, UNKNOWN_MATCH};
use crate::tournaments::matches::store;
use crate::tournaments::matches::use_cases::{keep, match_in, refuse_conflict, replace};
use crate::tournaments::model::{TournamentAction, TournamentSnapshot};
use crate::tournaments::officials::{self, Official};
use crate::values::error::Error;
use crate::values::id::{MatchId, PlayerId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

/// Takes in what the records of games say of their matches. Each tournament is loaded once.
pub struct MatchRecorder {
    by: Caller,
    tournaments: HashMap<TournamentId, (Official, TournamentSnapshot)>,
}

impl MatchRecorder {
    pub fn new(by: &Caller) -> MatchRecorder {
        MatchRecorder {
            by: by.clone(),
            tournaments: HashMap::new(),
        }
    }

    /// The tournament with what has happened in it, if the caller runs it.
    fn load(&mut self, c: &mut Conn, tournament: TournamentId) -> Result<&mut (Official, TournamentSnapshot), Error> {
        if !self.tournaments.contains_key(&tournament) {
            let loaded = officials::use_cases::run(c, &self.by, tournament)?;
            self.tournaments.insert(tournament, loaded);
        }
        let loaded = self.tournaments.get_mut(&tournament);
        loaded.ok_or_else(|| Error::Internal("a tournament that was loaded is gone".to_owned()))
    }

    /// The tournament of the match, if the caller runs it.
    pub fn tournament(&mut self, c: &mut Conn, match_id: MatchId) -> Result<TournamentId, Error> {
        let loaded = |(_, snapshot): &&(Official, TournamentSnapshot)| match_in(snapshot, match_id).is_ok();
        if let Some((_, snapshot)) = self.tournaments.values().find(loaded) {
            return Ok(snapshot.tournament.id);
        }
        let unknown = || UNKNOWN_MATCH.at("/match_id", "There is no match with this id.");
        let tournament = store::tournament(c, match_id)?.ok_or_else(unknown)?;
        self.load(c, tournament)?;
        Ok(tournament)
    }

    /// The match of these two in that round of a tournament.
    pub fn match_of(
        &mut self,
        c: &mut Conn,
        tournament: TournamentId,
        round: RoundNumber,
        players: [PlayerId; 2],
    ) -> Result<MatchId, Error> {
        let (_, snapshot) = self.load(c, tournament)?;
        let pair = players.map(|player| snapshot.of_player(player).map(|entry| entry.seed));
        let plays = |seed: &Seed| pair.contains(&Some(*seed));
        let found = snapshot.of_round(round).find(|found| found.pair.iter().all(plays));
        let unknown = || UNKNOWN_MATCH.at("/match_id", format!("These two do not meet in round {round}."));
        Ok(found.map(|found| found.id).ok_or_else(unknown)?)
    }

    /// Whether that game of the match is on record.
    pub fn has_record(&mut self, c: &mut Conn, match_id: MatchId, game_number: i64) -> Result<bool, Error> {
        let tournament = self.tournament(c, match_id)?;
        let (_, snapshot) = self.load(c, tournament)?;
        Ok(match_in(snapshot, match_id)?.recorded.contains_key(&game_number))
    }

    /// Takes in what a record tells: it fits the match, and gives its result once all games are told.
    pub fn record(&mut self, c: &mut Conn, action: Operation, report: &GameReport) -> Result<(), Error> {
        let tournament = self.tournament(c, report.match_id)?;
        let by = self.by.clone();
        let (official, snapshot) = self.load(c, tournament)?;
        let mut after = match_in(snapshot, report.match_id)?.clone();
        refuse_conflict(official, &after, snapshot)?;
        report.fits(&snapshot.tournament)?;
        let seed = |player| snapshot.of_player(player).map(|entry| entry.seed);
        let [Some(first), Some(second)] = report.players.map(seed) else {
            return Err(NotOfMatch::OtherPlayers.into());
        };
        let games = snapshot.tournament.plan.games;
        let recorded = after.record(games, report.game_number, [first, second], report.game)?;
        after.recorded.insert(report.game_number, recorded);
        let takes_sheets = snapshot.tournament.state.allows(TournamentAction::EnterResult);
        let sheet = after.sheet_of_records(games).filter(|_| takes_sheets);
        let takes_results = after.takes_results(&snapshot.rounds);
        let entered = sheet
            .map(|sheet| after.enter(sheet, takes_results, official, by.now))
            .transpose()?;
        store::records::keep(c, &snapshot.entries, report.match_id, report.game_number, recorded)?;
        replace(snapshot, after);
        match entered {
            Some(entered) => keep(c, &by, action, snapshot, vec![(report.match_id, entered)]),
            None => Ok(()),
        }
    }

    /// Takes back what a record told of a game of a match, whose result stays as it is.
    pub fn forget(&mut self, c: &mut Conn, match_id: MatchId, game_number: i64) -> Result<(), Error> {
        let tournament = self.tournament(c, match_id)?;
        let (official, snapshot) = self.load(c, tournament)?;
        let mut after = match_in(snapshot, match_id)?.clone();
        refuse_conflict(official, &after, snapshot)?;
        store::records::discard(c, match_id, game_number)?;
        after.recorded.remove(&game_number);
        replace(snapshot, after);
        Ok(())
    }
}
