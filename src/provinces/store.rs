//! Provinces in the database.

use diesel::prelude::*;

use super::Province;
use crate::db::Conn;
use crate::schema::provinces;

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
