//! The rules of play, from the published texts.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod counting;
#[cfg(test)]
mod facts;
#[cfg(test)]
mod lenient;
#[cfg(test)]
mod model;
#[cfg(test)]
mod no_move_back;
#[cfg(test)]
mod outcomes;
#[cfg(test)]
mod picture;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod records;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod setups;
#[cfg(test)]
#[cfg(feature = "serde")]
mod strings;
#[cfg(test)]
mod support;
