//! Commands: requests that have changed a tournament while a laptop had its pen, each continuing the hash of the one before.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::{Insertable, Queryable, Selectable};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

pub mod store;

use crate::db::audit::Written;
use crate::db::command::Command;
use crate::pens::{PenLoan, PenRefusal};
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::id::{AccountId, Id, TournamentId};
use crate::values::random::Seed;

/// The most commands of a loan: a thousand times as many as a weekend has.
const MOST: i64 = 1_000_000;

/// A command as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::pen_commands)]
pub struct PenCommand {
    #[diesel(column_name = tournament_id)]
    pub tournament: TournamentId,
    pub epoch: i64,
    pub n: i64,
    pub id: Id,
    #[diesel(column_name = account_id)]
    pub account: AccountId,
    pub at: Timestamp,
    pub method: String,
    pub path: String,
    pub media_type: String,
    pub(crate) body: Option<Vec<u8>>,
    pub(crate) seed: Option<String>,
    request_digest: String,
    changes_digest: String,
    previous: String,
    pub(crate) hash: String,
    pub(crate) executed_at: Option<Timestamp>,
    /// The time at which somebody adopted it, of a loan that was reclaimed.
    pub adopted_at: Option<Timestamp>,
    pub adopted_by: Option<AccountId>,
    /// The time at which somebody dismissed it, of such a loan.
    pub dismissed_at: Option<Timestamp>,
    pub dismissed_by: Option<AccountId>,
    /// The words of whoever has dismissed it.
    pub note: Option<String>,
}

/// The digest of a request, with the seed of the ids that are made of it.
fn request_digest([method, path, media_type, seed]: [&str; 4], body: &[u8]) -> String {
    sha256(json!([method, path, media_type, sha256(body), seed]).to_string())
}

/// The digest of what a transaction has changed.
fn changes_digest(written: &[Written]) -> String {
    let digests: Vec<&str> = written.iter().map(|change| change.digest.as_str()).collect();
    sha256(digests.join("\n"))
}

impl PenCommand {
    /// The command that has just changed something, as the next of the loan.
    ///
    /// # Errors
    /// [`PenRefusal::NotAtVenue`]: it has files, or nobody gave it.
    pub fn next(loan: &PenLoan, command: &Command, written: &[Written]) -> Result<PenCommand, PenRefusal> {
        let refusal = |what: &str| PenRefusal::NotAtVenue(what.to_owned());
        let body = command.body().ok_or_else(|| refusal("Sending files"))?;
        let account = written.iter().find_map(|change| change.account);
        let request = [&command.method, &command.path, &command.media_type, &command.seed.text].map(String::as_str);
        let next = PenCommand {
            tournament: loan.tournament,
            epoch: loan.epoch,
            n: loan.executed + 1,
            id: command.id,
            account: account.ok_or_else(|| refusal("What nobody has signed in for"))?,
            at: command.at,
            method: command.method.clone(),
            path: command.path.clone(),
            media_type: command.media_type.clone(),
            body: Some(body.to_vec()),
            seed: Some(command.seed.text.clone()),
            request_digest: request_digest(request, body),
            changes_digest: changes_digest(written),
            previous: loan.head.clone(),
            hash: String::new(),
            executed_at: Some(command.at),
            adopted_at: None,
            adopted_by: None,
            dismissed_at: None,
            dismissed_by: None,
            note: None,
        };
        Ok(PenCommand {
            hash: next.chained(),
            ..next
        })
    }

    fn chained(&self) -> String {
        let place = json!([self.tournament, self.epoch, self.n]);
        let request = json!([self.id, self.account, self.at, self.request_digest]);
        sha256(json!([self.previous, place, request, self.changes_digest]).to_string())
    }

    /// The request that it was, to be executed again; none of one that was emptied.
    pub fn request(&self) -> Option<Command> {
        let (text, at, body) = (self.seed.clone()?, self.at, self.body.clone()?);
        Some(Command {
            id: self.id,
            at,
            seed: Seed { text, at },
            method: self.method.clone(),
            path: self.path.clone(),
            media_type: self.media_type.clone(),
            body: body.into(),
        })
    }

