//! Words, as people write them: those that the service has are found by what is meant.

use crate::values::country::Country;
use crate::values::names;
use crate::values::validation::ValueError;

/// The text as it is compared: without case, accents, blanks and signs.
fn folded(text: &str) -> String {
    names::fold(text).replace(' ', "")
}

/// The service's word for what stands in a cell of that column, if it is known by another one.
pub(crate) fn word(column: &str, text: &str) -> Option<&'static str> {
    let text = folded(text);
    let known: &[(&str, &[&str])] = match column {
        "sex" => &[
            ("female", &["f", "female", "woman", "girl", "vroulik"]),
            ("male", &["m", "male", "man", "boy", "manlik"]),
        ],
        "kind" => &[
            ("community", &["community", "communityclub"]),
            (
                "school",
                &["school", "primaryschool", "highschool", "secondaryschool", "skool"],
            ),
            ("university", &["university"]),
        ],
        "basis" => &[
            ("member", &["member", "clubmember"]),
            ("institution", &["institution", "school", "university"]),
        ],
        "division" => &[
            ("senior", &["senior", "seniors"]),
            ("student", &["student", "students"]),
            ("high_school", &["highschool", "secondaryschool", "highschools"]),
            ("primary_school", &["primaryschool", "primaryschools"]),
        ],
        _ => &[],
    };
    let found = known.iter().find(|(_, others)| others.contains(&text.as_str()));
    found.map(|(word, _)| *word)
}

/// Short codes of provinces that are not those of ISO 3166-2, or no longer.
const OTHER_CODES: [(&str, &str); 3] = [("gt", "ZA-GP"), ("lim", "ZA-LP"), ("nl", "ZA-KZN")];

/// The code of the place that is meant, among those with that code and name: by its code, the part of it after the country, or
/// its name.
pub(crate) fn place<'p>(text: &str, mut known: impl Iterator<Item = (&'p str, &'p str)>) -> Option<&'p str> {
    let text = folded(text);
    let text = text.strip_suffix("province").unwrap_or(&text);
    let other = OTHER_CODES.iter().find(|(short, _)| *short == text);
    let is_meant = |(code, name): &(&str, &str)| {
        let short = code.split_once('-').map_or(*code, |(_, short)| short);
        other.is_some_and(|(_, other)| other == code) || [code, short, name].iter().any(|one| folded(one) == text)
    };
    known.find(is_meant).map(|(code, _)| code)
}

/// The code of the country that is meant: by its two letters, or its name.
///
/// # Errors
/// `SA`, which people here write for South Africa, and which are the letters of Saudi Arabia.
pub(crate) fn country(text: &str) -> Result<Option<&'static str>, ValueError> {
    let letters = text.to_uppercase();
    if letters == "SA" {
        let rule = "SA are the letters of Saudi Arabia. Write South Africa or ZA, or Saudi Arabia in full.";
        return Err(ValueError::new("invalid-value", rule));
    }
    let known = match letters.as_str() {
        "RSA" | "SOUTH AFRICA" | "SOUTH AFRICAN" => Some(Country::HOME),
        "SWAZILAND" => Country::parse("SZ"),
        letters => Country::parse(letters).or_else(|| Country::named(text)),
    };
    Ok(known.map(Country::code))
}

#[cfg(test)]
mod tests {
    use crate::imports::words::*;

    #[test]
    fn words_are_known_by_what_is_meant() {
        for (column, text, expected) in [
            ("sex", "F", Some("female")),
            ("sex", " Male ", Some("male")),
            ("sex", "x", None),
            ("kind", "School", Some("school")),
            ("kind", "hospital", None),
            ("division", "High School", Some("high_school")),
            ("division", "high_school", Some("high_school")),
            ("basis", "Club member", Some("member")),
            ("family_name", "M", None),
        ] {
            assert_eq!(word(column, text), expected, "{column}: {text}");
        }
    }

    #[test]
    fn places_are_known_by_code_or_name() {
        let provinces = [
            ("ZA-NW", "North West"),
            ("ZA-KZN", "KwaZulu-Natal"),
            ("ZA-GP", "Gauteng"),
        ];
        for (text, expected) in [
            ("ZA-NW", Some("ZA-NW")),
            ("nw", Some("ZA-NW")),
            ("North-West Province", Some("ZA-NW")),
            ("NORTHWEST", Some("ZA-NW")),
            ("Kwazulu Natal", Some("ZA-KZN")),
            ("KZN", Some("ZA-KZN")),
            ("GT", Some("ZA-GP")),
            ("W", None),
            ("", None),
            ("!", None),
        ] {
            assert_eq!(place(text, provinces.into_iter()), expected, "{text}");
        }
    }

    #[test]
    fn countries_are_known_by_letters_or_name() {
        for (text, expected) in [
            ("ZA", Some("ZA")),
            ("za", Some("ZA")),
            ("South Africa", Some("ZA")),
            ("south african", Some("ZA")),
            ("Botswana", Some("BW")),
            ("Eswatini", Some("SZ")),
            ("Saudi Arabia", Some("SA")),
            ("Nowhere", None),
        ] {
            assert_eq!(country(text).unwrap(), expected, "{text}");
        }
        assert_eq!(country("sa").unwrap_err().code, "invalid-value");
    }
}
