//! The members of the clubs: six hundred people, among them families and many who are under 18.

use chrono::NaiveDate;

use crate::cli::demo::cast::Cast;
use crate::cli::demo::clubs::InventedClub;
use crate::cli::demo::diary::{Diary, Scribe, Season, after, before, creation};
use crate::cli::demo::names::Names;
use crate::cli::demo::player::Strength;
use crate::clubs::ClubKind;
use crate::federation;
use crate::players::consents::{ConsentRelation, Given, Purpose};
use crate::players::pairing_bars::PairingBarRelation;
use crate::players::pairing_bars::use_cases::NewPairingBar;
use crate::players::registrations::use_cases::Registering;
use crate::players::registrations::{Basis, Division, NewRegistration};
use crate::players::use_cases::NewPlayer;
use crate::players::{self, Home, Number, Person, Sex, of_age_if_born_by};
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, RegistrationId};

/// The strength from which on a father or mother has always signed: whoever comes to lead a ranking is named on it.
const WELL_KNOWN: u8 = 80;

/// The wording that guardians sign.
const WORDING: &str = "2026-1";

/// A person before they are registered.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) id: PlayerId,
    /// The number that they will have.
    pub(super) number: Number,
    pub(super) names: Names,
    pub(super) sex: Sex,
    pub(super) born: NaiveDate,
    /// The club, by its index.
    pub(super) club: usize,
    pub(super) division: Division,
    /// The school that enters them beside the club, by its index.
    pub(super) school: Option<usize>,
    /// A relative, by the index among the members.
    pub(super) relative: Option<(usize, PairingBarRelation)>,
    /// The father or mother who has signed that the name may be read.
    pub(super) signed_by: Option<String>,
    pub(super) renewal: Renewal,
}

/// The state of somebody's registration for this gaming year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Renewal {
    /// Registered and paid.
    Paid,
    /// Registered, and owing the fee.
    Owing,
    /// Not registered yet.
    Missing,
}

impl Member {
    pub(super) fn strength(&self) -> Strength {
        Strength::of(self.number)
    }

    /// The person as a club writes them down on that day.
    pub(super) fn person(&self, today: NaiveDate) -> Result<Person, Error> {
        let Names { family, given, .. } = &self.names;
        let person = Person::parse(family, Some(given), self.born, self.sex, Some(Country::HOME), today)?;
        Ok(person)
    }

    pub(super) fn is_minor(&self, today: NaiveDate) -> bool {
        self.born > of_age_if_born_by(today)
    }

    /// Whether the member has had so many birthdays.
    pub(super) fn is_of_years(&self, years: u64, today: NaiveDate) -> bool {
        self.born <= before(today, years * 366)
    }
}

/// The number of members of a club.
fn size(club: &InventedClub) -> usize {
    match club.kind {
        // The club of the secretary who signs in.
        _ if club.code == "DIT" => 20,
        ClubKind::Community => 16,
        ClubKind::School => 14,
        ClubKind::University => 12,
    }
}

/// All members, club by club.
pub(super) fn invented(
    clubs: &[InventedClub],
    season: Season,
    chance: &mut fastrand::Rng,
) -> Result<Vec<Member>, Error> {
    let mut members: Vec<Member> = Vec::new();
    for (index, club) in clubs.iter().enumerate() {
        for nth in 0..size(club) {
            let stored = i64::try_from(members.len() + 1).unwrap_or(i64::MAX);
            let number = Number::from_stored(stored).ok_or_else(|| Error::Internal(format!("no number {stored}")))?;
            let member = invent(clubs, index, (nth, number), &members, season, chance);
            members.push(member);
        }
    }
    Ok(members)
}

fn invent(
    clubs: &[InventedClub],
    club: usize,
    (nth, number): (usize, Number),
    before_them: &[Member],
    season: Season,
    chance: &mut fastrand::Rng,
) -> Member {
    let InventedClub { province, kind, .. } = clubs[club];
    let sex = if chance.bool() { Sex::Female } else { Sex::Male };
    let relation = relation(kind, nth);
    let relative = relation.and_then(|relation| Some((before_them.len().checked_sub(1)?, relation)));
    let kin = relative.and_then(|(index, relation)| Some((before_them.get(index)?, relation)));
    let names = loop {
        let names = match kin {
            Some((kin, relation)) if relation != PairingBarRelation::Partner => kin.names.of_relative(sex, chance),
            _ => Names::of(province, sex, chance),
        };
        if before_them.iter().all(|other| other.names != names) {
            break names;
        }
    };
    let (years, division) = age(kind, nth);
    let born = match kin {
        // The parent is between 24 and 34 years older.
        Some((kin, PairingBarRelation::ParentAndChild)) => before(kin.born, chance.u64(24 * 365..34 * 365)),
        _ => before(season.today(), chance.u64(years.start * 365..years.end * 365)),
    };
    let guardian = Names::of_relative(&names, Sex::Female, chance).full();
    let signs = chance.u8(..8) < 5 || Strength::of(number) >= Strength::new(WELL_KNOWN);
    let is_minor = born > of_age_if_born_by(season.day(2));
    let schools = clubs.iter().enumerate();
    let near = |(_, school): &(usize, &InventedClub)| school.kind == ClubKind::School && school.province == province;
    let enters = kind == ClubKind::Community && division == Division::HighSchool && chance.bool();
    Member {
        id: PlayerId::new(season.now),
        number,
        names,
        sex,
        born,
        club,
        division,
        school: schools.filter(near).map(|(index, _)| index).find(|_| enters),
        relative,
        signed_by: Some(guardian).filter(|_| is_minor && signs),
        renewal: Renewal::Paid,
    }
}

