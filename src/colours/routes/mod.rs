//! Colours over HTTP: proposals here, what follows from them in `routes/`.

pub(crate) mod awards;

use actix_web::post;
use actix_web::web::Data;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::colours::criteria::at_home;
use crate::colours::selections::{self, LONGEST_REASON};
pub(crate) use crate::colours::views::ParticularsView;
use crate::colours::{Award, Basis, Known, Level, Proposal, candidates, days, decisions, store};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::registrations::Division;
use crate::players::residences::on;
use crate::players::{self, Player};
use crate::provinces;
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, text};
use crate::web::body::Body;
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    crate::colours::criteria::routes::configure(config);
    selections::routes::configure(config);
    candidates::routes::configure(config);
    config
        .service(create_colours)
        .service(awards::list_colours)
        .service(awards::read_colours)
        .service(awards::list_colours_particulars)
        .service(awards::read_colours_particulars)
        .service(awards::read_colours_code);
    decisions::routes::configure(config);
}

/// Colours as they are proposed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateColours {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: Option<Id>,
    /// For whom.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// Which colours.
    level: Level,
    /// In which division.
    division: Division,
    /// For which gaming year: this one or an earlier one.
    #[schema(example = 2027)]
    year: GamingYear,
    /// On what they rest. The evidence is put together by the service.
    basis: Basis,
    /// Why the board uses its discretion; there with the basis `discretion`, and with no other. Private.
    #[schema(example = "Has taught the game in twelve schools.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

impl CreateColours {
    fn parse(self, today: NaiveDate) -> Result<Proposal, Faults> {
        let CreateColours {
            player_id: player,
            level,
            division,
            year,
            basis,
            reason,
            ..
        } = self;
        let mut faults = Faults::default();
        if year > GamingYear::of(today) {
            faults.take::<()>(
                "/year",
                Err(Invalid::new(
                    "too-far-ahead",
                    "Must not be a year that is still to come.",
                )),
            );
        }
        let reason = match (reason, basis) {
            (None, Basis::Discretion) => Err(Invalid::new("required", "Discretion has a reason.")),
            (Some(_), basis) if basis != Basis::Discretion => Err(Invalid::new(
                "not-for-this-basis",
                "Only discretion has a reason of its own.",
            )),
            (reason, _) => reason.map(|reason| text(&reason, LONGEST_REASON)).transpose(),
        };
        match faults.take("/reason", reason) {
            Some(reason) if faults.is_empty() => Ok(Proposal {
                player,
                level,
                division,
                year,
                basis,
                reason,
            }),
            _ => Err(faults),
        }
    }
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Award, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There are no colours with this id."))?)
}

/// The player of an award.
fn holder(c: &mut Conn, award: &Award) -> Result<Player, Error> {
    let found = players::store::find_all(c, &[award.player])?.remove(&award.player);
    found.ok_or_else(|| Error::Internal(format!("colours {}: the player", award.id)))
}

pub(crate) fn particulars(c: &mut Conn, award: &Award) -> Result<ParticularsView, Error> {
    Ok(ParticularsView::of(award, &holder(c, award)?))
}

/// The answer to what was done to an award.
pub(crate) fn told(view: ParticularsView) -> Reply<ParticularsView> {
    let path = format!("/v1/colours/{}", view.id);
    let read_at = format!("{path}/particulars");
    Reply::private(view).created_at(path).read_at(read_at)
}

/// What is known of those whom a proposal is about, and who awards.
pub(crate) fn known(c: &mut Conn, proposal: &Proposal, today: NaiveDate) -> Result<(Known, String), Error> {
    let Proposal {
        level,
        division,
        year,
        basis,
        ..
    } = *proposal;
    let criteria = store::criteria(c, year)?;
    let player = players::store::find_all(c, &[proposal.player])?.remove(&proposal.player);
    let rules: Vec<_> = criteria
        .of(level, division)
        .filter(|rule| rule.condition.basis() == basis)
        .collect();
    let outcome = match &player {
        Some(player) if !rules.is_empty() => Some(if basis == Basis::Discretion {
            let day = days(year).map_or(today, |(_, last)| last.min(today));
            let residences = players::residences::store::list(c, player.id)?;
            at_home(level, on(&residences, day), None, day).map(|home| (Vec::new(), home))
        } else {
            let events: Vec<_> = rules.iter().flat_map(|rule| rule.condition.events()).collect();
            let dossier = crate::colours::candidates::store::find(c, year, &events, Some(player.id))?;
            let judged = rules.iter().filter_map(|rule| dossier.judge(rule, division, player.id));
            let mut outcomes: Vec<_> = judged.map(|finding| finding.outcome).collect();
            let met = outcomes.iter().position(Result::is_ok).unwrap_or_default();
            outcomes.swap_remove(met)
        }),
        _ => None,
    };
    let others = store::of_player(c, proposal.player)?;
    let known = Known {
        player,
        criteria,
        outcome,
        others,
    };
    let province = known
        .home()
        .map(|home| provinces::store::find(c, &home.province))
        .transpose()?
        .flatten();
    let body = known
        .criteria
        .awarding_bodies
        .of(level, &province.map(|province| province.name).unwrap_or_default());
    Ok((known, body))
}

/// Propose colours
///
/// On a rule that is met, which is looked at in the moment of the proposal; or at the discretion of the board, with a reason.
/// The colours are of the province in which the player lived on the day, and proposed by who looks after that. A second person
/// approves. Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "colours",
    request_body = CreateColours,
    responses(
        (status = 201, description = "The proposal.", body = ParticularsView),
        (status = 409, description = "In this order: `id-taken`: the id is another proposal's. `not-earned`: the rule is not met. `already-awarded`: the player has such colours for the year, or is proposed for them."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player. `no-such-rule`: no rule of that basis gives these colours."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/colours")]
async fn create_colours(
    caller: Coordinator,
    Body(asked, request): Body<CreateColours>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let proposal = asked.parse(now.day())?;
    let (account, actor, reach) = (caller.account(), caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, account, now, move |c| {
            if let Some(award) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                let award = award.within(&reach)?;
                return Ok(told(particulars(c, &award)?));
            }
            let known = known(c, &proposal, now.day())?;
            let award = Award::propose(proposal.clone(), id, known, (account, &reach), now)?;
            store::insert(c, &award, &fingerprint)?;
            let view = particulars(c, &award)?;
            audit::append(c, now, &actor, Change::created("create_colours", "colours", id, &view)?)?;
            Ok(told(view))
        })
        .await
}
