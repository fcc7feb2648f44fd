//! Dirac's theorem (1952): enough edges for a perfect matching, whichever they are.

/// Whether so many vertices have a perfect matching because each is joined to at least half of them, if none of them
/// misses more than `most` of the others. `false` says nothing.
///
/// ```
/// use lexicographic_matching::satisfies_dirac;
///
/// assert!(satisfies_dirac(50, 24));
/// assert!(!satisfies_dirac(50, 25));
/// assert!(!satisfies_dirac(51, 0));
/// ```
#[must_use]
pub const fn satisfies_dirac(vertices: usize, most: usize) -> bool {
    vertices.is_multiple_of(2) && (vertices == 0 || 2 * (vertices - 1).saturating_sub(most) >= vertices)
}
