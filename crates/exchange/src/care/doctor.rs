//! Whether the records are sound: the database itself, and what the federation's own rules say must add up.

use crate::accounts;
use crate::certificates;
use crate::colours;
use crate::db::audit::seals;
use crate::db::{Conn, attempt, soundness, version};
use crate::games;
use crate::players;
use crate::rankings;
use crate::tournaments;
use crate::values::error::Error;
use crate::values::examination::Findings;

/// A check of the records.
struct Check {
    name: &'static str,
    subject: Subject,
    examine: fn(&mut Conn, &mut Findings<'_>) -> Result<(), Error>,
}

/// A sort of thing that is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The database itself. A copy that has a fault here is good for nothing.
    Database,
    /// The records in it, as far as this program's schema has them.
    Records,
}

const fn of(
    subject: Subject,
    name: &'static str,
    examine: fn(&mut Conn, &mut Findings<'_>) -> Result<(), Error>,
) -> Check {
    Check { name, subject, examine }
}

/// The check that is made of records with any schema.
const SCHEMA: &str = "schema";

/// All checks, in their order. A noun examines what is its own.
const CHECKS: [Check; 15] = [
    of(Subject::Database, "pages and indexes", soundness::pages),
    of(Subject::Database, "references", soundness::references),
    of(Subject::Records, SCHEMA, soundness::schema),
    of(Subject::Records, "audit trail", soundness::trail),
    of(Subject::Records, "rights", seals::rights),
    of(Subject::Records, "signing keys", accounts::keys::soundness::keys),
    of(Subject::Records, "people", players::soundness::people),
    of(Subject::Records, "tournaments", tournaments::soundness::tournaments),
    of(Subject::Records, "games", games::soundness::games),
    of(Subject::Records, "positions of games", games::soundness::positions),
    of(Subject::Records, "openings", games::soundness::openings),
    of(Subject::Records, "statistics of games", games::soundness::statistics),
    of(Subject::Records, "rankings", rankings::verification::soundness),
    of(Subject::Records, "colours", colours::soundness::awards),
    of(
        Subject::Records,
        "codes of certificates",
        certificates::soundness::codes,
    ),
];

/// The outcome of a check.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The thing that was examined.
    pub name: &'static str,
    /// The sort of it.
    pub subject: Subject,
    /// The number of things that were looked at; none if it was not examined.
    pub looked_at: Option<u64>,
    /// The number of faults.
    pub faults: u64,
    /// The first faults, each in a sentence.
    pub first: Vec<String>,
}

/// The progress of an examination.
#[derive(Debug)]
pub enum ExaminationStep<'a> {
    /// One more thing was looked at.
    Looked,
    /// A check is done.
    Done(&'a Finding),
}

/// Makes all checks, on the one snapshot that the connection is in. One that cannot be finished is a fault, and the others
/// are made.
///
/// # Errors
/// The records have the schema of a newer program.
pub fn examine(c: &mut Conn, told: &mut dyn FnMut(ExaminationStep<'_>)) -> Result<Vec<Finding>, Error> {
    let mut all: Vec<Finding> = Vec::with_capacity(CHECKS.len());
    let mut is_own = None;
    for check in &CHECKS {
        if check.subject == Subject::Records && is_own.is_none() {
            let is_damaged = all.iter().any(|finding| finding.faults > 0);
            is_own = Some(match version(c) {
                Ok((_, is_own)) => is_own,
                Err(_) if is_damaged => false,
                Err(error) => return Err(error),
            });
        }
        let is_examined = check.subject == Subject::Database || check.name == SCHEMA || is_own == Some(true);
        let finding = if is_examined {
            make(check, c, told)
        } else {
            Finding {
                name: check.name,
                subject: check.subject,
                looked_at: None,
                faults: 0,
                first: Vec::new(),
            }
        };
        told(ExaminationStep::Done(&finding));
        all.push(finding);
    }
    Ok(all)
}

fn make(check: &Check, c: &mut Conn, told: &mut dyn FnMut(ExaminationStep<'_>)) -> Finding {
    let mut watch = || told(ExaminationStep::Looked);
    let mut findings = Findings::none(&mut watch);
    if let Err(error) = attempt(c, |c| (check.examine)(c, &mut findings)) {
        findings.fault(error.to_string());
    }
    Finding {
        name: check.name,
        subject: check.subject,
        looked_at: Some(findings.looked_at),
        faults: findings.faults,
        first: findings.first,
    }
}
