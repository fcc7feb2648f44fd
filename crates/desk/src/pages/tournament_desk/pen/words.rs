//! Commands in words: an operation as the document says it, and a form of the desk as the operation that does the same.

use actix_web::web::Data;
use maud::{Markup, html};

use crate::pages::form::Draft;
use crate::pens::commands::PenCommand;
use crate::trail::ActionWords;
use crate::web::operations::Operations;

/// The media type of forms without files.
const FORM: &str = "application/x-www-form-urlencoded";

/// The forms that are sent at a venue: of what, the end of their path, and the operation that does the same.
const FORMS: [([&str; 2], &str); 29] = [
    (["byes", "withdrawal"], "create_bye_withdrawal"),
    (["disputes", "ruling"], "create_ruling"),
    (["entries", "removal"], "create_entry_removal"),
    (["entries", "return"], "create_entry_return"),
    (["entries", "withdrawal"], "create_entry_withdrawal"),
    (["matches", "correction"], "create_correction"),
    (["matches", "dispute"], "create_dispute"),
    (["matches", "undo"], "create_match_undo"),
    (["ratification", "rounds"], "create_rounds_agreement"),
    (["rounds", "closing"], "create_round_closing"),
    (["rounds", "confirmations"], "create_round_confirmations"),
    (["rounds", "publication"], "create_round_publication"),
    (["rounds", "results"], "create_round_results"),
    (["rounds", "undo"], "create_round_undo"),
    (["tournaments", "appointments"], "create_appointment"),
    (["tournaments", "byes"], "create_bye"),
    (["tournaments", "change"], "update_tournament"),
    (["tournaments", "check-in"], "create_check_in_batch"),
    (["tournaments", "ending"], "create_tournament_ending"),
    (["tournaments", "entries"], "create_entry_batch"),
    (["tournaments", "equipment"], "create_equipment_confirmation"),
    (["tournaments", "exceptions"], "create_round"),
    (["tournaments", "missing"], "create_missing_withdrawals"),
    (["tournaments", "missing-returns"], "create_missing_returns"),
    (["tournaments", "opening"], "create_tournament_opening"),
    (["tournaments", "pairing"], "create_round"),
    (["tournaments", "rounds"], "create_round"),
    (["tournaments", "starting-order"], "create_starting_order"),
    (["tournaments", "swap"], "create_round"),
];

/// The operation that does the same as a form of the desk that is sent to that path.
fn same_as(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or_default();
    let mut segments = path.strip_prefix("/desk/")?.split('/');
    let form = [segments.next()?, segments.next_back()?];
    let known = FORMS.iter().find(|(known, _)| *known == form);
    known.map(|(_, operation)| *operation)
}

/// The words for what the document describes.
pub(super) struct InWords {
    pub(super) operations: Data<Operations>,
    pub(super) actions: Data<ActionWords>,
}

impl InWords {
    /// The command in a few words.
    pub(super) fn of(&self, command: &PenCommand) -> String {
        let (method, path) = (command.method.as_str(), command.path.as_str());
        let asked = self.operations.in_words(method, path).map(str::to_owned);
        let asked = asked.or_else(|| Some(self.actions.sentence(same_as(path)?)));
        asked.unwrap_or_else(|| format!("{method} {path}"))
    }
}

/// The text that was sent with a command, to be opened: of a form what was typed.
pub(super) fn what_was_sent(command: &PenCommand) -> Markup {
    let shown = command.shown().unwrap_or_default();
    let is_form = command.media_type.starts_with(FORM);
    let typed =
        form_urlencoded::parse(shown.as_bytes()).filter(|(name, text)| !Draft::is_hidden(name) && !text.is_empty());
    let typed: Vec<_> = typed.filter(|_| is_form).collect();
    html! {
        @if !typed.is_empty() || (!is_form && !shown.is_empty()) {
            details {
                summary { "What was sent" }
                @if is_form {
                    dl.facts { @for (name, text) in &typed { dt { (name) } dd { (text) } } }
                } @else { p.wording { (shown) } }
            }
        }
    }
}
