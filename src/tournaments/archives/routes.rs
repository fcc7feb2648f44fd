//! Finished tournaments as files, over HTTP.

use std::collections::HashMap;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::tournaments::archives::form::{Archive, FORMAT, PlayerForm};
use crate::tournaments::plans::TournamentView;

use crate::accounts::caller::Administrator;
use crate::accounts::{Reach, UNKNOWN_PROVINCE};
use crate::clubs::{self, Club, NewClub};
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::players::person::{Name, Person};
use crate::players::{self, Home, Player};
use crate::provinces;
use crate::tournaments::matches::{self, Entered, Match};
use crate::tournaments::routes::find;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{State, Tournament, store};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, ID_TAKEN};
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};
use crate::web::body::LargeBody;
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_archive).service(create_archive);
}

/// Read a finished tournament as one file
///
/// With everything that it takes to have it on record somewhere else: plan, clubs, players, entries, draws with their
/// reasons, results and byes. It has private data of the players: who may read it looks after all of them.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses(
        (status = 200, description = "The file.", body = Archive),
        (status = 409, description = "In this order: `wrong-state`: the tournament is not over. `disputed`: an umpire has still to rule on a match."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[get("/v1/tournaments/{id}/archive")]
pub(crate) async fn read_archive(
    _caller: Administrator,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<Archive>, Error> {
    let id = id.into_inner();
    let archive = database
        .read(move |c| {
            let tournament = find(c, id)?.at(&[State::Finished, State::Ratified])?;
            let proceedings = store::proceedings(c, tournament)?;
            if let Some(one) = proceedings.matches.iter().find(|one| one.disputed) {
                return Err(matches::MatchRefusal::Disputed(one.board).into());
            }
            let of_players = proceedings.entries.iter().map(|entry| entry.player.club);
            let mut ids: Vec<Id> = proceedings
                .entries
                .iter()
                .map(|entry| entry.club)
                .chain(of_players)
                .collect();
            ids.sort_unstable();
            ids.dedup();
            let mut clubs = clubs::store::find_all(c, &[], &ids)?;
            clubs.sort_unstable_by_key(|club| club.id);
            Ok(Archive::of(proceedings, clubs))
        })
        .await?;
    Ok(Reply::private(archive).kept_as("tournament.json"))
}

/// A tournament that was taken over, and what had to be made for it.
#[derive(Serialize, ToSchema)]
struct TakenOver {
    /// The tournament, finished.
    tournament: TournamentView,
    /// The ids of clubs that were not on record.
    #[schema(example = json!(["019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"]))]
    new_club_ids: Vec<Id>,
    /// The ids of players who were not on record.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"]))]
    new_player_ids: Vec<Id>,
}

/// Take over a finished tournament from a file
///
/// As `GET /v1/tournaments/{id}/archive` gives it, of another installation. Clubs are known again by id or code, players by id
/// or by names and birth date; who is not on record is put on record, with a new number, which is all there is of those whose
/// data was erased. Every round is drawn again from what was known then: who meets otherwise is paired by an umpire's orders,
/// or the file is refused with `not-the-draw`. The tournament is finished here; its results are confirmed by a second person,
/// and ratified, anew. A file may have 10 MiB.
#[utoipa::path(
    tag = "tournaments",
    request_body = Archive,
    responses(
        (status = 201, description = "The tournament, and what had to be made for it.", body = TakenOver),
        (status = 409, description = "`id-taken`: another tournament has the id, or an id in the file is taken."),
        (status = 422, description = "`unknown-rule-set`, `unknown-province`: there is no such rule set or province."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/archives")]
pub(crate) async fn create_archive(
    caller: Administrator,
    LargeBody(archive, request): LargeBody<Archive>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now, account) = (fingerprint(&archive)?, clock.now(), caller.account());
    if archive.format != FORMAT {
        let wrong = Invalid::new("unknown-format", format!("Only `{FORMAT}` can be read."));
        return Err(Faults::of("/format", wrong).into());
    }
    let plan = archive.plan.clone().plan()?;
    let taking = Taking {
        archive,
        reach: caller.reach().clone(),
        actor: caller.actor().clone(),
        now,
    };
    request
        .once(&database, account, now, move |c| {
            let id = taking.archive.id;
            let location = format!("/v1/tournaments/{id}");
            if let Some(tournament) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                let tournament = TournamentView::from(tournament);
                let known = TakenOver {
                    tournament,
                    new_club_ids: Vec::new(),
                    new_player_ids: Vec::new(),
                };
                return Ok(Reply::private(known).created_at(location));
            }
            let province = taking.archive.province.as_str();
            let found = provinces::store::find(c, province)?;
            let announced = Tournament::announce(plan.clone(), id, (province, found), &taking.reach, now)?;
            let tournament = Tournament {
                state: State::Finished,
                ended_because: taking.archive.ended_because.clone(),
                created_at: taking.archive.created_at,
                ..announced
            };
            if store::are_taken(c, &taking.archive.ids())? {
                return Err(ID_TAKEN
                    .problem("An entry, a round, a match or a bye of the file is on record already.")
                    .into());
            }
            let (clubs, new_club_ids) = taking.clubs(c)?;
            let (players, new_player_ids) = taking.players(c, &clubs)?;
            let proceedings = taking.proceedings(tournament, &players, &clubs, account)?;
            keep(c, &proceedings, &fingerprint)?;
            let tournament = TournamentView::from(proceedings.tournament);
            let change = Change::created("create_archive", "tournament", id, &tournament)?;
            audit::append(c, now, &taking.actor, change)?;
            Ok(Reply::private(TakenOver {
                tournament,
                new_club_ids,
                new_player_ids,
            })
            .created_at(location))
        })
        .await
}

/// A file that is taken over.
struct Taking {
    archive: Archive,
    reach: Reach,
    actor: Actor,
    now: Timestamp,
}

impl Taking {
    /// The ids that the clubs of the file have here, and those that are new.
    fn clubs(&self, c: &mut Conn) -> Result<(HashMap<Id, Id>, Vec<Id>), Error> {
        let codes: Vec<&str> = self.archive.clubs.iter().map(|club| club.code.as_str()).collect();
        let ids: Vec<Id> = self.archive.clubs.iter().map(|club| club.id).collect();
        let known = clubs::store::find_all(c, &codes, &ids)?;
        let (mut here, mut new) = (HashMap::new(), Vec::new());
        for (place, form) in self.archive.clubs.iter().enumerate() {
            let same = known.iter().find(|club| club.id == form.id);
            if let Some(club) = same.or_else(|| known.iter().find(|club| club.code.as_str() == form.code)) {
                here.insert(form.id, club.id);
                continue;
            }
            let province = form.province.as_str().to_owned();
            let found = provinces::store::find(c, &province)?;
            let asked = NewClub::parse(&form.code, &form.name, form.kind, province);
            let asked = asked.map_err(|faults| faults.below(&format!("/clubs/{place}")))?;
            let club = Club::admit(asked, form.id, found, &self.reach, self.now)?;
            clubs::store::insert(c, &club, &fingerprint(form)?)?;
            audit::append(
                c,
                self.now,
                &self.actor,
                Change::created("create_archive", "club", club.id, form)?,
            )?;
            here.insert(form.id, club.id);
            new.push(club.id);
        }
        Ok((here, new))
    }

    /// Those whom the players of the file are here, and those who are new.
    fn players(&self, c: &mut Conn, clubs: &HashMap<Id, Id>) -> Result<(HashMap<Id, Player>, Vec<Id>), Error> {
        let ids: Vec<Id> = self.archive.players.iter().map(|player| player.id).collect();
        let mut here = players::store::find_all(c, &ids)?;
        let mut new = Vec::new();
        for (place, form) in self.archive.players.iter().enumerate() {
            if here.contains_key(&form.id) {
                continue;
            }
            let pointer = format!("/players/{place}");
            let person = form.person(self.now.day()).map_err(|faults| faults.below(&pointer))?;
            // Two of the file are two people, whatever their names.
            let taken = |player: &Player| here.values().any(|other: &Player| other.id == player.id);
            let namesakes = namesakes(c, person.as_ref(), &self.reach)?;
            if let Some(player) = namesakes.into_iter().find(|player| !taken(player)) {
                here.insert(form.id, player);
                continue;
            }
            let player = self.player(c, (form, person), clubs, &pointer)?;
            audit::append(
                c,
                self.now,
                &self.actor,
                Change::created("create_archive", "player", player.id, form)?,
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
        (form, person): (&PlayerForm, Option<Person>),
        clubs: &HashMap<Id, Id>,
        pointer: &str,
    ) -> Result<Player, Error> {
        let unknown = || {
            Faults::of(
                &format!("{pointer}/club_id"),
                Invalid::new("unknown", "Is not in the file."),
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
        let last = players::store::last_number(c)?;
        let (player, fingerprint) = match person {
            Some(person) => (
                Player::register(person, form.id, home, &club, last, self.now)?,
                fingerprint(form)?,
            ),
            None => (Player::pseudonym(form.id, home, &club, last, self.now)?, String::new()),
        };
        players::store::insert(c, &player, &fingerprint)?;
        Ok(player)
    }

    /// Everything that happened in the tournament, if it fits together.
    fn proceedings(
        &self,
        tournament: Tournament,
        players: &HashMap<Id, Player>,
        clubs: &HashMap<Id, Id>,
        account: Id,
    ) -> Result<Proceedings, Error> {
        let mut faults = Faults::default();
        self.archive.check(&mut faults);
        let entries = self.archive.entries(players, clubs, &mut faults);
        let (rounds, matches) = self.archive.rounds(account, &mut faults);
        let byes = self.archive.byes(self.now, &mut faults);
        if !faults.is_empty() {
            return Err(faults.into());
        }
        let proceedings = Proceedings {
            tournament,
            entries,
            rounds,
            matches,
            byes,
        };
        let last = proceedings.next_round() - 1;
        proceedings.standings(last).map_err(|error| {
            let message = format!("What happened does not fit together: {error}.");
            Faults::of("/rounds", Invalid::new("inconsistent", message))
        })?;
        let altered = proceedings
            .rounds
            .iter()
            .position(|round| !proceedings.is_as_drawn(round));
        if let Some(place) = altered {
            let message = "Is neither the draw from what was known then, nor what an umpire was free to order.";
            return Err(Faults::of(&format!("/rounds/{place}/draw"), Invalid::new("not-the-draw", message)).into());
        }
        Ok(proceedings)
    }
}

/// Those on record with these names and that birth date. Whose data was erased is known by id alone.
fn namesakes(c: &mut Conn, person: Option<&Person>, reach: &Reach) -> Result<Vec<Player>, Error> {
    let Some(person) = person else { return Ok(Vec::new()) };
    let names: [&Name; 1] = [&person.name];
    let found = players::store::batches::namesakes(c, &names, reach)?;
    let same = |player: &Player| {
        player
            .person
            .as_ref()
            .is_some_and(|other| other.birth_date == person.birth_date)
    };
    Ok(found.into_iter().filter(same).collect())
}

fn keep(c: &mut Conn, proceedings: &Proceedings, fingerprint: &str) -> Result<(), Error> {
    store::insert(c, &proceedings.tournament, fingerprint)?;
    for entry in &proceedings.entries {
        crate::tournaments::entries::store::insert(c, entry, "")?;
        crate::tournaments::entries::store::absent(c, entry)?;
    }
    for round in &proceedings.rounds {
        crate::tournaments::rounds::store::insert(c, round)?;
    }
    crate::tournaments::matches::store::insert(c, &proceedings.entries, &proceedings.matches)?;
    let of_match = |one: &Match| {
        one.results
            .iter()
            .map(|result| (one.id, result.clone()))
            .collect::<Vec<_>>()
    };
    let results: Vec<(Id, Entered)> = proceedings.matches.iter().flat_map(of_match).collect();
    crate::tournaments::matches::store::enter(c, &proceedings.entries, &results)?;
    for bye in &proceedings.byes {
        crate::tournaments::byes::store::insert(c, bye)?;
    }
    Ok(())
}
