//! The frame of a certificate: the board of the game, its three squares drawn out to the size of the paper.

/// A place on the paper, in millimetres from its upper left corner.
pub type PaperPoint = (f32, f32);

/// The size of the paper: A4, upright.
pub const PAPER: (f32, f32) = (210.0, 297.0);

/// The distances of the squares from the edge; printers leave 5 mm blank.
const INSETS: [f32; 3] = [9.0, 12.5, 16.0];

/// The radius of a point of the board.
pub const POINT_RADIUS: f32 = 0.85;

/// The eight points of a square, from the upper left corner around.
fn points_of(inset: f32) -> [PaperPoint; 8] {
    let (left, top, right, bottom) = (inset, inset, PAPER.0 - inset, PAPER.1 - inset);
    let (middle, half) = (PAPER.0 / 2.0, PAPER.1 / 2.0);
    [
        (left, top),
        (middle, top),
        (right, top),
        (right, half),
        (right, bottom),
        (middle, bottom),
        (left, bottom),
        (left, half),
    ]
}

/// The 24 points of the board.
pub fn points() -> impl Iterator<Item = PaperPoint> {
    INSETS.into_iter().flat_map(points_of)
}

/// The lines of the board: the squares, and what joins their corners and the middles of their sides.
pub fn lines() -> Vec<(PaperPoint, PaperPoint)> {
    let squares = INSETS.map(points_of);
    let sides = squares
        .iter()
        .flat_map(|square| square.iter().copied().zip(square.iter().copied().cycle().skip(1)));
    let [outer, _, inner] = squares;
    sides.chain(outer.into_iter().zip(inner)).collect()
}
