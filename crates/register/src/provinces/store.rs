//! Provinces and their regions in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{provinces, regions};
use crate::provinces::{Province, Region};
use crate::values::error::Error;

/// All of them, by code: there are nine.
pub fn list(c: &mut Conn) -> Result<Vec<Province>, Error> {
    let all = provinces::table.select(Province::as_select()).order(provinces::code);
    Ok(all.load(c)?)
}

/// The province of that code.
pub fn find(c: &mut Conn, code: &str) -> Result<Option<Province>, Error> {
    let province = provinces::table.find(code).select(Province::as_select());
    Ok(province.first(c).optional()?)
}

/// Those of the province, or all of them, by code: there are 52.
pub fn list_regions(c: &mut Conn, province: Option<&str>) -> Result<Vec<Region>, Error> {
    let mut query = regions::table
        .select(Region::as_select())
        .order(regions::code)
        .into_boxed();
    if let Some(province) = province {
        query = query.filter(regions::province_code.eq(province));
    }
    Ok(query.load(c)?)
}

/// The region of that code.
pub fn find_region(c: &mut Conn, code: &str) -> Result<Option<Region>, Error> {
    let region = regions::table.find(code).select(Region::as_select());
    Ok(region.first(c).optional()?)
}
