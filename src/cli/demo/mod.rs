//! An invented federation, to look around in: no person, club or game in it exists.
//!
//! Its story is told once, into an empty database, by the use cases through which people work, in the name of whoever would have
//! done each thing and at the hour at which it would have been done. First everybody is made up (`cast`); then each part
//! of the story notes in a diary what happens on which day (`diary`); and the diary is written from its first day to this one:
//! the federation gets a name and people with accounts (`office`), clubs (`clubs`) and members (`members`), courses and
//! `umpires`, six championships (`fixtures`, `championship`) with games between players of some strength (`boards`,
//! `player`), friendly `evenings`, rankings and colours (`honours`), and what is left to do (`waiting`). One championship
//! is being played, and goes on while the service runs (`running`).

mod boards;
mod cast;
mod championship;
mod clubs;
mod diary;
mod evenings;
mod fields;
mod fixtures;
mod honours;
mod members;
mod names;
mod office;
mod player;
pub mod running;
mod umpires;
mod waiting;

use std::io::Write;
use std::sync::Arc;

use crate::app::server::Service;
use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Chapter, Diary};
use crate::cli::demo::office::Key;
use crate::cli::progress::Bar;
use crate::db::Conn;
use crate::games::projections;
use crate::values::clock::Timestamp;
use crate::values::error::Error;

pub use player::{Strength, play};

/// Loads the federation into an empty database, and tells people who can sign in.
///
/// # Errors
/// The database cannot be read or written.
pub async fn load(service: &Service, people: &mut impl Write) -> Result<(), Error> {
    if !service.has_no_accounts().await? {
        return tell(people, "The database is not empty, so nothing was invented.");
    }
    let keys = Key::all();
    let cast = Cast::invented(service.clock.now(), Key::hashes(&keys, service).await?)?;
    let chapters = chapters(&cast);
    let bar = Bar::new(
        u64::try_from(chapters.len()).ok(),
        "An invented federation: {bar:40} {percent} %",
        "An invented federation",
    );
    let story = Arc::new((cast, chapters, bar));
    // All of it or nothing: half a federation is none.
    service.database.write(move |c| write(c, &story)).await?;
    // Whoever looks first finds the games by their positions too.
    projections::worker::catch_up(&service.database).await?;
    tell(
        people,
        "An invented federation was loaded. These people can sign in; the passwords are shown only now:",
    )?;
    keys.iter().try_for_each(|key| tell(people, &key.line()))
}

fn tell(people: &mut impl Write, line: &str) -> Result<(), Error> {
    writeln!(people, "{line}").map_err(|error| Error::Internal(error.to_string()))
}

/// The story as it is written, chapter by chapter.
fn write(c: &mut Conn, (cast, chapters, bar): &(Cast, Vec<Chapter>, Bar)) -> Result<(), Error> {
    let mut since = Timestamp::beginning(cast.season.begins[0]);
    for chapter in chapters {
        since = chapter.write(c, cast, since)?;
        bar.more(1);
    }
    Ok(())
}

/// All that happens, by its days.
fn chapters(cast: &Cast) -> Vec<Chapter> {
    let mut diary = Diary::default();
    office::tell(cast, &mut diary);
    clubs::tell(cast, &mut diary);
    members::tell(cast, &mut diary);
    umpires::tell(cast, &mut diary);
    for fixture in cast.over() {
        championship::tell(fixture, &mut diary);
    }
    evenings::tell(cast, &mut diary);
    honours::tell(cast, &mut diary);
    waiting::tell(cast, &mut diary);
    running::tell(cast, &mut diary);
    diary.chapters()
}
