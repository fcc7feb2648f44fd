//! Steps: the parts in which an import is carried out that was judged good, each small enough that other writers hardly
//! wait for it. A club goes with its affiliations, a player with the registrations, and clubs come first: so nobody sees
//! the one without the other. They are kept until they are carried out, so that a service that takes up the work goes on
//! where the one before has stopped.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::clubs::affiliations::Affiliation;
use crate::clubs::{self, Club, ClubCode, ClubKind};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::imports::plan::{Altered, ImportPlan};
use crate::operations::Operation;
use crate::players::registrations::{self, Basis, Division, Registration};
use crate::players::residences::{self, Residence};
use crate::players::store::batches;
use crate::players::{self, Home, Name, Number, Person, Player, PlayerRefusal, Sex};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AffiliationId, ClubId, Id, PlayerId, RegistrationId};

/// Things of a step: few enough that it takes a tenth of a second at most.
const THINGS: u64 = 250;

/// The operation by which the audit trail names the changes.
const ACTION: Operation = Operation::create_import;

/// A part of an import: things as they are to be.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    /// The time of the judgement: from then on everything holds.
    at: Timestamp,
    clubs: Vec<ClubStep>,
    affiliations: Vec<AffiliationStep>,
    players: Vec<PlayerStep>,
    registrations: Vec<RegistrationStep>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ClubStep {
    id: ClubId,
    code: String,
    name: String,
    kind: ClubKind,
    province: String,
    is_new: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct AffiliationStep {
    id: AffiliationId,
    club: ClubId,
    year: GamingYear,
    paid_on: Option<NaiveDate>,
}

#[derive(Debug, Serialize, Deserialize)]
struct PlayerStep {
    id: PlayerId,
    family_name: String,
    given_names: Option<String>,
    birth_date: NaiveDate,
    sex: Sex,
    #[serde(default)]
    nationality: Option<Country>,
    province: String,
    region: Option<String>,
    club: ClubId,
    is_new: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct RegistrationStep {
    id: RegistrationId,
    player: PlayerId,
    club: ClubId,
    year: GamingYear,
    basis: Basis,
    division: Division,
    paid_on: Option<NaiveDate>,
}

/// Gives the new ids to the new players and registrations in their order, since what is written side by side in an index is
/// written faster: ids of one moment are in none.
fn sort_ids(plan: &mut ImportPlan) {
    let new = plan.players.iter_mut().filter(|player| player.before.is_none());
    let mut new: Vec<&mut PlayerId> = new.map(|player| &mut player.after.id).collect();
    let players: HashMap<PlayerId, PlayerId> = sorted(&mut new);
    for registration in &mut plan.registrations {
        if let Some(id) = players.get(&registration.after.player) {
            registration.after.player = *id;
        }
    }
    let new = plan.registrations.iter_mut().filter(|one| one.before.is_none());
    sorted(&mut new.map(|one| &mut one.after.id).collect::<Vec<_>>());
}

/// Sorts the ids, and tells which one stands where another one stood.
fn sorted<I: Copy + Ord + Hash>(ids: &mut [&mut I]) -> HashMap<I, I> {
    let before: Vec<I> = ids.iter().map(|id| **id).collect();
    let mut after = before.clone();
    after.sort_unstable();
    for (id, after) in ids.iter_mut().zip(&after) {
        **id = *after;
    }
    before.into_iter().zip(after).collect()
}

/// The parts that belong together, by the club or the player.
struct Bundles {
    at: Timestamp,
    places: HashMap<Id, usize>,
    steps: Vec<Step>,
}

impl Bundles {
    fn of(&mut self, id: impl Into<Id>) -> &mut Step {
        let place = *self.places.entry(id.into()).or_insert_with(|| {
            self.steps.push(Step::new(self.at));
            self.steps.len() - 1
        });
        &mut self.steps[place]
    }
}

impl Step {
    fn new(at: Timestamp) -> Step {
        Step {
            at,
            clubs: Vec::new(),
            affiliations: Vec::new(),
            players: Vec::new(),
            registrations: Vec::new(),
        }
    }

    /// The steps of an import that was judged at that time, in their order.
    ///
    /// # Errors
    /// A player of the plan is none of whom anything is known.
    pub(crate) fn all(mut plan: ImportPlan, at: Timestamp) -> Result<Vec<Step>, Error> {
        sort_ids(&mut plan);
        let mut bundles = Bundles {
            at,
            places: HashMap::new(),
            steps: Vec::new(),
        };
        for club in plan.clubs {
            bundles.of(club.after.id).clubs.push(club.into());
        }
        for affiliation in plan.affiliations {
            bundles.of(affiliation.after.club).affiliations.push(affiliation.into());
        }
        for player in plan.players {
            bundles.of(player.after.id).players.push(player.try_into()?);
        }
        for registration in plan.registrations {
            bundles
                .of(registration.after.player)
                .registrations
                .push(registration.into());
        }
        let mut steps: Vec<Step> = Vec::new();
        for bundle in bundles.steps {
            match steps.last_mut().filter(|step| step.things() < THINGS) {
                Some(step) => step.add(bundle),
                None => steps.push(bundle),
            }
        }
        Ok(steps)
    }

    fn add(&mut self, other: Step) {
        self.clubs.extend(other.clubs);
        self.affiliations.extend(other.affiliations);
        self.players.extend(other.players);
        self.registrations.extend(other.registrations);
    }

    /// The number of things that it changes.
    pub(crate) fn things(&self) -> u64 {
        let things = self.clubs.len() + self.affiliations.len() + self.players.len() + self.registrations.len();
        u64::try_from(things).unwrap_or(u64::MAX)
    }

    /// The names of all that nobody else may change until it is carried out: things that are on record, and codes that are to be taken.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let new_clubs: HashSet<ClubId> = self
            .clubs
            .iter()
            .filter(|club| club.is_new)
            .map(|club| club.id)
            .collect();
        let codes = self
            .clubs
            .iter()
            .filter(|club| club.is_new)
            .map(|club| club.code.clone());
        let clubs = self.clubs.iter().map(|club| club.id);
        let clubs = clubs.chain(self.affiliations.iter().map(|one| one.club));
        let clubs = clubs.filter(|id| !new_clubs.contains(id)).map(|id| id.to_string());
        let players = self.known_players().into_iter().map(|id| id.to_string());
        codes.chain(clubs).chain(players).collect()
    }

    /// The players that are on record already.
    fn known_players(&self) -> Vec<PlayerId> {
        let new = self.players.iter().filter(|player| player.is_new);
        let new: HashSet<PlayerId> = new.map(|player| player.id).collect();
        let all = self.players.iter().map(|player| player.id);
        let all: BTreeSet<PlayerId> = all.chain(self.registrations.iter().map(|one| one.player)).collect();
        all.into_iter().filter(|id| !new.contains(id)).collect()
    }

    /// All that is to be held for the steps. What no step lets go is held to the end: that nobody else imports players of a
    /// club, of whom it would not be known that they are those of this import.
    pub(crate) fn names_of(steps: &[Step]) -> BTreeSet<String> {
        let new_clubs = steps.iter().flat_map(|step| &step.clubs).filter(|club| club.is_new);
        let new_clubs: HashSet<ClubId> = new_clubs.map(|club| club.id).collect();
        let new = steps
            .iter()
            .flat_map(|step| &step.players)
            .filter(|player| player.is_new);
        let joined: HashSet<ClubId> = new.map(|player| player.club).collect();
        let joined = joined.difference(&new_clubs).map(|club| format!("players of {club}"));
        steps.iter().flat_map(Step::names).chain(joined).collect()
    }

    /// Saves the things as they are to be, each with its row in the audit trail.
    pub(crate) fn save(&self, c: &mut Conn, actor: &Actor) -> Result<(), Error> {
        let mut changes = Vec::new();
        self.save_clubs(c, &mut changes)?;
        self.save_affiliations(c, &mut changes)?;
        let players = self.save_players(c, &mut changes)?;
        self.save_registrations(c, &players, &mut changes)?;
        audit::append_held(c, self.at, actor, changes)
    }

    fn save_clubs(&self, c: &mut Conn, changes: &mut Vec<Change<'_>>) -> Result<(), Error> {
        let ids: Vec<ClubId> = self.clubs.iter().map(|club| club.id).collect();
        let before = clubs::store::find_all(c, &[], &ids)?;
        let mut before: HashMap<ClubId, Club> = before.into_iter().map(|club| (club.id, club)).collect();
        for step in &self.clubs {
            let before = before.remove(&step.id);
            let after = Club {
                id: step.id,
                code: ClubCode::parse(&step.code).map_err(|invalid| Error::Internal(invalid.message))?,
                name: step.name.clone(),
                kind: step.kind,
                province: step.province.clone(),
                created_at: before.as_ref().map_or(self.at, |club| club.created_at),
            };
            match &before {
                Some(_) => clubs::store::update(c, &after)?,
                None => clubs::store::insert(c, &after)?,
            }
            changes.push(change("club", after.id, before.as_ref(), &after)?);
        }
        Ok(())
    }

    fn save_affiliations(&self, c: &mut Conn, changes: &mut Vec<Change<'_>>) -> Result<(), Error> {
        let of: BTreeSet<ClubId> = self.affiliations.iter().map(|one| one.club).collect();
        let before = clubs::affiliations::store::find_of(c, &of.into_iter().collect::<Vec<_>>())?;
        let mut before: HashMap<AffiliationId, Affiliation> = before.into_iter().map(|one| (one.id, one)).collect();
        for step in &self.affiliations {
            let before = before.remove(&step.id);
            let after = Affiliation {
                id: step.id,
                club: step.club,
                year: step.year,
                paid_on: step.paid_on,
                created_at: before.as_ref().map_or(self.at, |one| one.created_at),
                withdrawn_at: None,
                withdrawn_because: None,
            };
            match &before {
                Some(_) => clubs::affiliations::store::update(c, &after)?,
                None => clubs::affiliations::store::insert(c, &after)?,
            }
            changes.push(change("affiliation", after.id, before.as_ref(), &after)?);
        }
        Ok(())
    }

    /// Saves the players, and gives all of the step as they are then.
    fn save_players(&self, c: &mut Conn, changes: &mut Vec<Change<'_>>) -> Result<HashMap<PlayerId, Player>, Error> {
        let mut players = players::store::find_many(c, &self.known_players())?;
        // Others have registered players since the rows were judged: the numbers are the next ones now.
        let new = self.players.iter().filter(|step| step.is_new).count();
        let mut numbers = players::store::fresh_numbers(c, new)?.into_iter();
        let (mut new, mut altered, mut homes) = (Vec::new(), Vec::new(), Vec::new());
        for step in &self.players {
            if step.is_new {
                let number = numbers.next().ok_or(PlayerRefusal::NumbersUsedUp)?;
                let player = step.register(number, self.at);
                changes.push(Change::created(ACTION, "player", player.id, &player.particulars()?)?);
                new.push(player);
                continue;
            }
            let before = players.remove(&step.id);
            let before = before.ok_or_else(|| Error::Internal(format!("player {} is missing", step.id)))?;
            let was = before.particulars()?;
            if before.home != step.home() {
                homes.push(Residence {
                    player: step.id,
                    since: self.at.day(),
                    home: step.home(),
                    recorded_at: self.at,
                });
            }
            let after = Player {
                home: step.home(),
                ..before.with(step.person())
            };
            changes.push(Change::altered(
                ACTION,
                "player",
                after.id,
                &was,
                &after.particulars()?,
            )?);
            altered.push(after);
        }
        batches::insert(c, &new.iter().collect::<Vec<_>>())?;
        batches::update(c, &altered.iter().collect::<Vec<_>>())?;
        residences::store::keep_all(c, &homes)?;
        players.extend(new.into_iter().chain(altered).map(|player| (player.id, player)));
        Ok(players)
    }

    fn save_registrations(
        &self,
        c: &mut Conn,
        players: &HashMap<PlayerId, Player>,
        changes: &mut Vec<Change<'_>>,
    ) -> Result<(), Error> {
        let before = registrations::store::find_of_all(c, &self.known_players())?;
        let mut before: HashMap<RegistrationId, Registration> = before.into_iter().map(|one| (one.id, one)).collect();
        let (mut new, mut altered) = (Vec::new(), Vec::new());
        for step in &self.registrations {
            let before = before.remove(&step.id);
            let after = Registration {
                id: step.id,
                player: step.player,
                club: step.club,
                year: step.year,
                basis: step.basis,
                division: step.division,
                paid_on: step.paid_on,
                created_at: before.as_ref().map_or(self.at, |one| one.created_at),
                withdrawn_at: None,
                withdrawn_because: None,
            };
            let player = players.get(&step.player);
            let player = player.ok_or_else(|| Error::Internal(format!("player {} is missing", step.player)))?;
            let evidence = |one: &Registration| one.evidence(player, self.at.day());
            let was = before.as_ref().map(evidence);
            changes.push(change("registration", after.id, was.as_ref(), &evidence(&after))?);
            match before {
                Some(_) => altered.push(after),
                None => new.push(after),
            }
        }
        registrations::store::update_all(c, &altered.iter().collect::<Vec<_>>())?;
        registrations::store::insert_all(c, &new.iter().collect::<Vec<_>>())
    }
}

impl PlayerStep {
    fn person(&self) -> Person {
        Person {
            name: Name {
                family: self.family_name.clone(),
                given: self.given_names.clone(),
            },
            birth_date: self.birth_date,
            sex: self.sex,
            nationality: self.nationality,
        }
    }

    fn home(&self) -> Home {
        Home {
            province: self.province.clone(),
            region: self.region.clone(),
        }
    }

    fn register(&self, number: Number, at: Timestamp) -> Player {
        Player::pseudonym(self.id, self.home(), self.club, number, at).with(self.person())
    }
}

impl From<Altered<Club>> for ClubStep {
    fn from(Altered { before, after }: Altered<Club>) -> ClubStep {
        ClubStep {
            id: after.id,
            code: after.code.to_string(),
            name: after.name,
            kind: after.kind,
            province: after.province,
            is_new: before.is_none(),
        }
    }
}

impl From<Altered<Affiliation>> for AffiliationStep {
    fn from(Altered { after, .. }: Altered<Affiliation>) -> AffiliationStep {
        AffiliationStep {
            id: after.id,
            club: after.club,
            year: after.year,
            paid_on: after.paid_on,
        }
    }
}

impl TryFrom<Altered<Player>> for PlayerStep {
    type Error = PlayerRefusal;

    fn try_from(Altered { before, after }: Altered<Player>) -> Result<PlayerStep, PlayerRefusal> {
        let Person {
            name,
            birth_date,
            sex,
            nationality,
        } = after.person.ok_or(PlayerRefusal::Erased)?;
        Ok(PlayerStep {
            id: after.id,
            family_name: name.family,
            given_names: name.given,
            birth_date,
            sex,
            nationality,
            province: after.home.province,
            region: after.home.region,
            club: after.club,
            is_new: before.is_none(),
        })
    }
}

impl From<Altered<Registration>> for RegistrationStep {
    fn from(Altered { after, .. }: Altered<Registration>) -> RegistrationStep {
        RegistrationStep {
            id: after.id,
            player: after.player,
            club: after.club,
            year: after.year,
            basis: after.basis,
            division: after.division,
            paid_on: after.paid_on,
        }
    }
}

fn change<T: Serialize>(
    subject: &'static str,
    id: impl std::fmt::Display,
    before: Option<&T>,
    after: &T,
) -> Result<Change<'static>, Error> {
    match before {
        Some(before) => Change::altered(ACTION, subject, id, before, after),
        None => Change::created(ACTION, subject, id, after),
    }
}
