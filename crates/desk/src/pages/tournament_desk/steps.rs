//! Buttons of a tournament's screen, each a form of its own.

use maud::{Markup, html};

use crate::pages::form::Draft;
use crate::pages::frame::Visit;
use crate::tournaments::model::Round;

/// A button that takes a step.
pub(super) fn step(visit: &Visit, action: &str, words: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            (Draft::default().hidden(visit.token()))
            button { (words) }
        }
    }
}

/// A button that takes a step before which another is advised.
pub(super) fn later_step(visit: &Visit, action: &str, words: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            (Draft::default().hidden(visit.token()))
            button.second { (words) }
        }
    }
}

/// A button that takes a round back, as it is seen here.
pub(super) fn undo(visit: &Visit, round: &Round, words: &str) -> Markup {
    html! {
        form method="post" action={ "/desk/rounds/" (round.id) "/undo" } {
            (Draft::default().hidden(visit.token()))
            input type="hidden" name="state" value=(round.state.as_str());
            button.second { (words) }
        }
    }
}
