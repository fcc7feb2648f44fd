//! Checkpoints: the size of the log and the hash of its tree, as signed notes (C2SP `tlog-checkpoint`, `signed-note`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use signed_note::{Note, Signer, StandardSigner, StandardVerifier, Verifier, VerifierList, key_id};
use tlog_tiles::{Checkpoint, Hash};

use crate::db::log::tree::Tree;
use crate::values::digest::hexadecimal;
use crate::values::error::Error;
use crate::values::random;

/// The letter of Ed25519 in an encoded key.
const ED25519: u8 = 1;

/// A key that signs notes, and the one that verifies them, as the notes' specification writes them.
#[derive(Debug, Clone)]
pub struct NoteKeys {
    /// The key that signs: a secret.
    pub secret: String,
    /// The key that verifies: anybody may have it.
    pub verifier: String,
}

impl NoteKeys {
    /// New keys, under a name that no other has.
    #[must_use]
    pub fn generate(prefix: &str) -> NoteKeys {
        let (seed, name) = (random::bytes::<32>(), hexadecimal(&random::bytes::<4>()));
        let name = format!("{prefix}-{name}");
        let public = ed25519_dalek::SigningKey::from_bytes(&seed).verifying_key().to_bytes();
        let encoded = |key: &[u8; 32]| [&[ED25519], key.as_slice()].concat();
        let id = key_id(&name, &encoded(&public));
        NoteKeys {
            secret: format!("PRIVATE+KEY+{name}+{id:08x}+{}", STANDARD.encode(encoded(&seed))),
            verifier: format!("{name}+{id:08x}+{}", STANDARD.encode(encoded(&public))),
        }
    }
}

/// The checkpoint of a tree, signed.
pub(super) fn sign(secret: &str, tree: &Tree) -> Result<String, Error> {
    let signer = StandardSigner::new(secret).map_err(|error| broken(&error))?;
    let checkpoint = Checkpoint::new(signer.name(), tree.size(), tree.root()?, "").map_err(|error| broken(&error))?;
    let mut note = Note::new(&checkpoint.to_bytes(), &[]).map_err(|error| broken(&error))?;
    note.add_sigs(&[&signer]).map_err(|error| broken(&error))?;
    String::from_utf8(note.to_bytes()).map_err(|error| broken(&error))
}

/// A checkpoint that was verified.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedHead {
    /// The number of leaves.
    pub size: u64,
    /// The hash of the tree.
    pub root: Hash,
}

/// The head of which a note speaks, if it was signed by whom the key belongs to. None if it was not, or is no checkpoint.
#[must_use]
pub fn verified(note: &str, verifier: &str) -> Option<SignedHead> {
    let verifier = StandardVerifier::new(verifier).ok()?;
    let origin = verifier.name().to_owned();
    let note = Note::from_bytes(note.as_bytes()).ok()?;
    note.verify(&VerifierList::new(vec![Box::new(verifier)])).ok()?;
    let checkpoint = Checkpoint::from_bytes(note.text()).ok()?;
    (checkpoint.origin() == origin).then(|| SignedHead {
        size: checkpoint.size(),
        root: *checkpoint.hash(),
    })
}

/// The note with one more signature. None if it is no note, or the key is none.
#[must_use]
pub fn cosigned(note: &str, secret: &str) -> Option<String> {
    let mut note = Note::from_bytes(note.as_bytes()).ok()?;
    note.add_sigs(&[&StandardSigner::new(secret).ok()?]).ok()?;
    String::from_utf8(note.to_bytes()).ok()
}

fn broken(error: &impl std::fmt::Display) -> Error {
    Error::Internal(format!("the checkpoint cannot be signed: {error}"))
}
