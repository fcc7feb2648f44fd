//! Text set in type: which signs can be shown, how wide they are, and where lines break.

use harfrust::{Buffer, Direction, ShapeOptions, ShaperFont, shape};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::values::error::Error;

/// The mark that stands where the typeface has no sign.
pub(crate) const LEFT_OUT: &str = "[…]";

/// The signs after which a line may end, if need be.
const WITHIN_WORDS: &[char] = &[' ', '-', '/', '\u{2010}', '\u{2013}'];

/// A typeface: to measure with, and to draw with.
pub(crate) struct Typeface {
    face: harfrust::Font,
    pub(crate) font: Font,
}

/// A line of text in a typeface.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    /// The width at a size of 1, without the blank at its end.
    pub(crate) width: f32,
}

/// Lines that fit, and the size at which they do.
pub(crate) struct Fitted {
    pub(crate) lines: Vec<Line>,
    pub(crate) size: f32,
}

/// The most lines that a text may have, and the size at which it is set.
pub(crate) type Step = (usize, f32);

/// A part of a text that is not broken: its width, and the width of the blank after it, at a size of 1.
#[derive(Clone, Copy)]
struct Piece<'t> {
    text: &'t str,
    width: f32,
    blank: f32,
}

impl Typeface {
    /// The typeface of such a file.
    pub(crate) fn of(file: &'static [u8]) -> Result<Typeface, Error> {
        let broken = || Error::Internal("a typeface cannot be read".to_owned());
        Ok(Typeface {
            face: harfrust::Font::new(file, 0).ok_or_else(broken)?,
            font: Font::new(file.into(), 0).ok_or_else(broken)?,
        })
    }

    /// The height of capitals at a size of 1.
    pub(crate) fn cap_height(&self) -> f32 {
        let height = self.face.metrics().cap_height;
        height.map_or(0.7, |height| height.to_f32() / self.em())
    }

    /// The text as it can be shown, letters put together with their accents, and whether anything was left out.
    pub(crate) fn showable(&self, text: &str) -> (String, bool) {
        let signs = self.face.charmap();
        let (mut shown, mut left_out, mut in_gap) = (String::with_capacity(text.len()), false, false);
        for c in text.nfc().filter(|c| !is_invisible(*c)) {
            // An accent on a letter that is left out goes with it.
            if c.is_whitespace() || signs.map_unicode(c).is_some() && !(in_gap && is_combining_mark(c)) {
                shown.push(c);
                in_gap = false;
            } else if !in_gap {
                shown.push_str(LEFT_OUT);
                (left_out, in_gap) = (true, true);
            }
        }
        (shown.split_whitespace().collect::<Vec<_>>().join(" "), left_out)
    }

    /// The text in one line.
    pub(crate) fn line(&self, text: &str) -> Line {
        let glyphs = self.shaped(text);
        let blank = if text.ends_with(' ') {
            glyphs.last().map_or(0.0, |glyph| glyph.x_advance)
        } else {
            0.0
        };
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() - blank;
        Line {
            text: text.to_owned(),
            glyphs,
            width,
        }
    }

    /// The text at the first of the sizes at which it fits the width in so many lines, broken between words rather than
    /// within. At the last it takes as many lines as it needs, and a word that is too long for any line is broken wherever
    /// it must be.
    pub(crate) fn fitted(&self, text: &str, width: f32, steps: &[Step]) -> Fitted {
        let ways = [self.pieces(text, &[' ']), self.pieces(text, WITHIN_WORDS)];
        let fits = |pieces: &[Piece<'_>], most: usize, limit: f32| {
            pieces.iter().all(|piece| piece.width <= limit) && broken(pieces, limit).len() <= most
        };
        for (most, size) in steps.iter().copied() {
            let limit = width / size;
            if let Some(pieces) = ways.iter().find(|pieces| fits(pieces, most, limit)) {
                return self.fitted_in(pieces, limit, size);
            }
        }
        let size = steps.last().map_or(1.0, |(_, size)| *size);
        let [_, pieces] = ways;
        let pieces: Vec<_> = pieces
            .into_iter()
            .flat_map(|piece| self.broken_up(piece, width / size))
            .collect();
        self.fitted_in(&pieces, width / size, size)
    }

