//! A PDF as somebody sees it who opens it: the text on it, in the order in which it is read, and the picture.

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Dict, String as PdfString};
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, flatten};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, interpret_page,
};

/// Pixels of a point: 144 to the inch.
const SCALE: f64 = 2.0;

/// A page of A4 that somebody sees.
pub struct Paper {
    /// The text on it, a line each.
    pub lines: Vec<String>,
    /// The number of pictures on it.
    pub images: usize,
    width: usize,
    height: usize,
    /// Whether a pixel is dark.
    pixels: Vec<bool>,
    /// Whether it says itself what its glyphs stand for, for each marked part that is open.
    marked: Vec<bool>,
}

impl Paper {
    /// The only page of a PDF.
    pub fn of(pdf: &[u8]) -> Paper {
        let pdf = Pdf::new(pdf.to_vec()).unwrap();
        let [page] = &pdf.pages()[..] else {
            panic!("{} pages", pdf.pages().len())
        };
        let (width, height) = page.render_dimensions();
        assert_eq!((width.round(), height.round()), (595.0, 842.0));
        let (width, height) = (f64::from(width) * SCALE, f64::from(height) * SCALE);
        let cache = InterpreterCache::new();
        let upright = Affine::new([SCALE, 0.0, 0.0, -SCALE, 0.0, height]);
        let bounds = Rect::new(0.0, 0.0, width, height);
        let mut context = Context::new(upright, bounds, &cache, pdf.xref(), InterpreterSettings::default());
        let (width, height) = (pixel(width), pixel(height));
        let (pixels, marked) = (vec![false; width * height], Vec::new());
        let mut paper = Paper {
            lines: Vec::new(),
            images: 0,
            width,
            height,
            pixels,
            marked,
        };
        interpret_page(page, &mut context, &mut paper);
        paper
    }

    /// The codes that a telephone reads when it looks at the page.
    pub fn scanned(&self) -> Vec<String> {
        let shade = |x, y| if self.pixels[y * self.width + x] { 0 } else { 255 };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(self.width, self.height, shade);
        picture
            .detect_grids()
            .iter()
            .map(|grid| grid.decode().unwrap().1)
            .collect()
    }

    /// The text without the breaks of lines.
    pub fn text(&self) -> String {
        self.lines.concat()
    }

    /// The rows that something is on between two columns, in millimetres.
    pub fn is_blank(&self, (left, top): (f64, f64), (right, bottom): (f64, f64)) -> bool {
        let place = |mm: f64| pixel(mm * 72.0 / 25.4 * SCALE);
        (place(top)..place(bottom)).all(|y| (place(left)..place(right)).all(|x| !self.pixels[y * self.width + x]))
    }

    fn say(&mut self, text: &str) {
        match self.lines.last_mut() {
            Some(line) => line.push_str(text),
            None => self.lines.push(text.to_owned()),
        }
    }

    /// Blackens the pixels whose middle is in a path, by how often it goes around them.
    fn fill(&mut self, path: &BezPath) {
        let (mut sides, mut start, mut last) = (Vec::new(), Point::ZERO, Point::ZERO);
        flatten(path, 0.1, |part| match part {
            PathEl::MoveTo(to) => (start, last) = (to, to),
            PathEl::LineTo(to) => {
                sides.push((last, to));
                last = to;
            }
            _ => {
                sides.push((last, start));
                last = start;
            }
        });
        let heights = sides.iter().flat_map(|(from, to)| [from.y, to.y]);
        let (top, bottom) = heights.fold((f64::MAX, 0.0_f64), |(top, bottom), y| (top.min(y), bottom.max(y)));
        for row in pixel(top)..self.height.min(pixel(bottom + 1.0)) {
            #[expect(clippy::cast_precision_loss, reason = "a page has not that many pixels")]
            let middle = row as f64 + 0.5;
            let mut crossings: Vec<(f64, i32)> = sides
                .iter()
                .filter(|(from, to)| (from.y <= middle) != (to.y <= middle))
                .map(|(from, to)| {
                    let x = from.x + (middle - from.y) / (to.y - from.y) * (to.x - from.x);
                    (x, if from.y < to.y { 1 } else { -1 })
                })
                .collect();
            crossings.sort_by(|one, other| one.0.total_cmp(&other.0));
            let mut around = 0;
            for pair in crossings.windows(2) {
                around += pair[0].1;
                let (from, to) = (pixel(pair[0].0 + 0.5), pixel(pair[1].0 + 0.5).min(self.width));
                if around != 0 && from < to {
                    self.pixels[row * self.width + from..row * self.width + to].fill(true);
                }
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is off the page is at its edge"
)]
fn pixel(place: f64) -> usize {
    place.max(0.0) as usize
}

impl<'a> Device<'a> for Paper {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        if matches!(mode, DrawMode::Fill(_)) {
            self.fill(&(props.transform * path));
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        for glyph in run.glyphs() {
            if let Glyph::Outline(outline) = &**glyph {
                self.fill(&(props.transform * glyph.transform() * outline.outline()));
            }
            if self.marked.contains(&true) {
                continue;
            }
            match glyph.as_unicode().unwrap() {
                BfString::Char(c) => self.say(&c.to_string()),
                BfString::String(text) => self.say(&text),
            }
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        // What is marked within a line is only a part of it.
        let actual = properties.and_then(|properties| properties.get::<PdfString<'_>>(b"ActualText"));
        if self.marked.is_empty() {
            self.lines.push(String::new());
        }
        self.marked.push(actual.is_some());
        if let Some(text) = actual {
            self.say(&decoded(text.as_bytes()));
        }
    }

    fn end_marked_content(&mut self) {
        self.marked.pop();
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.images += 1;
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// A text of a PDF: UTF-16, or else as good as ASCII.
fn decoded(bytes: &[u8]) -> String {
    match bytes.strip_prefix(&[0xFE, 0xFF]) {
        Some(units) => {
            let units = units.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(units).map(Result::unwrap).collect()
        }
        None => String::from_utf8(bytes.to_vec()).unwrap(),
    }
}
