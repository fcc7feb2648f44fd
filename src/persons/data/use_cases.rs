//! All that the federation keeps of one person, loaded at once.

use crate::accounts::{Authority, Caller, Reach};
use crate::colours::selections::Selection;
use crate::colours::{self, Award};
use crate::db::{Conn, audit};
use crate::games::{self, Game};
use crate::players::consents::{self, Consent};
use crate::players::pairing_bars;
use crate::players::pairing_bars::routes::PairingBarView;
use crate::players::registrations::{self, Registration};
use crate::players::residences::{self, Residence};
use crate::players::routes::Entry as PlayerEntry;
use crate::players::transfers::{self, Transfer};
use crate::players::{self, Number, Particulars, Player};
use crate::tournaments::appointments::{self, Appointment};
use crate::tournaments::entries::{self, Entry};
use crate::umpires::{self, Accreditation};
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// All that is on record of a person, with the names in it as the person may read them.
pub(crate) struct PersonData {
    pub(crate) player: Player,
    pub(crate) particulars: Particulars,
    pub(crate) numbers: Vec<Number>,
    pub(crate) merged_entries: Vec<Particulars>,
    pub(crate) residences: Vec<Residence>,
    pub(crate) registrations: Vec<Registration>,
    pub(crate) transfers: Vec<Transfer>,
    pub(crate) consents: Vec<Consent>,
    pub(crate) pairing_bars: Vec<PairingBarView>,
    /// When something was done to the record, and by which operation.
    pub(crate) changes: Vec<(Timestamp, String)>,
    pub(crate) accreditations: Vec<Accreditation>,
    pub(crate) appointments: Vec<Appointment>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) games: Vec<Game>,
    pub(crate) selections: Vec<Selection>,
    pub(crate) awards: Vec<Award>,
}

/// Gathers everything about a player whom the caller looks after.
pub(crate) fn export(c: &mut Conn, by: &Caller, entry: &PlayerEntry) -> Result<PersonData, Error> {
    let player = entry.within(c, &by.reach)?.to_themselves();
    let ids = players::store::entries(c, player.id)?;
    let everywhere = Reach::of(&[Authority::Administrator]);
    let of_registrations = registrations::store::Filter {
        players: Some(ids.clone()),
        ..Default::default()
    };
    let of_transfers = transfers::store::Filter {
        players: Some(ids.clone()),
        ..Default::default()
    };
    let of_games = games::store::Filter {
        player: Some(player.id),
        ..Default::default()
    };
    let merged = players::store::merged_into(c, player.id)?;
    let bars = pairing_bars::store::list(c, player.id)?;
    let mut data = PersonData {
        particulars: player.particulars()?,
        numbers: players::store::numbers(c, &ids)?,
        merged_entries: merged.iter().map(Player::particulars).collect::<Result<_, _>>()?,
        residences: residences::store::list(c, player.id)?,
        registrations: registrations::store::list(c, of_registrations, &everywhere, None)?,
        transfers: transfers::store::list(c, of_transfers, &everywhere, None)?,
        consents: consents::store::list(c, player.id)?,
        pairing_bars: pairing_bars::routes::shown_to(&player, c, bars, by.today())?,
        changes: audit::naming(c, &ids)?,
        accreditations: umpires::store::of_player(c, player.id)?,
        appointments: appointments::store::of_player(c, player.id)?,
        entries: entries::store::of_player(c, player.id)?,
        games: games::store::list(c, of_games, i64::MAX)?,
        selections: colours::selections::store::of_player(c, player.id)?,
        awards: colours::store::of_player(c, player.id)?,
        player,
    };
    data.name_themselves();
    Ok(data)
}

impl PersonData {
    /// Puts the person as they read of themselves wherever they are named among others.
    fn name_themselves(&mut self) {
        let sides = self
            .games
            .iter_mut()
            .flat_map(|game| [&mut game.first, &mut game.second]);
        let entered = self.entries.iter_mut().map(|entry| &mut entry.player);
        let appointed = self.appointments.iter_mut().map(|appointment| &mut appointment.umpire);
        let named = sides.chain(entered).chain(appointed);
        for own in named.filter(|named| named.id == self.player.id) {
            own.clone_from(&self.player);
        }
    }
}
