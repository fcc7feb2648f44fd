//! Headings of columns, as people write them: which column of a file each of them is.

use crate::imports::ImportFile;
use crate::values::names;

/// The headings by which a column is known, folded and without blanks; its own name is one of them by itself.
type Known = (&'static str, &'static [&'static str]);

const CLUBS: &[Known] = &[
    ("code", &["clubcode", "schoolcode", "abbreviation", "shortcode"]),
    (
        "name",
        &[
            "clubname",
            "nameofclub",
            "club",
            "school",
            "schoolname",
            "nameofschool",
            "naam",
        ],
    ),
    ("kind", &["type", "clubtype", "typeofclub", "kindofclub"]),
    ("province", PROVINCE),
];

const AFFILIATIONS: &[Known] = &[("club", CLUB), ("year", YEAR), ("paid_on", PAID_ON)];

const PLAYERS: &[Known] = &[
    ("number", NUMBER),
    ("family_name", FAMILY_NAME),
    ("given_names", GIVEN_NAMES),
    ("birth_date", BIRTH_DATE),
    ("sex", &["gender", "femaleormale", "maleorfemale", "mf", "fm", "geslag"]),
    ("province", PROVINCE),
    (
        "region",
        &["district", "districtmunicipality", "homedistrict", "homeregion"],
    ),
    ("club", CLUB),
    ("nationality", &["country", "citizenship", "citizenof", "nasionaliteit"]),
];

const REGISTRATIONS: &[Known] = &[
    ("number", NUMBER),
    ("family_name", FAMILY_NAME),
    ("given_names", GIVEN_NAMES),
    ("birth_date", BIRTH_DATE),
    ("club", CLUB),
    ("year", YEAR),
    ("basis", &["registeredas", "registeredthrough", "registeredby"]),
    ("division", &["agegroup", "agedivision", "category"]),
    ("paid_on", PAID_ON),
];

/// The headings of a player's number. “No.” alone is none: it counts the rows; nor is “ID”, a number of the state's.
const NUMBER: &[&str] = &[
    "playernumber",
    "playerno",
    "playernr",
    "membernumber",
    "memberno",
    "membershipnumber",
    "membershipno",
    "federationnumber",
    "registrationnumber",
    "registrationno",
];
const FAMILY_NAME: &[&str] = &["surname", "lastname", "familienaam", "van"];
const GIVEN_NAMES: &[&str] = &[
    "givenname",
    "firstname",
    "firstnames",
    "forename",
    "forenames",
    "name",
    "names",
    "voornaam",
    "voorname",
];
const BIRTH_DATE: &[&str] = &[
    "dateofbirth",
    "birthdate",
    "birthday",
    "dob",
    "dayofbirth",
    "born",
    "bornon",
    "geboortedatum",
];
const PROVINCE: &[&str] = &["homeprovince", "provinsie"];
const CLUB: &[&str] = &["clubcode", "codeofclub", "school", "schoolcode", "code", "klub"];
const YEAR: &[&str] = &["gamingyear", "season", "jaar"];
const PAID_ON: &[&str] = &[
    "paid",
    "datepaid",
    "paiddate",
    "dateofpayment",
    "paymentdate",
    "feepaidon",
];

/// The column that a heading means, whatever its case, accents, blanks and signs; none if it is none of the file's.
pub(crate) fn column(file: ImportFile, heading: &str) -> Option<&'static str> {
    let heading = names::fold(heading).replace(' ', "");
    let known = match file {
        ImportFile::Clubs => CLUBS,
        ImportFile::Affiliations => AFFILIATIONS,
        ImportFile::Players => PLAYERS,
        ImportFile::Registrations => REGISTRATIONS,
    };
    let is_meant = |(name, others): &&Known| name.replace('_', "") == heading || others.contains(&heading.as_str());
    known.iter().find(is_meant).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use crate::imports::headings::*;

    #[test]
    fn headings_are_known_however_they_are_written() {
        for (heading, expected) in [
            ("Surname", Some("family_name")),
            (" SURNAME: ", Some("family_name")),
            ("family_name", Some("family_name")),
            ("First names", Some("given_names")),
            ("Name", Some("given_names")),
            ("Date of birth", Some("birth_date")),
            ("D.O.B.", Some("birth_date")),
            ("DOB", Some("birth_date")),
            ("Gender", Some("sex")),
            ("M/F", Some("sex")),
            ("Club code", Some("club")),
            ("Nationality", Some("nationality")),
            // What only looks alike is not guessed.
            ("No.", None),
            ("ID", None),
            ("ID number", None),
            ("Full name", None),
            ("", None),
            ("!", None),
        ] {
            assert_eq!(column(ImportFile::Players, heading), expected, "{heading}");
        }
        assert_eq!(column(ImportFile::Clubs, "Club"), Some("name"));
        assert_eq!(column(ImportFile::Affiliations, "Club"), Some("club"));
    }

    #[test]
    fn every_column_is_known_by_its_name_and_no_heading_means_two() {
        for file in ImportFile::ALL {
            for name in file.columns() {
                assert_eq!(column(*file, name), Some(*name), "{file:?}");
            }
        }
        for known in [CLUBS, AFFILIATIONS, PLAYERS, REGISTRATIONS] {
            let mut all: Vec<&str> = known.iter().flat_map(|(_, others)| others.iter().copied()).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count);
        }
    }
}
