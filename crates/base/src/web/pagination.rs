//! Lists in pages: a limit, an opaque cursor, and a link to what follows.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::values::error::{Error, INVALID_CURSOR};

/// The number of items on a page: 1 to 200, 25 if nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize(u16);

impl PageSize {
    const MOST: u16 = 200;

    /// The number of items on a page on which somebody ticks many.
    pub const TICKED: PageSize = PageSize(100);

    /// One more than the page holds: the row that tells whether there is a next page.
    pub fn rows(self) -> i64 {
        i64::from(self.0) + 1
    }

    /// The number of items.
    pub fn items(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PageSize {
    fn default() -> PageSize {
        PageSize(25)
    }
}

impl<'de> Deserialize<'de> for PageSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PageSize, D::Error> {
        u16::deserialize(deserializer)
            .ok()
            .filter(|limit| (1..=PageSize::MOST).contains(limit))
            .map(PageSize)
            .ok_or_else(|| D::Error::custom(format!("expected a whole number from 1 to {}", PageSize::MOST)))
    }
}

/// The page that is asked for of a list that has no filters.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    pub limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGM4LTViMWYtN2E1Mi05ZDBlLTdmM2IxYzJhNGQ1ZSI")]
    cursor: Option<String>,
}

impl PageQuery {
    /// The sort key after which the page begins, if a cursor was sent.
    pub fn after<K: DeserializeOwned>(&self) -> Result<Option<K>, Error> {
        after(self.cursor.as_deref())
    }
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    /// The items, in the list's order.
    items: Vec<T>,
    /// Send it back as `cursor` for the next page; absent from the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        nullable = false,
        example = "WyJkaXRzb2JvdGxhIGhlcmRlcnMiLCIwMTlhYTBjOC01YjFmLTdhNTItOWQwZS03ZjNiMWMyYTRkNWUiXQ"
    )]
    next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// The page of the rows that were asked for by [`PageSize::rows`]; `key` tells what the list is sorted by.
    pub fn of<R, K: Serialize>(
        rows: Vec<R>,
        limit: PageSize,
        key: impl Fn(&R) -> K,
        item: impl FnMut(R) -> T,
    ) -> Result<Page<T>, Error> {
        Page::walked(rows, limit, None, key, item)
    }

    /// The page of a search that has looked at so many things and no more: it ended at the key `end` if the page is not full.
    pub fn walked<R, K: Serialize>(
        mut rows: Vec<R>,
        limit: PageSize,
        end: Option<K>,
        key: impl Fn(&R) -> K,
        item: impl FnMut(R) -> T,
    ) -> Result<Page<T>, Error> {
        let more = rows.len() > usize::from(limit.0);
        rows.truncate(usize::from(limit.0));
        let next = rows.last().filter(|_| more).map(key).or(end);
        let next_cursor = match next {
            Some(key) => {
                let key = serde_json::to_vec(&key).map_err(|error| Error::Internal(error.to_string()))?;
                Some(URL_SAFE_NO_PAD.encode(key))
            }
            None => None,
        };
        Ok(Page {
            items: rows.into_iter().map(item).collect(),
            next_cursor,
        })
    }

    /// The items, and the cursor of what follows.
    pub fn into_parts(self) -> (Vec<T>, Option<String>) {
        (self.items, self.next_cursor)
    }

    pub fn next_cursor(&self) -> Option<&str> {
        self.next_cursor.as_deref()
    }
}

/// The most characters of a cursor. It holds a sort key, folded: two names at their longest, and an id.
pub const LONGEST_CURSOR: usize = 32_768;

/// The sort key after which the page begins, if a cursor was sent.
pub fn after<K: DeserializeOwned>(cursor: Option<&str>) -> Result<Option<K>, Error> {
    let Some(cursor) = cursor else { return Ok(None) };
    let cursor = Some(cursor).filter(|cursor| cursor.len() <= LONGEST_CURSOR);
    cursor
        .and_then(|cursor| URL_SAFE_NO_PAD.decode(cursor).ok())
        .and_then(|key| serde_json::from_slice(&key).ok())
        .filter(|key| !has_nul(key))
        .and_then(|key| serde_json::from_value(key).ok())
        .map(Some)
        .ok_or_else(|| INVALID_CURSOR.of_parameter("cursor", "could not be read").into())
}

/// Whether there is a NUL in a text of the key: no cursor of ours has one, and PostgreSQL cannot compare with it.
fn has_nul(key: &Value) -> bool {
    match key {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_nul),
        _ => false,
    }
}
