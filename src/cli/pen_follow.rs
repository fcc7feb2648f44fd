//! `pen follow`: the second laptop of a venue, which has what is done on the first before that is answered.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::app::server::Service;
use crate::app::settings::DatabaseSettings;
use crate::app::standby::{Followed, StandbyLaptop};
use crate::cli::{CommandOutcome, pen, print};
use crate::values::clock::Clock;

/// The time between two tries to reach the first laptop.
const AGAIN: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(crate) struct Follow {
    /// The URL of the first laptop, on which the service runs by `serve --venue` with `--ack 2`
    first: String,

    #[command(flatten)]
    records: DatabaseSettings,

    /// The file with the keys of the first laptop
    #[arg(long, default_value = pen::KEYS)]
    laptop_keys: PathBuf,

    /// The file with the answer by which the pen was lent
    #[arg(long, value_name = "FILE")]
    venue: PathBuf,
}

/// Follows the first laptop until the pen is laid down there, and prints whenever there is something else to tell.
pub(super) async fn follow(asked: &Follow) -> CommandOutcome {
    let (bundle, keys) = (pen::sealed(&asked.venue)?, pen::read(&asked.laptop_keys)?);
    let service = Service::open(&asked.records.url(), Clock::system(), "").await?;
    let laptop = StandbyLaptop::of(service, &asked.first, &bundle, &keys).await?;
    let mut told = String::new();
    loop {
        let (news, pause) = match laptop.step().await {
            Ok(Followed::LaidDown(n)) => return print(&format!("The pen is laid down after {n} commands, here too.")),
            Ok(Followed::Has(n)) => (format!("{n} commands are on both laptops."), Duration::ZERO),
            Ok(Followed::Nothing(why)) => (format!("The first laptop does not answer: {why}"), AGAIN),
            Err(error) if error.is_passing() => (format!("It could not be kept here: {error}"), AGAIN),
            Err(error) => return Err(error.into()),
        };
        if news != told {
            print(&news)?;
            told = news;
        }
        tokio::time::sleep(pause).await;
    }
}
