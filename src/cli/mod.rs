//! The command line, and the invented federation that `serve --demo` loads.

mod assistant;
mod care;
pub mod demo;
mod draw;
mod files;
mod games;
mod health;
mod made_up;
mod pen;
mod pen_follow;
mod progress;
mod serve;
mod tournament_file;
mod witness;

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::accounts::NewAccount;
use crate::app::api;
use crate::app::server::Service;
use crate::app::settings::DatabaseSettings;
use crate::cli::assistant::Assistant;
use crate::cli::pen::Pen;
use crate::cli::serve::Serve;
use crate::cli::witness::Witness;
use crate::db::log::{self, LogVerdict};
use crate::db::{self, Database, Url};
use crate::rankings::verification::{self, Verified};
use crate::values::clock::Clock;
use crate::values::error::Error;

/// The records service of a Morabaraba federation.
///
/// Without a command it serves, on an SQLite file in the working folder, with nothing to configure.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    serve: Serve,
}

#[derive(Subcommand)]
enum Command {
    /// Answer requests until stopped; the schema is brought up to date first
    Serve(Box<Serve>),
    /// Bring the database's schema up to date
    Migrate {
        #[command(flatten)]
        records: DatabaseSettings,
    },
    /// Copy the records into one file, while the service reads and writes
    Backup(care::Backup),
    /// Go back to a copy, where there are no records; or look whether it is good
    Restore(care::Restore),
    /// Examine the records, and whether everything in them adds up; the exit status is 1 if something does not
    Doctor(care::Doctor),
    /// Carry all records into another database, of the same kind or of the other, where there are none yet
    Copy(care::Copy),
    /// Ask the service on this machine whether it is ready; the exit status is 1 if it is not
    Health {
        /// The address and port at which it answers
        #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080")]
        listen: SocketAddr,
    },
    /// Judge files of games by the rules; the exit status is 1 if any is refused
    Validate(files::Validate),
    /// Check certificates without a network; the exit status is 1 if one is not good
    Verify(files::Verify),
    /// Draw a round of each field in a file, with reasons; the exit status is 3 if one was not drawn, there being no legal draw
    /// or fewer than two players, and 1 if one cannot be read
    Draw(files::Draw),
    /// Look after administrators
    #[command(subcommand)]
    Admin(Admin),
    /// Print the OpenAPI document
    Openapi,
    /// Look after the audit trail
    #[command(subcommand)]
    Audit(Audit),
    /// Look after somebody else's log: sign its checkpoints, as long as nothing in it was altered or taken away
    Witness(Witness),
    /// Look after the published rankings
    #[command(subcommand)]
    Rankings(Rankings),
    /// Look after a laptop that has the pen of a tournament at its venue
    #[command(subcommand)]
    Pen(Pen),
    /// Offer a service's operations to an assistant as tools, by the Model Context Protocol over standard input and output
    Mcp(Assistant),
}

#[derive(Subcommand)]
enum Admin {
    /// Create an account that may do everything; the password is asked for, or read from standard input
    Create {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The e-mail address to sign in with
        #[arg(long)]
        email: String,

        /// The name to call the person by
        #[arg(long, default_value = "Administrator")]
        name: String,
    },
    /// Make a code by which somebody sets the password of an account, once, within half an hour: POST /v1/passwords
    PasswordCode {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The e-mail address that the account signs in with
        #[arg(long)]
        email: String,
    },
    /// Take away the second factor of somebody who has lost the authenticator and the recovery codes
    RemoveSecondFactor {
        #[command(flatten)]
        records: DatabaseSettings,

        /// The e-mail address that the account signs in with
        #[arg(long)]
        email: String,
    },
}

