//! A federation of thousands, put straight into the database: what would take an hour over HTTP.

use std::fmt::Write;

use federation_records::federation::readings::Readings;

/// The size of the federation.
#[derive(Clone, Copy)]
pub struct Shape {
    pub players: usize,
    pub clubs: usize,
    pub tournaments: usize,
    /// The number of players who enter each tournament: an even one.
    pub entrants: usize,
    pub rounds: usize,
}

/// Five thousand players, and a hundred thousand games in a hundred ratified tournaments of the last two years.
pub const LARGE: Shape = Shape {
    players: 5000,
    clubs: 200,
    tournaments: 100,
    entrants: 56,
    rounds: 6,
};

pub const PROVINCES: [&str; 4] = ["ZA-NW", "ZA-GP", "ZA-LP", "ZA-FS"];
pub const DIVISIONS: [&str; 4] = ["senior", "student", "high_school", "primary_school"];

/// The time at which all of it was recorded.
const AT: &str = "2026-11-19T08:00:00.000000Z";

/// The id of the thing of that sort and number.
pub fn id(sort: u8, number: usize) -> String {
    format!("019aa1{sort:02x}-0000-7000-8000-{number:012x}")
}

const CLUB: u8 = 1;
pub const PLAYER: u8 = 2;
const REGISTRATION: u8 = 3;
const TOURNAMENT: u8 = 4;
const ENTRY: u8 = 5;
const ROUND: u8 = 6;
const MATCH: u8 = 7;

/// The rows of a table, a statement for each few hundred.
fn insert(table: &str, columns: &str, rows: &[String]) -> Vec<String> {
    let statement = |rows: &[String]| format!("INSERT INTO {table} ({columns}) VALUES {}", rows.join(", "));
    rows.chunks(400).map(statement).collect()
}

/// The statements that put it into a database in which there is an account; both databases take them.
pub fn statements(shape: Shape) -> Vec<String> {
    let mut all = people(shape);
    all.extend(tournaments(shape));
    all
}

fn people(shape: Shape) -> Vec<String> {
    let club_of = |number: usize| number * 7 % shape.clubs;
    let clubs: Vec<String> = (0..shape.clubs)
        .map(|number| {
            let province = PROVINCES[number % PROVINCES.len()];
            format!(
                "('{}', 'B{number}', 'Herders {number}', ' herders {number}', 'community', '{province}', '{AT}')",
                id(CLUB, number)
            )
        })
        .collect();
    let players: Vec<String> = (0..shape.players)
        .map(|number| {
            let (club, sex) = (club_of(number), ["female", "male"][number % 3 % 2]);
            let province = PROVINCES[club % PROVINCES.len()];
            format!(
                "('{}', {}, 'Mokoena', 'Player {number}', ' player {number} mokoena', '1998-04-17', '{sex}', '{province}', \
                 '{}', '{AT}', 'mokoena player {number}')",
                id(PLAYER, number),
                100_000 + number,
                id(CLUB, club)
            )
        })
        .collect();
    let residences: Vec<String> = (0..shape.players)
        .map(|number| {
            format!(
                "('{}', '2020-01-01', '{}', '{AT}')",
                id(PLAYER, number),
                PROVINCES[club_of(number) % PROVINCES.len()]
            )
        })
        .collect();
    let registrations: Vec<String> = (0..shape.players)
        .map(|number| {
            let division = DIVISIONS[number % 5 % DIVISIONS.len()];
            format!(
                "('{}', '{}', '{}', 2027, 'member', '{division}', '{AT}')",
                id(REGISTRATION, number),
                id(PLAYER, number),
                id(CLUB, club_of(number))
            )
        })
        .collect();
    let players_columns = "id, number, family_name, given_names, name_key, birth_date, sex, province_code, club_id, created_at, \
                           sort_key";
    [
        insert(
            "clubs",
            "id, code, name, name_key, kind, province_code, created_at",
            &clubs,
        ),
        insert("players", players_columns, &players),
        insert(
            "residences",
            "player_id, since, province_code, recorded_at",
            &residences,
        ),
        insert(
            "registrations",
            "id, player_id, club_id, year, basis, division, created_at",
            &registrations,
        ),
    ]
    .concat()
}

/// The player at that place of the starting order of a tournament.
fn entrant(shape: Shape, tournament: usize, place: usize) -> usize {
    (tournament * shape.entrants + place) * 7 % shape.players
}

