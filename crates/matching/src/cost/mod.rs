//! Perfect matchings of least cost by the primal–dual method of Edmonds (*Maximum matching and a polyhedron with
//! 0,1-vertices*, 1965), with the dual solution that proves them optimal. See Schrijver, *Combinatorial Optimization*,
//! chapter 26, or Korte and Vygen, *Combinatorial Optimization*, chapter 11.

mod blossoms;
mod laminar;
mod partition;
mod primal_dual;
mod scale;

pub(crate) use laminar::LaminarFamily;
pub(crate) use primal_dual::{CostGraph, PrimalDual};
pub use scale::{Cost, Scale};
pub(crate) use scale::{Dual, ROOM, times};
