//! The federation itself: its name and address, and all that its texts leave open, as dated settings. What is set holds
//! from a day on; what was decided before stays as it was.

pub mod divisions;
pub mod ranking;
pub mod readings;
pub mod routes;
pub mod store;
pub mod use_cases;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::federation::divisions::DivisionAges;
use crate::federation::ranking::RankingSettings;
use crate::federation::readings::Readings;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_calendar::{GamingCalendar, YearDay};
use crate::values::validation::{Faults, ValueError, text, whole, within};
use crate::web::body;

crate::string_enum! {
    /// The method of the ranking by whose newest list round 1 is seeded.
    pub enum SeedingMethod as "SeedingMethod" {
        /// The game points won.
        GamePoints = "game-points",
        /// Points for places in championships, and for umpiring them.
        SuperLeague = "super-league",
        /// A rating from single games, with its deviation.
        Glicko2 = "glicko-2",
    }
}

impl Default for SeedingMethod {
    /// The method of the federation's ranking, if nothing else is said.
    fn default() -> SeedingMethod {
        SeedingMethod::GamePoints
    }
}

/// The federation's settings, as they are in force on a day.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FederationSettings {
    /// The name of the federation, as it stands on everything that it signs; none before it is set.
    #[schema(
        required = false,
        min_length = 1,
        max_length = 120,
        example = "Morabaraba Federation of the Lowveld"
    )]
    pub name: Option<String>,
    /// The short name.
    #[schema(required = false, min_length = 1, max_length = 20, example = "MFL")]
    pub short_name: Option<String>,
    /// The address of its own pages, which begins with `https://` or `http://`.
    #[schema(
        required = false,
        min_length = 1,
        max_length = 200,
        example = "https://morabaraba.example.org"
    )]
    pub website: Option<String>,
    /// The way in which anybody reaches it: an address, a number.
    #[schema(
        required = false,
        min_length = 1,
        max_length = 200,
        example = "PO Box 17, Mbombela 1200"
    )]
    pub contact: Option<String>,
    /// The wording by which colours are awarded.
    #[schema(required = false)]
    pub awarding_bodies: AwardingBodies,
    /// The terms and the conditions of umpires.
    #[schema(required = false)]
    pub umpires: UmpireSettings,
    /// The days of the gaming year.
    #[schema(required = false)]
    pub gaming_year: GamingYearSettings,
    /// The ages of the divisions.
    #[schema(required = false)]
    pub divisions: DivisionAges,
    /// The method of the ranking by whose newest list round 1 is seeded.
    #[schema(required = false)]
    pub seeding_method: SeedingMethod,
    /// The parameters of the methods of ranking; a list keeps those of its day.
    #[schema(required = false)]
    pub ranking: RankingSettings,
    /// The readings of the rules; a tournament keeps those of the day on which it opens.
    #[schema(required = false)]
    pub readings: Readings,
}

/// The bodies that award colours, by level. `{federation}` stands for the federation's name, `{province}` for the province
/// in which the player lives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AwardingBodies {
    /// The body that awards regional colours.
    #[schema(
        required = false,
        min_length = 1,
        max_length = 200,
        example = "{federation}, {province}"
    )]
    pub regional: String,
    /// The body that awards provincial colours.
    #[schema(
        required = false,
        min_length = 1,
        max_length = 200,
        example = "{federation}, {province}"
    )]
    pub provincial: String,
    /// The body that awards national federation colours.
    #[schema(required = false, min_length = 1, max_length = 200, example = "{federation}")]
    pub national_federation: String,
    /// The body that awards national colours.
    #[schema(required = false, min_length = 1, max_length = 200, example = "{federation}")]
    pub national: String,
}

impl Default for AwardingBodies {
    fn default() -> AwardingBodies {
        let of_a_province = || "{federation}, {province}".to_owned();
        let of_the_nation = || "{federation}".to_owned();
        AwardingBodies {
            regional: of_a_province(),
            provincial: of_a_province(),
            national_federation: of_the_nation(),
            national: of_the_nation(),
        }
    }
}

