//! Doubtful records over HTTP.

use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::Coordinator;
use crate::doubts::use_cases::{self, DoubtSearch};
use crate::doubts::{Doubt, DoubtKey, LONGEST_REASON, RecordKind};
use crate::players::PlayerName;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id};
use crate::values::validation::{Faults, Word, text};
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config.service(list_doubtful_records).service(create_upholding);
}

/// The decision to uphold a record.
#[derive(Serialize, ToSchema)]
#[schema(as = Upholding)]
struct UpholdingView {
    /// The reason, which the public does not read.
    #[schema(example = "The board has heard the player, and lets it be.")]
    reason: String,
    /// The account that upheld it.
    #[schema(example = "019aa0c8-6c2f-7b63-8e1f-804c2d3b5e6f")]
    upheld_by: AccountId,
    /// The time at which it was upheld.
    #[schema(value_type = String, format = DateTime, example = "2027-06-01T08:00:00.000000Z")]
    upheld_at: Timestamp,
}

/// A record that is in force though the rule by which it was admitted is not met today.
#[derive(Serialize, ToSchema)]
#[schema(as = DoubtfulRecord)]
struct DoubtView {
    /// The kind of the record.
    kind: RecordKind,
    /// The id of the record.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: Id,
    /// The player whose record it is; in full for those who look after the player.
    player: PlayerName,
    /// The code of the province whose coordinators look after the record; none of what is of the whole country.
    #[schema(example = "ZA-NW")]
    province: Option<String>,
    /// The record in words.
    #[schema(example = "Provincial colours, senior, North West, 2027")]
    about: String,
    /// Everything that it lacks, each in a sentence.
    #[schema(example = json!(["Nobody has recorded such a selection for the year."]))]
    reasons: Vec<String>,
    /// The decision to uphold it, if there is one.
    upheld: Option<UpholdingView>,
}

impl DoubtView {
    fn of(doubt: Doubt, reach: &Reach, today: NaiveDate) -> DoubtView {
        let DoubtKey(kind, id) = doubt.key;
        DoubtView {
            kind,
            id,
            player: doubt.name(reach, today),
            province: doubt.province,
            about: doubt.about,
            reasons: doubt.reasons,
            upheld: doubt.upheld.map(|upheld| UpholdingView {
                reason: upheld.reason,
                upheld_by: upheld.upheld_by,
                upheld_at: upheld.upheld_at,
            }),
        }
    }
}

/// The doubtful records to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListDoubtfulRecords {
    /// Lists only records of this kind.
    #[param(inline, example = "award")]
    kind: Option<RecordKind>,
    /// Lists only records of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists the records that were upheld, instead of those that wait for a decision.
    #[param(example = false)]
    upheld: Option<bool>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyJhd2FyZCIsIjAxOWFhMGUwLTFhMmItN2MzZC04ZTRmLTVhNmI3YzhkOWUwZiJd")]
    cursor: Option<String>,
}

/// List doubtful records
///
/// Awards, accreditations, selections, entries and appointments of your provinces that are in force though the rule by which
/// they were admitted is not met today: a result was corrected, a selection withdrawn, marks of a course or a registration
/// changed. They stay what they are, and on this list, until they are revoked or withdrawn by operations of their own, or
/// upheld. Looked at are awards that hold, accreditations that are not over, selections of this gaming year and the next, and
/// tournaments that end in this gaming year or later.
#[utoipa::path(
    tag = "doubts",
    params(ListDoubtfulRecords),
    responses((status = 200, description = "A page of doubtful records.", body = Page<DoubtView>)),
)]
#[get("/v1/doubtful-records")]
pub(crate) async fn list_doubtful_records(
    caller: Coordinator,
    Query(query): Query<ListDoubtfulRecords>,
) -> Result<Response<Page<DoubtView>>, Error> {
    let (limit, today, reach) = (query.limit, caller.today(), caller.reach().clone());
    let search = DoubtSearch {
        kind: query.kind,
        province: query.province.map(String::from),
        upheld: query.upheld.unwrap_or_default(),
        after: after(query.cursor.as_deref())?,
    };
    let doubts = caller
        .read(move |c, by| use_cases::list(c, by, &search, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        doubts,
        limit,
        |doubt| doubt.key,
        |doubt| DoubtView::of(doubt, &reach, today),
    )?))
}

/// The record to uphold, and the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateUpholding {
    /// The kind of the record.
    kind: RecordKind,
    /// The id of the record, which is on the list.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    record_id: Id,
    /// The reason, which the public does not read.
    #[schema(
        example = "The board has heard the player, and lets it be.",
        min_length = 1,
        max_length = 400
    )]
    reason: String,
}

/// Uphold a doubtful record
///
/// It goes from the list until it lacks something besides. Administrators uphold awards and accreditations, which they alone
/// revoke; coordinators the others of their provinces.
#[utoipa::path(
    tag = "doubts",
    request_body = CreateUpholding,
    responses(
        (status = 201, description = "The record, upheld.", body = DoubtView),
        (status = 409, description = "`not-doubtful`: its rule is met, it is not in force, or there is none. `already-upheld`: it was upheld, and lacks nothing besides."),
    ),
)]
#[post("/v1/upholdings")]
pub(crate) async fn create_upholding(
    caller: Coordinator,
    Body(asked, request): Body<CreateUpholding>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults
        .check("/reason", text(&asked.reason, LONGEST_REASON))
        .ok_or(faults)?;
    let key = DoubtKey(asked.kind, asked.record_id);
    caller
        .write_once(request, move |c, by| {
            let upheld = use_cases::uphold(c, by, key, &reason)?;
            let view = DoubtView::of(upheld, &by.reach, by.today());
            Ok(Response::private(view).created_at("/v1/doubtful-records?upheld=true".to_owned()))
        })
        .await
}
