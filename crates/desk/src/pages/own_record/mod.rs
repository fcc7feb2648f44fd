//! The pages on which players read and decide of themselves, and parents and guardians of their children: data, consents,
//! results, appeals.

mod consents;
mod matches;
mod overview;
mod tournament;

use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::desk::Way;
use crate::pages::field::{Field, FieldKind};
use crate::players::Player;
use crate::players::player_accounts::PlayerAccount;
use crate::players::player_accounts::use_cases::{find_own, list_own};
use crate::players::use_cases::PlayerPath;
use crate::values::error::Error;
use crate::values::id::PlayerId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    overview::configure(config);
    consents::configure(config);
    tournament::configure(config);
    matches::configure(config);
}

/// The ways to those for whom the caller's account holds.
pub(crate) fn ways(c: &mut Conn, by: &Caller) -> Result<Vec<Way>, Error> {
    let own = list_own(c, by)?.into_iter();
    let way = |(_, player): (PlayerAccount, Player)| Way {
        path: path(player.id),
        label: full_name(&player),
        about: "What is on record, consents, own results and appeals.",
    };
    Ok(own.map(way).collect())
}

/// The path of a player's own page.
fn path(player: PlayerId) -> String {
    format!("/account/players/{player}")
}

/// The name as one reads of oneself.
fn full_name(player: &Player) -> String {
    let name = player.person.as_ref().map(|person| person.name.full());
    name.unwrap_or_else(|| player.number.to_string())
}

/// A player for whom the caller's account holds, as every page of theirs has it.
struct Own {
    federation: FederationSettings,
    player: Player,
    tie: PlayerAccount,
}

impl Own {
    fn read(c: &mut Conn, by: &Caller, player: &PlayerPath) -> Result<Own, Error> {
        let (player, tie) = find_own(c, by, player)?;
        Ok(Own {
            federation: federation::store::settings(c, by.today())?,
            player,
            tie,
        })
    }

    fn path(&self) -> String {
        path(self.player.id)
    }

    fn name(&self) -> String {
        full_name(&self.player)
    }

    /// The way back to the player's own page, above a page that is about a part of it.
    fn way_back(&self) -> Markup {
        html! { p.way { a href=(self.path()) { (self.name()) } } }
    }
}

/// The field for what is said against a ruling or a result.
fn grounds() -> Field {
    Field::new("grounds", "Why you appeal", FieldKind::Long)
        .with_hint("What is wrong, and what shows it. A person who had no part in it decides.")
}