/// The terms and the conditions of umpires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UmpireSettings {
    /// The number of years for which a level 1 or a national accreditation holds; an international one holds for one.
    #[schema(required = false, minimum = 1, maximum = 10, example = 3)]
    #[serde(deserialize_with = "whole")]
    pub accreditation_years: i64,
    /// The age at which somebody can be accredited, in years.
    #[schema(required = false, minimum = 10, maximum = 30, example = 18)]
    #[serde(deserialize_with = "whole")]
    pub youngest_age: i64,
    /// The marks that a candidate must have for the constitution and regulations, out of a hundred, to pass a course.
    #[schema(required = false, minimum = 0, maximum = 100, example = 50)]
    #[serde(deserialize_with = "whole")]
    pub pass_mark_regulations: i64,
    /// The marks that a candidate must have for the rules of the discipline, out of a hundred, to pass a course.
    #[schema(required = false, minimum = 0, maximum = 100, example = 50)]
    #[serde(deserialize_with = "whole")]
    pub pass_mark_rules: i64,
}

impl Default for UmpireSettings {
    /// Three years, 18 years, and half the marks in each part: the texts have none of them.
    fn default() -> UmpireSettings {
        UmpireSettings {
            accreditation_years: 3,
            youngest_age: 18,
            pass_mark_regulations: 50,
            pass_mark_rules: 50,
        }
    }
}

/// The days of the gaming year, which is named by the calendar year in which it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GamingYearSettings {
    /// The first day. A change holds for the gaming years that begin in a later calendar year, or in this one if it is set
    /// from 1 January: never for one that has begun. The year before ends the day before.
    #[schema(required = false)]
    pub begins_on: YearDay,
    /// The last day on which a club that has not paid for the year is still in grace: the first such day of the year.
    #[schema(required = false)]
    pub grace_until: YearDay,
}

impl Default for GamingYearSettings {
    /// From 1 November, with grace until 31 January.
    fn default() -> GamingYearSettings {
        GamingYearSettings {
            begins_on: GamingCalendar::BEGINS,
            grace_until: GamingCalendar::GRACE,
        }
    }
}

fn line(value: &mut Option<String>, most: usize) -> Result<(), ValueError> {
    *value = value.take().map(|value| text(&value, most)).transpose()?;
    Ok(())
}

impl FederationSettings {
    /// The settings, if every value has the right form.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(mut self) -> Result<FederationSettings, Faults> {
        let mut faults = Faults::default();
        faults.check("/name", line(&mut self.name, 120));
        faults.check("/short_name", line(&mut self.short_name, 20));
        faults.check("/website", line(&mut self.website, 200));
        let is_web = |website: &String| website.starts_with("https://") || website.starts_with("http://");
        if self.website.as_ref().is_some_and(|website| !is_web(website)) {
            let rule = "Must begin with https:// or http://.";
            faults.check::<()>("/website", Err(ValueError::new("invalid-address", rule)));
        }
        faults.check("/contact", line(&mut self.contact, 200));
        let AwardingBodies {
            regional,
            provincial,
            national_federation,
            national,
        } = &mut self.awarding_bodies;
        for (level, body) in [
            ("regional", regional),
            ("provincial", provincial),
            ("national_federation", national_federation),
            ("national", national),
        ] {
            if let Some(wording) = faults.check(&format!("/awarding_bodies/{level}"), text(body, 200)) {
                *body = wording;
            }
        }
        let umpires = self.umpires;
        faults.check(
            "/umpires/accreditation_years",
            within(umpires.accreditation_years, 1, 10),
        );
        faults.check("/umpires/youngest_age", within(umpires.youngest_age, 10, 30));
        faults.check(
            "/umpires/pass_mark_regulations",
            within(umpires.pass_mark_regulations, 0, 100),
        );
        faults.check("/umpires/pass_mark_rules", within(umpires.pass_mark_rules, 0, 100));
        let gaming_year = self.gaming_year;
        gaming_year.begins_on.check("/gaming_year/begins_on", &mut faults);
        gaming_year.grace_until.check("/gaming_year/grace_until", &mut faults);
        self.divisions.check(&mut faults);
        self.ranking.check(&mut faults);
        faults.check("/readings/top_ladies", self.readings.check());
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }

    /// The settings with those values changed, by a JSON Merge Patch.
    ///
    /// # Errors
    /// All values that have not the right form.
    pub fn patched(&self, patch: &Map<String, Value>) -> Result<FederationSettings, Error> {
        let mut settings = serde_json::to_value(self).map_err(|error| Error::Internal(error.to_string()))?;
        json_patch::merge(&mut settings, &Value::Object(patch.clone()));
        let settings: FederationSettings = body::from_value(settings)?;
        Ok(settings.parse()?)
    }

    /// The name, or a word for it where none is set.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("Morabaraba federation")
    }

    /// Refuses to sign before it is set by whom, and where that is verified.
    ///
    /// # Errors
    /// [`SettingsRefusal::Unnamed`], [`SettingsRefusal::NoPublicUrl`].
    pub fn refuse_unnamed(&self, has_public_url: bool) -> Result<(), SettingsRefusal> {
        match self.name {
            None => Err(SettingsRefusal::Unnamed),
            Some(_) if !has_public_url => Err(SettingsRefusal::NoPublicUrl),
            Some(_) => Ok(()),
        }
    }

    /// The settings with these changes in their order.
    ///
    /// # Errors
    /// A change does not fit: a fault of ours.
    pub fn with<'a>(self, changes: impl IntoIterator<Item = &'a SettingsChange>) -> Result<FederationSettings, Error> {
        let unreadable = |error: serde_json::Error| Error::Internal(format!("the federation's settings: {error}"));
        let mut settings = serde_json::to_value(self).map_err(unreadable)?;
        for change in changes {
            json_patch::merge(&mut settings, &Value::Object(change.changes.clone()));
        }
        serde_json::from_value(settings).map_err(unreadable)
    }
}

