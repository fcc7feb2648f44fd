//! Seals: digests of the rows on which rights rest, kept with entries.
//!
//! By them a password, a role or a key is found that somebody has exchanged behind the service's back. An entry of an account, a grant, a key and the like has the digest of the rows of that thing as they are when the change is
//! made: it is written once they are saved. The digest is salted by the salt of the entry's changes. Once those are emptied, since
//! a person was erased, nothing can be guessed from it, nor compared with it; so an erasure writes entries of what it leaves.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use serde_json::{Value, json};

use crate::db::Conn;
use crate::db::audit::{Change, SALT};
use crate::db::schema::audit;
use crate::db::tables::{RowChoice, Table};
use crate::operations::Operation;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::examination::Findings;

/// The entries that are read at a time.
const STRIDE: i64 = 1000;

/// A table on which rights rest.
struct Sealed {
    table: &'static str,
    /// The rows of one key, as people call them.
    name: &'static str,
    /// The sealed columns with their types, the key first.
    columns: &'static [(&'static str, &'static str)],
    /// The condition of rows that give a right; empty for all.
    good: &'static str,
    /// Whether rows may go without an entry, as when their time is over.
    may_go: bool,
    /// The subjects that seal it, each with the column of its id.
    subjects: &'static [(&'static str, &'static str)],
}

