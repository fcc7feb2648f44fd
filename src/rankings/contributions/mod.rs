//! Contributions: the events and games of which a figure is made.

pub(crate) mod routes;
