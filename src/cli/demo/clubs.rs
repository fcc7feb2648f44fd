//! The member clubs: forty in nine provinces, what each has paid, and whom to write to.

use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Diary, Officer, Scribe, after, before, creation};
use crate::clubs::affiliations::Affiliation;
use crate::clubs::contacts::{Contact, Contacts};
use crate::clubs::{self, ClubKind, NewClub};
use crate::federation;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AffiliationId, ClubId};
use crate::values::validation::Faults;

/// The region, code, name and kind of a club.
type Club = (&'static str, &'static str, &'static str, ClubKind);

/// The clubs by their provinces.
const CLUBS: [(&str, &[Club]); 9] = [
    (
        "ZA-EC",
        &[
            ("DC15", "MTH", "Mthatha Milling Players", ClubKind::Community),
            ("BUF", "QON", "Qonce Secondary School", ClubKind::School),
            ("NMA", "GQE", "Gqeberha Bay Boards", ClubKind::Community),
            ("DC12", "AMA", "Amathole Ridge University", ClubKind::University),
        ],
    ),
    (
        "ZA-FS",
        &[
            ("MAN", "TSH", "Tsholetsanang Cattle Club", ClubKind::Community),
            ("DC18", "THA", "Thabong Stones", ClubKind::Community),
            ("DC19", "MOK", "Mokgopo Agricultural School", ClubKind::School),
        ],
    ),
    (
        "ZA-GP",
        &[
            ("DC42", "VAA", "Vaal Herders", ClubKind::Community),
            ("JHB", "WIT", "Witpoort University", ClubKind::University),
            ("EKU", "TEM", "Tembisa Twelve", ClubKind::Community),
            ("DC48", "MOG", "Mogale Kraal", ClubKind::Community),
            ("TSH", "SOS", "Soshanguve Diagonals", ClubKind::Community),
            ("EKU", "LES", "Lesedi la Thuto High School", ClubKind::School),
        ],
    ),
    (
        "ZA-KZN",
        &[
            ("DC26", "ULU", "Ulundi Stones", ClubKind::Community),
            ("DC22", "UMG", "Umgeni Valley University", ClubKind::University),
            ("ETH", "INA", "Inanda Hills Herders", ClubKind::Community),
            ("DC24", "MSI", "Msinga Corner", ClubKind::Community),
            ("DC24", "NQU", "Nquthu Valley High School", ClubKind::School),
        ],
    ),
    (
        "ZA-LP",
        &[
            ("DC47", "SEK", "Sekhukhune Kraal", ClubKind::Community),
            ("DC35", "MAK", "Makgato High School", ClubKind::School),
            ("DC34", "THO", "Thohoyandou Threes", ClubKind::Community),
            ("DC33", "MOP", "Mopane University", ClubKind::University),
            ("DC34", "VHA", "Vhafuwi Secondary School", ClubKind::School),
        ],
    ),
    (
        "ZA-MP",
        &[
            ("DC32", "BUS", "Bushbuckridge Boards", ClubKind::Community),
            ("DC31", "EMA", "eMalahleni Corner", ClubKind::Community),
            ("DC32", "LOW", "Lowveld Morning Star School", ClubKind::School),
        ],
    ),
    (
        "ZA-NC",
        &[
            ("DC45", "KUR", "Kuruman Corner", ClubKind::Community),
            ("DC8", "UPI", "Upington River Boards", ClubKind::Community),
            ("DC8", "KAL", "Kalahari Dawn High School", ClubKind::School),
            ("DC9", "GAR", "Gariep Stones", ClubKind::Community),
        ],
    ),
    (
        "ZA-NW",
        &[
            ("DC38", "DIT", "Ditsobotla Herders", ClubKind::Community),
            ("DC37", "BOJ", "Bojanala Stones", ClubKind::Community),
            ("DC39", "TAU", "Taung Boards", ClubKind::Community),
            ("DC40", "KLE", "Klerksdorp Calabash", ClubKind::Community),
            ("DC38", "RAM", "Ramotshere Thuto School", ClubKind::School),
            ("DC40", "KAR", "Kareeboom University", ClubKind::University),
        ],
    ),
    (
        "ZA-WC",
        &[
            ("DC2", "LAN", "Langeberg Morabaraba", ClubKind::Community),
            ("CPT", "KHA", "Khayelitsha Kraal", ClubKind::Community),
            ("DC3", "OVE", "Overberg High School", ClubKind::School),
            ("DC1", "CED", "Cederberg University", ClubKind::University),
        ],
    ),
];

/// The clubs whose fee of this gaming year is noted and not paid.
const UNPAID: [&str; 2] = ["MTH", "QON"];
/// The clubs that have not renewed for this gaming year.
const NOT_RENEWED: [&str; 2] = ["GAR", "KLE"];

/// A club before it is registered.
#[derive(Debug, Clone)]
pub(super) struct InventedClub {
    pub(super) id: ClubId,
    pub(super) province: &'static str,
    pub(super) region: &'static str,
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: ClubKind,
}

impl InventedClub {
    /// Whether it has paid for this gaming year.
    pub(super) fn is_paid_up(&self) -> bool {
        !UNPAID.contains(&self.code) && !NOT_RENEWED.contains(&self.code)
    }
}

/// All clubs, by province.
pub(super) fn invented(id: impl Fn() -> ClubId) -> Vec<InventedClub> {
    let of_province = |(province, clubs): &(&'static str, &'static [_])| {
        let province = *province;
        let club = |(region, code, name, kind): &Club| InventedClub {
            id: id(),
            province,
            region,
            code,
            name,
            kind: *kind,
        };
        clubs.iter().map(club).collect::<Vec<_>>()
    };
    CLUBS.iter().flat_map(of_province).collect()
}

/// Notes when clubs become members, and when they renew.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    let [last, this] = cast.season.years;
    let [founded, renewed] = cast.season.begins;
    diary.on(founded, 9, move |scribe| join(scribe, last));
    // Before the year begins: who has paid is in good standing from its first day on.
    diary.on(before(renewed, 45), 9, move |scribe| renew(scribe, this));
    diary.on(after(founded, 1), 9, contacts);
}

