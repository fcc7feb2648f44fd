//! Finished tournaments written to files and taken over from them: loaded, decided and saved.

use std::collections::HashMap;

use crate::accounts::{Caller, Reach, UNKNOWN_PROVINCE};
use crate::clubs::{self, Club, NewClub};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::person::{Name, Person};
use crate::players::{self, Home, Player};
use crate::provinces;
use crate::tournaments::archives::form::{Archive, FORMAT, PlayerForm};
use crate::tournaments::matches::{self};
use crate::tournaments::model::{
    Entered, Match, Tournament, TournamentAction, TournamentPlan, TournamentSnapshot, TournamentState,
};
use crate::tournaments::{self, byes, entries, rounds, teams};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, ID_TAKEN};
use crate::values::id::{ClubId, MatchId, PlayerId, TournamentId};
use crate::values::validation::{Faults, ValueError};
use crate::web::idempotency::Creation;

/// The file of a tournament that is over.
pub fn read(c: &mut Conn, tournament: TournamentId) -> Result<Archive, Error> {
    let tournament = tournaments::use_cases::read(c, tournament)?;
    let tournament = tournament.allowing(TournamentAction::Archive)?;
    let snapshot = tournaments::store::snapshot(c, tournament)?;
    if let Some(paired) = snapshot.matches.iter().find(|paired| paired.disputed) {
        return Err(matches::MatchRefusal::Disputed(paired.board).into());
    }
    let represented = snapshot.entries.iter().filter_map(|entry| entry.club);
    let entered = snapshot.entries.iter().filter_map(|entry| entry.player.player());
    let of_players = entered.map(|player| player.club);
    let of_teams = snapshot.teams.iter().filter_map(|team| team.club);
    let mut ids: Vec<ClubId> = represented.chain(of_players).chain(of_teams).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut clubs = clubs::store::find_all(c, &[], &ids)?;
    clubs.sort_unstable_by_key(|club| club.id);
    Ok(Archive::of(snapshot, clubs)?)
}

/// A file to be taken over.
pub struct NewArchive {
    pub(crate) creation: Creation<TournamentId>,
    pub(crate) archive: Archive,
    /// The plan of the file, tidied.
    pub(crate) plan: TournamentPlan,
}

impl NewArchive {
    /// The file that was sent, as far as it can be judged by itself.
    ///
    /// # Errors
    /// It has another form, or its plan has a fault.
    pub fn of(archive: Archive, now: Timestamp) -> Result<NewArchive, Error> {
        let creation = Creation::of(Some(archive.id), &archive, now)?;
        if archive.format != FORMAT {
            let wrong = ValueError::new("unknown-format", format!("Only `{FORMAT}` can be read."));
            return Err(Faults::of("/format", wrong).into());
        }
        Ok(NewArchive {
            creation,
            plan: archive.plan.clone().parse().map_err(|error| error.below("/plan"))?,
            archive,
        })
    }
}

/// A tournament that was taken over, and what had to be made for it.
pub struct TakenOver {
    pub tournament: Tournament,
    pub(crate) new_clubs: Vec<ClubId>,
    pub(crate) new_players: Vec<PlayerId>,
}

/// Takes over a finished tournament.
pub fn take_over(c: &mut Conn, by: &Caller, new: &NewArchive) -> Result<TakenOver, Error> {
    let NewArchive {
        creation,
        archive,
        plan,
    } = new;
    let existing = tournaments::store::find(c, archive.id)?;
    if let Some(tournament) = creation.earlier(c, existing)? {
        let (new_clubs, new_players) = (Vec::new(), Vec::new());
        return Ok(TakenOver {
            tournament,
            new_clubs,
            new_players,
        });
    }
    let province = archive.province.as_str();
    let found = provinces::store::find(c, province)?;
    let announced = Tournament::announce(
        plan.clone(),
        archive.id,
        province,
        found,
        archive.readings,
        &by.reach,
        by.now,
    )?;
    let tournament = Tournament {
        state: TournamentState::Finished,
        ended_because: archive.ended_because.clone(),
        decisions: archive.decisions(),
        created_at: archive.created_at,
        ..announced
    };
    if tournaments::store::are_taken(c, &archive.ids())? {
        return Err(ID_TAKEN
            .problem("An entry, a round, a match, a bye or a team of the file is on record already.")
            .into());
    }
    let taking = Taking { archive, by };
    let (clubs, new_clubs) = taking.clubs(c)?;
    let (players, new_players) = taking.players(c, &clubs)?;
    let snapshot = taking.snapshot(tournament, &players, &clubs)?;
    keep(c, &snapshot)?;
    creation.keep(c)?;
    let tournament = snapshot.tournament;
    let change = Change::created(Operation::create_archive, "tournament", tournament.id, &tournament)?;
    by.audit(c, change)?;
    Ok(TakenOver {
        tournament,
        new_clubs,
        new_players,
    })
}

