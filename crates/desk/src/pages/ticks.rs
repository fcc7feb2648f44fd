//! Things that are ticked in a list, and to which one thing is done: to all of them, or, where one is refused, to none.

use std::fmt::Display;
use std::str::FromStr;

use maud::{Markup, html};

use crate::db::{Conn, attempt};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::values::error::{Error, Problem};
use crate::values::validation::{Faults, ValueError};

/// The beginning of the names of the boxes.
const TICK: &str = "tick-";

/// The box of a thing, as a field of the form.
pub(crate) fn field(id: impl Display, name: &str) -> Field {
    Field::new(format!("{TICK}{id}"), name.to_owned(), FieldKind::YesNo)
}

/// The box of a thing, with what is wrong about it.
pub(crate) fn tick(draft: &Draft, id: impl Display, name: &str) -> Markup {
    let field = format!("{TICK}{id}");
    html! {
        label.tick {
            input type="checkbox" id=(field) name=(field) value="yes" checked[draft.text(&field) == "yes"];
            span { (name) }
        }
        @if let Some(fault) = draft.fault(&field) { p.fault { (fault) } }
    }
}

/// The box of a thing as it is sent with a tick: its name and its value.
pub(crate) fn pair(id: impl Display) -> (String, String) {
    (format!("{TICK}{id}"), "yes".to_owned())
}

/// The things that were ticked.
pub(crate) fn ticked<I: FromStr>(form: &Form) -> Vec<I> {
    let ticked = form.pairs().iter().filter_map(|(name, _)| name.strip_prefix(TICK));
    ticked.filter_map(|id| id.parse().ok()).collect()
}

/// Does something to each thing that was ticked.
///
/// # Errors
/// Nothing was; or every refusal, at its thing.
pub(crate) fn for_each<I: Copy + Display + FromStr>(
    c: &mut Conn,
    form: &Form,
    mut work: impl FnMut(&mut Conn, I) -> Result<(), Error>,
) -> Result<(), Error> {
    let ticked: Vec<I> = ticked(form);
    if ticked.is_empty() {
        return Err(Faults::of("/ticked", ValueError::new("required", "Tick at least one player.")).into());
    }
    let mut faults = Faults::default();
    for id in ticked {
        match attempt(c, |c| work(c, id)) {
            Ok(()) => {}
            Err(Error::Refused(problem)) => {
                let why = ValueError::new(problem.kind.code, told(&problem));
                faults.extend(Faults::of(&format!("/{TICK}{id}"), why));
            }
            Err(error) => return Err(error),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// The sentence that says why.
fn told(problem: &Problem) -> &str {
    let fault = problem.errors.first();
    fault.map_or(&problem.detail, |fault| &fault.message)
}
