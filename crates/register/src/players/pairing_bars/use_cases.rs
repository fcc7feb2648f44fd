//! Pairing bars made and withdrawn: loaded, decided and saved.

use std::collections::HashMap;

use crate::accounts::Caller;
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::pairing_bars::{PairingBar, PairingBarRelation, either_within, store};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{self, Player, UNKNOWN_PLAYER};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ClubId, PairingBarId, PlayerId};
use crate::web::idempotency::Creation;

/// Two players who are to be barred from each other.
pub struct NewPairingBar {
    pub creation: Creation<PairingBarId>,
    /// The two, in any order.
    pub players: [PlayerId; 2],
    pub relation: PairingBarRelation,
}

/// Bars two players from meeting.
pub fn bar(c: &mut Conn, by: &Caller, new: &NewPairingBar) -> Result<(PairingBar, [Player; 2]), Error> {
    either_within(clubs_of(c, new.players)?, &by.reach)?;
    let [first, second] = find_pair(c, new.players)?;
    let creation = &new.creation;
    let existing = store::find(c, creation.id)?;
    if let Some(bar) = creation.earlier(c, existing)? {
        return with_players(c, bar);
    }
    let mut players = [first.unerased()?, second.unerased()?];
    // As the bar has them.
    players.sort_unstable_by_key(|player| player.id);
    let pair = [players[0].id, players[1].id];
    let bar = PairingBar::between(pair, new.relation, &by.reach, creation.id, by.now)?;
    store::insert(c, &bar)?;
    creation.keep(c)?;
    let after = bar.evidence(&players, by.today());
    by.audit(
        c,
        Change::created(Operation::create_pairing_bar, "pairing_bar", bar.id, &after)?,
    )?;
    Ok((bar, players))
}

/// The player's bars, those that were withdrawn too; the oldest first.
pub fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<(PairingBar, [Player; 2])>, Error> {
    let player = find_within(c, by, path)?;
    list_of(c, player.id)
}

/// All bars of a player, with those whom they are between.
pub fn list_of(c: &mut Conn, player: PlayerId) -> Result<Vec<(PairingBar, [Player; 2])>, Error> {
    let bars = store::list(c, player)?;
    let ids: Vec<PlayerId> = bars.iter().flat_map(PairingBar::players).collect();
    let found = players::store::find_all(c, &ids)?;
    let with_players = |bar: PairingBar| {
        let players = pair_of(&found, bar.players())?;
        Ok((bar, players))
    };
    bars.into_iter().map(with_players).collect()
}

/// The bar, if the caller looks after one of the players.
pub fn find(c: &mut Conn, by: &Caller, id: PairingBarId) -> Result<(PairingBar, [Player; 2]), Error> {
    let bar = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no pairing bar with this id."))?;
    either_within(clubs_of(c, bar.players())?, &by.reach)?;
    with_players(c, bar)
}

/// Withdraws a bar.
pub fn withdraw(
    c: &mut Conn,
    by: &Caller,
    id: PairingBarId,
    because: &str,
) -> Result<(PairingBar, [Player; 2]), Error> {
    let (bar, players) = find(c, by, id)?;
    let before = bar.evidence(&players, by.today());
    let bar = bar.withdrawn(because.to_owned(), &by.reach, by.now)?;
    store::update(c, &bar)?;
    let after = bar.evidence(&players, by.today());
    let change = Change::altered(
        Operation::create_pairing_bar_withdrawal,
        "pairing_bar",
        id,
        &before,
        &after,
    )?;
    by.audit(c, change)?;
    Ok((bar, players))
}

fn with_players(c: &mut Conn, bar: PairingBar) -> Result<(PairingBar, [Player; 2]), Error> {
    let players = find_pair(c, bar.players())?;
    Ok((bar, players))
}

/// The two players; of an entry that was merged, the one that stays.
fn find_pair(c: &mut Conn, pair: [PlayerId; 2]) -> Result<[Player; 2], Error> {
    pair_of(&players::store::find_all(c, &pair)?, pair)
}

fn pair_of(found: &HashMap<PlayerId, Player>, pair: [PlayerId; 2]) -> Result<[Player; 2], Error> {
    let player = |index: usize| {
        let player = found.get(&pair[index]).cloned();
        player.ok_or_else(|| unknown_player(index, pair[index]))
    };
    Ok([player(0)?, player(1)?])
}

/// The clubs of the two, by which [`either_within`] judges before anything is read of the players.
fn clubs_of(c: &mut Conn, pair: [PlayerId; 2]) -> Result<[(ClubId, Option<Club>); 2], Error> {
    let mut club_of = |index: usize| {
        let club = players::store::club(c, pair[index])?;
        let club = club.ok_or_else(|| unknown_player(index, pair[index]))?;
        Ok::<_, Error>((club, clubs::store::find(c, club)?))
    };
    Ok([club_of(0)?, club_of(1)?])
}

fn unknown_player(index: usize, id: PlayerId) -> Error {
    let detail = format!("There is no player with the id {id}.");
    UNKNOWN_PLAYER.at(&format!("/player_ids/{index}"), detail).into()
}
