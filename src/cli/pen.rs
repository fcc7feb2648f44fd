//! `pen`: a laptop's half of a loan. Its keys are made here, and what was done at the venue is taken off it, to be handed in; once
//! that is home, what is personal is deleted.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::net::Ipv4Addr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use crate::accounts::HashCost;
use crate::accounts::keys::KeyWords;
use crate::accounts::passwords::hasher::Hasher;
use crate::app::server::Service;
use crate::app::settings::DatabaseSettings;
use crate::cli::pen_follow::{self, Follow};
use crate::cli::{CommandOutcome, open, print, refuse_unknown};
use crate::db::Conn;
use crate::db::audit::Actor;
use crate::db::held::HeldFile;
use crate::pens::bundles::SealedBundle;
use crate::pens::codes::VenueCode;
use crate::pens::hand_ins::receipts::{LeftReceipts, ReceiptFile};
use crate::pens::laptops::LaptopKeys;
use crate::pens::{PenLoan, hand_ins, use_cases};
use crate::values::clock::Clock;

/// The file of a laptop's keys, if no other is named.
pub(super) const KEYS: &str = "laptop-keys.json";

#[derive(Subcommand)]
pub(crate) enum Pen {
    /// Make the keys of this laptop, unless it has them, and print those to which a pen is lent: POST
    /// /v1/tournaments/{id}/pen-loans
    Key {
        /// The file to keep them in; it is a secret
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,

        /// The six words that your federation shows where a pen is lent: from now on the laptop believes that federation alone
        #[arg(long, value_name = "WORDS", value_parser = words)]
        federation: Option<KeyWords>,
    },
    /// Make another code for an official who has lost theirs, and print it: the one before is worth nothing any more
    Code {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The file with the keys of this laptop
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,

        /// The e-mail address that the official signs in with
        address: String,
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
    /// Hold the answer to a hand-in against what is on this laptop: the exit status is 1 as long as the federation lacks something
    Receipt {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The file with the keys of this laptop
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,

        /// The file with the answer by which the pen was lent
        #[arg(long, value_name = "FILE")]
        venue: PathBuf,

        /// The file with the answer to a hand-in
        answer: PathBuf,
    },
    /// Follow the laptop with the pen as a second one: whatever is done there is executed here, and answered there after that
    Follow(Follow),
    /// Lay the pen down: nothing is changed on this laptop any more, and the last hand-in gives the pen back
    Close {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The file with the keys of this laptop
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,
    },
    /// Delete the records, the bundle and the keys of this laptop, once the federation has the pen again and all that was done; the
    /// exit status is 1, and nothing is deleted, as long as it lacks something
    Wipe {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The file with the keys of this laptop
        #[arg(long, default_value = KEYS)]
        laptop_keys: PathBuf,

        /// The file with the answer by which the pen was lent
        #[arg(long, value_name = "FILE")]
        venue: PathBuf,

        /// The file to be left, which tells by numbers and hashes what was done and what the federation has, and names nobody
        #[arg(long, value_name = "FILE", default_value = "pen-receipts.json")]
        receipts: PathBuf,
    },
}

/// Does what was asked for.
pub(super) async fn look_after(asked: &Pen) -> CommandOutcome {
    match asked {
        Pen::Key {
            laptop_keys,
            federation,
        } => make_keys(laptop_keys, federation.clone()),
        Pen::Code {
            records,
            laptop_keys,
            address,
        } => make_code(records, &read(laptop_keys)?, address).await,
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
        Pen::Receipt {
            records,
            laptop_keys,
            venue,
            answer,
        } => {
            let keys = read(laptop_keys)?;
            let federation = sealed(venue)?.federation(&keys)?;
            let (receipt, database) = (receipt(answer)?, open(records)?);
            let now = Clock::system().now();
            let loan = database.write(move |c| {
                let by = (now, &Actor::command_line());
                hand_ins::use_cases::acknowledge(c, (&keys, &federation), &receipt, by)
            });
            tell(&loan.await?)
        }
        Pen::Follow(asked) => pen_follow::follow(asked).await,
        Pen::Close { records, laptop_keys } => {
            let (keys, now) = (read(laptop_keys)?, Clock::system().now());
            let close = move |c: &mut Conn| use_cases::close(c, &keys, (now, &Actor::command_line()));
            let closed = open(records)?.write(close).await?;
            print(&format!(
                "The pen is laid down after {} commands. Hand them in, and it is the federation's again.",
                closed.executed
            ))
        }
        Pen::Wipe {
            records,
            laptop_keys,
            venue,
            receipts,
        } => wipe(records, [laptop_keys, venue, receipts]),
    }
}

/// Makes keys unless they are there, and keeps the federation's words with them.
///
/// Nobody else reads their file.
fn make_keys(file: &Path, federation: Option<KeyWords>) -> CommandOutcome {
    let is_new = !file.exists();
    let before = if is_new {
        LaptopKeys::generate(Clock::system().now())?
    } else {
        read(file)?
    };
    let keys = match federation {
        Some(words) => before.believing(words),
        None => before,
    };
    // Written beside it and moved there: what is there is never half of it.
    let beside = file.with_extension("new");
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&beside);
    let written = written.and_then(|mut new| {
        new.write_all(serde_json::to_string(&keys)?.as_bytes())?;
        new.sync_all()?;
        fs::rename(&beside, file)
    });
    written.map_err(|error| format!("cannot make {}: {error}", file.display()))?;
    if keys.federation.is_none() {
        writeln!(
            std::io::stderr(),
            "This laptop believes no federation yet: pen key --federation \"the six words that yours shows\""
        )?;
    }
    print(&serde_json::to_string(&keys.public()?)?)
}

