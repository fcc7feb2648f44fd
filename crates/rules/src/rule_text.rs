//! The text of a rule set: its name, or its options where it has none.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::{AllInLines, NoMoveBack, Options, RuleSet, Scope, Shot, TenMoves, Trigger, Unit, When};

/// The name, or every option, as `FromStr` reads them:
/// `no-move-back=any-break/cow/bound ten-moves=either/10/each shot=must all-in-lines=any`, and `off` for a rule that is
/// not played.
///
/// ```
/// use morabaraba_rules::{Options, RuleSet};
///
/// assert_eq!(RuleSet::BEADS.to_string(), "beads");
/// let custom = RuleSet::custom(Options { no_move_back: None, ..RuleSet::WIKIPEDIA.options() });
/// assert_eq!(custom.to_string(), "no-move-back=off ten-moves=either/10/each shot=must all-in-lines=any");
/// assert_eq!(custom.to_string().parse(), Ok(custom));
/// ```
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self != Self::custom(self.options()) {
            return f.pad(self.name());
        }
        let options = self.options();
        match options.no_move_back {
            Some(NoMoveBack {
                trigger,
                scope,
                binds_flying,
            }) => {
                let (trigger, scope) = (word(&TRIGGERS, trigger), word(&SCOPES, scope));
                write!(f, "no-move-back={trigger}/{scope}/{}", word(&FLYING, binds_flying))?;
            }
            None => f.write_str("no-move-back=off")?,
        }
        match options.ten_moves {
            Some(TenMoves { when, moves, unit }) => {
                write!(f, " ten-moves={}/{moves}/{}", word(&WHENS, when), word(&UNITS, unit))?;
            }
            None => f.write_str(" ten-moves=off")?,
        }
        write!(
            f,
            " shot={} all-in-lines={}",
            word(&SHOTS, options.shot),
            word(&ALL_IN_LINES, options.all_in_lines)
        )
    }
}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    fn from_str(text: &str) -> Result<Self, UnknownRuleSet> {
        Self::by_name(text)
            .or_else(|| read_options(text).map(Self::custom))
            .ok_or(UnknownRuleSet)
    }
}

const TRIGGERS: [(&str, Trigger); 2] = [
    ("any-break", Trigger::AnyBreak),
    ("break-and-make", Trigger::BreakAndMake),
];
const SCOPES: [(&str, Scope); 2] = [("cow", Scope::Cow), ("line", Scope::Line)];
const FLYING: [(&str, bool); 2] = [("bound", true), ("free", false)];
const WHENS: [(&str, When); 2] = [("either", When::Either), ("both", When::Both)];
const UNITS: [(&str, Unit); 2] = [("each", Unit::Each), ("total", Unit::Total)];
const SHOTS: [(&str, Shot); 2] = [("must", Shot::Must), ("may", Shot::May)];
const ALL_IN_LINES: [(&str, AllInLines); 2] = [("any", AllInLines::Any), ("none", AllInLines::None)];

fn word<T: Copy + PartialEq>([one, other]: &[(&'static str, T); 2], value: T) -> &'static str {
    if one.1 == value { one.0 } else { other.0 }
}

fn value<T: Copy>(words: &[(&str, T); 2], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

fn read_options(text: &str) -> Option<Options> {
    let mut fields = text.split(' ');
    let mut field = |key: &str| fields.next()?.strip_prefix(key)?.strip_prefix('=');
    let options = Options {
        no_move_back: match field("no-move-back")? {
            "off" => None,
            rule => {
                let [trigger, scope, flying] = three(rule)?;
                let (trigger, scope) = (value(&TRIGGERS, trigger)?, value(&SCOPES, scope)?);
                Some(NoMoveBack {
                    trigger,
                    scope,
                    binds_flying: value(&FLYING, flying)?,
                })
            }
        },
        ten_moves: match field("ten-moves")? {
            "off" => None,
            rule => {
                let [when, moves, unit] = three(rule)?;
                let canonical = moves.starts_with(|first| matches!(first, '1'..='9'));
                let moves = moves.parse().ok().filter(|_| canonical)?;
                Some(TenMoves {
                    when: value(&WHENS, when)?,
                    moves,
                    unit: value(&UNITS, unit)?,
                })
            }
        },
        shot: value(&SHOTS, field("shot")?)?,
        all_in_lines: value(&ALL_IN_LINES, field("all-in-lines")?)?,
    };
    fields.next().is_none().then_some(options)
}

fn three(text: &str) -> Option<[&str; 3]> {
    let mut parts = text.split('/');
    let three = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(three)
}

/// A text that names no rule set.
///
/// ```
/// use morabaraba_rules::{RuleSet, UnknownRuleSet};
///
/// assert_eq!("chess".parse::<RuleSet>(), Err(UnknownRuleSet));
/// assert!(UnknownRuleSet.to_string().contains("mssa-gar"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRuleSet;

impl fmt::Display for UnknownRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such rule set; the named ones are")?;
        for (nth, set) in RuleSet::all().iter().enumerate() {
            write!(f, "{} {}", if nth == 0 { "" } else { "," }, set.name())?;
        }
        Ok(())
    }
}

impl Error for UnknownRuleSet {}
