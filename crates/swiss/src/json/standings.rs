//! Points, settings, waivers and standings as JSON.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::field::{Config, Points, Waiver};
use crate::json::lines::{ConfigLine, WaiverLine, number, points};
use crate::standings::{Awards, Cell, Standing};

/// A multiple of one half is a number, any other a text such as `87/5`.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.as_halves(), self.parts()) {
            (Some(_), _) => number(*self).serialize(serializer),
            (None, (above, below)) => serializer.collect_str(&format_args!("{above}/{below}")),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(f64),
            Text(String),
        }
        let read = match Written::deserialize(deserializer)? {
            Written::Number(number) => points(number),
            Written::Text(text) => text
                .split_once('/')
                .and_then(|(above, below)| Self::new(above.parse().ok()?, below.parse().ok()?)),
        };
        read.ok_or_else(|| de::Error::custom("points are a multiple of one half, or a fraction such as \"87/5\""))
    }
}

impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ConfigLine::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ConfigLine::deserialize(deserializer).map(Into::into)
    }
}

impl Serialize for Waiver {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WaiverLine::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Waiver {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        WaiverLine::deserialize(deserializer).map(Into::into)
    }
}

impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Standing", 5)?;
        row.serialize_field("place", &self.place)?;
        row.serialize_field("player", &self.player)?;
        row.serialize_field("points", &self.points)?;
        row.serialize_field("opponents", &self.opponents)?;
        row.serialize_field("rounds", &self.rounds)?;
        row.end()
    }
}

/// Null for a round without a match or a bye; `opponent`, `row`, `points`, `forfeit` of a match; `bye`, `allocated` of a bye.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => serializer.serialize_none(),
            Self::Met {
                opponent,
                row,
                points,
                forfeit,
            } => {
                let mut cell = serializer.serialize_struct("Met", 4)?;
                cell.serialize_field("opponent", opponent)?;
                cell.serialize_field("row", row)?;
                cell.serialize_field("points", points)?;
                cell.serialize_field("forfeit", forfeit)?;
                cell.end()
            }
            Self::Bye { points, allocated } => {
                let mut cell = serializer.serialize_struct("Bye", 2)?;
                cell.serialize_field("bye", points)?;
                cell.serialize_field("allocated", allocated)?;
                cell.end()
            }
        }
    }
}

impl Serialize for Awards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut awards = serializer.serialize_struct("Awards", 3)?;
        awards.serialize_field("champions", &self.champions)?;
        awards.serialize_field("top_ladies", &self.top_ladies)?;
        awards.serialize_field("top_learners", &self.top_learners)?;
        awards.end()
    }
}
