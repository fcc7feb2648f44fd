//! Who has colours and lets institutions read that, over HTTP.

use std::collections::HashMap;

use actix_web::get;
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Institution;
use crate::certificates::holders::store as holders;
use crate::certificates::holders::store::Filter;
use crate::certificates::routes::award_in_words;
use crate::colours::{Award, ColoursLevel};
use crate::db::{Conn, Database};
use crate::players::registrations::Division;
use crate::players::{self, Player, of_age_if_born_by};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::Reply;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_colours_holders);
}

/// Colours that somebody has, for an institution: what it needs to check an application, and nothing else.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursHolder)]
struct HolderView {
    /// The holder's name, in full.
    #[schema(example = "Thandiwe Mokoena")]
    holder: String,
    /// The award in words.
    #[schema(example = "Provincial colours, senior, North West")]
    award: String,
    /// Which colours.
    level: ColoursLevel,
    /// In which division.
    division: Division,
    /// For which gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// Who has awarded them.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
}

/// Which holders to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListHolders {
    /// Of which gaming year.
    #[param(value_type = i32, example = 2027)]
    year: GamingYear,
    /// Only those of this level.
    #[param(inline, example = "provincial")]
    level: Option<ColoursLevel>,
    /// Only those of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Only those of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WyJtb2tvZW5hIHRoYW5kaXdlIiwiMDE5YWEwZTAtMWEyYi03YzNkLThlNGYtNWE2YjdjOGQ5ZTBmIl0")]
    cursor: Option<String>,
}

/// What a place in the list is known by: the holder's name as it is sorted, and the award.
type Key = (String, Id);

fn views(c: &mut Conn, found: Vec<(Award, String)>) -> Result<Vec<(Key, HolderView)>, Error> {
    let ids: Vec<Id> = found.iter().map(|(award, _)| award.player).collect();
    let players: HashMap<Id, Player> = players::store::find_all(c, &ids)?;
    let mut views = Vec::with_capacity(found.len());
    for (award, sort_key) in found {
        let holder = players.get(&award.player);
        let holder = holder.ok_or_else(|| Error::Internal(format!("colours {}: the holder", award.id)))?;
        let view = HolderView {
            holder: holder.named_in_full().name,
            award: award_in_words(c, &award)?,
            level: award.level,
            division: award.division,
            year: award.year,
            awarding_body: award.awarding_body,
        };
        views.push(((sort_key, award.id), view));
    }
    Ok(views)
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
    responses((status = 200, description = "A page of holders.", body = Page<HolderView>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "institution": "any" }))),
)]
#[get("/v1/colours-holders")]
pub(crate) async fn list_colours_holders(
    _caller: Institution,
    Query(query): Query<ListHolders>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<HolderView>>, Error> {
    let of_age = of_age_if_born_by(clock.now().day());
    let ListHolders {
        year,
        level,
        division,
        province,
        limit,
        cursor,
    } = query;
    let (province, after) = (province.map(String::from), after(cursor.as_deref())?);
    let filter = Filter {
        year,
        level,
        division,
        province,
        after,
    };
    let views = database
        .read(move |c| {
            let found = holders::list(c, filter, of_age, limit.rows())?;
            views(c, found)
        })
        .await?;
    Ok(Reply::private_page(Page::of(
        views,
        limit,
        |(key, _)| key.clone(),
        |(_, view)| view,
    )?))
}
