//! Checks of a pairing that an umpire has made: the hard rules that it breaks, and the criterion by which it is worse
//! than the draw.

use std::fmt;

use crate::criteria::{Criterion, list};
use crate::draw::{Draw, draw};
use crate::field::{Bar, Config, Field, FieldError, PlayerId, Points, Round};
use crate::no_draw::Undrawn;

/// A hard rule that a pairing breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// The player is not in the field, or sits out.
    Unknown(PlayerId),
    /// The player stands in the pairing more than once.
    Twice(PlayerId),
    /// The player takes part in the round and does not stand in the pairing.
    Missing(PlayerId),
    /// There is a bye, and the number of players is even.
    NeedlessBye(PlayerId),
    /// These two may not meet.
    Barred(PlayerId, PlayerId, Bar),
    /// This player may not have the bye.
    BarredBye(PlayerId, Bar),
}

impl Violation {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// use morabaraba_swiss::{PlayerId, Violation};
    ///
    /// assert_eq!(Violation::Twice(PlayerId(7)).code(), "player-twice");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unknown(_) => "unknown-player",
            Self::Twice(_) => "player-twice",
            Self::Missing(_) => "player-missing",
            Self::NeedlessBye(_) => "needless-bye",
            Self::Barred(_, _, bar) | Self::BarredBye(_, bar) => bar.code(),
        }
    }
}

/// A sentence without capital and full stop.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "player {id} does not take part in this round"),
            Self::Twice(id) => write!(f, "player {id} is there more than once"),
            Self::Missing(id) => write!(f, "player {id} has neither an opponent nor the bye"),
            Self::NeedlessBye(id) => write!(f, "player {id} has a bye, and the number of players is even"),
            Self::Barred(one, other, bar) => write!(f, "players {one} and {other} may not meet: {bar}"),
            Self::BarredBye(id, bar) => write!(f, "player {id} may not have the bye: {bar}"),
        }
    }
}

/// The outcome of [`validate`]: the faults of a pairing, and the draw to compare it with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validation {
    /// The hard rules that the pairing breaks. It cannot stand with any of them, unless they are waived.
    pub violations: Vec<Violation>,
    /// The first criterion by which the pairing is worse than the draw, with the score of the bracket if it is a
    /// criterion of brackets. `None` if the pairing is the draw; also if it breaks a hard rule, or if there is no draw
    /// to compare it with.
    pub missed: Option<(Criterion, Option<Points>)>,
    /// The draw, to be shown beside it.
    pub draw: Result<Draw, Undrawn>,
}

/// Judges a pairing that an umpire has made, in any order of boards and players.
///
/// ```
/// use morabaraba_swiss::{Config, Criterion, Field, Player, PlayerId, Violation, validate};
///
/// let players = (1..=4).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
/// let (field, config) = (Field::new(1, players), Config::default());
/// let id = PlayerId;
/// let neighbours = validate(&field, &config, &[(id(1), id(2)), (id(3), id(4))], None)?;
/// assert_eq!(neighbours.violations, []);
/// assert_eq!(neighbours.missed.map(|(criterion, _)| criterion), Some(Criterion::Slide));
/// let half = validate(&field, &config, &[(id(1), id(2))], Some(id(3)))?;
/// assert_eq!(half.violations, [Violation::NeedlessBye(id(3)), Violation::Missing(id(4))]);
/// # Ok::<(), morabaraba_swiss::FieldError>(())
/// ```
pub fn validate(
    field: &Field,
    config: &Config,
    pairs: &[(PlayerId, PlayerId)],
    bye: Option<PlayerId>,
) -> Result<Validation, FieldError> {
    let round = Round::new(field, *config)?;
    let drawn = draw(field, config);
    let mut violations = Vec::new();
    let mut seen = vec![false; round.len()];
    for id in pairs.iter().flat_map(|(one, other)| [one, other]).chain(&bye) {
        match round.place(*id) {
            None => violations.push(Violation::Unknown(*id)),
            Some(place) if std::mem::replace(&mut seen[place], true) => violations.push(Violation::Twice(*id)),
            Some(_) => (),
        }
    }
    if let (Some(id), None) = (bye, round.bye()) {
        violations.push(Violation::NeedlessBye(id));
    }
    let missing = seen.iter().enumerate().filter(|(_, seen)| !**seen);
    violations.extend(missing.map(|(place, _)| Violation::Missing(round.id(place))));
    let known = |one: &PlayerId, other: &PlayerId| Some((round.place(*one)?, round.place(*other)?));
    for (one, other) in pairs
        .iter()
        .filter_map(|(one, other)| known(one, other))
        .filter(|(one, other)| one != other)
    {
        let bar = round.bar(one.min(other), one.max(other));
        violations.extend(bar.map(|bar| Violation::Barred(round.id(one), round.id(other), bar)));
    }
    if let (Some(place), Some(nobody)) = (bye.and_then(|id| round.place(id)), round.bye()) {
        violations.extend(
            round
                .bar(place, nobody)
                .map(|bar| Violation::BarredBye(round.id(place), bar)),
        );
    }
    let mut missed = None;
    if let (true, Ok(drawn)) = (violations.is_empty(), &drawn) {
        let mates = |pairs: &[(PlayerId, PlayerId)], bye: Option<PlayerId>| round.mates(pairs, bye);
        let (theirs, ours) = (
            list(&round, &mates(pairs, bye)),
            list(&round, &mates(&drawn.pairs, drawn.bye)),
        );
        let worse = theirs.into_iter().zip(ours).find(|(theirs, ours)| theirs.2 != ours.2);
        missed = worse.map(|(theirs, _)| (theirs.0, theirs.1.map(Points::halves)));
    }
    Ok(Validation {
        violations,
        missed,
        draw: drawn,
    })
}
