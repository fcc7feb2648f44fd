//! The frame of a search in a register: what is looked for, what was found, and the ways on.

use actix_web::HttpRequest;
use maud::{Markup, html};

use crate::languages::Words;
use crate::pages::public::next_page;
use crate::pages::public::players::typed;
use crate::pages::register_desk::way_to_inbox;

/// A search in a register.
pub(super) struct Register {
    pub(super) title: &'static str,
    pub(super) path: &'static str,
    /// The words that are looked for.
    pub(super) words: &'static str,
    /// The way to a new entry: its path, and its label.
    pub(super) new: (&'static str, &'static str),
    /// The way to a list beside it.
    pub(super) beside: (&'static str, &'static str),
}

impl Register {
    /// The page's body: `filters` are the other fields of the search.
    pub(super) fn body(&self, request: &HttpRequest, filters: &Markup, found: &Markup, next: Option<&str>) -> Markup {
        html! {
            (way_to_inbox())
            h1 { (self.title) }
            p { a.button href=(self.new.0) { (self.new.1) } }
            form.line action=(self.path) role="search" {
                label for="q" { (self.words) }
                input #q name="q" type="search" maxlength="200" value=[typed(request)];
                (filters)
                button { "Search" }
            }
            (found)
            (next_page(Words::ENGLISH, request, next))
            p { a href=(self.beside.0) { (self.beside.1) } }
        }
    }
}
