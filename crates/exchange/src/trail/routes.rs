//! The trail over HTTP.

use actix_web::get;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Coordinator;
use crate::trail::store::TrailFilter;
use crate::trail::{ActionWords, TrailItem, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::validation::{Day, Word};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::Response;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config.service(read_trail);
}

/// The changes to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadTrail {
    /// Lists only changes that this account made.
    #[param(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: Option<AccountId>,
    /// Lists only changes of this sort of thing: `player`, `registration`, `transfer`, `consent`, `pairing_bar`, `club`,
    /// `affiliation`, `accreditation`, `tournament`, `entry`, `appointment`, `bye`, `round`, `match`, `dispute`, `game`,
    /// `selection`, `colours`; and for administrators all else that an item names.
    #[param(value_type = Option<String>, example = "player", min_length = 1, max_length = 64)]
    subject: Option<Word>,
    /// Lists only changes of the thing with this id.
    #[param(value_type = Option<String>, example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", min_length = 1, max_length = 64)]
    subject_id: Option<Word>,
    /// Lists only changes of this day or later, in South Africa.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2026-11-20")]
    from: Option<Day>,
    /// Lists only changes of this day or earlier.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2026-11-20")]
    until: Option<Day>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "MTY1Mg")]
    cursor: Option<String>,
}

/// Read the audit trail
///
/// When, by whom and how things were changed, in words, the newest change first. Coordinators ask about one thing that
/// belongs to their province; administrators about anything, or everything. Where hardly a change is asked for, a page may have
/// fewer than `limit`, or none, and lead on all the same: 10,000 changes are looked at for a page.
#[utoipa::path(
    tag = "trail",
    params(ReadTrail),
    responses(
        (status = 200, description = "A page of changes.", body = Page<TrailItem>),
        (status = 404, description = "`not-found`: there is no such thing."),
    ),
)]
#[get("/v1/audit")]
async fn read_trail(
    caller: Coordinator,
    Query(query): Query<ReadTrail>,
    words: Data<ActionWords>,
) -> Result<Response<Page<TrailItem>>, Error> {
    let limit = query.limit;
    let until = query.until.map(chrono::NaiveDate::from);
    let filter = TrailFilter {
        account: query.account_id,
        subject: query.subject.map(String::from),
        subject_id: query.subject_id.map(String::from),
        from: query.from.map(|day| Timestamp::beginning(day.into())),
        until: until.and_then(|day| day.succ_opt()).map(Timestamp::beginning),
        before: after(query.cursor.as_deref())?,
    };
    let page = caller.read(move |c, by| use_cases::list(c, by, filter, limit.rows()));
    let ((rows, end), names) = page.await?;
    let items = rows.into_iter().map(|row| TrailItem::of(row, &names, &words));
    let items = items.collect::<Result<Vec<_>, Error>>()?;
    Ok(Response::private_page(Page::walked(
        items,
        limit,
        end,
        |item| item.seq,
        |item| item,
    )?))
}
