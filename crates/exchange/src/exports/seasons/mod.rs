//! Whole seasons: all games of a gaming year, and the results of all its matches, a line of JSON each, as everyone may read
//! them. They are sent as they are read, so that a season takes no more memory than a page.

pub(crate) mod routes;
pub(crate) mod use_cases;

use serde::Serialize;

use crate::values::error::Error;

/// Some lines of a file, and the place in the records after which the next ones begin; none at the end.
pub(crate) struct Lines<K> {
    pub(crate) text: String,
    pub(crate) end: Option<K>,
}

impl<K> Lines<K> {
    /// The things, a line each.
    fn of<T: Serialize>(things: impl IntoIterator<Item = T>, end: Option<K>) -> Result<Lines<K>, Error> {
        let mut text = String::new();
        for thing in things {
            let line = serde_json::to_string(&thing).map_err(|error| Error::Internal(error.to_string()))?;
            text.push_str(&line);
            text.push('\n');
        }
        Ok(Lines { text, end })
    }
}