/// A file that is taken over, and who does.
struct Taking<'a> {
    archive: &'a Archive,
    by: &'a Caller,
}

impl Taking<'_> {
    /// The ids that the clubs of the file have here, and those that are new.
    fn clubs(&self, c: &mut Conn) -> Result<(HashMap<ClubId, ClubId>, Vec<ClubId>), Error> {
        let codes: Vec<&str> = self.archive.clubs.iter().map(|club| club.code.as_str()).collect();
        let ids: Vec<ClubId> = self.archive.clubs.iter().map(|club| club.id).collect();
        let known = clubs::store::find_all(c, &codes, &ids)?;
        let (mut here, mut new) = (HashMap::new(), Vec::new());
        for (index, form) in self.archive.clubs.iter().enumerate() {
            let province = form.province.as_str().to_owned();
            let asked = NewClub::parse(&form.code, &form.name, form.kind, province);
            let asked = asked.map_err(|faults| faults.below(&format!("/clubs/{index}")))?;
            let same = known.iter().find(|club| club.id == form.id);
            if let Some(club) = same.or_else(|| known.iter().find(|club| club.code.as_str() == form.code)) {
                here.insert(form.id, club.id);
                continue;
            }
            let found = provinces::store::find(c, form.province.as_str())?;
            let club = Club::admit(asked, form.id, found, &self.by.reach, self.by.now)?;
            clubs::store::insert(c, &club)?;
            Creation::of(Some(form.id), form, self.by.now)?.keep(c)?;
            self.by
                .audit(c, Change::created(Operation::create_archive, "club", club.id, form)?)?;
            here.insert(form.id, club.id);
            new.push(club.id);
        }
        Ok((here, new))
    }

    /// The players of the file as they are here, and the ids of the new ones.
    fn players(
        &self,
        c: &mut Conn,
        clubs: &HashMap<ClubId, ClubId>,
    ) -> Result<(HashMap<PlayerId, Player>, Vec<PlayerId>), Error> {
        let ids: Vec<PlayerId> = self.archive.players.iter().map(|player| player.id).collect();
        let mut here = players::store::find_all(c, &ids)?;
        let mut new = Vec::new();
        for (index, form) in self.archive.players.iter().enumerate() {
            let pointer = format!("/players/{index}");
            let person = form.person(self.by.today()).map_err(|faults| faults.below(&pointer))?;
            if here.contains_key(&form.id) {
                continue;
            }
            // Two of the file are two people, whatever their names.
            let taken = |player: &Player| here.values().any(|known: &Player| known.id == player.id);
            let namesakes = namesakes(c, person.as_ref(), &self.by.reach)?;
            if let Some(player) = namesakes.into_iter().find(|player| !taken(player)) {
                here.insert(form.id, player);
                continue;
            }
            let player = self.player(c, form, person, clubs, &pointer)?;
            self.by.audit(
                c,
                Change::created(Operation::create_archive, "player", player.id, form)?,
            )?;
            new.push(player.id);
            here.insert(form.id, player);
        }
        Ok((here, new))
    }

    /// Puts a player of the file on record; one whose data was erased as what erasure leaves: a number and the results.
    fn player(
        &self,
        c: &mut Conn,
        form: &PlayerForm,
        person: Option<Person>,
        clubs: &HashMap<ClubId, ClubId>,
        pointer: &str,
    ) -> Result<Player, Error> {
        let unknown = || {
            Faults::of(
                &format!("{pointer}/club_id"),
                ValueError::new("unknown", "Is not in the file."),
            )
        };
        let club = *clubs.get(&form.club_id).ok_or_else(unknown)?;
        let club = clubs::store::find_all(c, &[], &[club])?.pop();
        let club = club.ok_or_else(|| Error::Internal("a club that was just there".to_owned()))?;
        let asked = form.province.as_str();
        let missing = || UNKNOWN_PROVINCE.at(&format!("{pointer}/province"), format!("There is no province {asked}."));
        let province = provinces::store::find(c, asked)?.ok_or_else(missing)?;
        let home = Home {
            province: province.code,
            region: None,
        };
        let number = players::store::fresh_number(c)?;
        let player = match person {
            Some(person) => Player::register(person, form.id, home, &club, number, self.by.now),
            None => Player::pseudonym(form.id, home, club.id, number, self.by.now),
        };
        players::store::insert(c, &player)?;
        Ok(player)
    }

    /// Everything that happened in the tournament, if it fits together.
    fn snapshot(
        &self,
        tournament: Tournament,
        players: &HashMap<PlayerId, Player>,
        clubs: &HashMap<ClubId, ClubId>,
    ) -> Result<TournamentSnapshot, Error> {
        let snapshot = self
            .archive
            .snapshot(tournament, players, clubs, (self.by.account, self.by.now))?;
        snapshot.standings(snapshot.published_rounds()).map_err(|error| {
            let message = format!("What happened does not fit together: {error}.");
            Faults::of("/rounds", ValueError::new("inconsistent", message))
        })?;
        let altered = snapshot.rounds.iter().position(|round| !snapshot.is_as_drawn(round));
        if let Some(index) = altered {
            let message = "Is neither the draw from what was known then, nor what an umpire was free to order.";
            return Err(Faults::of(
                &format!("/rounds/{index}/draw"),
                ValueError::new("not-the-draw", message),
            )
            .into());
        }
        let differences = self.archive.outcome_differences(&self.archive.alone()?)?;
        if let Some(difference) = differences.first() {
            let message = format!("Is not what the results come to: {difference}.");
            return Err(Faults::of("/outcome", ValueError::new("not-the-outcome", message)).into());
        }
        Ok(snapshot)
    }
}

