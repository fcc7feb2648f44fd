//! Players registered and found, and what the slices of this noun have in common.

use crate::accounts::Caller;
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::{Home, MERGED, Person, Player, PlayerRefusal, club_within, store};
use crate::provinces;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ClubId, PlayerId};
use crate::web::idempotency::Creation;

/// A player whom a club registers.
pub struct NewPlayer {
    pub creation: Creation<PlayerId>,
    pub person: Person,
    /// The home as it was asked for.
    pub home: Home,
    pub club: ClubId,
}

/// Registers a person as a member of a club.
pub fn register(c: &mut Conn, by: &Caller, new: &NewPlayer) -> Result<Player, Error> {
    let club = find_club(c, by, new.club)?;
    let creation = &new.creation;
    // After the scope: whoever does not look after the player must not learn whether the content is the same.
    let existing = store::find(c, creation.id)?;
    if let Some(player) = creation.earlier(c, existing)? {
        // The player may have moved on since.
        find_club(c, by, player.club)?;
        return Ok(player.unmerged()?);
    }
    let home = find_home(c, new.home.clone())?;
    let number = store::fresh_number(c)?;
    let player = Player::register(new.person.clone(), creation.id, home, &club, number, by.now);
    store::insert(c, &player)?;
    creation.keep(c)?;
    let particulars = player.particulars()?;
    by.audit(
        c,
        Change::created(Operation::create_player, "player", player.id, &particulars)?,
    )?;
    Ok(player)
}

/// The path of a request about a player.
pub struct PlayerPath {
    pub id: PlayerId,
    /// The path and the query, with `{id}` where the player is named.
    pub template: String,
}

impl From<PlayerId> for PlayerPath {
    fn from(id: PlayerId) -> PlayerPath {
        let template = "/v1/players/{id}".to_owned();
        PlayerPath { id, template }
    }
}

impl PlayerPath {
    /// Sends whoever asks for an entry that was merged to the same place of the one that stays.
    fn follow(&self, merged_into: Option<PlayerId>) -> Result<(), Error> {
        let Some(stays) = merged_into else { return Ok(()) };
        let location = self.template.replacen("{id}", &stays.to_string(), 1);
        let moved = MERGED.problem(PlayerRefusal::Merged(stays).to_string());
        Err(moved.with_header("location", location).into())
    }
}

/// The player at the path.
pub fn find(c: &mut Conn, path: &PlayerPath) -> Result<Player, Error> {
    let player = store::find(c, path.id)?.ok_or_else(no_player)?;
    path.follow(player.merged_into)?;
    Ok(player)
}

/// The player at the path, if the caller looks after the club. That is judged before anything is read of the person.
pub fn find_within(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Player, Error> {
    let place = store::place(c, path.id)?.ok_or_else(no_player)?;
    path.follow(place.merged_into)?;
    find_club(c, by, place.club)?;
    Ok(find(c, path)?.unerased()?)
}

fn no_player() -> Error {
    NOT_FOUND.problem("There is no player with this id.").into()
}

/// The club, if the caller looks after it.
pub fn find_club(c: &mut Conn, by: &Caller, id: ClubId) -> Result<Club, Error> {
    Ok(club_within(clubs::store::find(c, id)?, id, &by.reach)?)
}

/// The home that was asked for.
pub fn find_home(c: &mut Conn, asked: Home) -> Result<Home, Error> {
    let province = provinces::store::find(c, &asked.province)?;
    let region = match &asked.region {
        Some(region) => provinces::store::find_region(c, region)?,
        None => None,
    };
    Ok(asked.found(province, region)?)
}

/// Each of the things with its player; with the one that stays, if the entry was merged.
pub fn with_players<T>(
    c: &mut Conn,
    things: Vec<T>,
    player_of: impl Fn(&T) -> PlayerId,
) -> Result<Vec<(T, Player)>, Error> {
    let ids: Vec<PlayerId> = things.iter().map(&player_of).collect();
    let players = store::find_all(c, &ids)?;
    let with_player = |thing: T| {
        let id = player_of(&thing);
        let player = players.get(&id).cloned();
        Ok((thing, player.ok_or_else(|| Error::Internal(format!("player {id}")))?))
    };
    things.into_iter().map(with_player).collect()
}

/// The thing with its player, as [`with_players`].
pub fn with_player<T>(c: &mut Conn, thing: T, player_of: impl Fn(&T) -> PlayerId) -> Result<(T, Player), Error> {
    let id = player_of(&thing);
    let player = store::find_member(c, id)?;
    Ok((thing, player.ok_or_else(|| Error::Internal(format!("player {id}")))?))
}
