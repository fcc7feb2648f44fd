//! What an umpire orders for a round, as it is asked for.

use std::collections::HashSet;

use morabaraba_swiss::Waiver;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::Conn;
use crate::players;
use crate::tournaments::rounds::draws::{Orders, Pairing, WaiverKind};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::tournaments::standings::proceedings::{Proceedings, player};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, text};

/// A rule that is set aside for this round.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Waiver)]
pub(crate) struct WaiverForm {
    /// Which rule.
    kind: WaiverKind,
    /// For whom: two, or the one who rests.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: Vec<Id>,
}

/// What to draw. An empty object is a plain draw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRound {
    /// Your own pairing instead of the draw: the two at each board, in any order. It is refused if it breaks a rule that is
    /// not waived; otherwise the draw stands beside it.
    #[schema(example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    pairs: Option<Vec<Vec<Id>>>,
    /// Who has the bye in your own pairing.
    #[schema(example = "019aa0cc-5c4d-7e6f-8a7b-8c9d0e1f2a3b")]
    bye: Option<Id>,
    /// Rules that are set aside in this round.
    #[serde(default)]
    waivers: Vec<WaiverForm>,
    /// Pairs who shall not meet in this round.
    #[serde(default)]
    #[schema(example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    barred: Vec<Vec<Id>>,
    /// Pairs who shall meet in this round.
    #[serde(default)]
    #[schema(example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    ordered: Vec<Vec<Id>>,
    /// Why; needed with any of these. Everyone reads it once the round is published.
    #[schema(example = "The hall is divided until noon.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

impl CreateRound {
    /// The form, if it is in order.
    pub(crate) fn checked(self) -> Result<CreateRound, Error> {
        let mut faults = Faults::default();
        let two = |ids: &[Id]| ids.len() == 2 && ids.first() != ids.last();
        let wrong = || Invalid::new("invalid-value", "Must name two players.");
        let lists = [
            ("pairs", self.pairs.as_deref().unwrap_or_default()),
            ("barred", &self.barred),
            ("ordered", &self.ordered),
        ];
        for (name, list) in lists {
            for (place, _) in list.iter().enumerate().filter(|(_, ids)| !two(ids)) {
                faults.take::<()>(&format!("/{name}/{place}"), Err(wrong()));
            }
        }
        for (place, waiver) in self.waivers.iter().enumerate() {
            let pointer = format!("/waivers/{place}/player_ids");
            if waiver.kind == WaiverKind::SecondBye {
                if waiver.player_ids.len() != 1 {
                    faults.take::<()>(&pointer, Err(Invalid::new("invalid-value", "Must name one player.")));
                }
            } else if !two(&waiver.player_ids) {
                faults.take::<()>(&pointer, Err(wrong()));
            }
        }
        self.each_once(&mut faults);
        if self.bye.is_some() && self.pairs.is_none() {
            faults.take::<()>(
                "/bye",
                Err(Invalid::new("not-allowed", "Goes with `pairs` of your own.")),
            );
        }
        let orders_nothing =
            self.pairs.is_none() && self.waivers.is_empty() && self.barred.is_empty() && self.ordered.is_empty();
        let reason = match &self.reason {
            None if orders_nothing => Some(None),
            None => faults.take("/reason", Err(Invalid::new("required", "Say why."))),
            Some(_) if orders_nothing => faults.take(
                "/reason",
                Err(Invalid::new(
                    "not-allowed",
                    "Nothing is ordered that would need a reason.",
                )),
            ),
            Some(reason) => faults.take("/reason", text(reason, 400)).map(Some),
        };
        match reason {
            Some(reason) if faults.is_empty() => Ok(CreateRound { reason, ..self }),
            _ => Err(faults.into()),
        }
    }

    /// Notes what is ordered, or waived, twice. Who is paired twice breaks a rule, and is told of with the others.
    fn each_once(&self, faults: &mut Faults) {
        let mut seen = HashSet::new();
        let mut note = |name: &'static str, place: usize, what: &'static str, ids: &[Id]| {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            if !seen.insert((name, what, ids)) {
                let twice = Invalid::new("duplicate", "Is there twice.");
                faults.take::<()>(&format!("/{name}/{place}"), Err(twice));
            }
        };
        for (name, list) in [("barred", &self.barred), ("ordered", &self.ordered)] {
            list.iter()
                .enumerate()
                .for_each(|(place, ids)| note(name, place, name, ids));
        }
        for (place, waiver) in self.waivers.iter().enumerate() {
            note("waivers", place, waiver.kind.word(), &waiver.player_ids);
        }
    }

    /// The orders, by the places of the players in the starting order.
    pub(crate) fn orders(&self, c: &mut Conn, proceedings: &Proceedings) -> Result<Orders, Error> {
        let pairs = self
            .pairs
            .iter()
            .flatten()
            .chain(&self.barred)
            .chain(&self.ordered)
            .flatten();
        let named = pairs
            .chain(&self.bye)
            .chain(self.waivers.iter().flat_map(|waiver| &waiver.player_ids));
        let named: Vec<Id> = named.copied().collect();
        let found = players::store::find_all(c, &named)?;
        let place = |pointer: String, id: Id| {
            let entry = found.get(&id).and_then(|player| proceedings.of_player(player.id));
            let missing = || {
                NOT_ENTERED.at(
                    &pointer,
                    format!("The player with the id {id} is not in the tournament."),
                )
            };
            entry.map(crate::tournaments::entries::Entry::place).ok_or_else(missing)
        };
        let pairs = |name: &str, list: &[Vec<Id>]| -> Result<Vec<[u32; 2]>, Error> {
            let pair = |(number, ids): (usize, &Vec<Id>)| {
                let at = |which: usize| {
                    let id = ids
                        .get(which)
                        .copied()
                        .ok_or_else(|| Error::Internal("a pair of less than two".to_owned()))?;
                    Ok::<u32, Error>(place(format!("/{name}/{number}/{which}"), id)?)
                };
                Ok([at(0)?, at(1)?])
            };
            list.iter().enumerate().map(pair).collect()
        };
        let waiver = |(number, form): (usize, &WaiverForm)| -> Result<Waiver, Error> {
            let at = |which: usize| {
                let id = form.player_ids.get(which).copied();
                let id = id.ok_or_else(|| Error::Internal("a waiver for nobody".to_owned()))?;
                Ok::<_, Error>(player(place(format!("/waivers/{number}/player_ids/{which}"), id)?))
            };
            Ok(match form.kind {
                WaiverKind::Rematch => Waiver::Rematch(at(0)?, at(1)?),
                WaiverKind::Barred => Waiver::Forbidden(at(0)?, at(1)?),
                WaiverKind::SecondBye => Waiver::SecondBye(at(0)?),
            })
        };
        let bye = self.bye.map(|id| place("/bye".to_owned(), id)).transpose()?;
        let own = self.pairs.as_deref().map(|list| pairs("pairs", list)).transpose()?;
        Ok(Orders {
            pairing: own.map(|pairs| Pairing { pairs, bye }),
            waivers: self.waivers.iter().enumerate().map(waiver).collect::<Result<_, _>>()?,
            barred: pairs("barred", &self.barred)?,
            ordered: pairs("ordered", &self.ordered)?,
            reason: self.reason.clone(),
        })
    }
}
