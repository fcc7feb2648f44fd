//! The log to be read by anybody: its signed head, its tiles, and proofs. It tells that something was written and never
//! what: the leaves are salted digests.

pub mod routes;
pub(crate) mod use_cases;

use serde::Serialize;
use tlog_tiles::Hash;
use utoipa::ToSchema;

use crate::db::log::head::Head;
use crate::db::log::proofs::Inclusion;

/// The head of the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Log)]
pub struct LogView {
    /// The number of leaves: all entries that have a number, and leaf 0, which stands for what was written before the log
    /// began.
    #[schema(example = 1653)]
    size: i64,
    /// The key by which checkpoints are verified, as C2SP's signed notes write it: name, id and key.
    #[schema(example = "federation-records-5e0c77aa+1f2e3d4c+AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefgh")]
    verifier: String,
    /// The size and the hash of the tree, as a signed note (C2SP `tlog-checkpoint`).
    #[schema(
        example = "federation-records-5e0c77aa\n1653\nqJqk5YkBq9DZf0nF0T3dG3o2m1v8Gf3W0H5Yq1nq3QI=\n\n— federation-records-5e0c77aa Hy49TP…\n"
    )]
    checkpoint: String,
}

impl From<Head> for LogView {
    fn from(head: Head) -> LogView {
        LogView {
            size: head.size,
            verifier: head.verifier,
            checkpoint: head.checkpoint,
        }
    }
}

/// A receipt: the proof that an entry of the audit trail is in the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogReceipt)]
pub struct ReceiptView {
    /// The entry, as the header `Log-Entry` of the answer to the change named it.
    #[schema(example = 1701)]
    entry: i64,
    /// SHA-256 of the entry, as 64 hexadecimal digits: the data of its leaf.
    #[schema(example = "7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730")]
    digest: String,
    /// The number of its leaf.
    #[schema(example = 1640)]
    leaf: i64,
    /// The hashes that lead from the leaf to the head (RFC 6962, section 2.1.1), in base64.
    #[schema(example = json!(["qJqk5YkBq9DZf0nF0T3dG3o2m1v8Gf3W0H5Yq1nq3QI="]))]
    proof: Vec<String>,
    /// The checkpoint in which it is.
    #[schema(
        example = "federation-records-5e0c77aa\n1653\nqJqk5YkBq9DZf0nF0T3dG3o2m1v8Gf3W0H5Yq1nq3QI=\n\n— federation-records-5e0c77aa Hy49TP…\n"
    )]
    checkpoint: String,
}

impl ReceiptView {
    fn of(entry: i64, inclusion: Inclusion, head: Head) -> ReceiptView {
        ReceiptView {
            entry,
            digest: inclusion.digest,
            leaf: inclusion.leaf,
            proof: in_base64(&inclusion.path),
            checkpoint: head.checkpoint,
        }
    }
}

/// The proof that the log goes on from what it was: nothing that stood in it was altered or taken away.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogConsistency)]
pub struct ConsistencyView {
    /// The number of leaves that it had.
    #[schema(example = 1200)]
    since: i64,
    /// The hashes that lead from the head of then to the head of now (RFC 6962, section 2.1.2), in base64.
    #[schema(example = json!(["qJqk5YkBq9DZf0nF0T3dG3o2m1v8Gf3W0H5Yq1nq3QI="]))]
    proof: Vec<String>,
    /// The checkpoint of now.
    #[schema(
        example = "federation-records-5e0c77aa\n1653\nqJqk5YkBq9DZf0nF0T3dG3o2m1v8Gf3W0H5Yq1nq3QI=\n\n— federation-records-5e0c77aa Hy49TP…\n"
    )]
    checkpoint: String,
}

impl ConsistencyView {
    fn of(since: i64, proof: &[Hash], head: Head) -> ConsistencyView {
        ConsistencyView {
            since,
            proof: in_base64(proof),
            checkpoint: head.checkpoint,
        }
    }
}

fn in_base64(hashes: &[Hash]) -> Vec<String> {
    hashes.iter().map(Hash::to_string).collect()
}
