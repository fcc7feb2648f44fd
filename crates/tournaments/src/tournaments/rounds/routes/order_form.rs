//! The form in which an umpire orders something for a round.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tournaments::matches::MOST_MATCHES;
use crate::tournaments::rounds::orders::{NewOrders, NewWaiver, WaiverKind};
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::validation::{Faults, ValueError, text};
use crate::web::list::{List, two};

/// The most pairs that are kept apart, or for whom a rule is set aside: about as many as a body has room for.
const MOST_EXCEPTIONS: usize = 3_000;

/// A rule that is set aside for this round.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Waiver)]
pub(super) struct WaiverForm {
    /// The rule.
    kind: WaiverKind,
    /// The players for whom it is set aside: two, or the one who rests.
    #[schema(value_type = Vec<PlayerId>, min_items = 1, max_items = 2, example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: List<PlayerId, 1, 2>,
}

/// Two players, in any order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = PlayerPair, value_type = Vec<PlayerId>, min_items = 2, max_items = 2, example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
pub(super) struct PairForm(#[serde(deserialize_with = "two")] [PlayerId; 2]);

/// The orders for a draw. An empty object is a plain draw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateRound {
    /// Your own pairing instead of the draw: the two at each board, in any order. It is refused if it breaks a rule that is
    /// not waived; otherwise the draw stands beside it.
    #[schema(value_type = Option<Vec<PairForm>>, min_items = 0, max_items = 500, example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    pairs: Option<List<PairForm, 0, MOST_MATCHES>>,
    /// The player who has the bye in your own pairing.
    #[schema(example = "019aa0cc-5c4d-7e6f-8a7b-8c9d0e1f2a3b")]
    bye: Option<PlayerId>,
    /// Rules that are set aside in this round.
    #[serde(default)]
    #[schema(value_type = Vec<WaiverForm>, min_items = 0, max_items = 3000)]
    waivers: List<WaiverForm, 0, MOST_EXCEPTIONS>,
    /// Pairs who shall not meet in this round.
    #[serde(default)]
    #[schema(value_type = Vec<PairForm>, min_items = 0, max_items = 3000, example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    barred: List<PairForm, 0, MOST_EXCEPTIONS>,
    /// Pairs who shall meet in this round.
    #[serde(default)]
    #[schema(value_type = Vec<PairForm>, min_items = 0, max_items = 500, example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    ordered: List<PairForm, 0, MOST_MATCHES>,
    /// The reason, needed with any of these. Everyone reads it once the round is published.
    #[schema(example = "The hall is divided until noon.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

impl CreateRound {
    /// The orders, if the form is in order.
    pub(super) fn parsed(self) -> Result<NewOrders, Error> {
        let mut faults = Faults::default();
        let pairs = self.pairs.as_deref().map(|list| each_pair("pairs", list, &mut faults));
        let barred = each_pair("barred", &self.barred, &mut faults);
        let ordered = each_pair("ordered", &self.ordered, &mut faults);
        let waivers = self
            .waivers
            .iter()
            .enumerate()
            .filter_map(|(index, form)| faults.check(&format!("/waivers/{index}/player_ids"), form.parsed()));
        let waivers = waivers.collect();
        self.each_once(&mut faults);
        if self.bye.is_some() && self.pairs.is_none() {
            let wrong = ValueError::new("not-allowed", "Goes with `pairs` of your own.");
            faults.check::<()>("/bye", Err(wrong));
        }
        let orders_nothing =
            self.pairs.is_none() && self.waivers.is_empty() && self.barred.is_empty() && self.ordered.is_empty();
        let reason = match &self.reason {
            None if orders_nothing => Ok(None),
            None => Err(ValueError::new("required", "Say why.")),
            Some(_) if orders_nothing => Err(ValueError::new(
                "not-allowed",
                "Nothing is ordered that would need a reason.",
            )),
            Some(reason) => text(reason, 400).map(Some),
        };
        match faults.check("/reason", reason) {
            Some(reason) if faults.is_empty() => Ok(NewOrders {
                pairs,
                bye: self.bye,
                waivers,
                barred,
                ordered,
                reason,
            }),
            _ => Err(faults.into()),
        }
    }

    /// Notes what is ordered, or waived, twice. Two who are paired twice break a rule, which is told with the others.
    fn each_once(&self, faults: &mut Faults) {
        let mut seen = HashSet::new();
        let mut note = |name: &'static str, index: usize, what: &'static str, ids: &[PlayerId]| {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            if !seen.insert((name, what, ids)) {
                let twice = ValueError::new("duplicate", "Is there twice.");
                faults.check::<()>(&format!("/{name}/{index}"), Err(twice));
            }
        };
        for (name, list) in [("barred", &*self.barred), ("ordered", &*self.ordered)] {
            list.iter()
                .enumerate()
                .for_each(|(index, pair)| note(name, index, name, &pair.0));
        }
        for (index, waiver) in self.waivers.iter().enumerate() {
            note("waivers", index, waiver.kind.as_str(), &waiver.player_ids);
        }
    }
}

impl WaiverForm {
    fn parsed(&self) -> Result<NewWaiver, ValueError> {
        match (self.kind, &*self.player_ids) {
            (WaiverKind::Rematch, ids) => pair(ids).map(NewWaiver::Rematch),
            (WaiverKind::Barred, ids) => pair(ids).map(NewWaiver::Barred),
            (WaiverKind::SecondBye, [id]) => Ok(NewWaiver::SecondBye(*id)),
            (WaiverKind::SecondBye, _) => Err(ValueError::new("invalid-value", "Must name one player.")),
        }
    }
}

/// The pairs of a list, without those that are none.
fn each_pair(name: &str, list: &[PairForm], faults: &mut Faults) -> Vec<[PlayerId; 2]> {
    let pair = |(index, form): (usize, &PairForm)| faults.check(&format!("/{name}/{index}"), pair(&form.0));
    list.iter().enumerate().filter_map(pair).collect()
}

fn pair(ids: &[PlayerId]) -> Result<[PlayerId; 2], ValueError> {
    match *ids {
        [left, right] if left != right => Ok([left, right]),
        _ => Err(ValueError::new("invalid-value", "Must name two players.")),
    }
}