/// Players on record with these names and that birth date. Whose data was erased is known by id alone.
fn namesakes(c: &mut Conn, person: Option<&Person>, reach: &Reach) -> Result<Vec<Player>, Error> {
    let Some(person) = person else { return Ok(Vec::new()) };
    let names: [&Name; 1] = [&person.name];
    let found = players::store::batches::namesakes(c, &names, reach)?;
    let same = |player: &Player| {
        player
            .person
            .as_ref()
            .is_some_and(|namesake| namesake.birth_date == person.birth_date)
    };
    Ok(found.into_iter().filter(same).collect())
}

/// Keeps the tournament, and everything that happened in it.
fn keep(c: &mut Conn, snapshot: &TournamentSnapshot) -> Result<(), Error> {
    tournaments::store::insert(c, &snapshot.tournament)?;
    for entry in &snapshot.entries {
        entries::store::insert(c, entry)?;
        entries::store::absent(c, entry)?;
    }
    for round in &snapshot.rounds {
        rounds::store::insert(c, round)?;
    }
    matches::store::insert(c, &snapshot.entries, &snapshot.matches)?;
    let of_match = |paired: &Match| {
        paired
            .results
            .iter()
            .map(|result| (paired.id, result.clone()))
            .collect::<Vec<_>>()
    };
    let results: Vec<(MatchId, Entered)> = snapshot.matches.iter().flat_map(of_match).collect();
    matches::store::enter(c, &snapshot.entries, &results)?;
    for bye in &snapshot.byes {
        byes::store::insert(c, bye)?;
    }
    for team in &snapshot.teams {
        teams::store::insert(c, team)?;
    }
    Ok(())
}
