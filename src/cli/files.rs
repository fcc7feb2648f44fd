//! Commands that read files and need no records: games judged, certificates checked, rounds drawn.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use morabaraba_rules::RuleSet;
use morabaraba_swiss::Shape;

use crate::certificates::tokens::offline::PublishedKeys;
use crate::cli::games::{Count, Manner};
use crate::cli::{CommandOutcome, draw, games};
use crate::values::clock::Clock;

#[derive(Args)]
pub(super) struct Validate {
    /// The rules for games that name none: mssa-gar, traditional-world-games, beads, botswana or wikipedia
    #[arg(long, default_value = "mssa-gar")]
    rule_set: String,

    /// Take turns of JSON lines as people spell them, as those of game records are: any case, other hyphens, blanks
    #[arg(long)]
    lenient: bool,

    /// Tell of every game, as a line of JSON
    #[arg(long)]
    json: bool,

    /// Files to judge.
    #[arg(required = true)]
    #[arg(
        help = "Files of game records, or of JSON lines {\"id\", \"rule_set\", \"turns\": [\"E1\", …]}; - is standard input"
    )]
    files: Vec<PathBuf>,
}

#[derive(Args)]
pub(super) struct Verify {
    /// The published keys, as fetched from /.well-known/jwks.json
    #[arg(long)]
    keys: PathBuf,

    /// The list of what does not hold any more, as fetched from /v1/revocations
    #[arg(long)]
    revocations: PathBuf,

    /// Files with a certificate's token each, as fetched from /v1/certificates/{code}/token; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Draw {
    #[command(subcommand)]
    other: Option<DrawOther>,

    /// Files of fields as JSON, a field a line or however they are laid out; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(Subcommand)]
pub(super) enum DrawOther {
    /// Check finished tournaments: every round is drawn again, and the standings and awards that they state are counted again
    ///
    /// A tournament is an archive as the service writes it, or the short form that `draw generate` writes. Each difference is
    /// told: a round that was played otherwise than it is drawn, a row of the standings with another rank, other points, other
    /// tie-breaks or other rounds won, an award for others, a team in another place. The exit status is 1 if there is any.
    Check {
        /// Tell of every difference as a line of JSON
        #[arg(long)]
        json: bool,

        /// Files of finished tournaments as JSON; - is standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Make up tournaments with their outcomes, a line each, as `draw check` reads them
    Generate {
        /// The seed that decides all that is left to chance
        #[arg(long, default_value_t = 1)]
        seed: u64,

        /// The number of tournaments
        #[arg(long, default_value_t = 1)]
        count: u64,

        /// The number of players who enter
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=5000))]
        players: u32,

        /// The number of rounds that are played
        #[arg(long, default_value_t = 6)]
        rounds: u32,

        /// The number of clubs that the players come from
        #[arg(long, default_value_t = 8)]
        clubs: u32,

        /// The number of players in a hundred who have a relative among the others
        #[arg(long, default_value_t = 10)]
        families: u32,

        /// The number of players in a hundred who come late, sit out, rest or leave, and of matches that are forfeited
        #[arg(long, default_value_t = 2)]
        absences: u32,
    },
}

/// Judges games.
pub(super) fn validate(asked: &Validate) -> CommandOutcome {
    let rule_set =
        RuleSet::by_name(&asked.rule_set).ok_or_else(|| format!("there is no rule set {}", asked.rule_set))?;
    let manner = Manner {
        rule_set,
        lenient: asked.lenient,
        json: asked.json,
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut all = Count::default();
    for path in &asked.files {
        let name = path.display().to_string();
        let cannot = |error: std::io::Error| format!("{name}: {error}");
        let count = if name == "-" {
            games::file("standard input", std::io::stdin().lock(), None, manner, &mut out)
        } else {
            let file = std::fs::File::open(path).map_err(cannot)?;
            let bytes = file.metadata().map_err(cannot)?.len();
            games::file(&name, file, Some(bytes), manner, &mut out)
        };
        let count = count.map_err(cannot)?;
        all = Count {
            games: all.games + count.games,
            refused: all.refused + count.refused,
        };
    }
    if !asked.json {
        writeln!(out, "{} games, {} refused", all.games, all.refused)?;
    }
    out.flush()?;
    Ok(if all.refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Checks certificates.
pub(super) fn verify(asked: &Verify) -> CommandOutcome {
    let text = |path: &PathBuf| -> Result<String, String> {
        let read = if path.as_os_str() == "-" {
            std::io::read_to_string(std::io::stdin())
        } else {
            std::fs::read_to_string(path)
        };
        read.map_err(|error| format!("{}: {error}", path.display()))
    };
    let published = PublishedKeys::read(&text(&asked.keys)?, &text(&asked.revocations)?)?;
    let now = Clock::system().now();
    let mut out = std::io::stdout().lock();
    let mut all_good = true;
    for path in &asked.files {
        all_good &= match text(path) {
            Ok(token) => published.verify(&path.display().to_string(), &token, now, &mut out)?,
            Err(error) => writeln!(out, "{error}").map(|()| false)?,
        };
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Draws fields, draws tournaments again, or makes some up.
pub(super) fn draw(asked: &Draw) -> CommandOutcome {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let status = match &asked.other {
        None => {
            let count = for_each(&asked.files, |_, input, bytes| draw::fields(input, bytes, &mut out))?;
            if count.other == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(3)
            }
        }
        Some(DrawOther::Check { json, files }) => {
            let checked = for_each(files, |name, input, bytes| {
                draw::check(name, input, bytes, *json, &mut out)
            })?;
            let draw::Checked { rounds, outcomes } = checked;
            if !json {
                let (all, other) = (rounds.all, rounds.other);
                let (stated, counted) = (outcomes.all, outcomes.other);
                writeln!(
                    out,
                    "{all} rounds, {other} played otherwise; {stated} outcomes, {counted} counted otherwise"
                )?;
            }
            if rounds.other + outcomes.other == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Some(DrawOther::Generate {
            seed,
            count,
            players,
            rounds,
            clubs,
            families,
            absences,
        }) => {
            let (players, rounds, clubs) = (*players, *rounds, *clubs);
            let shape = Shape {
                players,
                rounds,
                clubs,
                families: *families,
                absences: *absences,
            };
            draw::generate(*seed, *count, &shape, &mut out)?;
            ExitCode::SUCCESS
        }
    };
    out.flush()?;
    Ok(status)
}

/// Reads files one after the other, each with its size if that is known, and counts what is in them.
fn for_each<C: Default + std::ops::Add<Output = C>>(
    files: &[PathBuf],
    mut read: impl FnMut(&str, Box<dyn Read>, Option<u64>) -> std::io::Result<C>,
) -> Result<C, Box<dyn std::error::Error>> {
    let mut all = C::default();
    for path in files {
        let name = path.display().to_string();
        let cannot = |error: std::io::Error| format!("{name}: {error}");
        let count = if name == "-" {
            read("standard input", Box::new(std::io::stdin()), None)
        } else {
            let file = std::fs::File::open(path).map_err(cannot)?;
            let bytes = file.metadata().map_err(cannot)?.len();
            read(&name, Box::new(file), Some(bytes))
        };
        all = all + count.map_err(cannot)?;
    }
    Ok(all)
}
