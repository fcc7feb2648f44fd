//! Positions: of a game, or any at all.

pub(crate) mod routes;

use std::fmt::Display;

use morabaraba_rules::{Position, RuleSet, Setup, replay};

use crate::games;
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::validation::{Limited, Word};

/// The turns that lead to a position: so many as a search for one needs.
pub(crate) type Opening = Limited<2_000>;

/// The parameter of that name is wrong.
pub(crate) fn wrong(name: &str, fault: &impl Display) -> Error {
    INVALID_QUERY.of_parameter(name, fault).into()
}

/// The rule set that a query names; the federation's own if it names none.
pub(crate) fn rule_set(name: Option<&Word>) -> Result<RuleSet, Error> {
    games::rule_set(name.map(Word::as_str)).map_err(|refusal| wrong("rule_set", &refusal))
}

/// The position that is asked for by its text or by the turns that lead there; none if neither is given.
pub(crate) fn sought(
    text: Option<&Word>,
    turns: Option<&str>,
    rules: Option<&Word>,
) -> Result<Option<Position>, Error> {
    let rules = rule_set(rules)?;
    match (text, turns) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(wrong("opening", &"the position is given already")),
        (Some(text), None) => {
            let setup: Setup = text.as_str().parse().map_err(|error| wrong("position", &error))?;
            // What the history forbids differs between rule sets, and is not looked for.
            let seen = Setup {
                quiet: 0,
                armed: [None, None],
                ..setup
            };
            let position = seen.into_position(rules);
            Ok(Some(position.map_err(|error| wrong("position", &error))?))
        }
        (None, Some(turns)) => {
            let mut game = replay(Position::new(rules), turns.split_whitespace());
            match game.find_map(Result::err) {
                Some(illegal) => Err(wrong("opening", &illegal)),
                None => Ok(Some(game.position())),
            }
        }
    }
}
