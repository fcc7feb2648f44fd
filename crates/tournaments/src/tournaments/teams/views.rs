//! Teams and their standings as everyone reads them.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::tournaments::model::{ContestantName, Entry, Team, TournamentSnapshot};
use crate::tournaments::points::{decimal, fraction};
use crate::tournaments::teams::standings::{TeamMember, TeamStanding, TeamTable};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, TeamId, TournamentId};
use crate::web::response::Text;
use crate::web::spreadsheet;

/// A member of a team.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamMember)]
struct MemberView {
    /// The entry.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    entry_id: EntryId,
    /// The player.
    player: ContestantName,
    /// The place in the team, from 1.
    #[schema(example = 1)]
    board_order: usize,
}

/// A team of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = Team)]
pub(crate) struct TeamView {
    /// Its id.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    id: TeamId,
    /// The tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// The name, which no other team of the tournament has.
    #[schema(example = "North West A")]
    name: String,
    /// The club, school or university that all its members represent; none if they represent several.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Its members in the order of the boards.
    members: Vec<MemberView>,
    /// The time at which it was set up.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

/// The teams of a tournament.
#[derive(Serialize, ToSchema)]
pub(crate) struct Teams {
    /// The teams by name.
    items: Vec<TeamView>,
}

impl TeamView {
    /// The team as everyone may see it on that day; `entries` are all of the tournament.
    pub(crate) fn of(team: Team, entries: &[Entry], today: NaiveDate) -> TeamView {
        let member = |(id, board_order): (&EntryId, usize)| {
            let entry = entries.iter().find(|entry| entry.id == *id)?;
            Some(MemberView {
                entry_id: entry.id,
                player: entry.player.named(today),
                board_order,
            })
        };
        TeamView {
            id: team.id,
            tournament_id: team.tournament,
            members: team.members.iter().zip(1..).filter_map(member).collect(),
            name: team.name,
            club_id: team.club,
            created_at: team.created_at,
        }
    }
}

impl Teams {
    /// The teams as everyone may see them on that day; `entries` are all of the tournament.
    pub(crate) fn of(teams: Vec<Team>, entries: &[Entry], today: NaiveDate) -> Teams {
        let view = |team| TeamView::of(team, entries, today);
        Teams {
            items: teams.into_iter().map(view).collect(),
        }
    }
}

/// A member of a team, and what it adds to the total.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamStandingMember)]
struct CountedMemberView {
    /// The entry.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    entry_id: EntryId,
    /// The player.
    player: ContestantName,
    /// The place in the team, from 1.
    #[schema(example = 1)]
    board_order: usize,
    /// Whether the points count for the team: those of the first members who were there in round 1, as many as
    /// `team_size` says.
    #[schema(example = true)]
    counts: bool,
    /// The player's points in the standings; nothing if no decimal is exact.
    #[schema(example = 17.4)]
    points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "87/5")]
    points_fraction: String,
    /// The sum of the points of the player's opponents.
    #[schema(example = 98.5)]
    opponents: Option<f64>,
    /// The sum of the opponents as a fraction.
    #[schema(example = "197/2")]
    opponents_fraction: String,
}

/// A row of the standings of teams.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamStanding)]
struct TeamStandingView {
    /// The rank, from 1; those who share one have the same.
    #[schema(example = 1)]
    rank: usize,
    /// Whether the rank is shared.
    #[schema(example = false)]
    shared: bool,
    /// The team.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    team_id: TeamId,
    /// Its name.
    #[schema(example = "North West A")]
    name: String,
    /// The club, school or university that all its members represent; none if they represent several.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// The points of the members that count; nothing if no decimal is exact.
    #[schema(example = 71.4)]
    points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "357/5")]
    points_fraction: String,
    /// The sum of the points of their opponents, which decides among those with as many points.
    #[schema(example = 394.5)]
    opponents: Option<f64>,
    /// The sum of the opponents as a fraction.
    #[schema(example = "789/2")]
    opponents_fraction: String,
    /// All members in the order of the boards, with what each has won.
    members: Vec<CountedMemberView>,
}

