//! Dirac's theorem.

/// Whether so many vertices, each of which is not joined to `most` of the others, can all be paired: Dirac's theorem, by which it
/// is enough if each is joined to half of the others.
#[must_use]
pub const fn is_plenty(vertices: usize, most: usize) -> bool {
    vertices.is_multiple_of(2) && (vertices == 0 || 2 * (vertices - 1).saturating_sub(most) >= vertices)
}