/// Makes another code for the official with that address.
async fn make_code(records: &DatabaseSettings, keys: &LaptopKeys, address: &str) -> CommandOutcome {
    let (database, keys, key) = (open(records)?, keys.clone(), address.to_lowercase());
    let official = database.read(move |c| use_cases::official(c, &keys, &key)).await?;
    let drawn = VenueCode::draw(
        official,
        &Hasher::new(1, HashCost::default()),
        Ipv4Addr::LOCALHOST.into(),
    )
    .await?;
    let (kept, now) = (drawn.kept, Clock::system().now());
    let keep = move |c: &mut Conn| use_cases::keep_code(c, &kept, (now, &Actor::command_line()));
    database.write(keep).await?;
    print(&format!(
        "{}\nThe code of {address} on this laptop, in the place of the one before. It is not shown again.",
        drawn.code
    ))
}

fn words(typed: &str) -> Result<KeyWords, String> {
    KeyWords::parse(typed).map_err(|fault| fault.message)
}

/// Says how much of what was done on the laptop is at the federation.
fn tell(loan: &PenLoan) -> CommandOutcome {
    let (received, given) = (loan.received.unwrap_or(0), loan.executed);
    let there = format!("{received} of {given} commands are at the federation");
    let back = match loan.kept.filter(|kept| *kept > 0) {
        Some(kept) => format!("{there}, which has the pen again and keeps {kept} more, to be adopted"),
        None if loan.returned_at.is_some() => format!("{there}, which has the pen again"),
        None => there,
    };
    if loan.is_all_home() {
        return print(&format!("{back}: nothing on this laptop is needed any more."));
    }
    if loan.at_federation() < given {
        print(&format!("{back}: hand in the others, and delete nothing."))?;
        return Ok(ExitCode::FAILURE);
    }
    let why = if loan.is_open() {
        "The laptop has the pen"
    } else {
        "The federation has not told that it has the pen again"
    };
    print(&format!("{back}. {why}: delete nothing."))
}

/// Deletes what is personal on the laptop, once nothing on it is needed any more. While that is judged and done nobody else has the
/// records open: whoever goes on with the service there may do something that is not home.
fn wipe(records: &DatabaseSettings, [keys, venue, receipts]: [&Path; 3]) -> CommandOutcome {
    let (laptop, bundle, url) = (read(keys)?, sealed(venue)?, records.url());
    refuse_unknown(&url)?;
    let mut held = HeldFile::of(&url)?;
    let loan = held.read(|c| use_cases::here(c, &laptop))?;
    let in_bundle = bundle.opened(&laptop)?.loan;
    if (in_bundle.tournament, in_bundle.epoch) != (loan.tournament, loan.epoch) {
        return Err(format!("{} is the bundle of another loan", venue.display()).into());
    }
    if !loan.is_all_home() {
        tell(&loan)?;
        return Ok(ExitCode::FAILURE);
    }
    leave(receipts, &serde_json::to_string_pretty(&LeftReceipts::from(loan))?)?;
    let files = held.paths().iter().map(PathBuf::as_path).chain([venue, keys]);
    let left: Vec<String> = files.filter_map(|file| delete(file).err()).collect();
    if !left.is_empty() {
        return Err(left.join("; ").into());
    }
    print(&format!(
        "The records, the bundle and the keys are deleted. {} tells what was done, and names nobody. Copies of them, and files that \
         were saved elsewhere, are yours to delete.",
        receipts.display()
    ))
}

/// Leaves that text in a new file, or in one that says it already.
fn leave(file: &Path, text: &str) -> Result<(), String> {
    let made = OpenOptions::new().write(true).create_new(true).open(file);
    let written = match made {
        Ok(mut made) => made.write_all(text.as_bytes()).and_then(|()| made.sync_all()),
        Err(_) if fs::read_to_string(file).is_ok_and(|there| there == text) => Ok(()),
        Err(error) => Err(error),
    };
    written.map_err(|error| format!("cannot write {}, so nothing was deleted: {error}", file.display()))
}

/// Deletes a file, if it is there.
fn delete(file: &Path) -> Result<(), String> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let name = file.display();
            Err(format!("{name} could not be deleted, so delete it yourself: {error}"))
        }
        _ => Ok(()),
    }
}

/// The receipt in the answer to a hand-in.
fn receipt(answer: &Path) -> Result<String, String> {
    let told: Option<ReceiptFile> = serde_json::from_str(&text(answer)?).ok();
    let told = told.ok_or_else(|| format!("{} is no answer to a hand-in", answer.display()))?;
    Ok(told.receipt)
}

/// The bundle in the answer by which a pen was lent.
pub(super) fn sealed(bundle: &Path) -> Result<SealedBundle, String> {
    SealedBundle::read(&text(bundle)?).ok_or_else(|| format!("{} is no bundle", bundle.display()))
}

fn text(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// The keys of a laptop.
pub(super) fn read(file: &Path) -> Result<LaptopKeys, String> {
    let text = text(file)?;
    serde_json::from_str(&text).map_err(|_| format!("{} holds no keys of a laptop", file.display()))
}

/// The service at the venue of which the file has the bundle.
pub(super) async fn at_venue(
    service: Service,
    bundle: &Path,
    keys: &Path,
) -> Result<Service, Box<dyn std::error::Error>> {
    Ok(service.at_venue(&sealed(bundle)?, &read(keys)?).await?)
}
