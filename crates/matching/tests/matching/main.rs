//! Matchings against brute force and against another implementation; and the order of the modules.

#[cfg(test)]
mod admissible;
#[cfg(test)]
mod brute_force;
#[cfg(test)]
mod cardinality;
#[cfg(test)]
mod face;
#[cfg(test)]
mod least_cost;
#[cfg(test)]
mod modules;

/// The modules of the crate use each other in one direction.
#[test]
fn no_circle_of_modules() {
    modules::assert_no_circle(env!("CARGO_MANIFEST_DIR"));
}
