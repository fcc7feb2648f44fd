//! Constraints of the database that mean a refusal.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

use crate::values::error::Error;

/// A result in which the violation of a constraint can mean a refusal.
pub trait OnConflict<T> {
    /// Turns the violation of the unique constraint of that name into a refusal; other errors stay what they are.
    ///
    /// # Errors
    /// The refusal, or the database's error.
    fn on_conflict(self, constraint: &str, refusal: impl Into<Error>) -> Result<T, Error>;

    /// Turns a reference to nothing into a refusal; other errors stay what they are.
    ///
    /// # Errors
    /// The refusal, or the database's error.
    fn on_missing(self, refusal: impl Into<Error>) -> Result<T, Error>;
}

impl<T> OnConflict<T> for Result<T, DieselError> {
    fn on_conflict(self, constraint: &str, refusal: impl Into<Error>) -> Result<T, Error> {
        self.map_err(|error| {
            if violated(&error).as_deref() == Some(constraint) {
                refusal.into()
            } else {
                error.into()
            }
        })
    }

    fn on_missing(self, refusal: impl Into<Error>) -> Result<T, Error> {
        self.map_err(|error| match error {
            DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => refusal.into(),
            error => error.into(),
        })
    }
}

/// A constraint that was not violated leaves others to be asked for.
impl<T> OnConflict<T> for Result<T, Error> {
    fn on_conflict(self, constraint: &str, refusal: impl Into<Error>) -> Result<T, Error> {
        self.or_else(|error| match error {
            Error::Database(error) => Err(error).on_conflict(constraint, refusal),
            refused => Err(refused),
        })
    }

    fn on_missing(self, refusal: impl Into<Error>) -> Result<T, Error> {
        self.or_else(|error| match error {
            Error::Database(error) => Err(error).on_missing(refusal),
            refused => Err(refused),
        })
    }
}

/// The name of the unique constraint that an error is about. SQLite names the columns instead (`clubs.code`), from
/// which follows the name that PostgreSQL would have given (`clubs_code_key`).
pub(super) fn violated(error: &DieselError) -> Option<String> {
    let DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, information) = error else {
        return None;
    };
    if let Some(name) = information.constraint_name() {
        return Some(name.to_owned());
    }
    let columns = information.message().strip_prefix("UNIQUE constraint failed: ")?;
    let table = columns.split('.').next()?;
    let columns: Vec<&str> = columns
        .split(", ")
        .filter_map(|column| column.split('.').nth(1))
        .collect();
    Some(format!("{table}_{}_key", columns.join("_")))
}
