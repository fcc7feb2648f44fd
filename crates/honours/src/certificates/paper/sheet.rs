//! The page as it is drawn on: each part of it with the tag by which it is read aloud.

use std::num::NonZeroU16;

use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb::Color;
use krilla::geom::{Path, PathBuilder, Point, Quadrilateral, Rect, Size, Transform};
use krilla::page::Page;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag, Tag, TagGroup, TagKind, TagTree};

use crate::certificates::paper::logo::Logo;
use crate::certificates::paper::ornament::{self, PAPER, POINT_RADIUS, PaperPoint};
use crate::certificates::paper::qr::Square;
use crate::certificates::paper::typesetting::{Fitted, Step, Typeface};

/// Colours of the print.
pub(crate) const INK: [u8; 3] = [42, 31, 23];
pub(crate) const QUIET: [u8; 3] = [92, 77, 62];
pub(crate) const TINT: [u8; 3] = [126, 76, 26];

/// Millimetres in points.
pub(crate) fn mm(length: f32) -> f32 {
    length * 72.0 / 25.4
}

/// The distance between lines, at a size of 1.
const LEADING: f32 = 1.35;

/// The place of lines in the width.
#[derive(Clone, Copy)]
pub(crate) enum Align {
    Left,
    Centre,
}

/// Lines of text that belong together.
pub(crate) struct Block<'f> {
    face: &'f Typeface,
    fitted: Fitted,
    width: f32,
    before: f32,
    colour: [u8; 3],
    heading: Option<u16>,
    is_link: bool,
}

impl<'f> Block<'f> {
    /// The text in that typeface, of that width, at the first of the sizes that fits, and that far from what stands above.
    pub(crate) fn new(face: &'f Typeface, text: &str, width: f32, steps: &[Step], before: f32) -> Block<'f> {
        let fitted = face.fitted(text, width, steps);
        Block {
            face,
            fitted,
            width,
            before,
            colour: INK,
            heading: None,
            is_link: false,
        }
    }

    pub(crate) fn coloured(self, colour: [u8; 3]) -> Block<'f> {
        Block { colour, ..self }
    }

    /// A heading of that level.
    pub(crate) fn heading(self, level: u16) -> Block<'f> {
        Block {
            heading: Some(level),
            ..self
        }
    }

    /// Makes it lead to where the certificate is verified.
    pub(crate) fn linked(self) -> Block<'f> {
        Block { is_link: true, ..self }
    }

    /// The height from the top of its capitals to the last line that letters stand on.
    fn height(&self) -> f32 {
        let Fitted { lines, size } = &self.fitted;
        // No certificate has so many lines that a float would lose one.
        let more = f32::from(u16::try_from(lines.len().saturating_sub(1)).unwrap_or(u16::MAX));
        size * (self.face.cap_height() + more * LEADING)
    }

    fn tag(&self) -> TagKind {
        let text: String = self.fitted.lines.iter().map(|line| line.text.as_str()).collect();
        match self.heading.and_then(NonZeroU16::new) {
            Some(level) => Tag::Hn(level, Some(text)).into(),
            None => Tag::P.into(),
        }
    }
}

/// A page that is drawn on.
pub(crate) struct Sheet<'a> {
    surface: Surface<'a>,
    tree: TagTree,
    /// The places where the address stands, and what of the page it is.
    link: Vec<(Rect, Identifier)>,
}

/// A page that was drawn.
pub(crate) struct Drawn {
    tree: TagTree,
    link: Vec<(Rect, Identifier)>,
}

impl Drawn {
    /// The tags of what was drawn; the address, which is read last, leads where it says.
    pub(crate) fn leading_to(self, url: &str, alt: String, page: &mut Page<'_>) -> TagTree {
        let Drawn { mut tree, link } = self;
        if link.is_empty() {
            return tree;
        }
        let areas = link.iter().map(|(area, _)| Quadrilateral::from(*area)).collect();
        let target = Target::Action(LinkAction::new(url.to_owned()).into());
        let annotation = LinkAnnotation::new_with_quad_points(areas, target);
        let annotation = page.add_tagged_annotation(Annotation::new_link(annotation, Some(alt)));
        let mut group = TagGroup::new(Tag::Link);
        group.children.extend(link.into_iter().map(|(_, text)| text.into()));
        group.push(annotation);
        tree.push(TagGroup::with_children(Tag::P, vec![group.into()]));
        tree
    }
}

