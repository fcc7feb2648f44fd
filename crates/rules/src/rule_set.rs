//! The rules as values: what the published texts leave open or decide differently.

use core::num::NonZeroU8;

/// The rules under which a game is played.
///
/// The published sets are constants with a name; [`RuleSet::custom`] makes any other from [`Options`].
///
/// ```
/// use morabaraba_rules::{Options, RuleSet};
///
/// let beads = RuleSet::by_name("beads").unwrap();
/// assert_eq!(beads.options().ten_moves, None);
///
/// let club = RuleSet::custom(Options { no_move_back: None, ..beads.options() });
/// assert_eq!(club.name(), "custom");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    name: Name,
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Name {
    MssaGar,
    TraditionalWorldGames,
    Beads,
    Botswana,
    Wikipedia,
    Custom,
}

/// Every choice that a rule set makes.
///
/// ```
/// use morabaraba_rules::{Options, RuleSet, Shot};
///
/// let lenient = Options { shot: Shot::May, ..RuleSet::MSSA_GAR.options() };
/// assert_ne!(lenient, RuleSet::MSSA_GAR.options());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The rule against breaking a line and making it again; `None` where it is not played.
    pub no_move_back: Option<NoMoveBack>,
    /// The draw after moves without a shot in an endgame; `None` where it is not played.
    pub ten_moves: Option<TenMoves>,
    /// Whether a shot that was earned must be taken.
    pub shot: Shot,
    /// The cows that may be shot if all of them stand in lines.
    pub all_in_lines: AllInLines,
}

/// The rule against moving a cow out of a line and back.
///
/// ```
/// use morabaraba_rules::{RuleSet, Scope, Trigger};
///
/// let rule = RuleSet::WIKIPEDIA.options().no_move_back.unwrap();
/// assert_eq!((rule.trigger, rule.scope, rule.binds_flying), (Trigger::BreakAndMake, Scope::Line, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoMoveBack {
    /// The turn that must have been a side's previous one.
    pub trigger: Trigger,
    /// The moves that are refused in its next turn.
    pub scope: Scope,
    /// Whether the rule holds for a side that flies.
    pub binds_flying: bool,
}

/// The turn after which the no-move-back rule is armed; see [`NoMoveBack`].
///
/// ```
/// use morabaraba_rules::{RuleSet, Trigger};
///
/// assert!(RuleSet::BEADS.options().no_move_back.is_some_and(|rule| rule.trigger == Trigger::AnyBreak));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// A move that broke one or more own lines.
    AnyBreak,
    /// A move that broke one or more own lines and made one or more.
    BreakAndMake,
}

/// The moves that the no-move-back rule refuses; see [`NoMoveBack`].
///
/// ```
/// use morabaraba_rules::{RuleSet, Scope};
///
/// assert!(RuleSet::BEADS.options().no_move_back.is_some_and(|rule| rule.scope == Scope::Cow));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The return of the same cow, if it makes a line.
    Cow,
    /// Any move that completes one of the broken lines again.
    Line,
}

/// The draw after so many moves without a shot while few cows are left.
///
/// ```
/// use morabaraba_rules::RuleSet;
///
/// assert_eq!(RuleSet::MSSA_GAR.options().ten_moves.unwrap().limit(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TenMoves {
    /// The sides that must be down to three cows for moves to count.
    pub when: When,
    /// The number of moves; ten in every published text.
    pub moves: NonZeroU8,
    /// The way in which the moves are counted: by each side, or by both together.
    pub unit: Unit,
}

/// The sides that must be down to exactly three cows; see [`TenMoves`].
///
/// ```
/// use morabaraba_rules::{RuleSet, When};
///
/// assert!(RuleSet::MSSA_GAR.options().ten_moves.is_some_and(|rule| rule.when == When::Either));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// One side is enough.
    Either,
    /// Both sides.
    Both,
}

/// The way in which the moves of [`TenMoves`] are counted.
///
/// ```
/// use morabaraba_rules::{RuleSet, Unit};
///
/// assert!(RuleSet::MSSA_GAR.options().ten_moves.is_some_and(|rule| rule.unit == Unit::Each));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// The number of moves by each side.
    Each,
    /// The number of moves by both sides together.
    Total,
}

/// Whether a shot that was earned must be taken.
///
/// ```
/// use morabaraba_rules::{RuleSet, Shot};
///
/// assert!(RuleSet::all().iter().all(|rules| rules.options().shot == Shot::Must));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shot {
    /// It must.
    Must,
    /// It may be left out.
    May,
}

/// The cows that may be shot if all of them stand in complete lines.
///
/// ```
/// use morabaraba_rules::{AllInLines, RuleSet};
///
/// assert!(RuleSet::all().iter().all(|rules| rules.options().all_in_lines == AllInLines::Any));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllInLines {
    /// Any of them.
    Any,
    /// None: the line then earns no shot.
    None,
}

