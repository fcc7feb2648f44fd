//! What the records of games say of matches, for those who keep the records.

use crate::tournaments::matches::records::{NOT_OF_MATCH, UNKNOWN_MATCH};
use std::collections::HashMap;

use chrono::NaiveDate;
use morabaraba_rules::RuleSet;

use crate::db::{Conn, audit};
use crate::tournaments::entries::Entry;
use crate::tournaments::matches::Game;
use crate::tournaments::matches::records::Refusal;
use crate::tournaments::matches::routes::{change, match_in, rules_on, with};
use crate::tournaments::officials::Official;
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{State, WRONG_STATE};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;

/// What a record tells of a game of a match.
pub(crate) struct Told {
    /// The match.
    pub(crate) of: Id,
    /// Which of its games.
    pub(crate) number: i64,
    /// Who started, and the other.
    pub(crate) players: [Id; 2],
    /// The day.
    pub(crate) played_on: NaiveDate,
    /// The rules it was played by.
    pub(crate) rule_set: RuleSet,
    /// What came of it, if the record says it.
    pub(crate) game: Option<Game>,
}

/// Where the records of games come in: each tournament that they are of is loaded once.
pub(crate) struct Desk {
    asking: Asking,
    tournaments: HashMap<Id, (Official, Proceedings)>,
}

impl Desk {
    pub(crate) fn new(asking: &Asking) -> Desk {
        Desk {
            asking: asking.clone(),
            tournaments: HashMap::new(),
        }
    }

    /// The tournament with what has happened in it, if the caller runs it.
    pub(crate) fn open(&mut self, c: &mut Conn, tournament: Id) -> Result<&mut (Official, Proceedings), Error> {
        if !self.tournaments.contains_key(&tournament) {
            let loaded = self.asking.run(c, tournament)?;
            self.tournaments.insert(tournament, loaded);
        }
        let opened = self.tournaments.get_mut(&tournament);
        opened.ok_or_else(|| Error::Internal("a tournament that was loaded is gone".to_owned()))
    }

    /// The tournament of the match, if the caller runs it.
    pub(crate) fn tournament(&mut self, c: &mut Conn, of: Id) -> Result<Id, Error> {
        let loaded = |(_, proceedings): &&(Official, Proceedings)| proceedings.matches.iter().any(|one| one.id == of);
        if let Some((_, proceedings)) = self.tournaments.values().find(loaded) {
            return Ok(proceedings.tournament.id);
        }
        let unknown = || UNKNOWN_MATCH.at("/match_id", "There is no match with this id.");
        let tournament = crate::tournaments::matches::store::tournament(c, of)?.ok_or_else(unknown)?;
        self.open(c, tournament)?;
        Ok(tournament)
    }

    /// The match of these two in that round of a tournament.
    pub(crate) fn match_of(
        &mut self,
        c: &mut Conn,
        (tournament, round): (Id, i64),
        players: [Id; 2],
    ) -> Result<Id, Error> {
        let (_, proceedings) = self.open(c, tournament)?;
        let place = |player| proceedings.of_player(player).map(Entry::place);
        let pair = players.map(place);
        let plays = |place: &u32| pair.contains(&Some(*place));
        let found = proceedings.of_round(round).find(|one| one.pair.iter().all(plays));
        let unknown = || UNKNOWN_MATCH.at("/match_id", format!("These two do not meet in round {round}."));
        Ok(found.map(|one| one.id).ok_or_else(unknown)?)
    }

    /// Whether that game of the match is on record.
    pub(crate) fn has_record(&mut self, c: &mut Conn, of: Id, number: i64) -> Result<bool, Error> {
        let tournament = self.tournament(c, of)?;
        let (_, proceedings) = self.open(c, tournament)?;
        Ok(match_in(proceedings, of)?.recorded.contains_key(&number))
    }

    /// Takes in what a record tells: it fits the match, and gives its result once all games are told.
    pub(crate) fn record(&mut self, c: &mut Conn, action: &str, told: &Told) -> Result<(), Error> {
        let tournament = self.tournament(c, told.of)?;
        let asking = self.asking.clone();
        let (official, proceedings) = self.open(c, tournament)?;
        let one = match_in(proceedings, told.of)?.clone();
        rules_on(official, &one, proceedings)?;
        fits(proceedings, told)?;
        let place = |player| proceedings.of_player(player).map(Entry::place);
        let [Some(first), Some(second)] = told.players.map(place) else {
            return Err(Refusal::OtherPlayers.into());
        };
        let games = proceedings.tournament.plan.games;
        let recorded = one.record(games, told.number, [first, second], told.game)?;
        let mut after = one.clone();
        after.recorded.insert(told.number, recorded);
        let is_running = proceedings.tournament.state == State::Running;
        let sheet = after.told_by_records(games).filter(|_| is_running);
        let open = crate::tournaments::matches::routes::is_open(&one, proceedings);
        let entered = sheet
            .map(|sheet| after.enter(sheet, open, official, asking.now))
            .transpose()?;
        crate::tournaments::matches::store::records::keep(c, &proceedings.entries, (one.id, told.number), recorded)?;
        if let Some(entered) = entered {
            crate::tournaments::matches::store::enter(c, &proceedings.entries, &[(one.id, entered.clone())])?;
            let before = after;
            after = with(&before, entered);
            audit::append(
                c,
                asking.now,
                &asking.actor,
                change(action, (&before, &after), proceedings, &asking)?,
            )?;
        }
        if let Some(place) = proceedings.matches.iter().position(|other| other.id == one.id) {
            proceedings.matches[place] = after;
        }
        Ok(())
    }

    /// Takes back what a record told of a game of a match, whose result stays as it is.
    pub(crate) fn forget(&mut self, c: &mut Conn, (of, number): (Id, i64)) -> Result<(), Error> {
        let tournament = self.tournament(c, of)?;
        let (official, proceedings) = self.open(c, tournament)?;
        let found = proceedings.matches.iter().position(|one| one.id == of);
        let found = found.ok_or_else(|| NOT_FOUND.problem("There is no match with this id."))?;
        rules_on(official, &proceedings.matches[found], proceedings)?;
        crate::tournaments::matches::store::records::discard(c, of, number)?;
        proceedings.matches[found].recorded.remove(&number);
        Ok(())
    }
}

/// Refuses what is not of the tournament.
fn fits(proceedings: &Proceedings, told: &Told) -> Result<(), Error> {
    let tournament = &proceedings.tournament;
    let plan = &tournament.plan;
    if !matches!(tournament.state, State::Running | State::Finished | State::Ratified) {
        let detail = format!(
            "The tournament is {}, which does not allow this.",
            tournament.state.word()
        );
        return Err(WRONG_STATE.problem(detail).into());
    }
    if !(plan.starts_on..=plan.ends_on).contains(&told.played_on) {
        let detail = format!("The tournament is played from {} to {}.", plan.starts_on, plan.ends_on);
        return Err(NOT_OF_MATCH.at("/played_on", detail).into());
    }
    if plan.rule_set != told.rule_set.name() {
        let detail = format!("The tournament is played by {}.", plan.rule_set);
        return Err(NOT_OF_MATCH.at("/rule_set", detail).into());
    }
    Ok(())
}
