//! Imports: a season's lists sent as people have them, looked at before they are saved; files of games; and a tournament that
//! was played elsewhere.

mod archive;
mod games;
mod job;
mod report;
mod tables;
mod templates;

use actix_web::web::ServiceConfig;

use crate::accounts::Authority;
use crate::imports::ImportFile;
use crate::pages::desk::Way;
use crate::values::id::JobId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    archive::configure(config);
    games::configure(config);
    tables::configure(config);
    templates::configure(config);
    // Its path has a parameter where the others have words.
    job::configure(config);
}

/// The kinds of files of which tables are made.
const TABLES: &str = ".xlsx,.csv,.txt";

/// The ways to the imports of somebody with that authority.
pub(crate) fn ways(authorities: &[Authority]) -> Vec<Way> {
    let coordinates = |one: &Authority| matches!(one, Authority::Administrator | Authority::Coordinator(_));
    let runs = |one: &Authority| coordinates(one) || matches!(one, Authority::Umpire);
    let way = |path: &str, label: &str, about| Way {
        path: path.to_owned(),
        label: label.to_owned(),
        about,
    };
    let lists = way(
        "/desk/imports",
        "Lists of clubs and players",
        "A spreadsheet of clubs, players, affiliations or registrations, taken in at once.",
    );
    let games = way(
        "/desk/imports/games",
        "Files of games",
        "Records of many games, each replayed by the rules.",
    );
    let lists = authorities.iter().any(coordinates).then_some(lists);
    lists
        .into_iter()
        .chain(authorities.iter().any(runs).then_some(games))
        .collect()
}

/// The path of a job's page.
fn path(job: JobId) -> String {
    format!("/desk/imports/{job}")
}

/// A file's rows, as people call them.
fn label(file: ImportFile) -> &'static str {
    match file {
        ImportFile::Clubs => "Clubs",
        ImportFile::Affiliations => "Affiliations of clubs",
        ImportFile::Players => "Players",
        ImportFile::Registrations => "Registrations of players",
    }
}
