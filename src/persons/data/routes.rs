//! All that the federation keeps of one person, as one answer.

use actix_web::get;
use actix_web::web::Data;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::colours;
use crate::colours::selections::routes::SelectionView;
use crate::colours::views::ParticularsView as ColoursView;
use crate::db::Database;
use crate::games;
pub(crate) use crate::games::views::GameSummary;
use crate::persons::data::players::PlayerData;
use crate::players::routes::Entry as PlayerEntry;
use crate::tournaments;
use crate::tournaments::appointments::routes::AppointmentView;
use crate::tournaments::entries::routes::EntryView;
use crate::umpires;
use crate::umpires::views::ParticularsView;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::openapi::Routes;
use crate::web::response::Reply;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_player_export);
}

/// Everything on record of one person.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerExport {
    /// As a player.
    player: PlayerData,
    /// As an umpire.
    accreditations: Vec<ParticularsView>,
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
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<PlayerExport>, Error> {
    let (reach, today) = (caller.reach().clone(), clock.now().day());
    let export = database
        .read(move |c| {
            let player = entry.within(c, &reach)?.to_themselves();
            let of_player = games::store::GameFilter {
                player: Some(player.id),
                ..Default::default()
            };
            let mut games = games::store::list(c, of_player, i64::MAX)?;
            let mut entries = tournaments::entries::store::of_player(c, player.id)?;
            let mut appointments = tournaments::appointments::store::of_player(c, player.id)?;
            let sides = games.iter_mut().flat_map(|game| [&mut game.first, &mut game.second]);
            let entered = entries.iter_mut().map(|entry| &mut entry.player);
            let appointed = appointments.iter_mut().map(|appointment| &mut appointment.umpire);
            for own in sides
                .chain(entered)
                .chain(appointed)
                .filter(|named| named.id == player.id)
            {
                own.clone_from(&player);
            }
            let selections = colours::selections::store::of_player(c, player.id)?;
            let awards = colours::store::of_player(c, player.id)?;
            let accreditations = umpires::store::of_player(c, player.id)?;
            let accreditations = accreditations
                .iter()
                .map(|one| ParticularsView::of(one, &player, today));
            Ok(PlayerExport {
                player: PlayerData::of(c, &player, today)?,
                accreditations: accreditations.collect::<Result<_, _>>()?,
                appointments: appointments.iter().map(|one| AppointmentView::of(one, today)).collect(),
                entries: entries.iter().map(|entry| EntryView::of(entry, today)).collect(),
                games: games.iter().map(|game| GameSummary::new(game, today)).collect(),
                selections: selections.iter().map(|one| SelectionView::of(one, &player)).collect(),
                colours: awards.iter().map(|one| ColoursView::of(one, &player)).collect(),
            })
        })
        .await?;
    Ok(Reply::private(export).kept_as(&format!("player-{}.json", clock.now().day())))
}
