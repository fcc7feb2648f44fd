//! All that the federation keeps of one person, as one answer.

use actix_web::get;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::colours::selections::routes::SelectionView;
use crate::colours::views::ParticularsView as ColoursView;
use crate::games::routes::GameSummary;
use crate::persons::data::use_cases::{self, PersonData};
use crate::players::consents::routes::ConsentView;
use crate::players::pairing_bars::routes::PairingBarView;
use crate::players::registrations::routes::RegistrationView;
use crate::players::residences::routes::ResidenceView;
use crate::players::routes::Entry as PlayerEntry;
use crate::players::transfers::routes::TransferView;
use crate::players::{Number, Particulars};
use crate::tournaments::appointments::routes::AppointmentView;
use crate::tournaments::entries::routes::EntryView;
use crate::umpires::AccreditationRefusal;
use crate::umpires::particulars::AccreditationParticulars;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::openapi::Routes;
use crate::web::response::Reply;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_player_export);
}

/// What is on record of a player.
#[derive(Serialize, ToSchema)]
struct PlayerData {
    /// Who it is.
    particulars: Particulars,
    /// All numbers that the player has, those of merged entries included.
    #[schema(value_type = Vec<String>, example = json!(["M-0004217-K"]))]
    numbers: Vec<Number>,
    /// What merged entries say of the person.
    merged_entries: Vec<Particulars>,
    /// Where the player has lived.
    residences: Vec<ResidenceView>,
    /// For which years and clubs the player is and was registered.
    registrations: Vec<RegistrationView>,
    /// From which clubs to which the player went.
    transfers: Vec<TransferView>,
    /// What guardians allow and allowed.
    consents: Vec<ConsentView>,
    /// Whom the player is and was never drawn against.
    pairing_bars: Vec<PairingBarView>,
    /// What was done to the record, and when.
    changes: Vec<ChangeView>,
}

/// A change to a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordChange)]
struct ChangeView {
    /// When.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    at: Timestamp,
    /// The operation.
    #[schema(example = "update_player_particulars")]
    action: String,
}

/// Everything on record of one person.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerExport {
    /// As a player.
    player: PlayerData,
    /// As an umpire.
    accreditations: Vec<AccreditationParticulars>,
    /// To tournaments, as an umpire.
    appointments: Vec<AppointmentView>,
    /// In tournaments, as a player.
    entries: Vec<EntryView>,
    /// The games, the latest first.
    games: Vec<GameSummary>,
    /// Selections for teams, the latest first.
    selections: Vec<SelectionView>,
    /// Colours, awarded or proposed, the latest first.
    colours: Vec<ColoursView>,
}

impl PlayerExport {
    fn of(data: PersonData, today: NaiveDate) -> Result<PlayerExport, AccreditationRefusal> {
        let player = &data.player;
        let accreditations = data.accreditations.iter();
        let accreditations = accreditations.map(|one| AccreditationParticulars::of(one, player, today));
        Ok(PlayerExport {
            accreditations: accreditations.collect::<Result<_, _>>()?,
            appointments: data
                .appointments
                .iter()
                .map(|one| AppointmentView::of(one, today))
                .collect(),
            entries: data.entries.iter().map(|one| EntryView::of(one, today)).collect(),
            games: data.games.iter().map(|one| GameSummary::new(one, today)).collect(),
            selections: data
                .selections
                .iter()
                .map(|one| SelectionView::of(one, player))
                .collect(),
            colours: data.awards.iter().map(|one| ColoursView::of(one, player)).collect(),
            player: PlayerData {
                particulars: data.particulars,
                numbers: data.numbers,
                merged_entries: data.merged_entries,
                residences: data.residences.into_iter().map(ResidenceView::from).collect(),
                registrations: data
                    .registrations
                    .iter()
                    .map(|one| RegistrationView::of(one, player, today))
                    .collect(),
                transfers: data
                    .transfers
                    .into_iter()
                    .map(|one| TransferView::of(one, player, today))
                    .collect(),
                consents: data.consents.into_iter().map(ConsentView::from).collect(),
                pairing_bars: data.pairing_bars,
                changes: data
                    .changes
                    .into_iter()
                    .map(|(at, action)| ChangeView { at, action })
                    .collect(),
            },
        })
    }
}

/// Export a person's own data
///
/// All that is on record of the person, private and public, to be handed to them: their own name stands in it in full. What
/// concerns another person is told as everyone may see it.
#[utoipa::path(
    tag = "exports",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The data.", body = PlayerExport)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/export")]
pub(crate) async fn read_player_export(
    caller: ClubSecretary,
    entry: PlayerEntry,
) -> Result<Reply<PlayerExport>, Error> {
    let today = caller.today();
    let data = caller.read(move |c, by| use_cases::export(c, by, &entry)).await?;
    Ok(Reply::private(PlayerExport::of(data, today)?).kept_as(&format!("player-{today}.json")))
}