/// A part of the settings, in the document.
struct SettingsPatch;

impl utoipa::PartialSchema for SettingsPatch {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some(
                "A part of the federation's settings, as a JSON Merge Patch to the rest.",
            ))
            .examples([json!({ "umpires": { "youngest_age": 16 } })])
            .into()
    }
}

impl ToSchema for SettingsPatch {}

/// A change of the settings, from a day on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsChange {
    /// Its number: 1, 2, 3 …
    #[schema(example = 1)]
    pub version: i64,
    /// The first day on which it holds.
    #[schema(example = "2026-11-20")]
    pub valid_from: NaiveDate,
    /// The values that it changed, as a JSON Merge Patch; null where something was taken away.
    #[schema(value_type = SettingsPatch)]
    pub changes: Map<String, Value>,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub recorded_at: Timestamp,
}

/// The settings on that day, after all changes that hold by then: those of a later day go over those of an earlier one.
///
/// # Errors
/// A change cannot be read: a fault of ours.
pub fn in_force(changes: &[SettingsChange], day: NaiveDate) -> Result<FederationSettings, Error> {
    let mut holding: Vec<&SettingsChange> = changes.iter().filter(|change| change.valid_from <= day).collect();
    holding.sort_by_key(|change| (change.valid_from, change.version));
    FederationSettings::default().with(holding)
}

/// The calendar of gaming years after all changes, those for days to come included.
///
/// # Errors
/// A change cannot be read: a fault of ours.
pub fn calendar(changes: &[SettingsChange]) -> Result<GamingCalendar, Error> {
    let is_about_it = |change: &&SettingsChange| change.changes.contains_key("gaming_year");
    let changes: Vec<SettingsChange> = changes.iter().filter(is_about_it).cloned().collect();
    let days: BTreeSet<NaiveDate> = changes.iter().map(|change| change.valid_from).collect();
    days.into_iter().try_fold(GamingCalendar::default(), |calendar, day| {
        let GamingYearSettings { begins_on, grace_until } = in_force(&changes, day)?.gaming_year;
        Ok(calendar.with(day, begins_on, grace_until))
    })
}

/// The reason why the settings are not changed so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsRefusal {
    /// A decision of an earlier day would have come out otherwise.
    #[error("A change holds from today on, {0}, or from a later day.")]
    InPast(NaiveDate),
    /// The paper would not say by whom it is signed.
    #[error("The federation has no name yet. An administrator sets it in the settings of the federation.")]
    Unnamed,
    /// The paper would lead to this machine alone.
    #[error("The service has no public address yet. Whoever runs it sets one.")]
    NoPublicUrl,
}

