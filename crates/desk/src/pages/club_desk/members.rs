//! Members of a club, each with what is registered of them.

use std::collections::HashMap;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::public::{day, division};
use crate::players::particulars::store::{self, ParticularsFilter};
use crate::players::registrations::{self, Basis, Registration};
use crate::players::{Player, of_age_if_born_by};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::PlayerId;

/// A member.
pub(super) struct Member {
    pub(super) player: Player,
    /// The registration for the year.
    pub(super) registration: Option<Registration>,
    /// The latest one of a year before.
    pub(super) last: Option<Registration>,
    pub(super) is_minor: bool,
}

/// Members of clubs that the caller looks after, with their registrations for the year.
pub(super) fn read(
    c: &mut Conn,
    by: &Caller,
    filter: ParticularsFilter,
    year: GamingYear,
    rows: i64,
) -> Result<Vec<Member>, Error> {
    let players = store::list(c, filter, &by.reach, Some(rows))?;
    let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
    let mut of: HashMap<PlayerId, Vec<Registration>> = HashMap::new();
    for registration in registrations::store::find_of_all(c, &ids)? {
        if registration.basis == Basis::Member {
            of.entry(registration.player).or_default().push(registration);
        }
    }
    let of_age = of_age_if_born_by(by.today());
    let member = |player: Player| {
        let of_player = of.remove(&player.id).unwrap_or_default();
        let before = of_player.iter().filter(|one| one.year < year);
        Member {
            last: before.max_by_key(|one| one.year).cloned(),
            registration: of_player.into_iter().find(|one| one.year == year),
            is_minor: player.person.as_ref().is_some_and(|person| person.birth_date > of_age),
            player,
        }
    };
    Ok(players.into_iter().map(member).collect())
}

impl Member {
    /// The full name, as those who look after a player read it.
    pub(super) fn name(&self) -> String {
        self.player.named_in_full().name
    }

    /// The place in a list by name.
    pub(super) fn key(&self) -> Option<(String, i64)> {
        self.player.particulars().ok().map(|one| one.name_key())
    }
}

/// A registration in words.
pub(crate) fn registered(registration: &Registration) -> String {
    let paid = registration.paid_on.map_or_else(
        || "fee not paid".to_owned(),
        |paid_on| format!("fee paid on {}", day(paid_on)),
    );
    format!("{}, {paid}", division(Words::ENGLISH, registration.division))
}
