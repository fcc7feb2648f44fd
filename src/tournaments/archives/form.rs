//! A finished tournament as one file: everything that it takes to have it on record somewhere else.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clubs::{self, Club};
use crate::federation::readings::{ByeValue, Readings};
use crate::players::Player;
use crate::players::person::Sex;
use crate::players::registrations::Division;
use crate::tournaments::TournamentPlan;
use crate::tournaments::byes::{Bye, ByeKind};
use crate::tournaments::entries::{Absence, Entry, MOST_ENTRIES};
use crate::tournaments::matches::{Entered, Game, MOST_MATCHES, Match};
use crate::tournaments::plans::MOST_GAMES;
use crate::tournaments::ratification::decisions::Decisions;
use crate::tournaments::rounds::Round;
use crate::tournaments::rounds::kept_draw::Draw;
use crate::tournaments::rounds::orders::Orders;
use crate::tournaments::snapshot::TournamentSnapshot;
use crate::tournaments::teams::{MOST_MEMBERS, Team};
use crate::values::clock::Timestamp;
use crate::values::id::{ByeId, ClubId, EntryId, MatchId, PlayerId, RoundId, TeamId, TournamentId};
use crate::values::number::{RoundNumber, Seed};
use crate::values::validation::{Day, Limited, Word};
use crate::web::list::{List, two};

/// The form that is written, and read again.
pub(crate) const FORMAT: &str = "morabaraba-tournament-1";

/// The most clubs: those that the players represented, and those of which they are members now.
const MOST_CLUBS: usize = 2 * MOST_ENTRIES;

/// The most byes: one in each round that a draw has, of each player.
const MOST_BYES: usize = 30 * MOST_ENTRIES;

/// The most results of a match, each but the first of which corrects the one before.
const MOST_RESULTS: usize = 1_000;

/// A finished tournament as one file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentArchive)]
pub(crate) struct Archive {
    /// The form of the file.
    #[schema(example = "morabaraba-tournament-1", min_length = 1, max_length = 64)]
    pub(crate) format: String,
    /// The tournament's id.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) id: TournamentId,
    /// The code of the province that ran it.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    pub(crate) province: Word,
    /// The plan that was announced, as changed since.
    pub(crate) plan: TournamentPlan,
    /// The readings of the rules that it kept.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) readings: Readings,
    /// The reason why it ended before its last round, if it did.
    #[schema(example = "The power failed.", min_length = 1, max_length = 400)]
    pub(crate) ended_because: Option<String>,
    /// The number of rounds to which an administrator has agreed, if it is another than six.
    #[schema(minimum = 1, maximum = 30, example = 4)]
    pub(crate) agreed_rounds: Option<i64>,
    /// The reason for that.
    #[schema(example = "The hall is to be had for one day.", min_length = 1, max_length = 400)]
    pub(crate) agreed_because: Option<String>,
    /// The reason why an administrator accepts that it ended before its last round.
    #[schema(example = "The storm closed the roads.", min_length = 1, max_length = 400)]
    pub(crate) ending_accepted_because: Option<String>,
    /// The time at which it was announced.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
    /// The clubs of the players.
    #[schema(value_type = Vec<ClubForm>, min_items = 0, max_items = 2000)]
    pub(crate) clubs: List<ClubForm, 0, MOST_CLUBS>,
    /// The players.
    #[schema(value_type = Vec<PlayerForm>, min_items = 0, max_items = 1000)]
    pub(crate) players: List<PlayerForm, 0, MOST_ENTRIES>,
    /// The entries by their place in the starting order.
    #[schema(value_type = Vec<EntryForm>, min_items = 0, max_items = 1000)]
    pub(crate) entries: List<EntryForm, 0, MOST_ENTRIES>,
    /// The rounds in their order.
    #[schema(value_type = Vec<RoundForm>, min_items = 1, max_items = 1000)]
    pub(crate) rounds: List<RoundForm, 0, MOST_ENTRIES>,
    /// The byes.
    #[schema(value_type = Vec<ByeForm>, min_items = 0, max_items = 30_000)]
    pub(crate) byes: List<ByeForm, 0, MOST_BYES>,
    /// The teams.
    #[serde(default)]
    #[schema(value_type = Vec<TeamForm>, required = false, min_items = 0, max_items = 1000)]
    pub(crate) teams: List<TeamForm, 0, MOST_ENTRIES>,
}

/// A club in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedClub)]
pub(crate) struct ClubForm {
    /// Its id.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) id: ClubId,
    /// Its short code, by which it is known again.
    #[schema(example = "DIT", min_length = 2, max_length = 12)]
    pub(crate) code: String,
    /// Its name.
    #[schema(example = "Ditsobotla Herders", min_length = 1, max_length = 120)]
    pub(crate) name: String,
    /// The sort of club that it is.
    pub(crate) kind: clubs::ClubKind,
    /// The code of its province.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    pub(crate) province: Word,
}

