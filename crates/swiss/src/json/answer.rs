//! Reasons and the want of a draw as JSON.

use std::collections::HashMap;

use serde::Serialize;

use crate::explain::{Reason, Role, Why};
use crate::field::PlayerId;
use crate::json::lines::{WaiverLine, number};
use crate::no_draw::{ByePlace, Stuck, Waivers, WayOut};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReasonLine {
    player: PlayerId,
    opponent: Option<PlayerId>,
    bracket: f64,
    role: Role,
    left: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stayed: Vec<PassedLine>,
    passed: Vec<PassedLine>,
    sentence: String,
}

#[derive(Clone, Debug, Serialize)]
struct PassedLine {
    player: PlayerId,
    why: &'static str,
    /// The round of a club, another player, the score of a bracket: what the reason speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bracket: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct StuckLine {
    witness: WitnessLine,
    /// Null if none would help.
    waivers: Option<Vec<WaiverLine>>,
    /// `fewest`, `enough` (fewer were not sought) or `none-help`.
    waivers_are: &'static str,
    ways_out: Vec<&'static str>,
    sentence: String,
}

#[derive(Clone, Debug, Serialize)]
struct WitnessLine {
    groups: Vec<Vec<PlayerId>>,
    outsiders: Vec<PlayerId>,
    /// `outsider`, the number of a group from 0, or null.
    bye: Option<ByeLine>,
    bars: Vec<(PlayerId, Option<PlayerId>, &'static str)>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum ByeLine {
    Outsider(&'static str),
    Group(usize),
}

impl ReasonLine {
    pub(crate) fn new(reason: &Reason, names: &HashMap<PlayerId, &str>) -> Self {
        Self {
            player: reason.player,
            opponent: reason.opponent,
            bracket: number(reason.bracket),
            role: reason.role,
            left: reason.left.iter().copied().map(number).collect(),
            passed: reason
                .passed
                .iter()
                .map(|(player, why)| PassedLine::new(*player, *why))
                .collect(),
            stayed: reason
                .stayed
                .iter()
                .map(|(player, why)| PassedLine::new(*player, *why))
                .collect(),
            sentence: reason.sentence_with(|id| names.get(&id).copied().unwrap_or_default().to_owned()),
        }
    }
}

impl PassedLine {
    fn new(player: PlayerId, why: Why) -> Self {
        let mut line = Self {
            player,
            why: why.code(),
            round: None,
            other: None,
            bracket: None,
        };
        match why {
            Why::Barred(_) | Why::Outdone => (),
            Why::SameClub(round) | Why::Met(round) => line.round = Some(round),
            Why::Taken(other) | Why::LeavesOver(other) => line.other = Some(other),
            Why::Worse(_, score) => line.bracket = score.map(number),
        }
        line
    }
}

impl StuckLine {
    pub(crate) fn new(stuck: &Stuck) -> Self {
        let bye = match stuck.witness.bye {
            ByePlace::Elsewhere => None,
            ByePlace::Outsider => Some(ByeLine::Outsider("outsider")),
            ByePlace::Group(number) => Some(ByeLine::Group(number)),
        };
        Self {
            witness: WitnessLine {
                groups: stuck.witness.groups.clone(),
                outsiders: stuck.witness.outsiders.clone(),
                bye,
                bars: stuck
                    .witness
                    .bars
                    .iter()
                    .map(|(one, other, bar)| (*one, *other, bar.code()))
                    .collect(),
            },
            waivers: (stuck.waivers != Waivers::NoneHelp)
                .then(|| stuck.waivers.list().iter().copied().map(Into::into).collect()),
            waivers_are: stuck.waivers.code(),
            ways_out: stuck.ways_out.iter().copied().map(WayOut::code).collect(),
            sentence: stuck.to_string(),
        }
    }
}
