//! `pen`: a laptop's half of a loan. Its keys are made here, and what was done at the venue is taken off it, to be handed in.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::app::server::Service;
use crate::app::settings::DatabaseSettings;
use crate::cli::{CommandOutcome, open, print};
use crate::pens::bundles::SealedBundle;
use crate::pens::laptops::LaptopKeys;
use crate::pens::{hand_ins, use_cases};
use crate::values::clock::Clock;

/// The file of a laptop's keys, if no other is named.
pub(super) const KEYS: &str = "laptop-keys.json";

#[derive(Subcommand)]
pub(crate) enum Pen {
    /// Make the keys of this laptop, and print those to which a pen is lent: POST /v1/tournaments/{id}/pen-loans
    Key {
        /// The file to keep them in; it is a secret
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,
    },
    /// Print what is to be handed in, for POST /v1/tournaments/{id}/pen-hand-ins: a thousand commands at most
    HandIn {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The file with the keys of this laptop
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,

        /// The number of the last command that the federation has
        #[arg(long, default_value_t = 0)]
        after: u32,
    },
    /// Lay the pen down: nothing is changed on this laptop any more, and the last hand-in gives the pen back
    Close {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The file with the keys of this laptop
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,
    },
}

/// Does what was asked for.
pub(super) async fn look_after(asked: &Pen) -> CommandOutcome {
    match asked {
        Pen::Key { laptop_keys } => make_keys(laptop_keys),
        Pen::HandIn {
            records,
            laptop_keys,
            after,
        } => {
            let (keys, after, now) = (read(laptop_keys)?, i64::from(*after), Clock::system().now());
            let database = open(records)?;
            let form = database.read(move |c| hand_ins::use_cases::give(c, &keys, after, now));
            print(&serde_json::to_string(&form.await?)?)
        }
        Pen::Close { records, laptop_keys } => {
            let (keys, now) = (read(laptop_keys)?, Clock::system().now());
            let closed = open(records)?.write(move |c| use_cases::close(c, &keys, now)).await?;
            print(&format!(
                "The pen is laid down after {} commands. Hand them in, and it is the federation's again.",
                closed.executed
            ))
        }
    }
}

/// Makes keys, in a file that nobody else reads; one that is there stays as it is.
fn make_keys(file: &Path) -> CommandOutcome {
    let keys = LaptopKeys::generate(Clock::system().now())?;
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let mut made = made.map_err(|error| format!("cannot make {}: {error}", file.display()))?;
    made.write_all(serde_json::to_string(&keys)?.as_bytes())?;
    made.sync_all()?;
    print(&serde_json::to_string(&keys.public()?)?)
}

fn read(file: &Path) -> Result<LaptopKeys, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|_| format!("{} holds no keys of a laptop", file.display()))
}

/// The service at the venue of which the file has the bundle.
pub(super) async fn at_venue(
    service: Service,
    bundle: &Path,
    keys: &Path,
) -> Result<Service, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(bundle).map_err(|error| format!("cannot read {}: {error}", bundle.display()))?;
    let sealed = SealedBundle::read(&text).ok_or_else(|| format!("{} is no bundle", bundle.display()))?;
    Ok(service.at_venue(&sealed, &read(keys)?).await?)
}