/// The years of the members of a club, and the division in which they compete. Those at school stay in their division for both
/// gaming years.
fn age(kind: ClubKind, nth: usize) -> (std::ops::Range<u64>, Division) {
    match (kind, nth % 8) {
        (ClubKind::School, 6) => (9..13, Division::PrimarySchool),
        (ClubKind::School, _) | (ClubKind::Community, 2 | 5) => (14..18, Division::HighSchool),
        (ClubKind::University, _) => (20..25, Division::Student),
        (ClubKind::Community, 0 | 1) => (35..64, Division::Senior),
        (ClubKind::Community, _) => (19..46, Division::Senior),
    }
}

/// The relation of a member to the one before, if they are relatives.
fn relation(kind: ClubKind, nth: usize) -> Option<PairingBarRelation> {
    match (kind, nth) {
        (ClubKind::School, 3 | 9) | (ClubKind::Community, 7) | (ClubKind::University, 4) => {
            Some(PairingBarRelation::Siblings)
        }
        (ClubKind::Community, 6) => Some(PairingBarRelation::ParentAndChild),
        (ClubKind::Community, 12) => Some(PairingBarRelation::Partner),
        _ => None,
    }
}

/// Notes when the members of each province are registered, for the year before this and for this.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    let [founded, renewed] = cast.season.begins;
    let [last, this] = cast.season.years;
    for (day, (province, _)) in (0..).zip(&cast.office.coordinators) {
        let province = *province;
        diary.on(after(founded, 3 + day), 9, move |scribe| {
            let members = of_province(scribe.cast, province);
            for index in members {
                join(scribe, index, last)?;
            }
            Ok(())
        });
        diary.on(before(renewed, 40 - day), 9, move |scribe| {
            renew(scribe, province, this)
        });
    }
}

/// The members of the clubs of a province, by their indexes.
pub(super) fn of_province(cast: &Cast, province: &str) -> Vec<usize> {
    let of_province = |index: &usize| cast.clubs[cast.members[*index].club].province == province;
    (0..cast.members.len()).filter(of_province).collect()
}

/// Registers a member, with the consent of a guardian and the relatives who are there already.
fn join(scribe: &mut Scribe<'_>, index: usize, year: GamingYear) -> Result<(), Error> {
    let cast = scribe.cast;
    let (member, club) = (&cast.members[index], &cast.clubs[cast.members[index].club]);
    let by = scribe.by(&cast.office.secretaries[member.club]);
    let today = by.today();
    let new = NewPlayer {
        creation: creation(Some(member.id), &by)?,
        person: member.person(today)?,
        home: Home {
            province: club.province.to_owned(),
            region: Some(club.region.to_owned()),
        },
        club: club.id,
    };
    players::use_cases::register(scribe.c, &by, &new)?;
    register(scribe, index, year, true)?;
    if let Some(guardian) = &member.signed_by {
        let relation = ConsentRelation::Parent;
        let given = Given::parse(Some(guardian), relation, Purpose::PublishName, WORDING, today, today)?;
        let by = scribe.by(&cast.office.secretaries[member.club]);
        players::consents::use_cases::give(scribe.c, &by, &member.id.into(), &given)?;
    }
    if let Some((relative, relation)) = member.relative {
        let by = scribe.by(&cast.office.secretaries[member.club]);
        let bar = NewPairingBar {
            creation: creation(None, &by)?,
            players: [member.id, cast.members[relative].id],
            relation,
        };
        players::pairing_bars::use_cases::bar(scribe.c, &by, &bar)?;
    }
    Ok(())
}

fn renew(scribe: &mut Scribe<'_>, province: &str, year: GamingYear) -> Result<(), Error> {
    let cast = scribe.cast;
    for index in of_province(cast, province) {
        match cast.members[index].renewal {
            Renewal::Paid => register(scribe, index, year, true)?,
            Renewal::Owing => register(scribe, index, year, false)?,
            Renewal::Missing => {}
        }
    }
    Ok(())
}

/// Registers a member for a year, by the club and by the school that enters them.
fn register(scribe: &mut Scribe<'_>, index: usize, year: GamingYear, is_paid: bool) -> Result<(), Error> {
    let cast = scribe.cast;
    let member = &cast.members[index];
    let bases = [(Basis::Member, Some(member.club)), (Basis::Institution, member.school)];
    for (basis, club) in bases {
        let Some(club) = club else { continue };
        let by = scribe.by(&cast.office.secretaries[club]);
        let asked = NewRegistration {
            year,
            basis,
            division: member.division,
            paid_on: is_paid.then(|| by.today()),
        };
        let calendar = federation::store::calendar(scribe.c)?;
        let registering = Registering {
            creation: creation::<RegistrationId>(None, &by)?,
            player: member.id,
            club: cast.clubs[club].id,
            new: NewRegistration::parse(asked, &calendar, by.today())?,
        };
        players::registrations::use_cases::register(scribe.c, &by, &registering)?;
    }
    Ok(())
}