/// Registers the clubs, each by the coordinator of its province, and affiliates them.
fn join(scribe: &mut Scribe<'_>, year: GamingYear) -> Result<(), Error> {
    for club in &scribe.cast.clubs {
        let by = scribe.by(scribe.cast.office.coordinator(club.province)?);
        let new = NewClub::parse(club.code, club.name, club.kind, club.province.to_owned())?;
        clubs::use_cases::create(scribe.c, &by, &creation(Some(club.id), &by)?, new)?;
        affiliate(scribe, club, year, true)?;
    }
    Ok(())
}

/// Affiliates those that have renewed.
fn renew(scribe: &mut Scribe<'_>, year: GamingYear) -> Result<(), Error> {
    let clubs = scribe.cast.clubs.iter();
    for club in clubs.filter(|club| !NOT_RENEWED.contains(&club.code)) {
        affiliate(scribe, club, year, !UNPAID.contains(&club.code))?;
    }
    Ok(())
}

fn affiliate(scribe: &mut Scribe<'_>, club: &InventedClub, year: GamingYear, is_paid: bool) -> Result<(), Error> {
    let by = scribe.by(scribe.cast.office.coordinator(club.province)?);
    let creation = creation::<AffiliationId>(None, &by)?;
    let (paid_on, calendar) = (is_paid.then(|| by.today()), federation::store::calendar(scribe.c)?);
    let affiliation = Affiliation::parse(creation.id, club.id, year, paid_on, &calendar, by.now)?;
    clubs::affiliations::use_cases::create(scribe.c, &by, &creation, &affiliation)?;
    Ok(())
}

/// Writes down whom to write to, as each club's secretary tells.
fn contacts(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let office = &scribe.cast.office;
    for (club, secretary) in scribe.cast.clubs.iter().zip(&office.secretaries) {
        let by = scribe.by(secretary);
        let contact = contact(secretary)?;
        clubs::contacts::use_cases::update(scribe.c, &by, club.id, |contacts| {
            Ok(Contacts {
                educator_in_charge: Some(contact.clone()).filter(|_| club.kind == ClubKind::School),
                secretary: Some(contact.clone()),
                ..contacts.clone()
            })
        })?;
    }
    Ok(())
}

fn contact(secretary: &Officer) -> Result<Contact, Error> {
    let (mut faults, account) = (Faults::default(), &secretary.account);
    let contact = Contact::parse(&account.name, Some(account.email.as_str()), None, "", &mut faults);
    Ok(contact.ok_or(faults)?)
}
