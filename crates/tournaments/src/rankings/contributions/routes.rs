//! A row opened: the events and games of which its figure is made.

use std::collections::HashMap;

use actix_web::get;
use actix_web::web::Path;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::rankings::contributions::{OpenedRow, use_cases};
use crate::rankings::events::{Bout, RankedEvent, Single};
use crate::rankings::figures::Figure;
use crate::rankings::methods::Method;
use crate::rankings::methods::glicko::is_provisional;
use crate::rankings::rows::ListedRow;
use crate::rankings::views::RowView;
use crate::tournaments::model::{Contestant, ContestantName, MatchGameEnding, Tournament, TournamentLevel};
use crate::values::error::Error;
use crate::values::id::{MatchId, PlayerId, RankingId, TournamentId};
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_ranking_row);
}

/// A game of a match that a row rests on.
#[derive(Serialize, ToSchema)]
struct RankedGame {
    /// The points that the player won: 1, 0.5 or 0.
    #[schema(example = 0.5)]
    points: f64,
    /// The way in which it came to that.
    ended: MatchGameEnding,
}

/// A match that a row rests on.
#[derive(Serialize, ToSchema)]
struct RankedMatch {
    /// Its id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-83940a5b6c7d")]
    match_id: MatchId,
    /// The number of the round.
    #[schema(example = 2)]
    round: i64,
    /// The opponent.
    opponent: ContestantName,
    /// The points that the player won.
    #[schema(example = 3.5)]
    points: f64,
    /// The points as a fraction.
    #[schema(example = "7/2")]
    points_fraction: String,
    /// The games in their order.
    games: Vec<RankedGame>,
}

/// A tournament that a row rests on, as its results were on record when the list was published.
#[derive(Serialize, ToSchema)]
#[schema(as = RankedEvent)]
struct RankedEventView {
    /// The tournament's id.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// The tournament's name.
    #[schema(example = "North West Championship 2027")]
    name: String,
    /// The level of the tournament.
    level: TournamentLevel,
    /// Its last day.
    #[schema(example = "2026-11-15")]
    ends_on: NaiveDate,
    /// The player's rank in its standings.
    #[schema(example = 4)]
    rank: Option<u32>,
    /// The points that the player won in its matches; byes are none.
    #[schema(example = 21.5)]
    points: f64,
    /// The points as a fraction.
    #[schema(example = "43/2")]
    points_fraction: String,
    /// The player's matches.
    matches: Vec<RankedMatch>,
}

/// A part of a figure. The figure of the row is the sum of its parts.
#[derive(Serialize, ToSchema)]
#[schema(as = RankingContribution)]
struct ContributionView {
    /// The figure that it adds: the points of an event, or the change of a rating in a month.
    #[schema(example = 21.5)]
    figure: f64,
    /// The figure as a fraction.
    #[schema(example = "43/2")]
    figure_fraction: String,
    /// The figure up to here.
    #[schema(example = 28.5)]
    sum: f64,
    /// Whether it is for umpiring the event, and not for playing in it.
    #[schema(example = false)]
    umpired: bool,
    /// The month of a change of a rating; none for the rating with which everyone begins.
    #[schema(example = "2026-11")]
    period: Option<String>,
    /// The deviation of a rating after the month, or at the beginning.
    #[schema(example = 87.25)]
    deviation: Option<f64>,
    /// The events that it rests on.
    events: Vec<RankedEventView>,
}

/// A row, opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpenedRankingRow {
    /// The list.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    ranking_id: RankingId,
    /// The method of the list.
    method: Method,
    /// The row.
    row: RowView,
    /// The contributions of which the row's figure is the sum, the earliest first.
    contributions: Vec<ContributionView>,
}