impl<'a> Sheet<'a> {
    pub(crate) fn on(surface: Surface<'a>) -> Sheet<'a> {
        Sheet {
            surface,
            tree: TagTree::new(),
            link: Vec::new(),
        }
    }

    /// All was drawn.
    pub(crate) fn finish(self) -> Drawn {
        self.surface.finish();
        Drawn {
            tree: self.tree,
            link: self.link,
        }
    }

    /// The frame, which nobody needs to hear of.
    pub(crate) fn frame(&mut self) {
        self.decorated(|surface| {
            for ((x, y), (to_x, to_y)) in ornament::lines() {
                line(surface, (mm(x), mm(y)), (mm(to_x), mm(to_y)), TINT, 0.5);
            }
            points(surface, ornament::points());
        });
    }

    /// A line of the board with its three points, in the middle.
    pub(crate) fn flourish(&mut self, top: f32, width: f32) {
        self.decorated(|surface| {
            let middle = PAPER.0 / 2.0;
            let (left, right) = (middle - width / 2.0, middle + width / 2.0);
            line(surface, (mm(left), mm(top)), (mm(right), mm(top)), TINT, 0.5);
            points(surface, [left, middle, right].into_iter().map(|x| (x, top)));
        });
    }

    /// The logo, in the middle.
    pub(crate) fn logo(&mut self, logo: &Logo, (top, height): (f32, f32), alt: String) {
        let (width, height) = logo.within(mm(PAPER.0 / 2.0), mm(height));
        let Some(size) = Size::from_wh(width, height) else {
            return;
        };
        let identifier = self.surface.start_tagged(ContentTag::Other);
        let place = Transform::from_translate((mm(PAPER.0) - width) / 2.0, mm(top));
        self.surface.push_transform(&place);
        self.surface.draw_image(logo.image(), size);
        self.surface.pop();
        self.surface.end_tagged();
        let alt = Tag::Figure(Some(alt));
        self.tree.push(TagGroup::with_children(alt, vec![identifier.into()]));
    }

    /// A line to be signed on.
    pub(crate) fn rule(&mut self, (left, top): (f32, f32), width: f32) {
        self.decorated(|surface| line(surface, (mm(left), mm(top)), (mm(left + width), mm(top)), INK, 0.6));
    }

    /// The square, and what it tells those who do not see it.
    pub(crate) fn square(&mut self, square: &Square, (left, top): (f32, f32), width: f32, alt: &str) {
        let units = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
        let module = mm(width) / units(square.width);
        let mut path = PathBuilder::new();
        for run in square.runs() {
            let (x, y) = (mm(left) + module * units(run.x), mm(top) + module * units(run.y));
            if let Some(run) = Rect::from_xywh(x, y, module * units(run.length), module) {
                path.push_rect(run);
            }
        }
        let identifier = self.surface.start_tagged(ContentTag::Other);
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill([0, 0, 0])));
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
        self.surface.end_tagged();
        self.tree.push(TagGroup::with_children(
            Tag::Figure(Some(alt.to_owned())),
            vec![identifier.into()],
        ));
    }

    /// Blocks below each other in the middle, from a height to a height; what is left over is shared between them.
    pub(crate) fn spread<const COUNT: usize>(&mut self, blocks: [Block<'_>; COUNT], (top, bottom): (f32, f32)) {
        let (mut at, bottom) = (mm(top), mm(bottom));
        let shares: f32 = blocks.iter().map(|block| block.before).sum();
        let heights: f32 = blocks.iter().map(Block::height).sum();
        let share = (bottom - at - heights) / shares;
        for mut block in blocks {
            at += block.before * share;
            block.before = 0.0;
            let left = (mm(PAPER.0) - block.width) / 2.0;
            at = self.put(block, Align::Centre, (left, at));
        }
    }

    /// A block that begins at that height, in points; where it ends.
    pub(crate) fn put(&mut self, block: Block<'_>, align: Align, (left, top): (f32, f32)) -> f32 {
        let (tag, end) = (block.tag(), top + block.before + block.height());
        let Block {
            face,
            fitted: Fitted { lines, size },
            width,
            before,
            colour,
            is_link,
            ..
        } = block;
        let mut baseline = top + before + face.cap_height() * size;
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(colour)));
        let mut group = TagGroup::new(tag);
        for line in lines {
            let (long, x) = (line.width * size, left);
            let x = match align {
                Align::Left => x,
                Align::Centre => x + (width - long) / 2.0,
            };
            let identifier = self.surface.start_tagged(ContentTag::Span(SpanTag::empty()));
            let start = Point::from_xy(x, baseline);
            self.surface
                .draw_glyphs(start, &line.glyphs, face.font.clone(), &line.text, size, false);
            self.surface.end_tagged();
            match Rect::from_xywh(x, baseline - size, long, size * LEADING).filter(|_| is_link) {
                Some(area) => self.link.push((area, identifier)),
                None => group.push(identifier),
            }
            baseline += size * LEADING;
        }
        if !group.children.is_empty() {
            self.tree.push(group);
        }
        end
    }

    /// Draws something that is no part of what the page says.
    fn decorated(&mut self, draw: impl FnOnce(&mut Surface<'_>)) {
        self.surface
            .start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
        draw(&mut self.surface);
        self.surface.end_tagged();
    }
}

fn fill([red, green, blue]: [u8; 3]) -> Fill {
    Fill {
        paint: Color::new(red, green, blue).into(),
        ..Fill::default()
    }
}

fn line(surface: &mut Surface<'_>, from: (f32, f32), to: (f32, f32), [red, green, blue]: [u8; 3], width: f32) {
    let mut path = PathBuilder::new();
    path.move_to(from.0, from.1);
    path.line_to(to.0, to.1);
    let Some(path) = path.finish() else { return };
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke {
        paint: Color::new(red, green, blue).into(),
        width,
        ..Stroke::default()
    }));
    surface.draw_path(&path);
}

/// Points of the board.
fn points(surface: &mut Surface<'_>, places: impl Iterator<Item = PaperPoint>) {
    surface.set_stroke(None);
    surface.set_fill(Some(fill(TINT)));
    for point in places.filter_map(|(x, y)| disc(mm(x), mm(y), mm(POINT_RADIUS))) {
        surface.draw_path(&point);
    }
}

/// A disc, of four arcs.
fn disc(x: f32, y: f32, radius: f32) -> Option<Path> {
    // How far the handles of an arc of a quarter are from its ends.
    let handle = radius * 0.552_284_8;
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.cubic_to(x + radius, y + handle, x + handle, y + radius, x, y + radius);
    path.cubic_to(x - handle, y + radius, x - radius, y + handle, x - radius, y);
    path.cubic_to(x - radius, y - handle, x - handle, y - radius, x, y - radius);
    path.cubic_to(x + handle, y - radius, x + radius, y - handle, x + radius, y);
    path.close();
    path.finish()
}
