//! The fields of a person, as a card or a letter has them.

use crate::pages::field::{Field, FieldKind};
use crate::players::Sex;
use crate::provinces::{Province, Region};
use crate::values::country::Country;

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
        Field::new("family_name", "Family name", FieldKind::Text)
            .with_hint("With its particles, as in van der Merwe; the only name of somebody who has one."),
        Field::new("given_names", "Given names", FieldKind::Text).optional(),
        Field::new("birth_date", "Day of birth", FieldKind::Day),
        Field::new("sex", "Sex", FieldKind::Choice(sexes.collect())).with_hint("For the ladies' awards alone."),
        Field::new("nationality", "National of", FieldKind::Choice(countries.collect()))
            .optional()
            .with_hint("For the colours of the country."),
    ]
}

/// The fields of the place where somebody lives.
pub(crate) fn home_fields(provinces: &[Province], regions: &[Region]) -> Vec<Field> {
    let province = |one: &Province| (one.code.clone(), one.name.clone());
    let region = |one: &Region| {
        let within = provinces.iter().find(|province| province.code == one.province);
        let within = within.map_or("", |province| province.name.as_str());
        (one.code.clone(), format!("{} ({within})", one.name))
    };
    vec![
        Field::new(
            "province",
            "Province in which the player lives",
            FieldKind::Choice(provinces.iter().map(province).collect()),
        ),
        Field::new(
            "region",
            "Region in which the player lives",
            FieldKind::Choice(regions.iter().map(region).collect()),
        )
        .optional(),
    ]
}
