//! Entries made many at once: loaded, decided and saved.

use std::collections::HashSet;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::operations::Operation;
use crate::players::{self, Number, UNKNOWN_PLAYER};
use crate::tournaments::entries::use_cases::{Admissions, EntryRequest};
use crate::tournaments::entries::{EntryRefusal, store};
use crate::tournaments::entry_batches::Refusals;
use crate::tournaments::model::Entry;
use crate::values::error::{Error, ID_TAKEN};
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::web::idempotency::Creation;

/// A player to be entered with others.
pub struct Newcomer {
    pub creation: Creation<EntryId>,
    pub player: PlayerReference,
    pub club: Option<ClubId>,
}

/// A player as a request names them.
#[derive(Debug, Clone, Copy)]
pub enum PlayerReference {
    Id(PlayerId),
    Number(Number),
}

impl PlayerReference {
    /// The field in which that stands.
    fn field(self) -> &'static str {
        match self {
            PlayerReference::Id(_) => "player_id",
            PlayerReference::Number(_) => "player",
        }
    }
}

/// Enters players in a tournament, all or none.
pub fn enter_all(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    newcomers: &[Newcomer],
) -> Result<Vec<Entry>, Error> {
    let mut admissions = Admissions::of(c, tournament)?;
    let numbers = newcomers.iter().filter_map(|one| match one.player {
        PlayerReference::Number(number) => Some(number),
        PlayerReference::Id(_) => None,
    });
    let numbered = players::store::batches::find_by_numbers(c, &numbers.collect::<Vec<_>>())?;
    let entered = store::list(c, tournament)?;
    let mut entered: HashSet<PlayerId> = entered.iter().map(|entry| entry.player.id()).collect();
    let (mut refusals, mut ids) = (Refusals::default(), HashSet::new());
    let (mut entries, mut new) = (Vec::with_capacity(newcomers.len()), Vec::new());
    for (index, newcomer) in newcomers.iter().enumerate() {
        let mut decide = || {
            let player = match newcomer.player {
                PlayerReference::Id(id) => id,
                PlayerReference::Number(number) => {
                    let unknown = || UNKNOWN_PLAYER.at("/player", format!("There is no player {number}."));
                    numbered.get(&number).ok_or_else(unknown)?.id
                }
            };
            let asked = EntryRequest {
                creation: newcomer.creation.clone(),
                tournament,
                player,
                club: newcomer.club,
            };
            let (entry, is_new) = admissions.decide(c, by, &asked)?;
            if is_new && !entered.insert(entry.player.id()) {
                return Err(EntryRefusal::AlreadyEntered.into());
            }
            if !ids.insert(entry.id) {
                return Err(ID_TAKEN.at("/id", "Another one of these has this id.").into());
            }
            Ok((entry, is_new))
        };
        match decide() {
            Ok((entry, is_new)) => {
                if is_new {
                    admissions.follow(&entry);
                    new.push((newcomer.creation.clone(), entry.clone()));
                }
                entries.push(entry);
            }
            Err(error) => refusals.note(&format!("/entries/{index}"), newcomer.player.field(), error)?,
        }
    }
    refusals.refuse()?;
    Admissions::keep(c, by, Operation::create_entry_batch, &new)?;
    Ok(entries)
}
