//! The statistics of a year, counted and put together.

use chrono::NaiveDate;

use crate::clubs;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::players::Sex;
use crate::players::registrations::Division;
use crate::provinces;
use crate::statistics::{ByGroup, Statistics, StatisticsDimension, groups, store};
use crate::tournaments::sheets::papers::division;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;

/// The statistics of that year, or of this one, by that dimension.
pub fn read(
    c: &mut Conn,
    year: Option<GamingYear>,
    by: Option<StatisticsDimension>,
    today: NaiveDate,
) -> Result<Statistics, Error> {
    let calendar = federation::store::calendar(c)?;
    let year = year.unwrap_or_else(|| calendar.year_of(today));
    let days = calendar.days(year);
    let total = store::count(c, year, days, None)?.remove(&None).unwrap_or_default();
    let groups = match by {
        None => Vec::new(),
        Some(by) => {
            let counted = store::count(c, year, days, Some(by))?;
            groups(names(c, by, &counted)?, counted, by.has_clubs())
        }
    };
    Ok(Statistics {
        year,
        begins_on: days.0,
        ends_on: days.1,
        by,
        total,
        groups,
    })
}

/// The keys of all groups with their names: every province, region, division and sex, and each school that counts.
fn names(c: &mut Conn, by: StatisticsDimension, counted: &ByGroup) -> Result<Vec<(String, String)>, Error> {
    Ok(match by {
        StatisticsDimension::Province => {
            let provinces = provinces::store::list(c)?.into_iter();
            provinces.map(|province| (province.code, province.name)).collect()
        }
        StatisticsDimension::Region => {
            let regions = provinces::store::list_regions(c, None)?.into_iter();
            regions.map(|region| (region.code, region.name)).collect()
        }
        StatisticsDimension::School => {
            let ids: Vec<_> = counted.keys().flatten().filter_map(|key| key.parse().ok()).collect();
            let mut schools = clubs::store::find_all(c, &[], &ids)?;
            schools.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
            let schools = schools.into_iter();
            schools.map(|school| (school.id.to_string(), school.name)).collect()
        }
        StatisticsDimension::Division => {
            let divisions = Division::ALL.iter();
            divisions
                .map(|one| (one.as_str().to_owned(), division(Words::ENGLISH, *one)))
                .collect()
        }
        StatisticsDimension::Sex => {
            let sexes = Sex::ALL.iter();
            sexes
                .map(|sex| (sex.as_str().to_owned(), sex.as_str().to_owned()))
                .collect()
        }
    })
}

impl StatisticsDimension {
    /// Whether a club stands in a group: it has neither a sex nor a division, and no region of its own.
    pub fn has_clubs(self) -> bool {
        matches!(self, StatisticsDimension::Province | StatisticsDimension::School)
    }
}
