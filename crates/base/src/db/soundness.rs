//! Whether the database itself is sound: its pages, its indexes and its references, whatever they mean.

use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};

use crate::db::log::{self, LogVerdict};
use crate::db::{Conn, migrations, objects};
use crate::values::error::Error;
use crate::values::examination::Findings;

#[derive(diesel::QueryableByName)]
struct Said {
    #[diesel(sql_type = Text)]
    said: String,
}

/// Examines the pages and indexes. PostgreSQL has no statement for all of its pages: every table is read from its first row
/// to its last, and it is asked for indexes and constraints that do not hold.
pub fn pages(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let said: Vec<Said> = match c {
        Conn::Sqlite(_) => diesel::sql_query("SELECT integrity_check AS said FROM pragma_integrity_check").load(c)?,
        Conn::Postgres(_) => {
            let invalid = "\
                SELECT 'the index ' || indexrelid::regclass || ' is not valid' AS said \
                FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid \
                WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace \
                UNION ALL \
                SELECT 'the constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked' \
                FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace";
            diesel::sql_query(invalid).load(c)?
        }
    };
    for table in crate::db::tables::tables(c)? {
        findings.look();
        if let Conn::Postgres(_) = c {
            table.digest(c)?;
        }
    }
    for Said { said } in said.into_iter().filter(|row| row.said != "ok") {
        findings.fault(said);
    }
    Ok(())
}

#[derive(diesel::QueryableByName)]
struct Dangling {
    #[diesel(sql_type = Text)]
    said: String,
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Examines whether every row refers to rows that are there.
pub fn references(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let dangling: Vec<Dangling> = match c {
        Conn::Sqlite(_) => {
            let counted = diesel::sql_query(
                "SELECT count(*) AS rows, '' AS said FROM sqlite_schema AS t, pragma_foreign_key_list(t.name)",
            );
            let Dangling { rows, .. } = counted.get_result(c)?;
            (0..rows).for_each(|_| findings.look());
            let asked = "\
                SELECT \"table\" || ' refers to ' || parent AS said, count(*) AS rows \
                FROM pragma_foreign_key_check GROUP BY \"table\", parent";
            diesel::sql_query(asked).load(c)?
        }
        Conn::Postgres(_) => {
            let queries: Vec<Said> = diesel::sql_query(REFERENCES).load(c)?;
            let mut dangling = Vec::new();
            for Said { said } in queries {
                findings.look();
                dangling.push(diesel::sql_query(said).get_result(c)?);
            }
            dangling
        }
    };
    for Dangling { said, rows } in dangling.into_iter().filter(|row| row.rows > 0) {
        findings.fault(format!("{said} that is not there, in {rows} rows"));
    }
    Ok(())
}

/// The questions, one for each reference, how many rows refer to nothing, as SQL. The server keeps references by triggers,
/// which its owner can turn off.
const REFERENCES: &str = "\
    SELECT format( \
        'SELECT %L AS said, count(*) AS rows FROM %s AS child WHERE %s AND NOT EXISTS (SELECT FROM %s AS parent WHERE %s)', \
        conrelid::regclass || ' refers to ' || confrelid::regclass, \
        conrelid::regclass, \
        (SELECT string_agg(format('child.%I IS NOT NULL', attname), ' AND ') \
            FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)), \
        confrelid::regclass, \
        (SELECT string_agg(format('parent.%I = child.%I', theirs.attname, ours.attname), ' AND ') \
            FROM unnest(conkey, confkey) AS pair (ours, theirs) \
            JOIN pg_attribute AS ours ON ours.attrelid = conrelid AND ours.attnum = pair.ours \
            JOIN pg_attribute AS theirs ON theirs.attrelid = confrelid AND theirs.attnum = pair.theirs) \
    ) AS said \
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace";

/// Examines whether the schema is this program's: its version, and every object that is in it or should be.
pub fn schema(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let (version, is_own) = migrations::version(c)?;
    findings.look();
    findings.expect(is_own, || {
        format!("it is {version}, which is older than this program's; the command migrate brings it up to date")
    });
    if is_own {
        let faults = objects::differences(c)?;
        objects::objects(c)?.iter().for_each(|_| findings.look());
        for fault in faults {
            findings.fault(fault);
        }
    }
    Ok(())
}

/// Examines the audit trail, and the log over it.
pub fn trail(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let verdict = log::verify(c, None)?;
    if let LogVerdict::Whole {
        chained,
        entries,
        waiting,
        ..
    } = verdict
    {
        (0..chained + entries + waiting).for_each(|_| findings.look());
    }
    if let Some(fault) = verdict.fault() {
        findings.fault(fault);
    }
    Ok(())
}