crate::problem_kinds! {
    SETTINGS_IN_PAST = 409 "settings-in-past", "What holds already is not changed",
        "What the federation sets holds from the day on which it is set, or from a later one, so that what was decided before stays as it was.";
    FEDERATION_UNNAMED = 409 "federation-unnamed", "The federation has no name or no address",
        "What is signed says by whom, and where it is verified. An administrator sets the name by `PATCH /v1/federation`, whoever runs the service its address by `PUBLIC_URL`.";
}

impl From<SettingsRefusal> for Error {
    fn from(refusal: SettingsRefusal) -> Error {
        let kind = match refusal {
            SettingsRefusal::InPast(_) => &SETTINGS_IN_PAST,
            SettingsRefusal::Unnamed | SettingsRefusal::NoPublicUrl => &FEDERATION_UNNAMED,
        };
        kind.problem(refusal.to_string()).into()
    }
}

/// The values that differ, as a JSON Merge Patch from the one to the other (RFC 7396).
fn difference(before: &Map<String, Value>, after: &Map<String, Value>) -> Map<String, Value> {
    let mut changes = Map::new();
    for (name, value) in after {
        match (before.get(name), value) {
            (Some(before), value) if before == value => {}
            (Some(Value::Object(before)), Value::Object(value)) => {
                changes.insert(name.clone(), difference(before, value).into());
            }
            _ => {
                changes.insert(name.clone(), value.clone());
            }
        }
    }
    changes
}

impl SettingsChange {
    /// The change that makes the one of the other from that day on, after so many others; none if they are equal.
    ///
    /// # Errors
    /// [`SettingsRefusal::InPast`].
    pub fn between(
        before: &FederationSettings,
        after: &FederationSettings,
        valid_from: NaiveDate,
        version: i64,
        now: Timestamp,
    ) -> Result<Option<SettingsChange>, Error> {
        if valid_from < now.day() {
            return Err(SettingsRefusal::InPast(now.day()).into());
        }
        let object = |settings: &FederationSettings| match serde_json::to_value(settings) {
            Ok(Value::Object(object)) => Ok(object),
            _ => Err(Error::Internal("the federation's settings are no object".to_owned())),
        };
        let changes = difference(&object(before)?, &object(after)?);
        Ok((!changes.is_empty()).then_some(SettingsChange {
            version,
            valid_from,
            changes,
            recorded_at: now,
        }))
    }
}

#[cfg(test)]
mod tests {
    use crate::federation::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn now() -> Timestamp {
        Timestamp("2026-11-20T08:00:00Z".parse().unwrap())
    }

    fn change(version: i64, valid_from: &str, changes: Value) -> SettingsChange {
        let Value::Object(changes) = changes else {
            unreachable!()
        };
        SettingsChange {
            version,
            valid_from: day(valid_from),
            changes,
            recorded_at: now(),
        }
    }

    #[test]
    fn changes_hold_from_their_day_on_and_leave_the_rest() {
        let changes = [
            change(1, "2027-11-01", json!({ "umpires": { "youngest_age": 16 } })),
            change(2, "2026-11-20", json!({ "name": "One" })),
            change(3, "2026-11-20", json!({ "name": "Two" })),
        ];
        let seen = |on: &str| {
            let settings = in_force(&changes, day(on)).unwrap();
            (settings.name().to_owned(), settings.umpires.youngest_age)
        };
        assert_eq!(seen("2026-11-19"), ("Morabaraba federation".to_owned(), 18));
        assert_eq!(seen("2026-11-20"), ("Two".to_owned(), 18));
        assert_eq!(seen("2027-11-01"), ("Two".to_owned(), 16));
    }

    #[test]
    fn a_change_has_what_differs_and_nothing_else() {
        let before = FederationSettings::default();
        let mut after = FederationSettings {
            name: Some("One".to_owned()),
            ..before.clone()
        };
        after.umpires.youngest_age = 16;
        let between = |before, after| SettingsChange::between(before, after, day("2026-11-20"), 1, now()).unwrap();
        let change = between(&before, &after).unwrap();
        let expected = json!({ "name": "One", "umpires": { "youngest_age": 16 } });
        assert_eq!(Value::Object(change.changes.clone()), expected);
        assert_eq!(before.clone().with([&change]).unwrap(), after);
        let back = between(&after, &before).unwrap();
        assert_eq!(after.clone().with([&back]).unwrap(), before);
        assert!(between(&after, &after).is_none());
    }
}
