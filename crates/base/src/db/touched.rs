//! The tables that statements touch, told by the statements themselves as they run: no list of them can be forgotten.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::LazyLock;

use diesel::connection::{Instrumentation, InstrumentationEvent, get_default_instrumentation};

/// A set of tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tables(u128);

/// The number of tables that a set has room for.
pub(super) const MOST_TABLES: usize = u128::BITS as usize;

/// The tables by name, each with its place in a set. The schema is the one list of them.
static PLACES: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
    let lines = include_str!("schema.rs").lines();
    let names = lines.filter_map(|line| line.strip_prefix("    ")?.strip_suffix(" {")?.split_once(" ("));
    names.map(|(name, _)| name).zip(0..).collect()
});

impl Tables {
    /// All tables.
    pub const ALL: Tables = Tables(u128::MAX);

    /// The tables that are named in it, in quotation marks or without.
    fn named_in(statement: &str) -> impl Iterator<Item = usize> {
        let words = statement.split(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_'));
        words.filter_map(|word| PLACES.get(word).copied())
    }

    fn of(places: impl Iterator<Item = usize>) -> Tables {
        Tables(places.fold(0, |set, place| set | 1 << place))
    }

    /// The tables that a statement reads or changes.
    fn touched_by(statement: &str) -> Tables {
        Tables::of(Tables::named_in(statement))
    }

    /// The tables that a statement changes: the first that it names, unless what it does begins otherwise than by saying so.
    fn changed_by(statement: &str) -> Tables {
        let verb = statement.trim_start().split(' ').next().unwrap_or_default();
        match verb {
            "SELECT" => Tables::default(),
            "INSERT" | "REPLACE" | "UPDATE" | "DELETE" => Tables::of(Tables::named_in(statement).take(1)),
            _ => Tables::touched_by(statement),
        }
    }

    /// The set of the table at that place.
    #[cfg(test)]
    pub(super) fn at(place: usize) -> Tables {
        Tables::of(std::iter::once(place))
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn with(self, others: Tables) -> Tables {
        Tables(self.0 | others.0)
    }

    /// The places of those in the set.
    pub(super) fn places(self) -> impl Iterator<Item = usize> {
        (0..MOST_TABLES).filter(move |place| self.0 & (1 << place) != 0)
    }
}

/// The reason for which tables are gathered.
#[derive(Clone, Copy)]
enum Gathering {
    Touched(Tables),
    Changed(Tables),
}

thread_local! {
    /// It is no argument, since diesel reports every statement to one function of the process, on the thread that runs it.
    static GATHERING: Cell<Option<Gathering>> = const { Cell::new(None) };
}

/// Runs work on this thread, and tells the tables that its statements have read or changed.
pub(super) fn touched<T>(work: impl FnOnce() -> T) -> (T, Tables) {
    gathered(Gathering::Touched(Tables::default()), work)
}

/// Runs work on this thread, and tells the tables that its statements have changed.
pub(super) fn changed<T>(work: impl FnOnce() -> T) -> (T, Tables) {
    gathered(Gathering::Changed(Tables::default()), work)
}

fn gathered<T>(gathering: Gathering, work: impl FnOnce() -> T) -> (T, Tables) {
    GATHERING.set(Some(gathering));
    let value = work();
    let tables = match GATHERING.take() {
        Some(Gathering::Touched(tables) | Gathering::Changed(tables)) => tables,
        None => Tables::default(),
    };
    (value, tables)
}

/// Hears of each statement of a connection before it runs, and passes it on to whatever listens by default.
pub(super) struct Listening {
    next: Option<Box<dyn Instrumentation>>,
}

impl Default for Listening {
    fn default() -> Self {
        Listening {
            next: get_default_instrumentation(),
        }
    }
}

impl Instrumentation for Listening {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = &event
            && let Some(gathering) = GATHERING.get()
        {
            let mut heard = Heard(gathering);
            // It ends with an error once the statement is heard: its values are of no interest.
            let _ = write!(heard, "{query}");
            GATHERING.set(Some(heard.0));
        }
        if let Some(next) = &mut self.next {
            next.on_connection_event(event);
        }
    }
}

/// Takes the statement itself, which is written in one piece, and refuses what follows.
struct Heard(Gathering);

impl Write for Heard {
    fn write_str(&mut self, statement: &str) -> fmt::Result {
        self.0 = match self.0 {
            Gathering::Touched(tables) => Gathering::Touched(tables.with(Tables::touched_by(statement))),
            Gathering::Changed(tables) => Gathering::Changed(tables.with(Tables::changed_by(statement))),
        };
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use diesel::prelude::*;

    use crate::db::schema::{holds, log_head};
    use crate::db::touched::*;

    fn named(names: &[&str]) -> Tables {
        Tables::of(names.iter().map(|name| PLACES[name]))
    }

    #[test]
    fn the_schema_lists_all_tables() {
        let declared = include_str!("schema.rs").matches("diesel::table! {").count();
        assert_eq!(PLACES.len(), declared);
        assert!(declared <= MOST_TABLES);
    }

    #[test]
    fn a_statement_tells_what_it_reads_and_what_it_changes() {
        let joined = "SELECT `clubs`.`id` FROM (`clubs` INNER JOIN `players` ON (`players`.`club_id` = `clubs`.`id`))";
        assert_eq!(Tables::touched_by(joined), named(&["clubs", "players"]));
        assert_eq!(Tables::changed_by(joined), Tables::default());
        let update = r#"UPDATE "players" SET "name" = $1 WHERE "id" IN (SELECT "id" FROM "clubs")"#;
        assert_eq!(Tables::changed_by(update), named(&["players"]));
        let replace = "REPLACE INTO `positions` (`class`, `game`) VALUES (?, ?)";
        assert_eq!(Tables::changed_by(replace), named(&["positions"]));
        let with = "WITH gone AS (DELETE FROM games RETURNING id) INSERT INTO openings SELECT 1 FROM gone";
        assert_eq!(Tables::changed_by(with), named(&["games", "openings"]));
        assert_eq!(Tables::touched_by("BEGIN IMMEDIATE"), Tables::default());
    }

    #[test]
    fn a_connection_is_heard_while_it_is_gathered() {
        let mut c = SqliteConnection::establish(":memory:").unwrap();
        c.set_instrumentation(Listening::default());
        let (failed, tables) = touched(|| log_head::table.count().execute(&mut c));
        assert!(failed.is_err(), "there is no table, and it was named");
        assert_eq!(tables, named(&["log_head"]));
        assert_eq!(changed(|| log_head::table.count().execute(&mut c)).1, Tables::default());
        assert_eq!(
            changed(|| diesel::delete(holds::table).execute(&mut c)).1,
            named(&["holds"])
        );
    }
}
