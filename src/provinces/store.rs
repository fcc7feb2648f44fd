//! Provinces in the database.

use diesel::prelude::*;

use super::{Province, Region};
use crate::db::Conn;
use crate::schema::{provinces, regions};

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

pub(crate) fn find_region(c: &mut Conn, code: &str) -> QueryResult<Option<Region>> {
    let row: Option<(String, String, String)> = regions::table.find(code).first(c).optional()?;
    Ok(row.map(|(code, name, province)| Region { code, name, province }))
}
