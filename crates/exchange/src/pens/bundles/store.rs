//! The rows that go into a bundle, chosen table by table.

use std::collections::BTreeSet;

use crate::db::Conn;
use crate::db::extracts::{Extract, Schema};
use crate::pens::PenLoan;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, PlayerId, RankingId};

/// The tables of a tournament, and which of their rows are of the one with the id `$`.
const OF_TOURNAMENT: [(&str, &str); 20] = [
    ("tournaments", "id = $"),
    ("entries", "tournament_id = $"),
    ("visitors", "tournament_id = $"),
    ("handovers", OF_ENTRIES),
    ("absences", OF_ENTRIES),
    ("byes", OF_ENTRIES),
    ("teams", "tournament_id = $"),
    (
        "team_members",
        "team_id IN (SELECT id FROM teams WHERE tournament_id = $)",
    ),
    ("rounds", "tournament_id = $"),
    ("matches", "round_id IN (SELECT id FROM rounds WHERE tournament_id = $)"),
    ("results", OF_MATCHES),
    ("recorded_games", OF_MATCHES),
    ("disputes", OF_MATCHES),
    ("appeals", "tournament_id = $"),
    ("appointments", "tournament_id = $"),
    (
        "appointment_handovers",
        "appointment_id IN (SELECT id FROM appointments WHERE tournament_id = $)",
    ),
    ("equipment_confirmations", "tournament_id = $"),
    ("games", "tournament_id = $"),
    (
        "game_versions",
        "game_id IN (SELECT id FROM games WHERE tournament_id = $)",
    ),
    ("creations", "id IN (SELECT id FROM entries WHERE tournament_id = $)"),
];

const OF_ENTRIES: &str = "entry_id IN (SELECT id FROM entries WHERE tournament_id = $)";
const OF_MATCHES: &str =
    "match_id IN (SELECT m.id FROM matches AS m JOIN rounds AS r ON r.id = m.round_id WHERE r.tournament_id = $)";

/// The tables of which a laptop has all rows: they are public, and few.
const WHOLE: [&str; 4] = ["provinces", "regions", "federation_changes", "equipment_specifications"];

/// The tables of which a laptop has nothing; nor has whoever executes its commands again.
const NOT_TAKEN: [&str; 3] = ["transfers", "umpire_candidates", "umpire_courses"];

/// The columns in whose place something else is told, each with it.
type Instead = &'static [(&'static str, &'static str)];

/// The tables of facts about players, and which of their rows are of players whose ids are in `$`. Why somebody was suspended
/// is not told, nor what was withdrawn, nor how two are related who never meet, but whether they are.
const OF_PLAYERS: [(&str, &str, Instead); 7] = [
    ("player_words", "player_id IN $", &[]),
    ("residences", "player_id IN $", &[]),
    ("registrations", "player_id IN $ AND withdrawn_at IS NULL", &[]),
    (
        "suspensions",
        "player_id IN $",
        &[("reason", "NULL"), ("lifted_because", "NULL")],
    ),
    (
        "consents",
        "player_id IN $ AND withdrawn_at IS NULL",
        &[
            ("guardian", "CASE WHEN guardian IS NOT NULL THEN '…' END"),
            ("link_id", "NULL"),
        ],
    ),
    (
        "pairing_bars",
        "player_id IN $ AND other_player_id IN $ AND withdrawn_at IS NULL",
        &[(
            "relation",
            "CASE WHEN relation = 'declared' THEN relation ELSE 'siblings' END",
        )],
    ),
    (
        "accreditations",
        "player_id IN $",
        &[
            ("course_id", "NULL"),
            ("without_course", "NULL"),
            ("nomination", "NULL"),
        ],
    ),
];

/// The rows for a laptop: the tournament's, and the facts.
pub(crate) struct Rows {
    pub(crate) tournament: Vec<Extract>,
    pub(crate) facts: Vec<Extract>,
}

/// Ids as a list of SQL. They are ids, and so hold nothing that SQL could take for something else.
fn list(ids: &BTreeSet<Id>) -> String {
    let ids: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    if ids.is_empty() {
        "(NULL)".to_owned()
    } else {
        format!("({})", ids.join(", "))
    }
}

/// All ids that the extracts name.
pub(crate) fn named(extracts: &[Extract]) -> BTreeSet<Id> {
    let texts = extracts.iter().flat_map(Extract::texts);
    texts.filter_map(|text| text.parse().ok()).collect()
}

/// The players among those facts.
pub(crate) fn players(facts: &[Extract]) -> impl Iterator<Item = Id> {
    let of_players = facts.iter().filter(|extract| extract.table == "players");
    let ids = of_players.flat_map(|extract| extract.cells(["id"]));
    ids.filter_map(|[id]| id?.parse().ok())
}

