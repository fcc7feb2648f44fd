//! The orders of an umpire for a round: by the players as they are asked for, and by their seeds as they are kept.

use morabaraba_swiss::Waiver;

use crate::tournaments::model::Orders;
use crate::tournaments::model::draw::{Pairing, player};
use crate::values::id::PlayerId;
use crate::values::number::Seed;

crate::string_enum! {
    /// The rule that an umpire sets aside.
    pub enum WaiverKind as "WaiverKind" {
        /// Two may meet again.
        Rematch = "rematch",
        /// An umpire's bar between two does not hold.
        Barred = "barred",
        /// A player may have another bye.
        SecondBye = "second_bye",
    }
}

/// Orders as they are asked for, by the players.
#[derive(Debug, Clone, Default)]
pub struct NewOrders {
    /// The umpire's own pairing instead of the draw.
    pub pairs: Option<Vec<[PlayerId; 2]>>,
    /// The player who has the bye in it.
    pub bye: Option<PlayerId>,
    /// Rules that are set aside.
    pub waivers: Vec<NewWaiver>,
    /// Pairs who do not meet.
    pub barred: Vec<[PlayerId; 2]>,
    /// Pairs who meet.
    pub ordered: Vec<[PlayerId; 2]>,
    /// The reason for them, if anything is ordered.
    pub reason: Option<String>,
}

/// A rule that is set aside, and for which players.
#[derive(Debug, Clone, Copy)]
pub enum NewWaiver {
    /// These two may meet again.
    Rematch([PlayerId; 2]),
    /// The umpire's bar between these two does not hold.
    Barred([PlayerId; 2]),
    /// This player may have another bye.
    SecondBye(PlayerId),
}

impl NewWaiver {
    fn players(&self) -> &[PlayerId] {
        match self {
            NewWaiver::Rematch(players) | NewWaiver::Barred(players) => players,
            NewWaiver::SecondBye(player) => std::slice::from_ref(player),
        }
    }
}

impl NewOrders {
    /// The players whom they name.
    #[must_use]
    pub fn named(&self) -> Vec<PlayerId> {
        let pairs = [self.pairs.as_deref().unwrap_or_default(), &self.barred, &self.ordered];
        let waived = self.waivers.iter().flat_map(NewWaiver::players);
        let pairs = pairs.into_iter().flatten().flatten();
        pairs.chain(&self.bye).chain(waived).copied().collect()
    }

    /// The orders by the seeds. `seed_of` finds that of a player, who is named at a pointer.
    ///
    /// # Errors
    /// That of the first player who has no seed.
    pub fn seeded<E>(&self, seed_of: impl Fn(&str, PlayerId) -> Result<Seed, E>) -> Result<Orders, E> {
        let pair = |pointer: &str, [left, right]: [PlayerId; 2]| {
            Ok([
                seed_of(&format!("{pointer}/0"), left)?,
                seed_of(&format!("{pointer}/1"), right)?,
            ])
        };
        let pairs = |name: &str, list: &[[PlayerId; 2]]| -> Result<Vec<[Seed; 2]>, E> {
            let each = list.iter().enumerate();
            each.map(|(index, players)| pair(&format!("/{name}/{index}"), *players))
                .collect()
        };
        let waiver = |(index, waiver): (usize, &NewWaiver)| {
            let pointer = format!("/waivers/{index}/player_ids");
            Ok(match *waiver {
                NewWaiver::Rematch(players) => {
                    let [left, right] = pair(&pointer, players)?.map(player);
                    Waiver::Rematch(left, right)
                }
                NewWaiver::Barred(players) => {
                    let [left, right] = pair(&pointer, players)?.map(player);
                    Waiver::Forbidden(left, right)
                }
                NewWaiver::SecondBye(id) => Waiver::SecondBye(player(seed_of(&format!("{pointer}/0"), id)?)),
            })
        };
        let bye = self.bye.map(|id| seed_of("/bye", id)).transpose()?;
        let own = self.pairs.as_deref().map(|list| pairs("pairs", list)).transpose()?;
        Ok(Orders {
            pairing: own.map(|pairs| Pairing { pairs, bye }),
            waivers: self.waivers.iter().enumerate().map(waiver).collect::<Result<_, E>>()?,
            barred: pairs("barred", &self.barred)?,
            ordered: pairs("ordered", &self.ordered)?,
            reason: self.reason.clone(),
        })
    }
}
