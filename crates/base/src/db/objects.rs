//! The objects of the schema: tables, indexes and constraints.
//!
//! Anything else has no place among them, as a trigger that somebody has put into a copy. SQLite's are compared with those of a new file in memory. PostgreSQL's are compared with a list of those that the steps make
//! there (`postgres.txt`), since none can be made where the doctor only reads.

use std::collections::BTreeMap;

use diesel::RunQueryDsl;
use diesel::sql_types::Text;

use crate::db::{Conn, migrations};
use crate::values::error::Error;

/// The objects, by their kind and name, each with its definition.
pub type Objects = BTreeMap<String, String>;

/// Those that the steps make on PostgreSQL, after the server's version.
const OF_POSTGRES: &str = include_str!("postgres.txt");

#[derive(diesel::QueryableByName)]
struct ObjectRow {
    #[diesel(sql_type = Text)]
    object: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

/// The query of SQLite's objects.
///
/// An index that it makes by itself has no statement. The steps that were taken are remembered in a table of diesel's.
const IN_SQLITE: &str = "\
    SELECT type || ' ' || name AS object, sql AS definition FROM sqlite_schema \
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
        AND NOT (type = 'table' AND name = '__diesel_schema_migrations')";

/// The query of PostgreSQL's objects.
///
/// Those of an extension are the server's own. Constraints that a column is not null are with the column.
const IN_POSTGRES: &str = "\
    WITH here AS (SELECT current_schema()::regnamespace::oid AS space), \
    relations AS (SELECT pg_class.* FROM pg_class, here WHERE relnamespace = space \
        AND relname NOT IN ('__diesel_schema_migrations', '__diesel_schema_migrations_pkey') \
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')) \
    SELECT 'table ' || relname AS object, \
        string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), \
            CASE WHEN attnotnull THEN 'NOT NULL' END, \
            'DEFAULT ' || pg_get_expr(adbin, adrelid), \
            CASE WHEN attidentity <> '' THEN 'IDENTITY' END, \
            CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || collname END), ', ' ORDER BY attnum) \
        || CASE WHEN relrowsecurity THEN ' ROW SECURITY' ELSE '' END AS definition \
    FROM relations JOIN pg_attribute ON attrelid = relations.oid AND attnum > 0 AND NOT attisdropped \
        JOIN pg_type ON pg_type.oid = atttypid \
        LEFT JOIN pg_collation ON pg_collation.oid = attcollation \
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum \
    WHERE relkind IN ('r', 'p', 'f') GROUP BY relname, relrowsecurity \
    UNION ALL SELECT 'view ' || relname, pg_get_viewdef(oid) FROM relations WHERE relkind IN ('v', 'm') \
    UNION ALL SELECT 'sequence ' || relname, '-' FROM relations WHERE relkind = 'S' \
    UNION ALL SELECT 'index ' || relname, \
        replace(pg_get_indexdef(oid), ' ' || quote_ident(current_schema()) || '.', ' ') \
        FROM relations WHERE relkind IN ('i', 'I') \
    UNION ALL SELECT concat_ws(' ', 'constraint', conname, 'of', relname), pg_get_constraintdef(pg_constraint.oid) \
        FROM pg_constraint JOIN relations ON relations.oid = conrelid WHERE contype <> 'n' \
    UNION ALL SELECT concat_ws(' ', CASE WHEN tgisinternal THEN 'disabled' END, 'trigger', tgname, 'of', relname), \
        pg_get_triggerdef(pg_trigger.oid) \
        FROM pg_trigger JOIN relations ON relations.oid = tgrelid WHERE NOT tgisinternal OR tgenabled <> 'O' \
    UNION ALL SELECT concat_ws(' ', 'rule', rulename, 'of', relname), pg_get_ruledef(pg_rewrite.oid) \
        FROM pg_rewrite JOIN relations ON relations.oid = ev_class WHERE rulename <> '_RETURN' \
    UNION ALL SELECT concat_ws(' ', 'policy', polname, 'of', relname), '-' \
        FROM pg_policy JOIN relations ON relations.oid = polrelid \
    UNION ALL SELECT 'function ' || proname, prosrc FROM pg_proc, here WHERE pronamespace = space \
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')";

/// Lists the objects that there are.
///
/// # Errors
/// The database cannot be read.
pub fn objects(c: &mut Conn) -> Result<Objects, Error> {
    let asked = match c {
        Conn::Sqlite(_) => IN_SQLITE,
        Conn::Postgres(_) => IN_POSTGRES,
    };
    let rows: Vec<ObjectRow> = diesel::sql_query(asked).load(c)?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.object, plain(&row.definition))).collect())
}

/// Leaves out comments, quotation marks around names, and needless blanks.
fn plain(definition: &str) -> String {
    let lines = definition
        .lines()
        .map(|line| line.split("--").next().unwrap_or_default());
    let words: Vec<String> = lines
        .flat_map(str::split_whitespace)
        .map(|word| word.replace('"', ""))
        .collect();
    words.join(" ")
}

/// Reads the version of the server, as far as its texts depend on it.
///
/// # Errors
/// The database cannot be read.
pub fn server(c: &mut Conn) -> Result<String, Error> {
    let version = "SELECT split_part(current_setting('server_version'), '.', 1) AS object, '' AS definition";
    let row: ObjectRow = diesel::sql_query(version).get_result(c)?;
    Ok(format!("PostgreSQL {}", row.object))
}

/// Lists the objects that the steps make, and whether definitions compare.
fn made(c: &mut Conn) -> Result<(Objects, bool), Error> {
    if let Conn::Sqlite(_) = c {
        return Ok((objects(&mut migrations::in_memory()?)?, true));
    }
    let mut lines = OF_POSTGRES.lines();
    let is_of_server = lines.next() == Some(&server(c)?);
    let made = lines.filter_map(|line| line.split_once(": "));
    Ok((
        made.map(|(object, definition)| (object.to_owned(), definition.to_owned()))
            .collect(),
        is_of_server,
    ))
}

/// Finds the differences from what the steps make, each in a sentence.
///
/// Another version of PostgreSQL may have other words for a definition; there only names are compared.
pub fn differences(c: &mut Conn) -> Result<Vec<String>, Error> {
    let (there, (made, is_comparable)) = (objects(c)?, made(c)?);
    let added = there.keys().filter(|object| !made.contains_key(*object));
    let added = added.map(|object| format!("the {object} is none of this program's"));
    let other = made.iter().filter_map(|(object, definition)| match there.get(object) {
        None => Some(format!("the {object} is missing")),
        Some(there) if is_comparable && there != definition => {
            Some(format!("the {object} is not as this program makes it"))
        }
        Some(_) => None,
    });
    Ok(added.chain(other).collect())
}