/// A player in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedPlayer)]
pub(crate) struct PlayerForm {
    /// The id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) id: PlayerId,
    /// The number that the player has where the file was written.
    #[schema(value_type = String, example = "M-0004217-K", min_length = 0, max_length = 64)]
    number: Limited<64>,
    /// Family name; none once the person's data was erased.
    #[schema(example = "Mokoena", min_length = 1, max_length = 200)]
    pub(crate) family_name: Option<String>,
    /// Given names.
    #[schema(example = "Thandiwe", min_length = 1, max_length = 200)]
    pub(crate) given_names: Option<String>,
    /// Day of birth.
    #[schema(value_type = Option<NaiveDate>, example = "1998-04-17")]
    pub(crate) birth_date: Option<Day>,
    /// Sex.
    pub(crate) sex: Option<Sex>,
    /// The code of the province of residence.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    pub(crate) province: Word,
    /// The member club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: ClubId,
}

/// An entry in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedEntry)]
pub(crate) struct EntryForm {
    /// Its id.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    pub(crate) id: EntryId,
    /// The player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) player_id: PlayerId,
    /// The club that the player represented.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: ClubId,
    /// The division in which the player was registered.
    pub(crate) division: Option<Division>,
    /// The sex by which the player competed for awards, kept once the tournament is ratified or the person's data erased.
    #[serde(default)]
    pub(crate) sex: Option<Sex>,
    /// The place in the starting order, from 1.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub(crate) seed: i64,
    /// The first round in which the player was drawn.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub(crate) first_round: i64,
    /// The rounds in which the player sat out.
    #[schema(value_type = Vec<AbsenceForm>, min_items = 0, max_items = 1000)]
    pub(crate) absences: List<AbsenceForm, 0, MOST_ENTRIES>,
    /// The time at which the entry was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
}

/// A team in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedTeam)]
pub(crate) struct TeamForm {
    /// Its id.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    pub(crate) id: TeamId,
    /// The name.
    #[schema(example = "North West A", min_length = 1, max_length = 80)]
    pub(crate) name: String,
    /// The club or institution that all its members represented; none if they represented several.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: Option<ClubId>,
    /// The entries of its members in the order of its boards.
    #[schema(value_type = Vec<EntryId>, min_items = 0, max_items = 40, example = json!(["019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"]))]
    pub(crate) entry_ids: List<EntryId, 0, MOST_MEMBERS>,
    /// The time at which it was set up.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
}

/// An absence in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedAbsence)]
pub(crate) struct AbsenceForm {
    /// The first round of it.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub(crate) first_round: i64,
    /// The last, if there was one.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub(crate) last_round: Option<i64>,
}

/// A round in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedRound)]
pub(crate) struct RoundForm {
    /// Its id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    pub(crate) id: RoundId,
    /// The digest of everything on which the draw depended.
    #[schema(
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        min_length = 64,
        max_length = 64
    )]
    pub(crate) digest: String,
    /// The umpire's orders; players by their places in the starting order.
    #[schema(value_type = Map<String, Value>, example = json!({ "reason": null }))]
    pub(crate) orders: Orders,
    /// The draw with its reasons; players likewise.
    #[schema(value_type = Map<String, Value>, example = json!({ "boards": [] }))]
    pub(crate) draw: Draw,
    /// The time at which it was drawn.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:00:00.000000Z")]
    pub(crate) drawn_at: Timestamp,
    /// The time at which it was published.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:10:00.000000Z")]
    pub(crate) published_at: Timestamp,
    /// The time at which it was closed.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T10:00:00.000000Z")]
    pub(crate) closed_at: Timestamp,
    /// The matches by board.
    #[schema(value_type = Vec<MatchForm>, min_items = 0, max_items = 500)]
    pub(crate) matches: List<MatchForm, 0, MOST_MATCHES>,
}

/// A match in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedMatch)]
pub(crate) struct MatchForm {
    /// Its id.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    pub(crate) id: MatchId,
    /// The places in the starting order of the player who stood higher, and of the other.
    #[serde(deserialize_with = "two")]
    #[schema(value_type = Vec<Seed>, min_items = 2, max_items = 2, example = json!([1, 13]))]
    pub(crate) pair: [Seed; 2],
    /// The place of the one who was drawn to start the first game.
    #[schema(value_type = u32, minimum = 1, maximum = 1000, example = 1)]
    pub(crate) drawn_to_start: Seed,
    /// The results as they were entered and corrected, the last of which counts; those that were taken back are left out.
    #[schema(value_type = Vec<ResultForm>, min_items = 1, max_items = 1000)]
    pub(crate) results: List<ResultForm, 0, MOST_RESULTS>,
}

/// A result in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedResult)]
pub(crate) struct ResultForm {
    /// The place of the one who started the first game.
    #[schema(value_type = u32, minimum = 1, maximum = 1000, example = 1)]
    pub(crate) started: Seed,
    /// The games in their order.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 12, example = json!([{ "result": "first", "ended": "played" }]))]
    pub(crate) games: List<Game, 0, MOST_GAMES>,
    /// The reason for the correction, if it is one; empty once the data of one of the players was erased.
    #[schema(
        example = "The sheet was read from the wrong side.",
        min_length = 0,
        max_length = 1000
    )]
    pub(crate) reason: Option<String>,
    /// The time at which it was entered.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:30:00.000000Z")]
    pub(crate) at: Timestamp,
}