/// The standings of the teams of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamStandings)]
pub(crate) struct TeamStandingsView {
    /// The number of rounds that count: the last one may still be going on.
    #[schema(example = 6)]
    after_round: i64,
    /// Whether they are final: the tournament is over, and not under review.
    #[schema(example = true)]
    settled: bool,
    /// The number of a team's members whose points count; none if it is no championship of teams.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    team_size: Option<i64>,
    /// The teams in their order; none if it is no championship of teams.
    items: Vec<TeamStandingView>,
}

impl TeamStandingsView {
    /// The standings as everyone may see them on that day.
    pub(crate) fn of(table: &TeamTable, snapshot: &TournamentSnapshot, today: NaiveDate) -> TeamStandingsView {
        let rows = table.rows.iter();
        TeamStandingsView {
            after_round: table.after_round,
            settled: table.is_final,
            team_size: snapshot.tournament.plan.team_size,
            items: rows
                .filter_map(|row| TeamStandingView::of(row, table, snapshot, today))
                .collect(),
        }
    }

    /// The standings for a spreadsheet, with the members that count.
    pub(crate) fn sheet(&self) -> Result<Text, Error> {
        const COLUMNS: [&str; 6] = [
            "rank",
            "team",
            "points",
            "points_fraction",
            "opponents",
            "opponents_fraction",
        ];
        let counting = self.items.iter().map(|row| row.counting().count());
        let of_member =
            |member: usize| ["number", "name", "points_fraction"].map(|what| format!("member_{member}_{what}"));
        let members = (1..=counting.max().unwrap_or_default()).flat_map(of_member);
        let head: Vec<Cow<'_, str>> = COLUMNS
            .map(Cow::from)
            .into_iter()
            .chain(members.map(Cow::from))
            .collect();
        spreadsheet::write(std::iter::once(head).chain(self.items.iter().map(TeamStandingView::cells)))
    }
}

impl TeamStandingView {
    fn of(
        row: &TeamStanding,
        table: &TeamTable,
        snapshot: &TournamentSnapshot,
        today: NaiveDate,
    ) -> Option<TeamStandingView> {
        let team = snapshot.teams.iter().find(|team| team.id == row.team)?;
        let member = |member: &TeamMember| {
            let entry = snapshot.entries.iter().find(|entry| entry.id == member.entry)?;
            let place = team.members.iter().position(|id| *id == member.entry)?;
            Some(CountedMemberView {
                entry_id: entry.id,
                player: entry.player.named(today),
                board_order: place + 1,
                counts: member.counts,
                points: decimal(member.points),
                points_fraction: fraction(member.points),
                opponents: decimal(member.opponents),
                opponents_fraction: fraction(member.opponents),
            })
        };
        Some(TeamStandingView {
            rank: row.rank,
            shared: table.is_shared(row),
            team_id: team.id,
            name: team.name.clone(),
            club_id: team.club,
            points: decimal(row.points),
            points_fraction: fraction(row.points),
            opponents: decimal(row.opponents),
            opponents_fraction: fraction(row.opponents),
            members: row.members.iter().filter_map(member).collect(),
        })
    }

    fn counting(&self) -> impl Iterator<Item = &CountedMemberView> {
        self.members.iter().filter(|member| member.counts)
    }

    fn cells(&self) -> Vec<Cow<'_, str>> {
        let number = |points: Option<f64>| points.map_or_else(String::new, |points| points.to_string());
        let own = [
            self.rank.to_string().into(),
            self.name.as_str().into(),
            number(self.points).into(),
            self.points_fraction.as_str().into(),
            number(self.opponents).into(),
            self.opponents_fraction.as_str().into(),
        ];
        let members = self.counting().flat_map(|member| {
            let name: Cow<'_, str> = member.player.name.as_str().into();
            [
                member
                    .player
                    .number
                    .map(|number| number.to_string())
                    .unwrap_or_default()
                    .into(),
                name,
                member.points_fraction.as_str().into(),
            ]
        });
        own.into_iter().chain(members).collect()
    }
}
