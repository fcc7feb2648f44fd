//! Standings over HTTP: as JSON, and as a file for a spreadsheet.

use std::borrow::Cow;

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get};
use chrono::NaiveDate;
use morabaraba_swiss::{self as swiss, Awards, Cell, Standing};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::players::registrations::Division;
use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{ContestantName, TournamentSnapshot};
use crate::tournaments::points::{decimal, fraction};
use crate::tournaments::standings::{ReadStandings, Table, use_cases};
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, TournamentId};
use crate::values::number::Seed;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text, preferred};
use crate::web::spreadsheet::{self, CSV};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_standings);
}

/// A round as one player played it, or not.
#[derive(Serialize, ToSchema)]
#[schema(as = StandingRound)]
struct CellView {
    /// `match`, `bye`, or `absent`: neither, or no result yet.
    #[schema(example = "match")]
    kind: &'static str,
    /// The opponent.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    opponent_id: Option<PlayerId>,
    /// The row of the opponent in the standings, from 1.
    #[schema(example = 7)]
    opponent_row: Option<usize>,
    /// The points that the player won, or that the bye counts as things stand.
    #[schema(example = 4.5)]
    points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "9/2")]
    points_fraction: Option<String>,
    /// Whether a game was forfeited.
    #[schema(example = false)]
    forfeit: bool,
    /// Whether the draw gave the bye, or the player asked for it.
    #[schema(example = true)]
    allocated: Option<bool>,
}

/// A row of the standings.
#[derive(Serialize, ToSchema)]
#[schema(as = Standing)]
struct StandingView {
    /// The rank, from 1; those who share one have the same.
    #[schema(example = 1)]
    rank: u32,
    /// Whether the rank is shared.
    #[schema(example = false)]
    shared: bool,
    /// The player.
    player: ContestantName,
    /// The club that the player represents; none of a visitor.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// The name of the team for which the player plays.
    #[schema(example = "North West A")]
    team: Option<String>,
    /// The seed: the place in the starting order, 1 the best.
    #[schema(value_type = i64, example = 3)]
    seed: Seed,
    /// Whether the player has withdrawn.
    #[schema(example = false)]
    withdrawn: bool,
    /// The points, byes included; nothing if no decimal is exact.
    #[schema(example = 17.4)]
    points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "87/5")]
    points_fraction: String,
    /// Whether the player has played a match, one that was not forfeited whole.
    #[schema(example = true)]
    played: bool,
    /// The sum of the opponents' points, which decides among those with as many points.
    #[schema(example = 98.5)]
    opponents: Option<f64>,
    /// The sum of the opponents' points as a fraction.
    #[schema(example = "197/2")]
    opponents_fraction: String,
    /// Round by round: a row of the cross-table.
    rounds: Vec<CellView>,
}

/// The best learners of a division.
#[derive(Serialize, ToSchema)]
#[schema(as = LearnersAward)]
struct LearnersView {
    /// The division.
    division: Division,
    /// The best learner; several if the place is shared.
    players: Vec<ContestantName>,
}

/// The awards, as things stand; none before a result is known, and none of a cancelled tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = Awards)]
struct AwardsView {
    /// The champion; several if the place is shared.
    champions: Vec<ContestantName>,
    /// The best of the ladies; nobody if one of them is champion.
    top_ladies: Vec<ContestantName>,
    /// The best learners of each division.
    top_learners: Vec<LearnersView>,
}

/// The standings of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = Standings)]
struct StandingsView {
    /// The number of rounds that count: the last one may still be going on.
    #[schema(example = 6)]
    after_round: i64,
    /// Whether they are final: the tournament is over, and not under review.
    #[schema(example = true)]
    settled: bool,
    /// The players in their order.
    items: Vec<StandingView>,
    /// The awards, as things stand.
    awards: AwardsView,
}

/// Read the standings of a tournament
///
/// At every moment, with the results that are known. By points; then by the tie-breaks in the tournament's `readings`, as preset
/// the sum of the opponents' points and then, of exactly two, the match between them; otherwise the place is shared. Whoever has
/// played no match, but had byes and walkovers alone, comes after all who have, and gets no award. A bye that counts the average is
/// settled when the tournament is over, and counts the average so far before that, down to the half point.
/// `Accept: text/csv` gives a file for a spreadsheet.
#[utoipa::path(
    tag = "tournaments",
    params(ReadStandings),
    responses((status = 200, description = "The standings.", content(
        (StandingsView = "application/json"),
        (String = "text/csv", example = "rank,number,name\r\n1,M-0004217-K,Thandiwe Mokoena\r\n"),
    ))),
)]
#[get("/v1/tournaments/{id}/standings")]
pub(crate) async fn read_standings(
    caller: Anyone,
    tournament: Path<TournamentId>,
    Query(query): Query<ReadStandings>,
    request: HttpRequest,
) -> Result<Either<Response<StandingsView>, Response<Text>>, Error> {
    let today = caller.today();
    let view = caller.read(move |c| {
        let (table, snapshot) = use_cases::read(c, *tournament, query.after_round())?;
        Ok(StandingsView::of(table, &snapshot, today))
    });
    let view = view.await?;
    if preferred(&request, &["application/json", CSV]) == CSV {
        Ok(Either::Right(
            Response::public(view.sheet()?).negotiated().kept_as("standings.csv"),
        ))
    } else {
        Ok(Either::Left(Response::public(view).negotiated()))
    }
}