impl TenMoves {
    /// The turns, counted over both sides, after which the game is drawn.
    ///
    /// ```
    /// use morabaraba_rules::{RuleSet, TenMoves, Unit};
    ///
    /// let each = RuleSet::MSSA_GAR.options().ten_moves.unwrap();
    /// assert_eq!((each.limit(), TenMoves { unit: Unit::Total, ..each }.limit()), (20, 10));
    /// ```
    #[must_use]
    pub const fn limit(self) -> u16 {
        let moves = self.moves.get() as u16;
        match self.unit {
            Unit::Each => 2 * moves,
            Unit::Total => moves,
        }
    }
}

const TEN_EACH: Option<TenMoves> = Some(TenMoves {
    when: When::Either,
    moves: NonZeroU8::new(10).unwrap(),
    unit: Unit::Each,
});

impl RuleSet {
    /// `mssa-gar`: the Generally Accepted Rules of the national federation.
    pub const MSSA_GAR: Self = Self::named(Name::MssaGar, Some((Trigger::BreakAndMake, Scope::Cow)), TEN_EACH);
    /// `traditional-world-games`: the older text, which lets a cow move back.
    pub const TRADITIONAL_WORLD_GAMES: Self = Self::named(Name::TraditionalWorldGames, None, TEN_EACH);
    /// `beads`: as played in schools, without a draw.
    pub const BEADS: Self = Self::named(Name::Beads, Some((Trigger::AnyBreak, Scope::Cow)), None);
    /// `botswana`: the same rules as [`RuleSet::BEADS`] under their other name.
    pub const BOTSWANA: Self = Self::named(Name::Botswana, Some((Trigger::AnyBreak, Scope::Cow)), None);
    /// `wikipedia`: the encyclopaedia's reading, in which no cow may complete the broken line.
    pub const WIKIPEDIA: Self = Self::named(Name::Wikipedia, Some((Trigger::BreakAndMake, Scope::Line)), TEN_EACH);

    const NAMED: [Self; 5] = [
        Self::MSSA_GAR,
        Self::TRADITIONAL_WORLD_GAMES,
        Self::BEADS,
        Self::BOTSWANA,
        Self::WIKIPEDIA,
    ];

    const fn named(name: Name, no_move_back: Option<(Trigger, Scope)>, ten_moves: Option<TenMoves>) -> Self {
        let no_move_back = match no_move_back {
            Some((trigger, scope)) => Some(NoMoveBack {
                trigger,
                scope,
                binds_flying: true,
            }),
            None => None,
        };
        Self {
            name,
            options: Options {
                no_move_back,
                ten_moves,
                shot: Shot::Must,
                all_in_lines: AllInLines::Any,
            },
        }
    }

    /// A rule set of one's own.
    ///
    /// ```
    /// use morabaraba_rules::{Options, RuleSet};
    ///
    /// let custom = RuleSet::custom(Options { ten_moves: None, ..RuleSet::MSSA_GAR.options() });
    /// assert_eq!(custom.options().ten_moves, None);
    /// ```
    #[must_use]
    pub const fn custom(options: Options) -> Self {
        Self {
            name: Name::Custom,
            options,
        }
    }

    /// The named sets, the default first.
    ///
    /// ```
    /// use morabaraba_rules::RuleSet;
    ///
    /// let names: Vec<_> = RuleSet::all().iter().map(RuleSet::name).collect();
    /// assert_eq!(names, ["mssa-gar", "traditional-world-games", "beads", "botswana", "wikipedia"]);
    /// ```
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &Self::NAMED
    }

    /// The named set with exactly this name.
    ///
    /// ```
    /// use morabaraba_rules::RuleSet;
    ///
    /// assert_eq!(RuleSet::by_name("beads"), Some(RuleSet::BEADS));
    /// assert_eq!(RuleSet::by_name("chess"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|set| set.name() == name)
    }

    /// The name, by which [`RuleSet::by_name`] finds it again; `custom` for one that has none.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::RuleSet::default().name(), "mssa-gar");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.name {
            Name::MssaGar => "mssa-gar",
            Name::TraditionalWorldGames => "traditional-world-games",
            Name::Beads => "beads",
            Name::Botswana => "botswana",
            Name::Wikipedia => "wikipedia",
            Name::Custom => "custom",
        }
    }

    /// The choices that the set makes.
    ///
    /// ```
    /// use morabaraba_rules::RuleSet;
    ///
    /// assert_eq!(RuleSet::BEADS.options(), RuleSet::BOTSWANA.options());
    /// ```
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }
}

/// [`RuleSet::MSSA_GAR`], the rules of the national federation.
impl Default for RuleSet {
    fn default() -> Self {
        Self::MSSA_GAR
    }
}