/// Open a row of a list
///
/// The events, matches and games that make it, as they were on record when the list was published. `figure` of all
/// contributions together is `figure` of the row, exactly.
#[utoipa::path(
    tag = "rankings",
    params(
        ("player_id" = PlayerId, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"),
    ),
    responses((status = 200, description = "The row with what makes it.", body = OpenedRankingRow)),
)]
#[get("/v1/rankings/{id}/rows/{player_id}")]
pub(crate) async fn read_ranking_row(
    caller: Anyone,
    path: Path<(RankingId, PlayerId)>,
) -> Result<Response<OpenedRankingRow>, Error> {
    let ((ranking, player), today) = (path.into_inner(), caller.today());
    let opened = caller.read(move |c| use_cases::open(c, ranking, player)).await?;
    Ok(Response::public(OpenedRankingRow::of(opened, today)?))
}

impl OpenedRankingRow {
    fn of(opened: OpenedRow, today: NaiveDate) -> Result<OpenedRankingRow, Error> {
        let named = Named {
            player: opened.row.player,
            met: opened.met,
            today,
        };
        let mut sum = Figure::default();
        let views = opened.contributions.into_iter().map(|one| {
            sum = sum + one.figure;
            let events = one.tournaments.iter().filter_map(|id| opened.events.get(id));
            Ok(ContributionView {
                figure: one.figure.decimal(),
                figure_fraction: one.figure.fraction(),
                sum: sum.decimal(),
                umpired: one.umpired,
                period: one.period.map(|day| day.format("%Y-%m").to_string()),
                deviation: one.deviation.map(Figure::decimal),
                events: events
                    .map(|(tournament, event)| named.event(tournament, event))
                    .collect::<Result<_, Error>>()?,
            })
        });
        let contributions = views.collect::<Result<_, Error>>()?;
        let listed = ListedRow {
            rank_in_selection: opened.row.rank,
            shared_in_selection: opened.row.shared,
            provisional: opened
                .row
                .deviation
                .map(|deviation| is_provisional(&opened.ranking.settings.glicko_2, deviation)),
            player: opened.player,
            row: opened.row,
        };
        Ok(OpenedRankingRow {
            ranking_id: opened.ranking.id,
            method: opened.ranking.method,
            row: RowView::of(listed, today),
            contributions,
        })
    }
}

/// The player whose row it is, and all who have played the matches.
struct Named {
    player: PlayerId,
    met: HashMap<PlayerId, Contestant>,
    today: NaiveDate,
}

impl Named {
    fn event(&self, tournament: &Tournament, event: &RankedEvent) -> Result<RankedEventView, Error> {
        let own = |bout: &Bout| bout.players.iter().position(|player| *player == self.player);
        let bouts: Vec<(&Bout, usize)> = event.bouts.iter().filter_map(|bout| Some((bout, own(bout)?))).collect();
        let points: Figure = bouts
            .iter()
            .filter_map(|(bout, own)| bout.halves.get(*own))
            .map(|won| Figure::halves(*won))
            .sum();
        Ok(RankedEventView {
            tournament_id: tournament.id,
            name: tournament.plan.name.clone(),
            level: tournament.plan.level,
            ends_on: tournament.plan.ends_on,
            rank: event.ranks.get(&self.player).copied(),
            points: points.decimal(),
            points_fraction: points.fraction(),
            matches: bouts
                .into_iter()
                .map(|(bout, own)| self.bout(bout, own))
                .collect::<Result<_, Error>>()?,
        })
    }

    fn bout(&self, bout: &Bout, own: usize) -> Result<RankedMatch, Error> {
        let points = Figure::halves(bout.halves[own]);
        let game = |game: &Single| RankedGame {
            points: Figure::halves(game.halves[own]).decimal(),
            ended: game.ended,
        };
        let opponent = bout.players[1 - own];
        let missing = || Error::Internal(format!("opponent {opponent}: there is none"));
        Ok(RankedMatch {
            match_id: bout.id,
            round: bout.round,
            opponent: self.met.get(&opponent).ok_or_else(missing)?.named(self.today),
            points: points.decimal(),
            points_fraction: points.fraction(),
            games: bout.games.iter().map(game).collect(),
        })
    }
}
