//! Provinces and their regions in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{provinces, regions};
use crate::provinces::{Province, Region};

type Row = (String, String);

fn province((code, name): Row) -> Province {
    Province { code, name }
}

/// All of them, by code: there are nine.
pub(crate) fn list(c: &mut Conn) -> QueryResult<Vec<Province>> {
    let rows: Vec<Row> = provinces::table.order(provinces::code).load(c)?;
    Ok(rows.into_iter().map(province).collect())
}

pub(crate) fn find(c: &mut Conn, code: &str) -> QueryResult<Option<Province>> {
    Ok(provinces::table.find(code).first::<Row>(c).optional()?.map(province))
}

type RegionRow = (String, String, String);

fn region((code, name, province): RegionRow) -> Region {
    Region { code, name, province }
}

/// Those of the province, or all of them, by code: there are 52.
pub(crate) fn list_regions(c: &mut Conn, province: Option<&str>) -> QueryResult<Vec<Region>> {
    let mut query = regions::table.order(regions::code).into_boxed();
    if let Some(province) = province {
        query = query.filter(regions::province_code.eq(province));
    }
    let rows: Vec<RegionRow> = query.load(c)?;
    Ok(rows.into_iter().map(region).collect())
}

pub(crate) fn find_region(c: &mut Conn, code: &str) -> QueryResult<Option<Region>> {
    Ok(regions::table.find(code).first::<RegionRow>(c).optional()?.map(region))
}
