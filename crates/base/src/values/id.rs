//! Identifiers: UUIDs of version 7, which sort by age.

use std::fmt;
use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::values::clock::Timestamp;
use crate::values::random;

/// The identifier of any thing the service keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, AsExpression, FromSqlRow)]
#[serde(transparent)]
#[diesel(sql_type = crate::values::sql_types::Uid)]
pub struct Id(pub uuid::Uuid);

impl Id {
    /// A new identifier, made at that instant; by a command that is executed again, at that at which it was given first.
    #[must_use]
    pub fn new(now: Timestamp) -> Id {
        let at = random::instant_of_id(now);
        let millis = u64::try_from(at.0.timestamp_millis()).unwrap_or_default();
        Id(uuid::Builder::from_unix_timestamp_millis(millis, &random::of_id()).into_uuid())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

/// The text is no identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a UUID of version 7, as in 019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
pub struct NotAnId;

/// One form alone is read, that with hyphens, and only version 7: so ids sort by age, whoever makes them.
impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Id, NotAnId> {
        let uuid = uuid::Uuid::parse_str(text).ok().filter(|_| text.len() == 36);
        uuid.filter(|uuid| uuid.get_version() == Some(uuid::Version::SortRand))
            .map(Id)
            .ok_or(NotAnId)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A string of format `uuid` in the document.
impl utoipa::PartialSchema for Id {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
        let format = SchemaFormat::KnownFormat(KnownFormat::Uuid);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(format))
            .description(Some("An identifier: a UUID of version 7 (RFC 9562)."))
            .into()
    }
}

impl utoipa::ToSchema for Id {}

/// Declares the ids of things of one kind, so that those of two kinds cannot be taken for each other.
macro_rules! typed_ids {
    ($($(#[doc = $about:literal])+ $name:ident;)+) => {$(
        $(#[doc = $about])+
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[serde(transparent)]
        #[diesel(sql_type = $crate::values::sql_types::Uid)]
        pub struct $name($crate::values::id::Id);

        impl $name {
            /// A new one, made at that instant.
            #[must_use]
            pub fn new(now: $crate::values::clock::Timestamp) -> $name {
                $name($crate::values::id::Id::new(now))
            }
        }

        impl From<$name> for $crate::values::id::Id {
            fn from(id: $name) -> $crate::values::id::Id {
                id.0
            }
        }

        impl From<$crate::values::id::Id> for $name {
            fn from(id: $crate::values::id::Id) -> $name {
                $name(id)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::values::id::NotAnId;

            fn from_str(text: &str) -> Result<$name, $crate::values::id::NotAnId> {
                text.parse().map($name)
            }
        }

        impl<B: diesel::backend::Backend> diesel::serialize::ToSql<$crate::values::sql_types::Uid, B> for $name
        where
            $crate::values::id::Id: diesel::serialize::ToSql<$crate::values::sql_types::Uid, B>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, B>) -> diesel::serialize::Result {
                self.0.to_sql(out)
            }
        }

        impl<B: diesel::backend::Backend> diesel::deserialize::FromSql<$crate::values::sql_types::Uid, B> for $name
        where
            $crate::values::id::Id: diesel::deserialize::FromSql<$crate::values::sql_types::Uid, B>,
        {
            fn from_sql(value: B::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                $crate::values::id::Id::from_sql(value).map($name)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                <$crate::values::id::Id as utoipa::PartialSchema>::schema()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                "Id".into()
            }
        }
    )+};
}

typed_ids! {
    /// The id of an account, a person's or an institution's.
    AccountId;
    /// The id of a session: one sign-in, on one device, or all that an application does for somebody who has let it.
    SessionId;
    /// The id of a grant of a role.
    GrantId;
    /// The id of an application: a program that signs in as itself.
    ApplicationId;
    /// The id of a secret of an application.
    ApplicationSecretId;
    /// The id of a code by which an application comes to act for somebody.
    AuthorizationCodeId;
    /// The id of a personal token.
    PersonalTokenId;
    /// The id of a club.
    ClubId;
    /// The id of a club's affiliation.
    AffiliationId;
    /// The id of a player's entry in the register.
    PlayerId;
    /// The id of the tie between an account and a player for whom it holds.
    PlayerAccountId;
    /// The id of a consent.
    ConsentId;
    /// The id of a link by which a parent or guardian consents.
    ConsentLinkId;
    /// The id of a player's registration.
    RegistrationId;
    /// The id of a transfer.
    TransferId;
    /// The id of a pairing bar.
    PairingBarId;
    /// The id of a player's suspension.
    SuspensionId;
    /// The id of the upholding of a record.
    UpholdingId;
    /// The id of a course for umpires.
    UmpireCourseId;
    /// The id of a candidate's result in a course for umpires.
    UmpireCandidateId;
    /// The id of an accreditation.
    AccreditationId;
    /// The id of a sanction.
    SanctionId;
    /// The id of a tournament.
    TournamentId;
    /// The id of an entry in a tournament.
    EntryId;
    /// The id of a team in a tournament.
    TeamId;
    /// The id of a requested or allocated bye.
    ByeId;
    /// The id of a round.
    RoundId;
    /// The id of a match.
    MatchId;
    /// The id of a dispute.
    DisputeId;
    /// The id of an appeal.
    AppealId;
    /// The id of an umpire's appointment to a tournament.
    AppointmentId;
    /// The id of a confirmation of a tournament's equipment.
    EquipmentConfirmationId;
    /// The id of a game.
    GameId;
    /// The id of a ranking list.
    RankingId;
    /// The id of a selection to a team.
    SelectionId;
    /// The id of one person's colours.
    AwardId;
    /// The id of an import.
    JobId;
    /// The id of a webhook.
    WebhookId;
    /// The id of a secret of a webhook.
    WebhookSecretId;
    /// The id of an event on its way to a webhook.
    WebhookDeliveryId;
    /// The id of a finding on what was done at a venue.
    PenFindingId;
    /// The id of a service that runs: several may share the records.
    InstanceId;
}
