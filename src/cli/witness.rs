//! `witness`: somebody else's look at the log. It signs a checkpoint once it is proved that the log goes on from the one that
//! it signed before; so a log that was cut, or of which two versions are told, is found out by whoever asks the witness.
//!
//! It reads what `/v1/log` and `/v1/log/consistency` answer from standard input, and calls nobody.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use tlog_tiles::{Hash, check_tree};

use crate::cli::{CommandOutcome, print};
use crate::db::log::notes::{NoteKeys, SignedHead, cosigned, verified};

/// Look after somebody else's log
#[derive(Args)]
pub(crate) struct Witness {
    #[command(subcommand)]
    step: Step,

    /// The file in which the witness keeps its key and what it signed last
    #[arg(long, global = true, default_value = "witness.json")]
    state: PathBuf,
}

#[derive(Subcommand)]
enum Step {
    /// Begin: reads the answer of GET /v1/log, and prints the key by which others know the witness
    Begin,
    /// Print the size of the log that was signed last, to be asked for: GET /v1/log/consistency?since=SIZE
    Size,
    /// Check the answer of GET /v1/log/consistency, and print its checkpoint with the signature of the witness
    Sign,
}

/// The file of a witness.
#[derive(Serialize, Deserialize)]
struct State {
    /// Its own key: a secret.
    secret: String,
    /// The key by which others know it.
    verifier: String,
    /// The key of the log.
    log: String,
    /// The checkpoint that it signed last.
    checkpoint: String,
}

/// The part of the answer of `GET /v1/log` that matters.
#[derive(Deserialize)]
struct LogAnswer {
    verifier: String,
    checkpoint: String,
}

/// The part of the answer of `GET /v1/log/consistency` that matters.
#[derive(Deserialize)]
struct ConsistencyAnswer {
    proof: Vec<String>,
    checkpoint: String,
}

/// Does a step of a witness.
pub(crate) fn witness(asked: &Witness) -> CommandOutcome {
    match asked.step {
        Step::Begin => begin(&asked.state),
        Step::Size => print(&head_of(&read_state(&asked.state)?)?.size.to_string()),
        Step::Sign => sign(&asked.state),
    }
}

fn begin(path: &Path) -> CommandOutcome {
    let answer: LogAnswer = serde_json::from_reader(std::io::stdin().lock())?;
    let head = verified(&answer.checkpoint, &answer.verifier);
    head.ok_or("the checkpoint is not signed by the key that comes with it")?;
    let keys = NoteKeys::generate("witness");
    let state = State {
        secret: keys.secret,
        verifier: keys.verifier,
        log: answer.verifier,
        checkpoint: answer.checkpoint,
    };
    if path.exists() {
        return Err(format!("{} is there already: it is what a witness keeps", path.display()).into());
    }
    write_state(path, &state)?;
    print(&format!(
        "The witness is {}.\nThe log is {}: compare it with the key that its owner tells.",
        state.verifier, state.log
    ))
}

fn sign(path: &Path) -> CommandOutcome {
    let mut state = read_state(path)?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let answer: ConsistencyAnswer = serde_json::from_str(&text)?;
    let before = head_of(&state)?;
    let refused = |why: &str| {
        let kept = &state.checkpoint;
        let said = format!(
            "REFUSED: {why}.\nKeep both checkpoints: they are the evidence.\n\n{kept}\n{}",
            answer.checkpoint
        );
        print(&said)?;
        Ok(ExitCode::FAILURE)
    };
    let Some(now) = verified(&answer.checkpoint, &state.log) else {
        return refused("the checkpoint is not signed by the log");
    };
    let proof = answer.proof.iter().map(|hash| Hash::parse_hash(hash));
    let Ok(proof) = proof.collect::<Result<Vec<Hash>, _>>() else {
        return refused("the proof cannot be read");
    };
    if now.size < before.size || check_tree(&proof, now.size, now.root, before.size, before.root).is_err() {
        return refused("the log does not go on from what was signed before");
    }
    let signed = cosigned(&answer.checkpoint, &state.secret).ok_or("the key of the witness cannot be read")?;
    state.checkpoint.clone_from(&answer.checkpoint);
    write_state(path, &state)?;
    print(signed.trim_end())
}

fn head_of(state: &State) -> Result<SignedHead, Box<dyn std::error::Error>> {
    let head = verified(&state.checkpoint, &state.log);
    Ok(head.ok_or("what the witness keeps was altered")?)
}

fn read_state(path: &Path) -> Result<State, Box<dyn std::error::Error>> {
    let text = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("{} is not there: begin with the step `begin`", path.display()),
        _ => format!("{}: {error}", path.display()),
    })?;
    Ok(serde_json::from_slice(&text)?)
}

/// Writes the whole of it beside, and puts it in its place: a witness that forgets would sign anything.
fn write_state(path: &Path, state: &State) -> Result<(), Box<dyn std::error::Error>> {
    let beside = path.with_extension("new");
    let mut file = fs::File::create(&beside)?;
    file.write_all(&serde_json::to_vec_pretty(state)?)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    Ok(())
}
