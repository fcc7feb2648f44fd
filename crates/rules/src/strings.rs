//! Strings for everything that has a text, with the feature `serde`.
//!
//! What is read is read as strictly as by `FromStr`. What a program is only told, it only writes: a stage, a refusal, and
//! a position, as it takes a rule set to read one; see [`Setup::into_position`].

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{
    GameRecord, GameResult, Junction, Line, Position, Refusal, RuleSet, Setup, Side, Stage, Termination, Turn,
};

/// Reads whatever has a text.
struct FromText<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! written {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

macro_rules! read {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(FromText(PhantomData))
            }
        }
    )*};
}

written!(
    Junction,
    Line,
    Side,
    Stage,
    Turn,
    RuleSet,
    Setup,
    Position,
    GameResult,
    Termination,
    GameRecord
);
read!(
    Junction,
    Line,
    Side,
    Turn,
    RuleSet,
    Setup,
    GameResult,
    Termination,
    GameRecord
);

/// The code, not the sentence.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}
