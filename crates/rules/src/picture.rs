//! A picture of a position.

use alloc::string::{String, ToString};
use core::fmt;

use crate::{Junction, Line, Position, Side, Turn};

/// The board as an SVG image: every junction with its name, the cows of First full and those of Second hollow, so that
/// one colour is enough to tell them apart; below, the cows in hand, and a stroke under the side to play.
///
/// `last` is marked: a line and a broken circle where a move came from, a circle around the cow that was played, a cross
/// where one was shot. The image has no size of its own and can be read from 200 pixels on.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, board_svg};
///
/// let turn = "E1".parse()?;
/// let position = Position::new(RuleSet::MSSA_GAR).play(turn)?;
/// let svg = board_svg(&position, Some(turn));
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use]
pub fn board_svg(position: &Position, last: Option<Turn>) -> String {
    Picture { position, last }.to_string()
}

struct Picture<'a> {
    position: &'a Position,
    last: Option<Turn>,
}

/// The distance from a junction of a ring to the next ring.
const STEP: i32 = 54;
const MARGIN: i32 = 38;
const SIZE: i32 = 6 * STEP + 2 * MARGIN;
/// The strip below the board.
const STRIP: i32 = 36;
const COW: i32 = 21;

const PAPER: &str = "#f6eedd";
const WOOD: &str = "#5a4632";
const DARK: &str = "#2a1f17";
const LIGHT: &str = "#fffdf8";
const MARK: &str = "#c4541a";

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = SIZE + STRIP;
        // Attributes and no style sheet: that would reach other pictures on a page, and many pages forbid it.
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {height}\" role=\"img\" fill=\"none\" \
             text-anchor=\"middle\" font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\" font-size=\"20\" \
             font-weight=\"700\">"
        )?;
        match self.position.outcome() {
            Some(outcome) => writeln!(f, "<title>Morabaraba, {outcome}</title>")?,
            None => writeln!(f, "<title>Morabaraba, {} to play</title>", self.position.side())?,
        }
        writeln!(f, "<desc>{}</desc>", self.position)?;
        writeln!(
            f,
            "<rect width=\"{SIZE}\" height=\"{height}\" rx=\"12\" fill=\"{PAPER}\"/>"
        )?;
        lines(f)?;
        self.way(f)?;
        Junction::ALL
            .into_iter()
            .try_for_each(|junction| self.junction(f, junction))?;
        Side::ALL.into_iter().try_for_each(|side| self.hand(f, side))?;
        f.write_str("</svg>\n")
    }
}

impl Picture<'_> {
    /// The line along which the last turn moved.
    fn way(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Turn {
            from: Some(from), to, ..
        }) = self.last
        else {
            return Ok(());
        };
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        writeln!(
            f,
            "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{MARK}\" stroke-width=\"9\" stroke-linecap=\"round\" \
             opacity=\".55\"/>"
        )
    }

    fn junction(&self, f: &mut fmt::Formatter<'_>, junction: Junction) -> fmt::Result {
        let (x, y) = place(junction);
        let owner = self.position.owner(junction);
        write!(f, "<g transform=\"translate({x} {y})\">")?;
        let ink = match owner {
            None => {
                write!(f, "<circle r=\"16\" fill=\"{PAPER}\"/>")?;
                WOOD
            }
            Some(side) => {
                cow(f, side, COW)?;
                if side == Side::First { LIGHT } else { DARK }
            }
        };
        if let Some(last) = self
            .last
            .filter(|last| [last.from, Some(last.to), last.shot].contains(&Some(junction)))
        {
            write!(f, "<g stroke=\"{MARK}\" stroke-width=\"4\">")?;
            if last.from == Some(junction) {
                write!(f, "<circle r=\"{}\" stroke-dasharray=\"6 5\"/>", COW - 2)?;
            }
            if last.shot == Some(junction) {
                f.write_str("<path d=\"M-19-19L-10-10M19-19L10-10M-19 19L-10 10M19 19L10 10\"/>")?;
            }
            if last.to == junction {
                write!(f, "<circle r=\"{}\"/>", COW + 5)?;
            }
            f.write_str("</g>")?;
        }
        writeln!(f, "<text y=\"7\" fill=\"{ink}\">{junction}</text></g>")
    }

    /// Draws the cows that a side has in hand as a number, and a mark if it is to play.
    fn hand(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let x = if side == Side::First {
            MARGIN
        } else {
            SIZE - MARGIN - 40
        };
        write!(f, "<g transform=\"translate({x} {})\">", SIZE + STRIP / 2 - 8)?;
        cow(f, side, COW / 2)?;
        if self.position.hand(side) > 0 {
            write!(
                f,
                "<text x=\"31\" y=\"7\" fill=\"{DARK}\">{}</text>",
                self.position.hand(side)
            )?;
        }
        if self.position.side() == side && self.position.outcome().is_none() {
            write!(f, "<path d=\"M-14 17H14\" stroke=\"{MARK}\" stroke-width=\"5\"/>")?;
        }
        f.write_str("</g>\n")
    }
}

/// Full for First, hollow for Second.
fn cow(f: &mut fmt::Formatter<'_>, side: Side, radius: i32) -> fmt::Result {
    match side {
        Side::First => write!(f, "<circle r=\"{radius}\" fill=\"{DARK}\"/>"),
        Side::Second => {
            write!(
                f,
                "<circle r=\"{}\" fill=\"{LIGHT}\" stroke=\"{DARK}\" stroke-width=\"4\"/>",
                radius - 2
            )
        }
    }
}

fn lines(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "<path stroke=\"{WOOD}\" stroke-width=\"3\" d=\"")?;
    for [near, far] in [
        [Junction::E1, Junction::E5],
        [Junction::A1, Junction::A5],
        [Junction::R1, Junction::R5],
    ] {
        let ((x1, y1), (x2, y2)) = (place(near), place(far));
        write!(f, "M{x1} {y1}H{x2}V{y2}H{x1}Z")?;
    }
    for line in &Line::ALL[12..] {
        let [(x1, y1), _, (x2, y2)] = line.junctions().map(place);
        write!(f, "M{x1} {y1}L{x2} {y2}")?;
    }
    f.write_str("\"/>\n")
}

/// The centre of a junction.
fn place(junction: Junction) -> (i32, i32) {
    let near = junction.ring() as i32;
    let far = 6 - near;
    let (column, row) = match junction.number() {
        1 => (near, near),
        2 => (3, near),
        3 => (far, near),
        4 => (far, 3),
        5 => (far, far),
        6 => (3, far),
        7 => (near, far),
        _ => (near, 3),
    };
    (MARGIN + STEP * column, MARGIN + STEP * row)
}
