//! The rows of an export: all that the caller looks after.

use std::collections::HashMap;

use crate::accounts::{Caller, OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::exports::Exported;
use crate::imports::ImportFile;
use crate::players::registrations::{self, Registration};
use crate::players::{self, Player, club_within};
use crate::provinces;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::names;

/// Rows that are read at a time.
const ROWS: i64 = 500;

/// The rows to export.
#[derive(Debug, Clone, Default)]
pub struct ExportFilter {
    /// The province of the club.
    pub province: Option<String>,
    pub club: Option<ClubId>,
    pub year: Option<GamingYear>,
}

/// The rows of the file that the caller looks after, in the order of the clubs' names.
pub fn export(c: &mut Conn, by: &Caller, file: ImportFile, filter: &ExportFilter) -> Result<Vec<Exported>, Error> {
    let reach = &by.reach;
    if let Some(club) = filter.club {
        club_within(clubs::store::find(c, club)?, club, reach)?;
    }
    if let Some(province) = &filter.province {
        let unknown = || UNKNOWN_PROVINCE.at("/province", format!("There is no province {province}."));
        let province = provinces::store::find(c, province)?.ok_or_else(unknown)?;
        if !reach.covers_province(&province.code) && reach.clubs().is_empty() {
            let detail = format!("You do not look after {}.", province.name);
            return Err(OUT_OF_SCOPE.problem(detail).into());
        }
    }
    let clubs = clubs_within(c, filter, reach)?;
    match file {
        ImportFile::Clubs => Ok(clubs.into_iter().map(Exported::Club).collect()),
        ImportFile::Affiliations => {
            let ids: Vec<ClubId> = clubs.iter().map(|club| club.id).collect();
            let mut affiliations = clubs::affiliations::store::find_of(c, &ids)?;
            affiliations.retain(|affiliation| filter.year.is_none_or(|year| affiliation.year == year));
            affiliations.sort_by_key(|affiliation| affiliation.year);
            let of = by_club(affiliations, |affiliation| affiliation.club);
            let pair = |(club, affiliation)| Exported::Affiliation(affiliation, club);
            Ok(with_each(clubs, of).map(pair).collect())
        }
        ImportFile::Players => {
            let of = by_club(members(c, filter, reach)?, |player| player.club);
            Ok(with_each(clubs, of)
                .map(|(club, player)| Exported::Player(player, club))
                .collect())
        }
        ImportFile::Registrations => registrations(c, clubs, filter, reach),
    }
}

fn clubs_within(c: &mut Conn, filter: &ExportFilter, reach: &Reach) -> Result<Vec<Club>, Error> {
    if let Some(id) = filter.club {
        let club = clubs::store::find(c, id)?.filter(|club| reach.covers_club(club.id, &club.province));
        let in_province = |club: &Club| {
            filter
                .province
                .as_ref()
                .is_none_or(|province| *province == club.province)
        };
        return Ok(club.into_iter().filter(in_province).collect());
    }
    let (mut clubs, mut after) = (Vec::new(), None);
    loop {
        let page = clubs::store::ClubFilter {
            province: filter.province.clone(),
            after,
            ..Default::default()
        };
        let page = clubs::store::list(c, page, ROWS)?;
        let Some(last) = page.last() else { return Ok(clubs) };
        after = Some((names::fold(&last.name), last.id));
        clubs.extend(
            page.into_iter()
                .filter(|club| reach.covers_club(club.id, &club.province)),
        );
    }
}

fn members(c: &mut Conn, filter: &ExportFilter, reach: &Reach) -> Result<Vec<Player>, Error> {
    let (mut members, mut after) = (Vec::new(), None);
    loop {
        let order = players::particulars::store::ParticularsOrder::Number { after };
        let page = players::particulars::store::ParticularsFilter {
            club: filter.club,
            order,
            ..Default::default()
        };
        let page = players::particulars::store::list(c, page, reach, Some(ROWS))?;
        let Some(last) = page.last() else { return Ok(members) };
        after = Some(last.number.stored());
        members.extend(page);
    }
}

fn registrations(c: &mut Conn, clubs: Vec<Club>, filter: &ExportFilter, reach: &Reach) -> Result<Vec<Exported>, Error> {
    let (mut found, mut players, mut after) = (Vec::new(), HashMap::new(), None);
    loop {
        let ExportFilter { province, club, year } = filter.clone();
        let page = players::registrations::store::RegistrationFilter {
            year,
            province,
            club,
            after,
            ..Default::default()
        };
        let page = registrations::store::list(c, page, reach, Some(ROWS))?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        let ids: Vec<PlayerId> = page.iter().map(|registration| registration.player).collect();
        players.extend(players::store::find_all(c, &ids)?);
        found.extend(page);
    }
    let row = |(club, registration): (Club, Registration)| {
        // What an entry that was merged kept to itself, the one that stays has too.
        let is_own = |player: &&Player| player.id == registration.player && player.person.is_some();
        let player = players.get(&registration.player).filter(is_own)?.clone();
        Some(Exported::Registration {
            registration,
            player,
            club,
        })
    };
    Ok(with_each(clubs, by_club(found, |registration| registration.club))
        .filter_map(row)
        .collect())
}

/// Things by the club that they are of.
fn by_club<T>(things: Vec<T>, club: impl Fn(&T) -> ClubId) -> HashMap<ClubId, Vec<T>> {
    let mut of: HashMap<ClubId, Vec<T>> = HashMap::new();
    for thing in things {
        of.entry(club(&thing)).or_default().push(thing);
    }
    of
}

/// Each club with each of its things.
fn with_each<T>(clubs: Vec<Club>, mut of: HashMap<ClubId, Vec<T>>) -> impl Iterator<Item = (Club, T)> {
    clubs.into_iter().flat_map(move |club| {
        let things = of.remove(&club.id).unwrap_or_default();
        things.into_iter().map(move |thing| (club.clone(), thing))
    })
}
