//! The rules of play, from the published texts.

#[cfg(test)]
mod counting;
#[cfg(test)]
mod no_move_back;
#[cfg(test)]
mod outcomes;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod setups;
#[cfg(test)]
mod support;
