//! A certificate as a PDF: one page of A4, tagged for those who have it read to them, to be kept for long.
//!
//! The file is of PDF/A-2a and PDF/UA-1. The same input gives the same bytes.

pub mod logo;
pub mod ornament;
pub(crate) mod page;
pub mod qr;
pub(crate) mod routes;
mod sheet;
mod typesetting;

use chrono::{Datelike, NaiveDate};
use krilla::Document;
use krilla::SerializeSettings;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;

use crate::certificates::paper::logo::Logo;
use crate::certificates::paper::ornament::PAPER;
use crate::certificates::paper::qr::Square;
use crate::certificates::paper::sheet::{Align, Block, INK, QUIET, Sheet, TINT, mm};
use crate::certificates::paper::typesetting::{LEFT_OUT, Step, Typeface};
use crate::certificates::wording::Wording;
use crate::languages::say;
use crate::values::error::Error;

const REGULAR: &[u8] = include_bytes!("fonts/NotoSerif-Regular.ttf");
const SEMI_BOLD: &[u8] = include_bytes!("fonts/NotoSerif-SemiBold.ttf");
const ITALIC: &[u8] = include_bytes!("fonts/NotoSerif-Italic.ttf");

/// The sizes in which a name is set: a long one smaller, then in several lines.
const NAME: &[Step] = &[
    (1, 34.0),
    (1, 30.0),
    (1, 26.0),
    (2, 26.0),
    (2, 22.0),
    (3, 20.0),
    (3, 17.0),
    (4, 15.0),
    (5, 13.0),
    (8, 10.0),
];
const AWARD: &[Step] = &[(1, 19.0), (1, 17.0), (2, 17.0), (2, 15.0), (3, 13.0), (4, 11.0)];
const TERM: &[Step] = &[(1, 12.0), (2, 12.0)];
const BODY: &[Step] = &[(1, 15.0), (2, 14.0), (3, 12.0), (4, 10.0)];
const SMALL: &[Step] = &[(9, 8.5)];

/// The left and the right edge of the text, in millimetres.
const LEFT: f32 = 27.0;
const RIGHT: f32 = PAPER.0 - LEFT;

/// The place of the federation's own logo, printed or stamped: 30 mm high, with nothing else in it.
const LOGO_TOP: f32 = 24.0;
const LOGO_HEIGHT: f32 = 30.0;

/// The top and the bottom of the text that says who has been awarded what; what is left over is spread between its
/// parts.
const TEXT_TOP: f32 = 62.0;
const TEXT_BOTTOM: f32 = 198.0;

/// A line of the board below the title.
const FLOURISH_AT: f32 = 78.5;
const FLOURISH_WIDTH: f32 = 30.0;

/// The height of the lines to be signed on.
const SIGNED_AT: f32 = 218.0;

/// The square, without what stays blank around it, and what stands beside it.
const SQUARE_TOP: f32 = 235.0;
const SQUARE_WIDTH: f32 = 34.0;
const BESIDE: f32 = LEFT + SQUARE_WIDTH + 8.0;

/// The certificate on paper, made on that day.
///
/// # Errors
/// The logo cannot be drawn, or the file would not be of the standards that it claims.
pub fn pdf(wording: &Wording, logo: Option<&Logo>, made: NaiveDate) -> Result<Vec<u8>, Error> {
    let faces = Faces {
        regular: Typeface::of(REGULAR)?,
        bold: Typeface::of(SEMI_BOLD)?,
        italic: Typeface::of(ITALIC)?,
    };
    let square = Square::of(&wording.url)?;
    let mut document = Document::new_with(settings()?);
    let size = PageSettings::from_wh(mm(PAPER.0), mm(PAPER.1));
    let mut page = document.start_page_with(size.ok_or_else(|| failed("the size of the paper"))?);
    let mut sheet = Sheet::on(page.surface());
    sheet.frame();
    if let Some(logo) = logo {
        sheet.logo(logo, (LOGO_TOP, LOGO_HEIGHT), say!(wording.words, "certificate-logo"));
    }
    let left_out = award(&mut sheet, &faces, wording);
    signatures(&mut sheet, &faces, wording);
    verification(&mut sheet, &faces, wording, &square, left_out);
    let alt = say!(wording.words, "certificate-where-verified");
    let tree = sheet.finish().leading_to(&wording.url, alt, &mut page);
    page.finish();
    document.set_tag_tree(tree);
    document.set_metadata(metadata(wording, made));
    let mut outline = Outline::new();
    outline.push_child(OutlineNode::new(
        wording.title.clone(),
        XyzDestination::new(0, Point::from_xy(0.0, 0.0)),
    ));
    document.set_outline(outline);
    document.finish().map_err(|error| failed(&format!("{error:?}")))
}

