//! Links by which guardians consent, over HTTP: made by those who look after the player, answered by whoever has the code.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, ClubSecretary};
use crate::players::consent_links::views::{ConsentLinkView, ConsentQuestions};
use crate::players::consent_links::{Answer, Answers, page_of, use_cases};
use crate::players::consent_wordings::LONGEST_VERSION;
use crate::players::consents::{ConsentRelation, Purpose};
use crate::players::use_cases::PlayerPath;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ConsentLinkId, PlayerId};
use crate::values::public_url::PublicUrl;
use crate::values::validation::Limited;
use crate::web::body::{Body, NoBody};
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::rate_limit::RateLimited;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_consent_link)
        .service(list_consent_links)
        .service(create_consent_link_withdrawal)
        .service(create_consent_questions)
        .service(create_consent_answers);
}

/// A new link, with its code.
#[derive(Serialize, ToSchema)]
struct NewConsentLink {
    /// The link.
    link: ConsentLinkView,
    /// The code. It is not shown again: hand it to the parent or guardian, and to nobody else.
    #[schema(example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3")]
    code: String,
    /// The page on which the questions are answered, with the code in it.
    #[schema(example = "https://records.example/consents/q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3")]
    url: String,
}

/// Make a link for a parent or guardian to consent by
///
/// For a player under 18. It opens a page on which a parent or guardian without an account reads the wordings in force and
/// answers each, once, within 14 days. It takes the place of those that were open for the player.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 200, description = "The link, with its code.", body = NewConsentLink),
        (status = 422, description = "`not-theirs-to-give`: the player is of age."),
    ),
)]
#[post("/v1/players/{id}/consent-links")]
pub(crate) async fn create_consent_link(
    caller: ClubSecretary,
    path: PlayerPath,
    url: Data<PublicUrl>,
) -> Result<Response<NewConsentLink>, Error> {
    let now = caller.now();
    let (link, code) = caller.write(move |c, by| use_cases::create(c, by, &path)).await?;
    Ok(Response::private(NewConsentLink {
        link: ConsentLinkView::of(&link, now),
        url: format!("{}{}", url.as_str(), page_of(&code)),
        code,
    }))
}

/// The links of a player.
#[derive(Serialize, ToSchema)]
struct ConsentLinks {
    /// The latest first.
    items: Vec<ConsentLinkView>,
}

/// List the links made for a player
///
/// Their codes are told to nobody any more.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The links.", body = ConsentLinks)),
)]
#[get("/v1/players/{id}/consent-links")]
pub(crate) async fn list_consent_links(
    caller: ClubSecretary,
    path: PlayerPath,
) -> Result<Response<ConsentLinks>, Error> {
    let now = caller.now();
    let links = caller.read(move |c, by| use_cases::list(c, by, &path)).await?;
    let items = links.iter().map(|link| ConsentLinkView::of(link, now)).collect();
    Ok(Response::private(ConsentLinks { items }))
}

/// Withdraw a link
///
/// Whoever has it can answer no more. What was answered before stands among the consents.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 201, description = "The link, withdrawn.", body = ConsentLinkView),
        (status = 409, description = "In this order: `consent-link-answered`: withdraw what was allowed instead. `already-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/consent-links/{id}/withdrawals")]
pub(crate) async fn create_consent_link_withdrawal(
    caller: ClubSecretary,
    id: Path<ConsentLinkId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let link = use_cases::withdraw(c, by, *id)?;
            let location = format!("/v1/players/{}/consent-links", link.player);
            Ok(Response::private(ConsentLinkView::of(&link, by.now)).created_at(location))
        })
        .await
}

/// The code of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConsentQuestions {
    /// The code.
    #[schema(value_type = String, example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    code: Limited<128>,
}

/// Read the questions of a link
///
/// For whoever has its code, which is sent in the body and so stands in no log. Of the player it tells no more than initials,
/// year of birth and club.
#[utoipa::path(
    tag = "players",
    request_body = CreateConsentQuestions,
    responses(
        (status = 200, description = "The questions.", body = ConsentQuestions),
        (status = 404, description = "`not-found`: there is no link with this code."),
        (status = 409, description = "`consent-link-answered`: they were answered before."),
        (status = 410, description = "`consent-link-over`: it has run out, was withdrawn, or the player is of age by now."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[post("/v1/consent-questions")]
pub(crate) async fn create_consent_questions(
    caller: Anyone,
    _limited: RateLimited,
    Body(asked, _): Body<CreateConsentQuestions>,
) -> Result<Response<ConsentQuestions>, Error> {
    let now = caller.now();
    let open = caller
        .read(move |c| use_cases::open(c, asked.code.as_str(), now))
        .await?;
    Ok(Response::private(open.into()))
}

/// The most answers: more than there are questions.
const MOST_ANSWERS: usize = 10;

/// An answer to a question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConsentAnswer {
    /// The use that is asked about.
    purpose: Purpose,
    /// The version of the wording that was read.
    #[schema(value_type = String, example = "2026-1", min_length = 0, max_length = 40)]
    wording: Limited<LONGEST_VERSION>,
    /// Whether it is allowed.
    #[schema(example = true)]
    agrees: bool,
}

/// Answers to the questions of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConsentAnswers {
    /// The code of the link.
    #[schema(value_type = String, example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    code: Limited<128>,
    /// The name of the parent or guardian who answers.
    #[schema(example = "Lindiwe Mokoena", min_length = 1, max_length = 200)]
    guardian: String,
    /// The relation to the player: `parent` or `guardian`.
    relation: ConsentRelation,
    /// An answer to each question.
    #[schema(value_type = Vec<CreateConsentAnswer>, min_items = 0, max_items = 10)]
    answers: List<CreateConsentAnswer, 0, MOST_ANSWERS>,
}

/// The receipt of answers.
#[derive(Serialize, ToSchema)]
struct ConsentAnswers {
    /// The time at which they were kept.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T17:40:00.000000Z")]
    answered_at: Option<Timestamp>,
}

/// Answer the questions of a link
///
/// For whoever has its code, as the parent or guardian named. What is allowed is a consent as any other, recorded with the
/// name and the link (`link_id`). What is not allowed is recorded in the trail, and ends what was allowed before. The code is
/// used up by it.
#[utoipa::path(
    tag = "players",
    request_body = CreateConsentAnswers,
    responses(
        (status = 200, description = "They are kept.", body = ConsentAnswers),
        (status = 404, description = "`not-found`: there is no link with this code."),
        (status = 409, description = "In this order: `consent-link-answered`: they were answered before. `stale-wording`: a wording is another by now; read the questions again."),
        (status = 410, description = "`consent-link-over`: it has run out, was withdrawn, or the player is of age by now."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[post("/v1/consent-answers")]
pub(crate) async fn create_consent_answers(
    caller: Anyone,
    _limited: RateLimited,
    Body(sent, _): Body<CreateConsentAnswers>,
) -> Result<Response<ConsentAnswers>, Error> {
    let answers = sent.answers.into_iter().map(|answer| Answer {
        purpose: answer.purpose,
        wording: answer.wording.into(),
        agrees: answer.agrees,
    });
    let answers = Answers::parse(&sent.guardian, sent.relation, answers.collect())?;
    let (now, actor, code) = (caller.now(), caller.actor().clone(), sent.code);
    let answered = caller.write(move |c| use_cases::answer(c, now, &actor, code.as_str(), &answers));
    let answered_at = answered.await?.answered_at;
    Ok(Response::private(ConsentAnswers { answered_at }))
}
