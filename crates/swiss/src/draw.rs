//! The draw: the whole round first, then the brackets from the top.

use std::error::Error;
use std::fmt;

use crate::bracket::Bracket;
use crate::fold::fold;
use crate::frame::Frame;
use crate::round::Round;
use crate::{Config, Field, FieldError, PlayerId};

/// A round as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The pairs in the order of the boards, in each the player first who stands higher.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who has no opponent, if the number of players is odd.
    pub bye: Option<PlayerId>,
}

/// Why there is no draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undrawn {
    /// The field cannot be read.
    Field(FieldError),
    /// No pairing keeps the hard rules.
    NoLegalDraw,
    /// The field has so many scores of players who cannot be paired near their own that no weight holds them.
    OutOfReach,
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(error) => error.fmt(f),
            Self::NoLegalDraw => f.write_str("no pairing of these players keeps the rules that are never relaxed"),
            Self::OutOfReach => {
                f.write_str("too many players of different scores cannot be paired near their own score")
            }
        }
    }
}

impl Error for Undrawn {}

impl From<FieldError> for Undrawn {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

/// Draws a round: of all pairings that keep the hard rules the one that is best by the list of criteria. There is exactly
/// one, so the same field gives the same draw, in whatever order its players are.
///
/// ```
/// use morabaraba_swiss::{Config, Field, Player, PlayerId, Points, draw};
///
/// // Three players on 6 and the best on 5: the first meets the third, the one in the middle drops.
/// let player = |id, halves| Player { score: Points::halves(halves), ..Player::new(PlayerId(id), id as u32) };
/// let field = Field::new(2, vec![player(1, 12), player(2, 12), player(3, 12), player(4, 10)]);
/// let drawn = draw(&field, &Config::default())?;
/// assert_eq!(drawn.pairs, [(PlayerId(1), PlayerId(3)), (PlayerId(2), PlayerId(4))]);
/// # Ok::<(), morabaraba_swiss::Undrawn>(())
/// ```
pub fn draw(field: &Field, config: &Config) -> Result<Draw, Undrawn> {
    let round = Round::new(field, *config)?;
    let frame = Frame::new(&round)?;
    let mut pairs = brackets(&round, &frame)?;
    pairs.sort_unstable();
    Ok(Draw {
        pairs: pairs.into_iter().map(|(one, other)| (round.id(one), round.id(other))).collect(),
        bye: frame.bye.map(|place| round.id(place)),
    })
}

/// The pairs of every bracket, in each the better player first.
fn brackets(round: &Round, frame: &Frame) -> Result<Vec<(usize, usize)>, Undrawn> {
    let levels: Vec<Vec<usize>> = round
        .levels()
        .into_iter()
        .map(|level| level.filter(|place| Some(*place) != frame.bye).collect::<Vec<usize>>())
        .filter(|level| !level.is_empty())
        .collect();
    let mut pairs = Vec::new();
    let mut moved = Vec::new();
    for (place, own) in levels.iter().enumerate() {
        let bracket = Bracket {
            round,
            graph: &frame.graph,
            moved: std::mem::take(&mut moved),
            own: own.clone(),
            next: levels.get(place + 1).cloned().unwrap_or_default(),
            below: levels.iter().skip(place + 2).flatten().copied().collect(),
        };
        let outcome = bracket.solve()?;
        pairs.extend(outcome.met);
        pairs.extend(fold(round, &frame.graph, &outcome.rest)?);
        moved = outcome.leaving;
    }
    Ok(pairs)
}