/// The places that meet in a round, as in everybody against everybody: one stays, the others go round.
fn pairs(shape: Shape, round: usize) -> impl Iterator<Item = [usize; 2]> {
    let going = shape.entrants - 1;
    let seat = move |number: usize| {
        if number == 0 {
            0
        } else {
            1 + (number - 1 + round) % going
        }
    };
    (0..shape.entrants / 2).map(move |board| [seat(board), seat(shape.entrants - 1 - board)])
}

#[expect(clippy::too_many_lines, reason = "the rows of six tables, made side by side")]
fn tournaments(shape: Shape) -> Vec<String> {
    let last_day = chrono::NaiveDate::from_ymd_opt(2026, 11, 19).unwrap();
    let levels = ["friendly", "provincial", "club", "national", "regional"];
    let readings = serde_json::to_string(&Readings::default()).unwrap();
    let mut rng = fastrand::Rng::with_seed(2027);
    let [mut tournaments, mut entries, mut rounds, mut matches, mut results] = [const { Vec::new() }; 5];
    for number in 0..shape.tournaments {
        let day = last_day - chrono::Days::new(u64::try_from(number).unwrap() * 7);
        tournaments.push(format!(
            "('{}', 'Event {number}', ' event {number}', '{}', '{day}', '{day}', 'ZA-NW', 'Mahikeng', 'mssa-gar', \
             'modified_swiss', {}, 490, 3, 'average', 6, 'ratified', '{AT}', '{AT}', '{readings}', 'ZA')",
            id(TOURNAMENT, number),
            levels[number % levels.len()],
            shape.rounds
        ));
        let entry = |place: usize| id(ENTRY, number * shape.entrants + place);
        for place in 0..shape.entrants {
            let player = entrant(shape, number, place);
            entries.push(format!(
                "('{}', '{}', '{}', '{}', {}, 1, '{AT}', 'senior')",
                entry(place),
                id(TOURNAMENT, number),
                id(PLAYER, player),
                id(CLUB, player * 7 % shape.clubs),
                place + 1
            ));
        }
        for round in 0..shape.rounds {
            let round_id = id(ROUND, number * shape.rounds + round);
            rounds.push(format!(
                "('{round_id}', '{}', {}, 'closed', '', '{{}}', '{{}}', '{AT}', '{AT}', '{AT}')",
                id(TOURNAMENT, number),
                round + 1
            ));
            for (board, [upper, lower]) in pairs(shape, round).enumerate() {
                let one = id(MATCH, matches.len());
                matches.push(format!(
                    "('{one}', '{round_id}', {}, '{}', '{}', '{}')",
                    board + 1,
                    entry(upper),
                    entry(lower),
                    entry(upper)
                ));
                results.push(format!(
                    "('{one}', 1, '{}', '{}', (SELECT id FROM accounts LIMIT 1), '{AT}')",
                    entry(upper),
                    games(&mut rng)
                ));
            }
        }
    }
    let tournaments_columns = "id, name, name_key, level, starts_on, ends_on, province_code, venue, rule_set, system, rounds, board, \
                               club_rounds, bye_value, games, state, created_at, ratified_at, readings, country";
    [
        insert("tournaments", tournaments_columns, &tournaments),
        insert(
            "entries",
            "id, tournament_id, player_id, club_id, seed, first_round, created_at, division",
            &entries,
        ),
        insert(
            "rounds",
            "id, tournament_id, number, state, digest, orders, draw, drawn_at, published_at, closed_at",
            &rounds,
        ),
        insert(
            "matches",
            "id, round_id, board, upper_entry_id, lower_entry_id, starter_entry_id",
            &matches,
        ),
        insert(
            "results",
            "match_id, version, starter_entry_id, games, entered_by, entered_at",
            &results,
        ),
    ]
    .concat()
}

/// Six games by chance, most of them decided.
fn games(rng: &mut fastrand::Rng) -> String {
    let mut games = String::from("[");
    for number in 0..6 {
        let result = ["first", "second", "first", "drawn", "second"][rng.usize(..5)];
        let comma = if number == 0 { "" } else { "," };
        write!(games, r#"{comma}{{"result":"{result}","ended":"played"}}"#).unwrap();
    }
    games + "]"
}
