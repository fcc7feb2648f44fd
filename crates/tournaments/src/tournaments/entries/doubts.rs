//! Entries judged again: what each lacks today of the rules by which it was made.

use std::collections::HashMap;

use crate::clubs::affiliations::{self, ClubFees, ClubStanding};
use crate::db::{BATCH, Conn};
use crate::federation;
use crate::players::registrations::Registration;
use crate::players::{registrations, suspensions};
use crate::tournaments::entries::eligibility::{CountedRegistration, Eligibility};
use crate::tournaments::entries::{EntryRefusal, store};
use crate::tournaments::model::{Entry, Tournament};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId, TournamentId};

/// The entries of players in these tournaments that lack something, with everything that they lack.
pub fn lacking(c: &mut Conn, tournaments: &[Tournament]) -> Result<Vec<(Entry, Vec<EntryRefusal>)>, Error> {
    let of_id: HashMap<TournamentId, &Tournament> = tournaments.iter().map(|one| (one.id, one)).collect();
    let ids: Vec<TournamentId> = of_id.keys().copied().collect();
    let mut entries = Vec::new();
    for ids in ids.chunks(BATCH) {
        entries.extend(store::list_of_all(c, ids)?);
    }
    // Who withdrew has no entry to decide on, and an entry of an event that was over came from a file, and met no rule.
    entries.retain(|entry| {
        let ended = of_id.get(&entry.tournament).map(|tournament| tournament.plan.ends_on);
        !entry.is_withdrawn() && ended.is_some_and(|ended| entry.created_at.day() <= ended)
    });
    let players = entries.iter().filter_map(|entry| Some(entry.player.player()?.id));
    let players: Vec<PlayerId> = players.collect();
    let (registrations, mut fees_of) = (by_player(c, &players)?, FeesOfClubs::default());
    let calendar = federation::store::calendar(c)?;
    let suspensions = suspensions::store::list_of(c, &players)?;
    let mut lacking = Vec::new();
    for entry in entries {
        let (Some(tournament), Some(player)) = (of_id.get(&entry.tournament), entry.player.player()) else {
            continue;
        };
        if player.person.is_none() {
            continue;
        }
        let day = tournament.plan.starts_on;
        let days = tournament.days_left(entry.created_at.day());
        let year = calendar.year_of(day);
        let mut counted = Vec::new();
        let own = registrations.get(&player.id).into_iter().flatten();
        for registration in own.filter(|registration| registration.year == year) {
            let fees = fees_of.read(c, registration.club, year)?;
            counted.push(CountedRegistration {
                registration: registration.clone(),
                standing: ClubStanding::of(fees, &calendar, day),
            });
        }
        let is_suspended = |one: &suspensions::Suspension| one.player == player.id && one.holds_within(days);
        let eligibility = Eligibility {
            member_of: player.club,
            asked: entry.club,
            suspended: suspensions.iter().any(is_suspended),
            registrations: counted,
            fee_due: days[0],
        };
        let lacks = eligibility.lacks(&entry, tournament);
        if !lacks.is_empty() {
            lacking.push((entry, lacks));
        }
    }
    Ok(lacking)
}

fn by_player(c: &mut Conn, players: &[PlayerId]) -> Result<HashMap<PlayerId, Vec<Registration>>, Error> {
    let mut of: HashMap<PlayerId, Vec<Registration>> = HashMap::new();
    for registration in registrations::store::find_of_all(c, players)? {
        of.entry(registration.player).or_default().push(registration);
    }
    Ok(of)
}

/// The fees of clubs, each read once.
#[derive(Default)]
struct FeesOfClubs(HashMap<(ClubId, GamingYear), ClubFees>);

impl FeesOfClubs {
    fn read(&mut self, c: &mut Conn, club: ClubId, year: GamingYear) -> Result<&ClubFees, Error> {
        use std::collections::hash_map::Entry::{Occupied, Vacant};
        Ok(match self.0.entry((club, year)) {
            Occupied(known) => known.into_mut(),
            Vacant(unknown) => unknown.insert(affiliations::store::fees(c, club, year)?),
        })
    }
}