/// A bye in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedBye)]
pub(crate) struct ByeForm {
    /// Its id.
    #[schema(example = "019aa0d5-6f70-7182-93a4-b5c6d7e8f901")]
    pub(crate) id: ByeId,
    /// The entry.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    pub(crate) entry_id: EntryId,
    /// The number of the round.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub(crate) round: i64,
    /// The origin of the bye: the draw, or the player's request.
    pub(crate) kind: ByeKind,
    /// The points that it counted.
    pub(crate) value: ByeValue,
}

impl Archive {
    /// The file of a tournament that is over.
    pub(crate) fn of(snapshot: TournamentSnapshot, clubs: Vec<Club>) -> Archive {
        let rounds = snapshot
            .rounds
            .iter()
            .map(|round| RoundForm::of(round, &snapshot))
            .collect();
        let TournamentSnapshot {
            tournament,
            entries,
            byes,
            teams,
            ..
        } = snapshot;
        Archive {
            format: FORMAT.to_owned(),
            id: tournament.id,
            province: Word::known(tournament.province),
            plan: tournament.plan,
            readings: *tournament.readings,
            ended_because: tournament.ended_because,
            agreed_rounds: tournament.decisions.agreed_rounds,
            agreed_because: tournament.decisions.agreed_because,
            ending_accepted_because: tournament.decisions.ending_accepted_because,
            created_at: tournament.created_at,
            clubs: clubs.into_iter().map(ClubForm::from).collect(),
            players: entries.iter().map(|entry| PlayerForm::from(&entry.player)).collect(),
            entries: entries.iter().map(EntryForm::from).collect(),
            rounds,
            byes: byes.iter().map(ByeForm::from).collect(),
            teams: teams.into_iter().map(TeamForm::from).collect(),
        }
    }
}

impl Archive {
    /// The decisions that an administrator had made on the tournament.
    pub(crate) fn decisions(&self) -> Decisions {
        Decisions {
            agreed_rounds: self.agreed_rounds,
            agreed_because: self.agreed_because.clone(),
            ending_accepted_because: self.ending_accepted_because.clone(),
            under_review_since: None,
        }
    }
}

impl From<Club> for ClubForm {
    fn from(club: Club) -> ClubForm {
        ClubForm {
            id: club.id,
            code: club.code.to_string(),
            name: club.name,
            kind: club.kind,
            province: Word::known(club.province),
        }
    }
}

impl From<&Player> for PlayerForm {
    fn from(player: &Player) -> PlayerForm {
        let person = player.person.as_ref();
        PlayerForm {
            id: player.id,
            number: Limited::known(player.number.to_string()),
            family_name: person.map(|person| person.name.family.clone()),
            given_names: person.and_then(|person| person.name.given.clone()),
            birth_date: person.map(|person| person.birth_date.into()),
            sex: person.map(|person| person.sex),
            province: Word::known(player.home.province.clone()),
            club_id: player.club,
        }
    }
}

impl From<&Entry> for EntryForm {
    fn from(entry: &Entry) -> EntryForm {
        let absence = |absence: &Absence| AbsenceForm {
            first_round: absence.first_round.get(),
            last_round: absence.last_round.map(RoundNumber::get),
        };
        EntryForm {
            id: entry.id,
            player_id: entry.player.id,
            club_id: entry.club,
            division: entry.division,
            sex: entry.sex,
            seed: entry.seed.get().into(),
            first_round: entry.first_round.get(),
            absences: entry.absences.iter().map(absence).collect(),
            created_at: entry.created_at,
        }
    }
}

impl From<Team> for TeamForm {
    fn from(team: Team) -> TeamForm {
        TeamForm {
            id: team.id,
            name: team.name,
            club_id: team.club,
            entry_ids: team.members.into_iter().collect(),
            created_at: team.created_at,
        }
    }
}

impl From<&Bye> for ByeForm {
    fn from(bye: &Bye) -> ByeForm {
        ByeForm {
            id: bye.id,
            entry_id: bye.entry,
            round: bye.round.get(),
            kind: bye.kind,
            value: bye.value,
        }
    }
}

impl RoundForm {
    fn of(round: &Round, snapshot: &TournamentSnapshot) -> RoundForm {
        let result = |result: &Entered| ResultForm {
            started: result.sheet.starter,
            games: result.sheet.games.iter().copied().collect(),
            reason: result.reason.clone(),
            at: result.at,
        };
        let form = |paired: &Match| MatchForm {
            id: paired.id,
            pair: paired.pair,
            drawn_to_start: paired.starter,
            results: paired
                .results
                .iter()
                .filter(|result| result.undone_at.is_none())
                .map(result)
                .collect(),
        };
        RoundForm {
            id: round.id,
            digest: round.digest.clone(),
            orders: round.orders.clone(),
            draw: round.draw.clone(),
            drawn_at: round.drawn_at,
            published_at: round.published_at.unwrap_or(round.drawn_at),
            closed_at: round.closed_at.unwrap_or(round.drawn_at),
            matches: snapshot.of_round(round.number).map(form).collect(),
        }
    }
}
