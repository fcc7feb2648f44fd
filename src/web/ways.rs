//! The ways on from a page for people that has no other head.

use maud::{Markup, html};

/// The ways to all that is public, in a line.
pub(crate) fn ways() -> Markup {
    html! {
        p.ways {
            a href="/" { "Home" } " · " a href="/tournaments" { "Tournaments" } " · " a href="/rankings" { "Rankings" } " · "
            a href="/players" { "Players" } " · " a href="/clubs" { "Clubs" } " · " a href="/games" { "Games" }
        }
    }
}
