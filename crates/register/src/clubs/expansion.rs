//! The clubs that a list names, beside its items: for whoever would otherwise ask for each of them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clubs::{Club, store};
use crate::db::Conn;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::web::pagination::Page;
use crate::web::response::Response;

/// Things that a list brings with it.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expansion {
    /// The clubs that the items name.
    Club,
}

/// An item of a list that names clubs.
pub trait NamesClubs {
    /// The clubs that it names.
    fn clubs(&self) -> impl Iterator<Item = ClubId>;
}

/// One page of a list, with the clubs that its items name where they are asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageWithClubs<T> {
    /// The items, in the list's order.
    items: Vec<T>,
    /// Send it back as `cursor` for the next page; absent from the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        nullable = false,
        example = "WyJkaXRzb2JvdGxhIGhlcmRlcnMiLCIwMTlhYTBjOC01YjFmLTdhNTItOWQwZS03ZjNiMWMyYTRkNWUiXQ"
    )]
    next_cursor: Option<String>,
    /// The clubs that the items name, each once and by id; absent unless `expand=club` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clubs: Option<Vec<Club>>,
}

impl<T: NamesClubs> PageWithClubs<T> {
    /// The page with what is asked for beside it.
    pub fn of(c: &mut Conn, page: Page<T>, expand: Option<Expansion>) -> Result<PageWithClubs<T>, Error> {
        let (items, next_cursor) = page.into_parts();
        let clubs = match expand {
            Some(Expansion::Club) => {
                let named: BTreeSet<ClubId> = items.iter().flat_map(NamesClubs::clubs).collect();
                let mut clubs = store::find_all(c, &[], &named.into_iter().collect::<Vec<_>>())?;
                clubs.sort_by_key(|club| club.id);
                Some(clubs)
            }
            None => None,
        };
        Ok(PageWithClubs {
            items,
            next_cursor,
            clubs,
        })
    }
}

impl<T: Serialize> PageWithClubs<T> {
    /// The page as everyone may read it.
    pub fn public(self) -> Response<PageWithClubs<T>> {
        let next_cursor = self.next_cursor.clone();
        Response::public(self).followed_by(next_cursor)
    }

    /// The page for the caller's eyes only.
    pub fn private(self) -> Response<PageWithClubs<T>> {
        let next_cursor = self.next_cursor.clone();
        Response::private(self).followed_by(next_cursor)
    }
}
