//! Doubtful records: in force, though the rule by which they were admitted is met no more.
//!
//! Nothing is kept of a doubt: each record is judged again by its own rule when the list is read. A person revokes the record where
//! its own operations have it, or upholds it; what it lacks besides puts it on the list again.

pub mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::{Deserialize, Serialize};

use crate::accounts::{OUT_OF_SCOPE, Reach};
use crate::players::{Player, PlayerName};
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, PlayerId, UpholdingId};

/// The reason for upholding a record has so many characters at most.
pub const LONGEST_REASON: usize = 400;

crate::string_enum! {
    /// The kind of a record that was admitted because of another one.
    pub enum RecordKind as "DoubtfulRecordKind" {
        /// An award: of results, a selection, a home or a nationality.
        Award = "award",
        /// An accreditation: of a course, a registration, an age, or the level before.
        Accreditation = "accreditation",
        /// A selection: of a registration, and an umpire's of an accreditation.
        Selection = "selection",
        /// An entry in a tournament: of a registration, its fee, and a club's standing.
        Entry = "entry",
        /// An appointment to a tournament: of an accreditation.
        Appointment = "appointment",
    }
}

impl RecordKind {
    /// The kind in words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            RecordKind::Award => "colours",
            RecordKind::Accreditation => "accreditation",
            RecordKind::Selection => "selection",
            RecordKind::Entry => "entry in a tournament",
            RecordKind::Appointment => "appointment to a tournament",
        }
    }
}

/// The place of a doubtful record in the list: its kind, and its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubtKey(pub RecordKind, pub Id);

/// A record that is in force and lacks something.
#[derive(Debug, Clone)]
pub struct Doubt {
    /// Its place in the list.
    pub key: DoubtKey,
    /// The player whose record it is.
    pub player: Player,
    /// The province whose coordinators look after it; none of what is of the whole country.
    pub province: Option<String>,
    /// The record in words.
    pub about: String,
    /// Everything that it lacks, in words.
    pub reasons: Vec<String>,
    /// The decision to uphold it though it lacks just that.
    pub upheld: Option<Upholding>,
}

/// The decision to uphold a record though it lacks something.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::upholdings)]
pub struct Upholding {
    /// Its id.
    pub id: UpholdingId,
    /// The kind of the record.
    pub kind: RecordKind,
    /// The id of the record.
    pub record_id: Id,
    /// The player whose record it is.
    #[diesel(column_name = player_id)]
    #[serde(rename = "player_id")]
    pub player: PlayerId,
    /// The digest of what it lacked.
    pub digest: String,
    /// The reason; empty once the person's data was erased.
    pub reason: String,
    /// The account that upheld it.
    pub upheld_by: AccountId,
    /// The time at which it was upheld.
    pub upheld_at: Timestamp,
}

/// The reason why a record is not upheld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DoubtRefusal {
    /// The rule of the record is met, it is not in force, or there is none.
    #[error("There is no doubtful record with this id.")]
    NotDoubtful,
    /// The record is another province's, or an administrator decides on it.
    #[error("You do not decide on this record.")]
    OutOfScope,
    /// It was upheld before, and lacks nothing besides.
    #[error("The record was upheld, and lacks nothing besides.")]
    AlreadyUpheld,
}

crate::problem_kinds! {
    NOT_DOUBTFUL = 409 "not-doubtful", "The record is not doubtful",
        "`GET /v1/doubtful-records` lists those that are: in force, though the rule by which they were admitted is not met today.";
    ALREADY_UPHELD = 409 "already-upheld", "The record was upheld",
        "A record is upheld once for what it lacks. What it lacks besides puts it on the list again.";
}

impl From<DoubtRefusal> for Error {
    fn from(refusal: DoubtRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            DoubtRefusal::NotDoubtful => NOT_DOUBTFUL.problem(detail),
            DoubtRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            DoubtRefusal::AlreadyUpheld => ALREADY_UPHELD.problem(detail),
        }
        .into()
    }
}

impl Doubt {
    /// Whether someone of that reach reads of it.
    #[must_use]
    pub fn is_within(&self, reach: &Reach) -> bool {
        let province = self.province.as_deref();
        province.map_or_else(|| reach.is_everywhere(), |province| reach.covers_province(province))
    }

    /// Whether someone of that reach upholds it: who could revoke it.
    #[must_use]
    pub fn is_decided_by(&self, reach: &Reach) -> bool {
        match self.key.0 {
            RecordKind::Award | RecordKind::Accreditation => reach.is_everywhere(),
            RecordKind::Selection | RecordKind::Entry | RecordKind::Appointment => self.is_within(reach),
        }
    }

    /// The player's name: in full for those who look after the player, else as in public.
    #[must_use]
    pub fn name(&self, reach: &Reach, today: NaiveDate) -> PlayerName {
        if reach.covers_province(&self.player.home.province) {
            self.player.named_in_full()
        } else {
            self.player.named(today)
        }
    }

    /// The digest of what it lacks.
    pub(crate) fn digest(&self) -> String {
        sha256(self.reasons.join("\n"))
    }

    /// Upholds it.
    ///
    /// # Errors
    /// [`DoubtRefusal::OutOfScope`], [`DoubtRefusal::AlreadyUpheld`].
    pub fn uphold(
        &self,
        reach: &Reach,
        id: UpholdingId,
        account: AccountId,
        reason: String,
        now: Timestamp,
    ) -> Result<Upholding, DoubtRefusal> {
        if !self.is_decided_by(reach) {
            return Err(DoubtRefusal::OutOfScope);
        }
        if self.upheld.is_some() {
            return Err(DoubtRefusal::AlreadyUpheld);
        }
        let DoubtKey(kind, record_id) = self.key;
        Ok(Upholding {
            id,
            kind,
            record_id,
            player: self.player.id,
            digest: self.digest(),
            reason,
            upheld_by: account,
            upheld_at: now,
        })
    }
}
