//! The fields of a person, as a card or a letter has them.

use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::players::{Home, Sex};
use crate::provinces::store::{list, list_regions};
use crate::provinces::{Province, Region};
use crate::values::country::Country;
use crate::values::error::Error;

/// The sex, as a form says it.
pub(crate) fn sex(sex: Sex) -> &'static str {
    match sex {
        Sex::Female => "female",
        Sex::Male => "male",
    }
}

/// The fields of the names, the day of birth, the sex and the nationality.
pub(crate) fn person_fields() -> Vec<Field> {
    let sexes = Sex::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), sex(*one).to_owned()));
    let countries = Country::all();
    let countries = countries
        .iter()
        .map(|one| (one.code().to_owned(), one.name().to_owned()));
    vec![
        Field::new("family_name", "Surname", FieldKind::Text)
            .with_hint("With its particles, as in van der Merwe; the only name of somebody who has one."),
        Field::new("given_names", "First names", FieldKind::Text).optional(),
        Field::new("birth_date", "Date of birth", FieldKind::Day),
        Field::new("sex", "Sex", FieldKind::Choice(sexes.collect())).with_hint("For the ladies' awards alone."),
        Field::new("nationality", "Nationality", FieldKind::Choice(countries.collect()))
            .optional()
            .with_hint("For the colours of the country."),
    ]
}

/// The provinces and regions in which somebody can live.
pub(crate) struct Homes {
    provinces: Vec<Province>,
    regions: Vec<Region>,
}

impl Homes {
    pub(crate) fn read(c: &mut Conn) -> Result<Homes, Error> {
        Ok(Homes {
            provinces: list(c)?,
            regions: list_regions(c, None)?,
        })
    }

    /// An empty choice, which is enough to read what was typed.
    pub(crate) fn none() -> Homes {
        Homes {
            provinces: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// The fields for a home.
    pub(crate) fn fields(&self) -> [Field; 2] {
        let provinces = self.provinces.iter().map(|one| (one.code.clone(), one.name.clone()));
        let region = |one: &Region| {
            let province = self.provinces.iter().find(|province| province.code == one.province);
            let province = province.map_or("", |province| &province.name);
            (one.code.clone(), format!("{province}: {}", one.name))
        };
        let mut regions: Vec<(String, String)> = self.regions.iter().map(region).collect();
        regions.sort_by(|(_, left), (_, right)| left.cmp(right));
        [
            Field::new(
                "province",
                "Province in which the player lives",
                FieldKind::Choice(provinces.collect()),
            ),
            Field::new("region", "Region of that province", FieldKind::Choice(regions)).optional(),
        ]
    }

    /// A home in words.
    pub(crate) fn words(&self, home: &Home) -> String {
        let province = self.provinces.iter().find(|one| one.code == home.province);
        let province = province.map_or(&home.province, |one| &one.name);
        let region = self.regions.iter().find(|one| home.region.as_ref() == Some(&one.code));
        match region {
            Some(region) => format!("{}, {province}", region.name),
            None => province.clone(),
        }
    }
}