struct Faces {
    regular: Typeface,
    bold: Typeface,
    italic: Typeface,
}

fn failed(what: &str) -> Error {
    Error::Internal(format!("a certificate on paper: {what}"))
}

fn settings() -> Result<SerializeSettings, Error> {
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| failed(&format!("{error:?}")))?;
    Ok(SerializeSettings {
        configuration,
        ..SerializeSettings::default()
    })
}

/// The data about the file: nothing about the holder.
fn metadata(wording: &Wording, made: NaiveDate) -> Metadata {
    let part = |number: u32| u8::try_from(number).unwrap_or(1);
    let date = DateTime::new(u16::try_from(made.year()).unwrap_or_default());
    Metadata::new()
        .title(wording.title.clone())
        .language(wording.words.language().tag().to_owned())
        .creation_date(date.month(part(made.month())).day(part(made.day())))
}

/// Draws who has been awarded what. Returns whether anything was left out of it.
fn award(sheet: &mut Sheet<'_>, faces: &Faces, wording: &Wording) -> bool {
    let Faces { regular, bold, italic } = faces;
    let (holder, one) = bold.showable(&wording.holder);
    let (award, two) = bold.showable(&wording.award);
    let (body, three) = regular.showable(&wording.awarding_body);
    let width = mm(RIGHT - LEFT);
    let block = |face, text: &str, steps: &[Step], before: f32| Block::new(face, text, width, steps, before);
    // The last figure is the share of what is left over that stands before the part.
    sheet.flourish(FLOURISH_AT, FLOURISH_WIDTH);
    let blocks = [
        block(bold, &wording.title, &[(1, 27.0)], 0.0).heading(1).coloured(TINT),
        block(italic, &wording.opening, &[(1, 13.0)], 2.8),
        block(bold, &holder, NAME, 1.6),
        block(italic, &wording.verb, &[(1, 13.0)], 1.6),
        block(bold, &award, AWARD, 1.2),
        block(regular, &wording.game, &[(1, 12.0)], 1.0),
        block(regular, &wording.term, TERM, 0.5),
        block(italic, &wording.awarded_by, &[(1, 13.0)], 2.4),
        block(regular, &body, BODY, 0.6),
    ];
    sheet.spread(blocks, (TEXT_TOP, TEXT_BOTTOM));
    one || two || three
}

/// The lines to be signed on.
fn signatures(sheet: &mut Sheet<'_>, faces: &Faces, wording: &Wording) {
    // Two signatures of 58 mm, and a date of 28.
    let places = [(LEFT, 58.0), (LEFT + 64.0, 58.0), (LEFT + 128.0, 28.0)];
    for ((left, width), what) in places.into_iter().zip(&wording.signed) {
        sheet.rule((left, SIGNED_AT), width);
        let block = Block::new(&faces.regular, what, mm(width), &[(1, 8.5)], 0.0).coloured(QUIET);
        sheet.put(block, Align::Left, (mm(left), mm(SIGNED_AT + 1.5)));
    }
}

/// The square, the code, and how to check it.
fn verification(sheet: &mut Sheet<'_>, faces: &Faces, wording: &Wording, square: &Square, left_out: bool) {
    let Faces { regular, bold, .. } = faces;
    sheet.square(square, (LEFT, SQUARE_TOP), SQUARE_WIDTH, &wording.square);
    let width = mm(RIGHT - BESIDE);
    let (left, mut top) = (mm(BESIDE), mm(SQUARE_TOP));
    let check = if left_out {
        let note = say!(wording.words, "certificate-left-out", mark = LEFT_OUT);
        format!("{note} {}", wording.check)
    } else {
        wording.check.clone()
    };
    let blocks = [
        Block::new(bold, &wording.verification, width, &[(1, 10.5)], 0.0)
            .heading(2)
            .coloured(TINT),
        Block::new(bold, &wording.code, width, &[(1, 15.0)], 8.0).coloured(INK),
        Block::new(regular, &wording.spoken, width, SMALL, 8.5).coloured(QUIET),
        Block::new(regular, &check, width, SMALL, 8.5),
        Block::new(regular, &wording.url, width, SMALL, 8.5).linked(),
    ];
    for block in blocks {
        top = sheet.put(block, Align::Left, (left, top));
    }
}

#[cfg(test)]
mod tests;
