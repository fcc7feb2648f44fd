//! The fixtures: six championships of the last twelve months, the one that is being played, and what is announced.

use chrono::{Datelike, NaiveDate};

use crate::cli::demo::cast::Cast;
use crate::cli::demo::clubs::InventedClub;
use crate::cli::demo::diary::{Season, after, before};
use crate::cli::demo::fields::Field;
use crate::cli::demo::members::Member;
use crate::cli::demo::office::{InventedUmpire, PROVINCE};
use crate::clubs::ClubKind;
use crate::federation::readings::Readings;
use crate::players::registrations::Division;
use crate::tournaments::model::{TournamentLevel, TournamentPlan, TournamentStage};
use crate::tournaments::plans::championship;
use crate::values::country::Country;
use crate::values::id::TournamentId;

/// The id of the tournament that is being played: the same in every file, so that it is found again.
pub(super) const RUNNING: &str = "019aa0d0-0000-7000-8000-000000000001";

/// A tournament before it is announced, and all that will happen in it.
#[derive(Debug, Clone)]
pub(super) struct Fixture {
    pub(super) id: TournamentId,
    pub(super) province: &'static str,
    pub(super) plan: TournamentPlan,
    /// The players, by their indexes among the members, the strongest first.
    pub(super) field: Vec<usize>,
    /// The teams by their names, each with its players.
    pub(super) teams: Vec<(String, Vec<usize>)>,
    /// The player who comes when the first round is over, by the index too.
    pub(super) late: Option<usize>,
    pub(super) mishaps: Vec<Mishap>,
}

/// A thing that goes otherwise than planned, in a round and at a board, or at a place of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mishap {
    /// The last of the field is not there when the first round is drawn.
    Missing,
    /// A sheet is read from the wrong side, and corrected.
    Misread(i64, i64),
    /// A result is disputed, and stands.
    Disputed(i64, i64),
    /// Somebody does not come to the board.
    Forfeited(i64, i64),
    /// Somebody leaves when the round is over.
    Leaves(i64, usize),
}

impl Fixture {
    /// The umpires: those of the province.
    pub(super) fn umpires<'a>(&self, cast: &'a Cast) -> impl Iterator<Item = &'a InventedUmpire> {
        const MOST: usize = 2;
        cast.office.umpires_of(self.province).take(MOST)
    }

    pub(super) fn has(&self, mishap: Mishap) -> bool {
        self.mishaps.contains(&mishap)
    }
}

/// The facts by which fixtures differ.
struct Sketch {
    name: &'static str,
    province: &'static str,
    venue: &'static str,
    level: TournamentLevel,
    stage: Option<TournamentStage>,
    team_size: Option<i64>,
}

const fn sketch(name: &'static str, province: &'static str, venue: &'static str, level: TournamentLevel) -> Sketch {
    Sketch {
        name,
        province,
        venue,
        level,
        stage: None,
        team_size: None,
    }
}

impl Sketch {
    /// The fixture on two days from that one on, with the year in its name.
    fn on(&self, begins: NaiveDate, id: TournamentId) -> Fixture {
        let plan = TournamentPlan {
            name: format!("{} {}", self.name, begins.year()),
            level: self.level,
            starts_on: begins,
            ends_on: after(begins, 1),
            country: Country::HOME,
            venue: self.venue.to_owned(),
            rule_set: championship::RULE_SET.to_owned(),
            system: championship::SYSTEM,
            rounds: championship::ROUNDS,
            games: championship::GAMES,
            board: championship::BOARD,
            club_rounds: championship::CLUB_ROUNDS,
            bye_value: Readings::default().bye_value,
            division: None,
            stage: self.stage,
            team_size: self.team_size,
            entries_close_on: Some(before(begins, 5)),
        };
        Fixture {
            id,
            province: self.province,
            plan,
            field: Vec::new(),
            teams: Vec::new(),
            late: None,
            mishaps: Vec::new(),
        }
    }
}

/// All fixtures with players, by their days; the last is being played.
pub(super) fn invented(
    season: Season,
    clubs: &[InventedClub],
    members: &[Member],
    umpires: &[InventedUmpire],
    running: TournamentId,
) -> Vec<Fixture> {
    let field = Field {
        clubs,
        members,
        umpires,
    };
    let id = || TournamentId::new(season.now);
    let mut fixtures = vec![
        district(&field, season.saturday_ago(315), id()),
        schools(&field, season.saturday_ago(262), id()),
        students(&field, season.saturday_ago(210), id()),
        gauteng(&field, season.saturday_ago(150), id()),
        provinces(&field, season.saturday_ago(85), id()),
        national(&field, season.saturday_ago(8), id()),
    ];
    // Wherever in the world it is opened, some of it was played yesterday, and there is a day left.
    let mut played = north_west(&field, season.ago(1), running);
    played.plan.ends_on = after(season.today(), 1);
    fixtures.push(played);
    fixtures
}

fn district(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let sketch = sketch(
        "Molopo District Championship",
        PROVINCE,
        "Boikagong Hall, Mahikeng",
        TournamentLevel::Regional,
    );
    let is_near = |member| field.club(member).province == PROVINCE && field.club(member).kind == ClubKind::Community;
    Fixture {
        field: field.strongest(20, is_near),
        mishaps: vec![Mishap::Misread(2, 4)],
        ..sketch.on(begins, id)
    }
}

