//! Colours over HTTP: proposals here, what follows from them in `routes/`.

mod candidates;
mod criteria;
mod lists;
pub(crate) mod selections;
mod steps;
pub(crate) mod views;

use actix_web::post;
use actix_web::web::Data;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use utoipa::ToSchema;

use crate::accounts::caller::{Coordinator, OUT_OF_SCOPE};
use crate::colours::criteria::at_home;
use crate::colours::routes::views::{MissingView, ParticularsView};
use crate::colours::selections::LONGEST_REASON;
use crate::colours::{Award, Basis, Known, Level, Proposal, Refusal, days, store};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::registrations::Division;
use crate::players::residences::on;
use crate::players::routes::UNKNOWN_PLAYER;
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

crate::problem_kinds! {
    NO_SUCH_RULE = 422 "no-such-rule", "The criteria have no such rule",
        "No rule of that basis gives these colours. `GET /v1/colours-criteria` lists the rules.";
    NOT_EARNED = 409 "not-earned", "The rule is not met",
        "`missing` lists what is missing. `GET /v1/players/{id}/colours-candidacy` shows it at any moment.";
    ALREADY_AWARDED = 409 "already-awarded", "The player has these colours",
        "A player has colours of one level and division once a year, and is proposed for them once, unless that was refused or revoked, or superseded by what was.";
    NOT_PROPOSED = 409 "not-proposed", "The proposal is closed",
        "It was approved or refused before.";
    SECOND_PERSON_APPROVES = 403 "second-person-approves", "A second person approves",
        "Whoever has proposed an award does not approve it.";
    NOT_APPROVED = 409 "not-approved", "It is no award that holds",
        "It is not approved yet, or was refused, revoked or superseded.";
    NO_SUCCESSOR = 422 "no-successor", "Nothing can take its place",
        "What takes the place of an award is another one of the same player that holds.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownPlayer(_) => UNKNOWN_PLAYER.at("/player_id", detail),
            Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            Refusal::Erased => return players::Refusal::Erased.into(),
            Refusal::NoSuchRule => NO_SUCH_RULE.at("/basis", detail),
            Refusal::NotEarned(missing) => {
                let missing: Vec<MissingView> = missing.into_iter().map(MissingView::from).collect();
                NOT_EARNED
                    .problem(detail)
                    .with_facts(Map::from_iter([("missing".to_owned(), json!(missing))]))
            }
            Refusal::AlreadyAwarded => ALREADY_AWARDED.problem(detail),
            Refusal::NotProposed(_) => NOT_PROPOSED.problem(detail),
            Refusal::SamePerson => SECOND_PERSON_APPROVES.problem(detail),
            Refusal::NotApproved(_) => NOT_APPROVED.problem(detail),
            Refusal::NoSuccessor(_) => NO_SUCCESSOR.at("/successor_id", detail),
        }
        .into()
    }
}

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(criteria::list_colours_criteria)
        .service(selections::create_selection)
        .service(selections::list_selections)
        .service(selections::read_selection)
        .service(selections::create_selection_withdrawal)
        .service(candidates::list_colours_candidates)
        .service(candidates::read_colours_candidacy)
        .service(create_colours)
        .service(lists::list_colours)
        .service(lists::read_colours)
        .service(lists::list_colours_particulars)
        .service(lists::read_colours_particulars)
        .service(lists::read_colours_code)
        .service(steps::create_colours_approval)
        .service(steps::create_colours_refusal)
        .service(steps::create_colours_revocation)
        .service(steps::create_colours_supersession);
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

fn find(c: &mut Conn, id: Id) -> Result<Award, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There are no colours with this id."))?)
}

/// The player of an award.
fn holder(c: &mut Conn, award: &Award) -> Result<Player, Error> {
    let found = players::store::find_all(c, &[award.player])?.remove(&award.player);
    found.ok_or_else(|| Error::Internal(format!("colours {}: the player", award.id)))
}

fn particulars(c: &mut Conn, award: &Award) -> Result<ParticularsView, Error> {
    Ok(ParticularsView::of(award, &holder(c, award)?))
}

/// The answer to what was done to an award.
fn told(view: ParticularsView) -> Reply<ParticularsView> {
    let path = format!("/v1/colours/{}", view.id);
    let read_at = format!("{path}/particulars");
    Reply::private(view).created_at(path).read_at(read_at)
}

/// What is known of those whom a proposal is about, and who awards.
fn known(c: &mut Conn, proposal: &Proposal, today: NaiveDate) -> Result<(Known, String), Error> {
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
            let dossier = store::dossiers::find(c, year, &events, Some(player.id))?;
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