/// All tables on which rights rest.
const SEALED: [Sealed; 15] = [
    Sealed {
        table: "accounts",
        name: "account",
        columns: &[
            ("id", "uuid"),
            ("email_key", "text"),
            ("deactivated_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: false,
        subjects: &[("account", "id")],
    },
    Sealed {
        table: "passwords",
        name: "password of account",
        columns: &[("account_id", "uuid"), ("hash", "text")],
        good: "",
        may_go: false,
        subjects: &[("account", "account_id")],
    },
    Sealed {
        table: "password_codes",
        name: "code to set the password of account",
        columns: &[
            ("account_id", "uuid"),
            ("hash", "text"),
            ("expires_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: true,
        subjects: &[("account", "account_id")],
    },
    Sealed {
        table: "second_factors",
        name: "second factor of account",
        columns: &[
            ("account_id", "uuid"),
            ("secret", "text"),
            ("confirmed_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: false,
        subjects: &[("account", "account_id")],
    },
    Sealed {
        table: "recovery_codes",
        name: "list of recovery codes of account",
        columns: &[("account_id", "uuid"), ("hash", "text")],
        good: "",
        may_go: false,
        subjects: &[("account", "account_id")],
    },
    Sealed {
        table: "grants",
        name: "grant",
        columns: &[
            ("id", "uuid"),
            ("account_id", "uuid"),
            ("role", "text"),
            ("province_code", "text"),
            ("club_id", "uuid"),
            ("valid_from", "date"),
            ("valid_until", "date"),
            ("revoked_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: false,
        subjects: &[("grant", "id")],
    },
    Sealed {
        table: "signing_keys",
        name: "signing key",
        columns: &[
            ("kid", "text"),
            ("seed", "text"),
            ("created_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: false,
        subjects: &[("signing_key", "kid")],
    },
    Sealed {
        table: "sessions",
        name: "session",
        columns: &[
            ("id", "uuid"),
            ("account_id", "uuid"),
            ("started_at", "timestamp with time zone"),
            ("cookie_hash", "text"),
            ("application_id", "uuid"),
            ("scopes", "text"),
        ],
        good: "ended_at IS NULL",
        may_go: true,
        subjects: &[("session", "id")],
    },
    Sealed {
        table: "refresh_tokens",
        name: "refresh token of session",
        columns: &[
            ("session_id", "uuid"),
            ("hash", "text"),
            ("expires_at", "timestamp with time zone"),
        ],
        good: "used_at IS NULL AND EXISTS (SELECT 1 FROM sessions WHERE id = session_id AND ended_at IS NULL)",
        may_go: true,
        subjects: &[("session", "session_id")],
    },
    Sealed {
        table: "authorization_codes",
        name: "code of an application",
        columns: &[
            ("id", "uuid"),
            ("hash", "text"),
            ("application_id", "uuid"),
            ("account_id", "uuid"),
            ("scopes", "text"),
            ("redirect_uri", "text"),
            ("created_at", "timestamp with time zone"),
        ],
        good: "session_id IS NULL",
        may_go: true,
        subjects: &[("authorization_code", "id")],
    },
    Sealed {
        table: "applications",
        name: "application",
        columns: &[
            ("id", "uuid"),
            ("account_id", "uuid"),
            ("grant_id", "uuid"),
            ("scopes", "text"),
            ("client_type", "text"),
            ("redirect_uris", "text"),
            ("revoked_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: false,
        subjects: &[("application", "id")],
    },
    Sealed {
        table: "application_secrets",
        name: "secret of an application",
        columns: &[
            ("id", "uuid"),
            ("application_id", "uuid"),
            ("hash", "text"),
            ("revoked_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: false,
        subjects: &[("application_secret", "id")],
    },
    Sealed {
        table: "personal_tokens",
        name: "personal token",
        columns: &[
            ("id", "uuid"),
            ("account_id", "uuid"),
            ("scopes", "text"),
            ("hash", "text"),
            ("expires_on", "date"),
            ("revoked_at", "timestamp with time zone"),
        ],
        good: "",
        may_go: true,
        subjects: &[("personal_token", "id")],
    },
    Sealed {
        table: "webhook_secrets",
        name: "secret of webhook",
        columns: &[("webhook_id", "uuid"), ("id", "uuid"), ("secret", "text")],
        good: "",
        may_go: false,
        subjects: &[("webhook", "webhook_id")],
    },
    Sealed {
        table: "pen_loans",
        name: "key of the laptop of tournament",
        columns: &[
            ("tournament_id", "uuid"),
            ("epoch", "bigint"),
            ("sealing_key", "text"),
            ("signing_key", "text"),
            ("lent_by", "uuid"),
        ],
        good: "",
        may_go: false,
        subjects: &[("pen", "tournament_id")],
    },
];

/// Operations that change no right: anybody can have their entries written.
const WITHOUT: [Operation; 1] = [Operation::refuse_sign_in];

/// The rows of each key, each row as its text.
type Rows = BTreeMap<String, BTreeSet<String>>;

/// Digests of rows by table and key; none where there are no rows.
type Seals = BTreeMap<String, BTreeMap<String, Option<String>>>;

impl Sealed {
    /// Reads the rows that give a right, all or of one thing.
    fn rows(&self, c: &mut Conn, of: Option<(&str, &str)>) -> Result<Rows, Error> {
        let of_one = of.map(|(column, id)| format!("{column} = '{}'", id.replace('\'', "''")));
        let good = Some(self.good).filter(|good| !good.is_empty()).map(str::to_owned);
        let conditions: Vec<String> = of_one.into_iter().chain(good).collect();
        let some = RowChoice {
            condition: Some(conditions.join(" AND ")).filter(|condition| !condition.is_empty()),
            ..RowChoice::default()
        };
        let mut rows = Rows::new();
        Table::of(self.table, self.columns).read_some(c, &some, |row| {
            let cells: Vec<Value> = serde_json::from_str(row).map_err(|error| Error::Internal(error.to_string()))?;
            let key = cells.first().and_then(Value::as_str).unwrap_or_default().to_owned();
            rows.entry(key).or_default().insert(row.to_owned());
            Ok(())
        })?;
        Ok(rows)
    }
}

/// Digests rows with a salt.
fn digest(salt: &str, rows: &BTreeSet<String>) -> String {
    sha256(json!([salt, rows]).to_string())
}

/// Makes the seals of a change; none if no right rests on it.
pub fn seals(c: &mut Conn, change: &Change<'_>, salt: &str) -> Result<Option<String>, Error> {
    let mut seals = Seals::new();
    for sealed in &SEALED {
        let by = sealed.subjects.iter().find(|(subject, _)| *subject == change.subject);
        let by = by.filter(|_| !WITHOUT.contains(&change.action));
        let rows = match by {
            _ if change.seals_all => sealed.rows(c, None)?,
            Some((_, column)) => sealed.rows(c, Some((*column, change.id.as_str())))?,
            None => continue,
        };
        let of_table = seals.entry(sealed.table.to_owned()).or_default();
        if by.is_some() && !change.seals_all {
            of_table.insert(change.id.clone(), None);
        }
        of_table.extend(rows.iter().map(|(key, rows)| (key.clone(), Some(digest(salt, rows)))));
    }
    if seals.is_empty() {
        return Ok(None);
    }
    let told = serde_json::to_string(&seals);
    told.map(Some).map_err(|error| Error::Internal(error.to_string()))
}

/// The last seal of something.
struct Last {
    seq: i64,
    /// None if the entry was emptied.
    salt: Option<String>,
    digest: Option<String>,
}

/// Examines whether all on which rights rest is as the trail says.
pub fn rights(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let mut present = Vec::new();
    for sealed in &SEALED {
        present.push((sealed, sealed.rows(c, None)?));
    }
    let last = last_seals(c, &present)?;
    for (sealed, rows) in &present {
        for (key, rows) in rows {
            findings.look();
            let what = format!("the {} {key}", sealed.name);
            match last.get(&(sealed.table.to_owned(), key.clone())) {
                None | Some(Last { digest: None, .. }) => {
                    findings.fault(format!("{what} is there, and the audit trail knows nothing of it"));
                }
                Some(Last { seq, salt: None, .. }) => {
                    findings.fault(format!(
                        "{what}: row {seq} of the audit trail, which tells of it, was emptied"
                    ));
                }
                Some(Last {
                    seq,
                    salt: Some(salt),
                    digest: Some(sealed),
                }) => findings.expect(digest(salt, rows) == *sealed, || {
                    format!("{what} is not as row {seq} of the audit trail has left it")
                }),
            }
        }
        let gone = last
            .iter()
            .filter(|((table, key), last)| *table == sealed.table && last.digest.is_some() && !rows.contains_key(key));
        for ((_, key), Last { seq, .. }) in gone {
            findings.fault(format!(
                "the {} {key} is not there, and row {seq} of the audit trail has left it",
                sealed.name
            ));
        }
    }
    Ok(())
}

/// Reads the last seals, but of rows that have gone and may.
fn last_seals(c: &mut Conn, present: &[(&Sealed, Rows)]) -> Result<BTreeMap<(String, String), Last>, Error> {
    let mut all = BTreeMap::new();
    let mut place = 0;
    loop {
        let next = audit::table.filter(audit::seals.is_not_null().and(audit::seq.gt(place)));
        let columns = (audit::seq, audit::seals, audit::changes);
        let page: Vec<(i64, Option<String>, Option<String>)> =
            next.order(audit::seq).limit(STRIDE).select(columns).load(c)?;
        if page.is_empty() {
            return Ok(all);
        }
        for (seq, seals, changes) in page {
            place = seq;
            let unreadable = |error: serde_json::Error| Error::Internal(format!("row {seq} of the trail: {error}"));
            let seals: Seals = serde_json::from_str(&seals.unwrap_or_default()).map_err(unreadable)?;
            let changes: Option<Value> = changes
                .map(|changes| serde_json::from_str(&changes).map_err(unreadable))
                .transpose()?;
            let salt = changes.and_then(|changes| changes[SALT].as_str().map(str::to_owned));
            for (sealed, rows) in present {
                let Some(of_table) = seals.get(sealed.table) else {
                    continue;
                };
                let kept = of_table
                    .iter()
                    .filter(|(key, _)| !sealed.may_go || rows.contains_key(*key));
                for (key, digest) in kept {
                    let last = Last {
                        seq,
                        salt: salt.clone(),
                        digest: digest.clone(),
                    };
                    all.insert((sealed.table.to_owned(), key.clone()), last);
                }
            }
        }
    }
}