fn schools(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let teams = field.teams(ClubKind::School, Division::HighSchool, 3);
    let teams: Vec<_> = teams.into_iter().take(8).collect();
    let sketch = Sketch {
        stage: Some(TournamentStage::National),
        team_size: Some(3),
        ..sketch(
            "National Schools Championship",
            "ZA-FS",
            "Mokgopo Agricultural School",
            TournamentLevel::School,
        )
    };
    Fixture {
        field: field.of_teams(&teams),
        teams,
        ..sketch.on(begins, id)
    }
}

fn students(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let universities = field.teams(ClubKind::University, Division::Student, 3);
    let sketch = Sketch {
        stage: Some(TournamentStage::National),
        ..sketch(
            "National Students Championship",
            "ZA-KZN",
            "Umgeni Valley University",
            TournamentLevel::Student,
        )
    };
    Fixture {
        field: field.of_teams(&universities),
        mishaps: vec![Mishap::Missing, Mishap::Forfeited(4, 5)],
        ..sketch.on(begins, id)
    }
}

fn gauteng(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let mut players = field.of_province("ZA-GP", 28);
    let sketch = sketch(
        "Gauteng Championship",
        "ZA-GP",
        "Riverside Hall, Vereeniging",
        TournamentLevel::Provincial,
    );
    Fixture {
        late: players.pop(),
        field: players,
        mishaps: vec![Mishap::Misread(2, 3), Mishap::Disputed(3, 2)],
        ..sketch.on(begins, id)
    }
}

fn provinces(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let teams = field.provinces(4);
    let sketch = Sketch {
        team_size: Some(4),
        ..sketch(
            "Inter-Provincial Championship",
            "ZA-MP",
            "Lowveld Hall, Mbombela",
            TournamentLevel::National,
        )
    };
    Fixture {
        field: field.of_teams(&teams),
        teams,
        ..sketch.on(begins, id)
    }
}

fn national(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let teams = field.provinces(4);
    let sketch = sketch(
        "National Championship",
        "ZA-WC",
        "Langeberg Sports Centre, Worcester",
        TournamentLevel::National,
    );
    let best = field.of_teams(&teams);
    let others = field.strongest(4, |member| !best.contains(&member));
    Fixture {
        field: best.into_iter().chain(others).collect(),
        mishaps: vec![Mishap::Disputed(4, 5), Mishap::Leaves(3, 30)],
        ..sketch.on(begins, id)
    }
}

fn north_west(field: &Field<'_>, begins: NaiveDate, id: TournamentId) -> Fixture {
    let sketch = sketch(
        "North West Championship",
        PROVINCE,
        "Mmabana Centre, Mahikeng",
        TournamentLevel::Provincial,
    );
    Fixture {
        field: field.of_province(PROVINCE, 25),
        ..sketch.on(begins, id)
    }
}

/// The tournaments to come: in how many days each begins, about, its name, province, venue and level.
const COMING: [(u64, &str, &str, &str, TournamentLevel); 10] = [
    (
        12,
        "Ditsobotla New Moon Friendly",
        PROVINCE,
        "Ditsobotla Herders' clubhouse",
        TournamentLevel::Friendly,
    ),
    (
        33,
        "Bojanala District Championship",
        PROVINCE,
        "Moruleng Hall",
        TournamentLevel::Regional,
    ),
    (
        54,
        "Free State Championship",
        "ZA-FS",
        "Thabong Community Hall",
        TournamentLevel::Provincial,
    ),
    (
        75,
        "KwaZulu-Natal Championship",
        "ZA-KZN",
        "Inanda Hills Hall",
        TournamentLevel::Provincial,
    ),
    (
        103,
        "Limpopo Championship",
        "ZA-LP",
        "Thohoyandou Hall",
        TournamentLevel::Provincial,
    ),
    (
        131,
        "National Schools Championship",
        "ZA-GP",
        "Lesedi la Thuto High School",
        TournamentLevel::School,
    ),
    (
        166,
        "National Students Championship",
        "ZA-WC",
        "Cederberg University",
        TournamentLevel::Student,
    ),
    (
        201,
        "Gauteng Championship",
        "ZA-GP",
        "Riverside Hall, Vereeniging",
        TournamentLevel::Provincial,
    ),
    (
        243,
        "Inter-Provincial Championship",
        "ZA-NC",
        "Gariep Hall, Kimberley",
        TournamentLevel::National,
    ),
    (
        292,
        "National Championship",
        "ZA-EC",
        "Bay Hall, Gqeberha",
        TournamentLevel::National,
    ),
];

/// The calendar of what is to come, and whether entries are taken already.
pub(super) fn announced(season: Season) -> Vec<(Fixture, bool)> {
    use TournamentLevel::{School, Student};
    let fixture = |(days, name, province, venue, level): (u64, _, _, _, TournamentLevel)| {
        let begins = season.saturday_ago(0);
        let begins = after(begins, days - days % 7 + 7);
        let stage = matches!(level, School | Student).then_some(TournamentStage::National);
        let sketch = Sketch {
            stage,
            ..sketch(name, province, venue, level)
        };
        (sketch.on(begins, TournamentId::new(season.now)), days < 40)
    };
    COMING.into_iter().map(fixture).collect()
}