#[derive(Subcommand)]
enum Audit {
    /// Check that no entry was altered, removed or put in between; prints the checkpoint of the log, to be kept elsewhere
    Verify {
        #[command(flatten)]
        records: DatabaseSettings,

        /// A file with a checkpoint that was kept: the log must go on from it
        #[arg(long)]
        checkpoint: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
enum Rankings {
    /// Compute every published list again from nothing, and compare; the exit status is 1 if one differs
    Verify {
        #[command(flatten)]
        records: DatabaseSettings,
    },
}

/// Runs the command that was given, and says how it ended.
pub async fn main() -> ExitCode {
    let CommandLine { command, serve } = CommandLine::parse();
    let outcome = match command.unwrap_or_else(|| Command::Serve(Box::new(serve))) {
        Command::Serve(serve) => serve::serve(*serve).await,
        Command::Backup(asked) => care::back_up(&asked),
        Command::Restore(asked) => care::restore(&asked),
        Command::Doctor(asked) => care::doctor(&asked).await,
        Command::Copy(asked) => care::copy(&asked),
        Command::Health { listen } => health::ask(listen),
        Command::Validate(asked) => files::validate(&asked),
        Command::Verify(asked) => files::verify(&asked),
        Command::Draw(asked) => files::draw(&asked),
        Command::Migrate { records } => migrate(&records),
        Command::Admin(Admin::Create { records, email, name }) => create_admin(&records, &email, &name).await,
        Command::Admin(Admin::PasswordCode { records, email }) => create_password_code(&records, &email).await,
        Command::Admin(Admin::RemoveSecondFactor { records, email }) => remove_second_factor(&records, &email).await,
        Command::Openapi => print(&format!("{:#}", api::openapi())),
        Command::Audit(Audit::Verify { records, checkpoint }) => verify(&records, checkpoint.as_deref()).await,
        Command::Witness(asked) => witness::witness(&asked),
        Command::Mcp(asked) => assistant::answer(asked).await,
        Command::Rankings(Rankings::Verify { records }) => verify_rankings(&records).await,
        Command::Pen(asked) => pen::look_after(&asked).await,
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

type CommandOutcome = Result<ExitCode, Box<dyn std::error::Error>>;

fn print(text: &str) -> CommandOutcome {
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

fn migrate(records: &DatabaseSettings) -> CommandOutcome {
    let applied = db::migrate(&records.url())?;
    match applied.len() {
        0 => print("The schema is up to date."),
        _ => print(&format!("Applied:\n  {}", applied.join("\n  "))),
    }
}

async fn create_admin(records: &DatabaseSettings, email: &str, name: &str) -> CommandOutcome {
    let password = read_password()?;
    let new = NewAccount::parse(email, name, Some(&password)).map_err(Error::from)?;
    let service = Service::open(&records.url(), Clock::system(), "").await?;
    let account = service.create_administrator(new).await?;
    print(&format!(
        "{} may do everything. The account's id is {}.",
        account.email.as_str(),
        account.id
    ))
}

async fn create_password_code(records: &DatabaseSettings, email: &str) -> CommandOutcome {
    let service = Service::open(&records.url(), Clock::system(), "").await?;
    let (code, expires_at) = service.create_password_code(email).await?;
    print(&format!("{code}\nGood once, until {expires_at}."))
}

async fn remove_second_factor(records: &DatabaseSettings, email: &str) -> CommandOutcome {
    let service = Service::open(&records.url(), Clock::system(), "").await?;
    service.remove_second_factor(email).await?;
    print(&format!("{email} signs in with the password alone."))
}

/// Asks at the terminal, twice and without showing it; else takes the first line of standard input.
fn read_password() -> Result<String, Box<dyn std::error::Error>> {
    if !std::io::stdin().is_terminal() {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    let password = rpassword::prompt_password("Password (12 characters or more): ")?;
    if rpassword::prompt_password("Once more: ")? == password {
        Ok(password)
    } else {
        Err("the two passwords differ".into())
    }
}

/// Refuses a place where there are no records that this program knows how to read.
fn refuse_unknown(url: &Url) -> Result<(), Box<dyn std::error::Error>> {
    if !url.exists() {
        return Err(format!("there are no records at {}", url.shown()).into());
    }
    Ok(db::check(url)?)
}

/// The records, if there are any that this program knows how to read.
fn open(records: &DatabaseSettings) -> Result<Database, Box<dyn std::error::Error>> {
    let url = records.url();
    refuse_unknown(&url)?;
    Ok(Database::open(url, std::num::NonZeroUsize::MIN)?)
}

async fn verify_rankings(records: &DatabaseSettings) -> CommandOutcome {
    let verified = open(records)?.read(verification::verify).await?;
    let mut out = std::io::stdout().lock();
    for Verified {
        ranking,
        by_another_version,
        different,
        first,
    } in &verified
    {
        write!(out, "{} {} of {}: ", ranking.id, ranking.method.as_str(), ranking.until)?;
        match first {
            None if *by_another_version => writeln!(out, "made by another version of the method, {}", ranking.version)?,
            None => writeln!(out, "equal, {} players", ranking.players)?,
            Some(first) => writeln!(
                out,
                "{different} of {} rows differ; the first: {first}",
                ranking.players
            )?,
        }
    }
    let different = verified.iter().filter(|one| one.different > 0).count();
    writeln!(out, "{} lists, {different} differ", verified.len())?;
    Ok(if different == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn verify(records: &DatabaseSettings, checkpoint: Option<&Path>) -> CommandOutcome {
    let kept = checkpoint.map(std::fs::read_to_string).transpose()?;
    let database = open(records)?;
    let verdict = database.read(move |c| log::verify(c, kept.as_deref())).await?;
    if let Some(fault) = verdict.fault() {
        print(&format!("The trail is broken: {fault}."))?;
        return Ok(ExitCode::FAILURE);
    }
    match verdict {
        LogVerdict::Whole {
            chained,
            entries,
            waiting,
            checkpoint,
            verifier,
        } => print(&format!(
            "The trail is whole: {chained} rows from before the log, {entries} entries in it, {waiting} that wait for their \
             numbers.\nKeep this checkpoint elsewhere; {verifier} verifies it.\n\n{checkpoint}"
        )),
        LogVerdict::Broken { .. } | LogVerdict::Torn { .. } => Ok(ExitCode::FAILURE),
    }
}