/// The rows that a laptop takes with that loan, for its officials, and for those who may still be entered there; round 1 starts in the
/// order of that list.
pub(crate) fn rows(
    c: &mut Conn,
    loan: &PenLoan,
    (officials, late_entrants): (&[AccountId], &[PlayerId]),
    order: Option<RankingId>,
) -> Result<Rows, Error> {
    let schema = Schema::of(c)?;
    let quoted = format!("'{}'", loan.tournament);
    let mut own = Vec::new();
    for (table, condition) in OF_TOURNAMENT {
        own.push(schema.extract(c, table, condition.replace('$', &quoted), &[])?);
    }
    let officials: BTreeSet<Id> = officials.iter().map(|official| (*official).into()).collect();
    let officials_listed = list(&officials);
    let mut facts = Vec::new();
    for table in WHOLE {
        facts.push(schema.extract(c, table, "1 = 1".to_owned(), &[])?);
    }
    let of_officials = format!("account_id IN {officials_listed} AND withdrawn_at IS NULL");
    facts.push(schema.extract(c, "player_accounts", of_officials, &[])?);
    facts.push(schema.extract(c, "grants", format!("account_id IN {officials_listed}"), &[])?);
    let mut ids = named(&own);
    ids.extend(&officials);
    ids.extend(late_entrants.iter().map(|player| Id::from(*player)));
    ids.insert(loan.lent_by.into());
    ids.extend(named(&facts));
    ids.extend(named(&[schema.extract(
        c,
        "accreditations",
        format!("account_id IN {officials_listed}"),
        &[],
    )?]));
    let players = loop {
        let players = schema.extract(c, "players", format!("id IN {}", list(&ids)), &[])?;
        let known = named(std::slice::from_ref(&players));
        // Those who stay after a merger are named by those who do not.
        if known.is_subset(&ids) {
            break players;
        }
        ids.extend(known);
    };
    let listed = format!("(SELECT id FROM players WHERE id IN {})", list(&ids));
    facts.push(players);
    for (table, condition, instead) in OF_PLAYERS {
        facts.push(schema.extract(c, table, condition.replace('$', &listed), instead)?);
    }
    let of_accreditations = format!("accreditation_id IN (SELECT id FROM accreditations WHERE player_id IN {listed})");
    facts.push(schema.extract(c, "sanctions", of_accreditations, &[("reason", "NULL")])?);
    facts.extend(ranking(c, &schema, order, &listed)?);
    for table in NOT_TAKEN {
        facts.push(schema.extract(c, table, "1 = 0".to_owned(), &[])?);
    }
    ids.extend(named(&facts));
    facts.extend(clubs(c, &schema, &ids)?);
    facts.push(accounts(c, &schema, &list(&ids), &officials_listed)?);
    Ok(Rows { tournament: own, facts })
}

/// The clubs of these ids, with their affiliations. The club of the first affiliation on record goes along: from its gaming year on it
/// is known who had paid, and by that others are in grace or have lapsed.
fn clubs(c: &mut Conn, schema: &Schema, ids: &BTreeSet<Id>) -> Result<[Extract; 2], Error> {
    let first = "id = (SELECT id FROM affiliations WHERE withdrawn_at IS NULL ORDER BY year, id LIMIT 1)";
    let first = schema.extract(c, "affiliations", first.to_owned(), &[])?;
    let listed = list(&(ids | &named(&[first])));
    let clubs = schema.extract(c, "clubs", format!("id IN {listed}"), &[])?;
    let affiliations = format!("withdrawn_at IS NULL AND club_id IN (SELECT id FROM clubs WHERE id IN {listed})");
    Ok([clubs, schema.extract(c, "affiliations", affiliations, &[])?])
}

/// The accounts of these ids; of whoever is no official there, the id alone.
fn accounts(c: &mut Conn, schema: &Schema, ids: &str, officials: &str) -> Result<Extract, Error> {
    let name = format!("CASE WHEN id IN {officials} THEN name ELSE '…' END");
    let [email, email_key] = ["email", "email_key"].map(|column| {
        format!("CASE WHEN id IN {officials} THEN {column} ELSE CAST(id AS TEXT) || '@elsewhere.invalid' END")
    });
    let instead = [
        ("name", name.as_str()),
        ("email", email.as_str()),
        ("email_key", email_key.as_str()),
    ];
    schema.extract(c, "accounts", format!("id IN {ids}"), &instead)
}

/// The ranking list in whose order round 1 starts, with the rows of these players; none of no list.
fn ranking(c: &mut Conn, schema: &Schema, order: Option<RankingId>, players: &str) -> Result<[Extract; 2], Error> {
    let alone = [("previous_id", "NULL"), ("replaces_id", "NULL")];
    let [of_list, of_rows] = match order {
        Some(id) => [
            format!("id = '{id}'"),
            format!("ranking_id = '{id}' AND player_id IN {players}"),
        ],
        None => ["1 = 0", "1 = 0"].map(str::to_owned),
    };
    Ok([
        schema.extract(c, "rankings", of_list, &alone)?,
        schema.extract(c, "ranking_rows", of_rows, &[("contributions", "'[]'")])?,
    ])
}
