//! The draw, against a slow model and from the federation's text.

#[cfg(test)]
mod adversary;
#[cfg(test)]
mod agreement;
#[cfg(test)]
mod championships;
#[cfg(test)]
mod dead_ends;
#[cfg(test)]
mod differential;
#[cfg(test)]
mod engine;
#[cfg(test)]
mod fields;
#[cfg(test)]
#[cfg(feature = "serde")]
mod json;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod model;
#[cfg(test)]
#[path = "../../../matching/tests/matching/modules.rs"]
mod modules;
#[cfg(test)]
mod reasons;
#[cfg(test)]
mod scorer;
#[cfg(test)]
mod standings;
#[cfg(test)]
mod support;
#[cfg(test)]
mod texts;
#[cfg(test)]
mod tournaments;
#[cfg(test)]
mod trf;
#[cfg(test)]
mod umpire;
#[cfg(test)]
mod witness;

/// The modules of the crate use each other in one direction.
#[test]
fn no_circle_of_modules() {
    modules::assert_no_circle(env!("CARGO_MANIFEST_DIR"));
}