    fn fitted_in(&self, pieces: &[Piece<'_>], limit: f32, size: f32) -> Fitted {
        let text_of = |line: &[Piece<'_>]| line.iter().map(|piece| piece.text).collect::<String>();
        let lines = balanced(pieces, limit)
            .into_iter()
            .map(|line| self.line(&text_of(line)))
            .collect();
        Fitted { lines, size }
    }

    fn em(&self) -> f32 {
        f32::from(self.face.units_per_em())
    }

    fn pieces<'t>(&self, text: &'t str, ends: &[char]) -> Vec<Piece<'t>> {
        text.split_inclusive(ends).map(|piece| self.piece(piece)).collect()
    }

    fn piece<'t>(&self, text: &'t str) -> Piece<'t> {
        let line = self.line(text);
        let all = line.glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>();
        Piece {
            text,
            width: line.width,
            blank: all - line.width,
        }
    }

    /// A piece as its letters, if it is too long for any line.
    fn broken_up<'t>(&self, piece: Piece<'t>, limit: f32) -> Vec<Piece<'t>> {
        if piece.width <= limit {
            return vec![piece];
        }
        let starts = piece
            .text
            .char_indices()
            .filter(|(_, c)| !is_combining_mark(*c))
            .map(|(place, _)| place);
        let ends = starts.skip(1).chain([piece.text.len()]);
        let letters = ends.scan(0, |start, end| {
            let letter = piece.text.get(*start..end);
            *start = end;
            letter
        });
        letters.map(|letter| self.piece(letter)).collect()
    }

    fn shaped(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        // No sign that is shown is of a script that is written from right to left.
        buffer.set_direction(Direction::LeftToRight);
        let shaped = shape(&ShaperFont::new(&self.face), &mut buffer, ShapeOptions::new());
        debug_assert!(shaped.is_ok(), "text with a direction is shaped: {shaped:?}");
        let starts: Vec<usize> = buffer
            .glyph_infos()
            .iter()
            .map(|info| usize::try_from(info.cluster).unwrap_or_default())
            .collect();
        let of_em = |units: i32| units_as_float(units) / self.em();
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions()).zip(&starts);
        glyphs
            .map(|((info, position), start)| {
                // The glyphs of a letter stand for it together, up to where the next letter starts.
                let end = starts.iter().copied().find(|other| other > start).unwrap_or(text.len());
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    of_em(position.x_advance),
                    of_em(position.x_offset),
                    of_em(position.y_offset),
                    of_em(position.y_advance),
                    *start..end,
                    None,
                )
            })
            .collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a glyph is not sixteen million units wide")]
fn units_as_float(units: i32) -> f32 {
    units as f32
}

/// Whether a sign only tells others how to be shown.
fn is_invisible(c: char) -> bool {
    c.is_control() && !c.is_whitespace()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The pieces in lines, each as full as it can be.
fn broken<'p, 't>(pieces: &'p [Piece<'t>], limit: f32) -> Vec<&'p [Piece<'t>]> {
    let (mut lines, mut rest) = (Vec::new(), pieces);
    while !rest.is_empty() {
        let mut so_far = 0.0;
        let fitting = rest.iter().take_while(|piece| {
            let fits = so_far + piece.width <= limit;
            so_far += piece.width + piece.blank;
            fits
        });
        let (line, after) = rest.split_at(fitting.count().max(1));
        lines.push(line);
        rest = after;
    }
    lines
}

/// The pieces in as many lines of about one length: the narrowest that are no more.
fn balanced<'p, 't>(pieces: &'p [Piece<'t>], limit: f32) -> Vec<&'p [Piece<'t>]> {
    let most = broken(pieces, limit).len();
    let (mut narrow, mut wide) = (0.0, limit);
    for _ in 0..12 {
        let middle = f32::midpoint(narrow, wide);
        let fits = pieces.iter().all(|piece| piece.width <= middle) && broken(pieces, middle).len() <= most;
        if fits { wide = middle } else { narrow = middle }
    }
    broken(pieces, wide)
}
