//! Holders of colours who let institutions read that, over HTTP.

use actix_web::get;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Institution;
use crate::certificates::holders::store::HolderFilter;
use crate::certificates::holders::{ColoursHolder, use_cases};
use crate::colours::ColoursLevel;
use crate::players::registrations::Division;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_colours_holders);
}

/// The holders to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListHolders {
    /// The gaming year of the colours.
    #[param(value_type = i32, minimum = 1990, maximum = 2100, example = 2027)]
    year: GamingYear,
    /// Lists only holders of colours of this level.
    #[param(inline, example = "provincial")]
    level: Option<ColoursLevel>,
    /// Lists only holders of colours of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Lists only holders who lived in this province on the day that counts for their colours.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyJtb2tvZW5hIHRoYW5kaXdlIiwiMDE5YWEwZTAtMWEyYi03YzNkLThlNGYtNWE2YjdjOGQ5ZTBmIl0")]
    cursor: Option<String>,
}

/// List the holders of colours
///
/// For institutions, as bursary offices and universities, to check applications: who has colours of a gaming year that hold
/// today, and has consented that they are shared (`share_colours`), by name. Of a player under 18 a parent or a guardian has
/// consented; that ends on the eighteenth birthday, and from then on it takes the player's own consent. A consent or an award
/// that is taken back is left out at once. Who is not in the list may have colours all the same, and shows the certificate:
/// `GET /v1/verifications/{code}` tells whether it is good.
#[utoipa::path(
    tag = "colours",
    params(ListHolders),
    responses((status = 200, description = "A page of holders.", body = Page<ColoursHolder>)),
)]
#[get("/v1/colours-holders")]
pub(crate) async fn list_colours_holders(
    caller: Institution,
    Query(query): Query<ListHolders>,
) -> Result<Response<Page<ColoursHolder>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let filter = HolderFilter {
        year: query.year,
        level: query.level,
        division: query.division,
        province: query.province.map(String::from),
        after: after(query.cursor.as_deref())?,
    };
    let holders = caller
        .read(move |c, _| use_cases::list(c, filter, today, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        holders,
        limit,
        |(key, _)| key.clone(),
        |(_, holder)| holder,
    )?))
}
