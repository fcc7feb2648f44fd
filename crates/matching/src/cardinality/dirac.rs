//! Dirac's theorem (*Some theorems on abstract graphs*, 1952): a graph of three or more vertices in which every degree
//! is at least half their number has a Hamiltonian cycle, and so, if that number is even, a perfect matching.

/// Whether Dirac's theorem shows that a graph has a perfect matching: one with so many vertices, each of which is
/// joined to all others but at most `most`. If `false`, the graph may have one all the same.
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