    /// The command that was handed in, as one that waits.
    ///
    /// # Errors
    /// [`PenRefusal::Altered`]: it has not the hash that it names, or its body is not written as it should be.
    pub fn handed_in(loan: &PenLoan, handed: &CommandForm) -> Result<PenCommand, PenRefusal> {
        let altered = || PenRefusal::Altered(format!("Step {} has another hash than it names.", handed.n));
        let texts = [
            &handed.path,
            &handed.method,
            &handed.media_type,
            &handed.seed,
            &handed.previous,
        ];
        // No database keeps it in a text.
        if texts.iter().any(|text| text.contains('\0')) || handed.changes_digest.contains('\0') {
            return Err(altered());
        }
        let body = URL_SAFE_NO_PAD.decode(&handed.body).map_err(|_| altered())?;
        let request = [&handed.method, &handed.path, &handed.media_type, &handed.seed].map(String::as_str);
        let command = PenCommand {
            tournament: loan.tournament,
            epoch: loan.epoch,
            n: handed.n,
            id: handed.id,
            account: handed.account_id,
            at: handed.at,
            method: handed.method.clone(),
            path: handed.path.clone(),
            media_type: handed.media_type.clone(),
            request_digest: request_digest(request, &body),
            body: Some(body),
            seed: Some(handed.seed.clone()),
            changes_digest: handed.changes_digest.clone(),
            previous: handed.previous.clone(),
            hash: handed.hash.clone(),
            executed_at: None,
            adopted_at: None,
            adopted_by: None,
            dismissed_at: None,
            dismissed_by: None,
            note: None,
        };
        if (1..=MOST).contains(&command.n) && command.chained() == command.hash {
            Ok(command)
        } else {
            Err(altered())
        }
    }

    /// The most bytes that it has in a hand-in: its body as base64url, its path, and all else, which is short.
    pub fn bytes(&self) -> usize {
        let body = self.body.as_ref().map_or(0, Vec::len);
        body.div_ceil(3) * 4 + self.path.len() + 1000
    }

    /// Whether it follows that one.
    pub fn follows(&self, n: i64, hash: &str) -> bool {
        self.n == n + 1 && self.previous == hash
    }
}

/// A command as it is handed in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandForm {
    /// Its number in the loan, from 1.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(crate) n: i64,
    /// Its id.
    #[schema(example = "019ab2c3-1d2e-7f30-9a4b-5c6d7e8f9a0b")]
    pub(crate) id: Id,
    /// The account that gave it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    pub(crate) account_id: AccountId,
    /// The time at which it was given, by the laptop's clock.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T08:00:00.000000Z")]
    pub(crate) at: Timestamp,
    /// The method of the request.
    #[schema(min_length = 1, max_length = 10, example = "POST")]
    pub(crate) method: String,
    /// The path of the request, with its query.
    #[schema(
        min_length = 1,
        max_length = 2000,
        example = "/v1/entries/019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a/check-ins"
    )]
    pub(crate) path: String,
    /// The media type of what was sent; empty if nothing was.
    #[schema(min_length = 0, max_length = 200, example = "")]
    pub(crate) media_type: String,
    /// The body that was sent, as base64url.
    #[schema(min_length = 0, max_length = 400_000, example = "")]
    pub(crate) body: String,
    /// The seed from which its ids are drawn.
    #[schema(
        min_length = 1,
        max_length = 64,
        example = "pC7q3sC0bVn6m2JxKk9Zr1Yt8Uw5Xe4Fv0Gd3Hb2Ia1"
    )]
    pub(crate) seed: String,
    /// A digest of what it has changed.
    #[schema(
        min_length = 64,
        max_length = 64,
        example = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )]
    pub(crate) changes_digest: String,
    /// The hash of the command before; empty of the first.
    #[schema(min_length = 0, max_length = 64, example = "")]
    pub(crate) previous: String,
    /// The hash over all of it.
    #[schema(
        min_length = 64,
        max_length = 64,
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub(crate) hash: String,
}

impl CommandForm {
    /// The command as the laptop hands it in; none of one that was emptied.
    pub fn of(command: PenCommand) -> Option<CommandForm> {
        Some(CommandForm {
            n: command.n,
            id: command.id,
            account_id: command.account,
            at: command.at,
            method: command.method,
            path: command.path,
            media_type: command.media_type,
            body: URL_SAFE_NO_PAD.encode(command.body?),
            seed: command.seed?,
            changes_digest: command.changes_digest,
            previous: command.previous,
            hash: command.hash,
        })
    }
}