impl StandingsView {
    fn of(table: Table, snapshot: &TournamentSnapshot, today: NaiveDate) -> StandingsView {
        let rows = table.rows.iter();
        let rows = rows.filter_map(|row| StandingView::of(row, &table.rows, snapshot, today));
        StandingsView {
            after_round: table.after_round,
            settled: table.is_final,
            items: rows.collect(),
            awards: AwardsView::of(table.awards, snapshot, today),
        }
    }

    /// The cross-table for a spreadsheet.
    fn sheet(&self) -> Result<Text, Error> {
        const COLUMNS: [&str; 9] = [
            "rank",
            "number",
            "name",
            "team",
            "seed",
            "points",
            "points_fraction",
            "opponents",
            "opponents_fraction",
        ];
        let rounds = self.items.iter().map(|row| row.rounds.len()).max().unwrap_or_default();
        let of_round = |round: usize| [format!("round_{round}_opponent"), format!("round_{round}_points")];
        let head: Vec<Cow<'_, str>> = COLUMNS
            .map(Cow::from)
            .into_iter()
            .chain((1..=rounds).flat_map(of_round).map(Cow::from))
            .collect();
        spreadsheet::write(std::iter::once(head).chain(self.items.iter().map(StandingView::cells)))
    }
}

/// The player of the draw of that number.
fn named(id: swiss::PlayerId, snapshot: &TournamentSnapshot, today: NaiveDate) -> Option<ContestantName> {
    snapshot.at(seed(id)).map(|entry| entry.player.named(today))
}

impl StandingView {
    fn of(row: &Standing, all: &[Standing], snapshot: &TournamentSnapshot, today: NaiveDate) -> Option<StandingView> {
        let entry = snapshot.at(seed(row.player))?;
        Some(StandingView {
            rank: row.place,
            shared: all.iter().filter(|same| same.place == row.place).count() > 1,
            player: entry.player.named(today),
            club_id: entry.club,
            team: entry.team.clone(),
            seed: entry.seed,
            withdrawn: entry.is_withdrawn(),
            points: decimal(row.points),
            points_fraction: fraction(row.points),
            played: row.played,
            opponents: decimal(row.opponents),
            opponents_fraction: fraction(row.opponents),
            rounds: row.rounds.iter().map(|cell| CellView::of(*cell, snapshot)).collect(),
        })
    }

    fn cells(&self) -> Vec<Cow<'_, str>> {
        let number = |points: Option<f64>| points.map_or_else(String::new, |points| points.to_string());
        let own = [
            self.rank.to_string().into(),
            self.player
                .number
                .map(|number| number.to_string())
                .unwrap_or_default()
                .into(),
            self.player.name.as_str().into(),
            self.team.as_deref().unwrap_or_default().into(),
            self.seed.to_string().into(),
            number(self.points).into(),
            self.points_fraction.as_str().into(),
            number(self.opponents).into(),
            self.opponents_fraction.as_str().into(),
        ];
        let rounds = self.rounds.iter().flat_map(|cell| {
            let opponent = cell
                .opponent_row
                .map_or(Cow::from(cell.kind), |row| row.to_string().into());
            [opponent, cell.points_fraction.as_deref().unwrap_or_default().into()]
        });
        own.into_iter().chain(rounds).collect()
    }
}

impl CellView {
    fn of(cell: Cell, snapshot: &TournamentSnapshot) -> CellView {
        let absent = CellView {
            kind: "absent",
            opponent_id: None,
            opponent_row: None,
            points: None,
            points_fraction: None,
            forfeit: false,
            allocated: None,
        };
        match cell {
            Cell::Absent => absent,
            Cell::Met {
                opponent,
                row,
                points,
                forfeit,
            } => CellView {
                kind: "match",
                opponent_id: snapshot.at(seed(opponent)).map(|entry| entry.player.id()),
                opponent_row: Some(row),
                points: decimal(points),
                points_fraction: Some(fraction(points)),
                forfeit,
                ..absent
            },
            Cell::Bye { points, allocated } => CellView {
                kind: "bye",
                points: decimal(points),
                points_fraction: Some(fraction(points)),
                allocated: Some(allocated),
                ..absent
            },
        }
    }
}

impl AwardsView {
    fn of(awards: Awards, snapshot: &TournamentSnapshot, today: NaiveDate) -> AwardsView {
        let names = |ids: Vec<swiss::PlayerId>| ids.into_iter().filter_map(|id| named(id, snapshot, today)).collect();
        let learners = awards.top_learners.into_iter().filter_map(|(division, ids)| {
            Some(LearnersView {
                division: Division::from_word(&division)?,
                players: names(ids),
            })
        });
        AwardsView {
            champions: names(awards.champions),
            top_ladies: names(awards.top_ladies),
            top_learners: learners.collect(),
        }
    }
}
