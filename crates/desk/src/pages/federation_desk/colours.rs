//! Colours: proposals to approve or refuse, and awards to take back.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::certificate_codes::{Code, Subject};
use crate::certificates::use_cases::award_in_words;
use crate::colours::criteria::{Evidence, MissingCondition};
use crate::colours::decisions::use_cases as decisions;
use crate::colours::lacks::lacking;
use crate::colours::store::{Audience, AwardFilter};
use crate::colours::{self, Award, ColoursBasis, ColoursState, LONGEST_REASON, LONGEST_REFERENCE, use_cases};
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::certificate::Issued;
use crate::pages::federation_desk::{OfFederation, part, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{choose, colours_of, day, division, next_page};
use crate::pages::sent::Sent;
use crate::players::Player;
use crate::tournaments::sheets::frame::moment;
use crate::trail;
use crate::values::counted::{self, counted};
use crate::values::error::Error;
use crate::values::id::AwardId;
use crate::values::public_url::PublicUrl;
use crate::values::random;
use crate::values::validation::{Faults, ValueError, text};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_colours_page)
        .service(show_award)
        .service(send_approval)
        .service(send_refusal)
        .service(send_revocation)
        .service(send_supersession);
}

/// The awards and proposals to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListColours {
    state: Option<ColoursState>,
    cursor: Option<String>,
}

/// The basis of an award in words.
pub(super) fn basis(basis: ColoursBasis) -> &'static str {
    match basis {
        ColoursBasis::Place => "one of the first places of an event",
        ColoursBasis::AllRounds => "all rounds of an event won",
        ColoursBasis::AllGames => "all games of an event won",
        ColoursBasis::TeamPlace => "one of the first places of a team",
        ColoursBasis::TopHalf => "the top half of two events of one year",
        ColoursBasis::Selection => "selection for a team",
        ColoursBasis::Umpire => "selection as an umpire",
        ColoursBasis::Discretion => "the board’s discretion",
    }
}

/// The filter for awards in that state, after that one.
pub(super) fn in_state(by: &Caller, state: Option<ColoursState>, after: Option<AwardId>) -> AwardFilter {
    AwardFilter {
        audience: Audience::Within(by.reach.clone()),
        year: None,
        level: None,
        division: None,
        state,
        province: None,
        evidence_fell: None,
        player: None,
        after,
    }
}

#[get("/desk/colours")]
async fn list_colours_page(
    caller: Administrator,
    visit: Visit,
    Search(query): Search<ListColours>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (limit, after) = (PageSize::default(), after(query.cursor.as_deref())?);
    let desk = caller
        .read(move |c, by| {
            let awards = use_cases::list(c, in_state(by, query.state, after), limit.rows())?;
            let lacking = lacking(c, awards.iter().map(|(award, _)| award))?;
            OfFederation::read(c, by, (awards, lacking))
        })
        .await?;
    let OfFederation { federation, content } = desk;
    let (awards, lacking) = content;
    let page = pagination::Page::of(awards, limit, |(award, _)| award.id, |award| award)?;
    let (awards, next) = page.into_parts();
    let states = ColoursState::ALL.iter().map(|one| (one.as_str(), one.in_words()));
    let body = html! {
        (way_back())
        h1 { "Colours" }
        form.line action="/desk/colours" {
            (choose(Words::ENGLISH, "state", "State", states, query.state.map(ColoursState::as_str)))
            button { "Show" }
        }
        @if awards.is_empty() { p { "There are none." } }
        ul.things {
            @for (award, player) in &awards {
                li {
                    a href=(path(award.id)) { (player.named_in_full().name) ", " (colours_of(Words::ENGLISH, award.level)) }
                    p.quiet {
                        (division(Words::ENGLISH, award.division)) " · " (award.year.number()) " · " (award.state.in_words())
                        " · proposed " (day(award.proposed_at.day()))
                        @if lacking.contains_key(&award.id) { " · " b { "what it rests on does not hold" } }
                    }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&federation, "Colours", &body))
}

fn path(id: AwardId) -> String {
    format!("/desk/colours/{id}")
}

/// An award with all that a decision on it asks for.
struct Decided {
    award: Award,
    player: Player,
    /// The award in words, with the place that it names.
    words: String,
    /// Reasons why it would not be awarded today.
    missing: Vec<MissingCondition>,
    is_own_proposal: bool,
    /// The name of the account that has proposed it.
    proposed_by: String,
    /// Its certificate, once it is approved.
    certificate: Option<Issued>,
    /// Other awards of the player that hold, each in words.
    others: Vec<(AwardId, String)>,
}

fn read(c: &mut Conn, by: &Caller, id: AwardId) -> Result<OfFederation<Decided>, Error> {
    let (award, player) = use_cases::find_within(c, by, id)?;
    let others = colours::store::of_player(c, award.player)?;
    let others = others
        .into_iter()
        .filter(|other| other.id != id && other.state == ColoursState::Approved);
    let others: Vec<_> = others
        .map(|other| {
            let words = format!(
                "{}, {}, {}",
                colours_of(Words::ENGLISH, other.level),
                division(Words::ENGLISH, other.division),
                other.year.number()
            );
            (other.id, words)
        })
        .collect();
    let names = trail::store::names(c, &[award.proposed_by])?;
    let decided = Decided {
        words: award_in_words(c, &award)?,
        missing: lacking(c, [&award])?.remove(&id).unwrap_or_default(),
        certificate: Issued::find(c, Subject::Colours(id), by.today())?,
        is_own_proposal: award.proposed_by == by.account,
        proposed_by: names.get(&award.proposed_by).cloned().unwrap_or_default(),
        others,
        award,
        player,
    };
    OfFederation::read(c, by, decided)
}

fn reference_field() -> Field {
    Field::new("reference", "Where it is written", FieldKind::Text).with_hint("As in Minutes of 8 May 2027, item 7.")
}

fn reason_field(label: &'static str) -> Field {
    Field::new("reason", label, FieldKind::Text).with_hint("The public does not read it.")
}

/// The fields of the award by which another one is superseded.
fn successor_fields(others: &[(AwardId, String)]) -> [Field; 2] {
    let others = others.iter().map(|(id, words)| (id.to_string(), words.clone()));
    [
        Field::new(
            "successor_id",
            "The award that takes its place",
            FieldKind::Choice(others.collect()),
        ),
        Field::new("why", "Why it takes its place", FieldKind::Text).with_hint("The public does not read it."),
    ]
}

fn page(desk: &OfFederation<Decided>, visit: &Visit, draft: &Draft) -> Page {
    let decided = &desk.content;
    let (award, name) = (&decided.award, decided.player.named_in_full().name);
    let title = format!("{}, {name}", colours_of(Words::ENGLISH, award.level));
    let mut fields = vec![reference_field(), reason_field("Reason")];
    fields.extend(successor_fields(&decided.others));
    let body = html! {
        p.way { a href="/desk/colours" { "Colours" } }
        h1 { (title) }
        p.lead { (decided.words) ", " (award.year.number()) ": " (award.state.in_words()) }
        (draft.refusal(&fields))
        @if !decided.missing.is_empty() {
            p { b { "What it rests on does not hold today." } " What is to become of it is for you to say." }
            ul { @for missing in &decided.missing { li { (missing.sentence) } } }
            @if award.state == ColoursState::Approved { p { a href={ "/desk/doubts/award/" (award.id) } { "Uphold it all the same" } } }
        }
        (facts(decided))
        @if let Some(certificate) = &decided.certificate { (certificate.section()) }
        section { h2 { "What it rests on" } (evidence(&award.evidence.0)) }
        @match award.state {
            ColoursState::Proposed => (to_decide(decided, visit, draft)),
            ColoursState::Approved => (to_take_back(decided, visit, draft)),
            _ => {}
        }
    };
    desk.page(visit, draft, &title, &body)
}

fn facts(decided: &Decided) -> Markup {
    let award = &decided.award;
    html! {
        dl.facts {
            dt { "Player" } dd { a href={ "/players/" (decided.player.id) } { (decided.player.named_in_full().name) } ", " (decided.player.number) }
            dt { "Division" } dd { (division(Words::ENGLISH, award.division)) }
            dt { "Basis" } dd { (basis(award.basis)) }
            dt { "Awarded by" } dd { (award.awarding_body) }
            @if let Some(reason) = &award.reason { dt { "The board’s reason" } dd { (reason) } }
            dt { "Proposed" } dd { (moment(award.proposed_at)) ", by " (decided.proposed_by) }
            @if let Some(reference) = &award.reference { dt { "Written in" } dd { (reference) } }
            @if let Some(at) = award.approved_at { dt { "Approved" } dd { (moment(at)) } }
            @if let Some(at) = award.ended_at { dt { "Ended" } dd { (moment(at)) } }
            @if let Some(reason) = &award.ended_because { dt { "Because" } dd { (reason) } }
        }
    }
}

fn evidence(evidence: &[Evidence]) -> Markup {
    html! {
        @if evidence.is_empty() { p { "On the board’s discretion alone." } }
        ul.things {
            @for one in evidence {
                li {
                    @if let Some(event) = &one.event {
                        a href={ "/tournaments/" (event.tournament_id) } { (event.name) }
                        p.quiet {
                            "Place " (event.rank) " of " (event.entrants) ", " (event.rounds_won) " of " (counted::rounds(event.rounds)) " won, until "
                            (day(event.ended_on))
                        }
                    }
                    @if let Some(team) = &one.team { p.quiet { (team.name) ", place " (team.rank) " of " (counted(team.teams, "team", "teams")) } }
                    @if let Some(selection) = &one.selection {
                        "Selected on " (day(selection.selected_on))
                        p.quiet { (selection.reference) }
                    }
                }
            }
        }
    }
}

fn to_decide(decided: &Decided, visit: &Visit, draft: &Draft) -> Markup {
    let own = path(decided.award.id);
    html! {
        section {
            h2 { "Approve it" }
            @if decided.is_own_proposal {
                p { b { "A second person approves." } " You have proposed it; another administrator approves it." }
            } @else {
                p { "What it rests on is looked at once more. Then the award has its certificate." }
                (part(visit, draft, &format!("{own}/approval"), &[reference_field()], "Approve it"))
            }
        }
        section {
            h2 { "Refuse it" }
            p { "The player can be proposed again." }
            (part(visit, draft, &format!("{own}/refusal"), &[reason_field("Why it is refused")], "Refuse it"))
        }
    }
}

fn to_take_back(decided: &Decided, visit: &Visit, draft: &Draft) -> Markup {
    let own = path(decided.award.id);
    html! {
        section {
            h2 { "Revoke it" }
            p { "Whoever checks the certificate then reads that it is revoked." }
            (part(visit, draft, &format!("{own}/revocation"), &[reason_field("Why it is revoked")], "Revoke it"))
        }
        @if !decided.others.is_empty() {
            section {
                h2 { "Put another award in its place" }
                (part(visit, draft, &format!("{own}/supersession"), &successor_fields(&decided.others), "Put it in its place"))
            }
        }
    }
}

/// A text of the form that must be there.
fn typed(form: &Form, name: &str, most: usize) -> Result<String, Error> {
    Ok(text(form.text(name), most).map_err(|fault| Faults::of(&format!("/{name}"), fault))?)
}

#[get("/desk/colours/{id}")]
async fn show_award(caller: Administrator, visit: Visit, id: Path<AwardId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/colours/{id}/approval")]
async fn send_approval(
    sent: Sent<Administrator>,
    id: Path<AwardId>,
    url: Data<PublicUrl>,
) -> Result<HttpResponse, Error> {
    let (id, code, has_public_url) = (*id, Code::of(random::bytes()), url.is_chosen());
    sent.carry_out(
        move |c, by, form| {
            let reference = typed(form, "reference", LONGEST_REFERENCE)?;
            decisions::approve(c, by, id, &reference, &code, has_public_url)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/colours/{id}/refusal")]
async fn send_refusal(sent: Sent<Administrator>, id: Path<AwardId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            decisions::refuse(c, by, id, &typed(form, "reason", LONGEST_REASON)?)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/colours/{id}/revocation")]
async fn send_revocation(sent: Sent<Administrator>, id: Path<AwardId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            decisions::revoke(c, by, id, &typed(form, "reason", LONGEST_REASON)?)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/colours/{id}/supersession")]
async fn send_supersession(sent: Sent<Administrator>, id: Path<AwardId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let successor = form.text("successor_id").parse::<AwardId>();
            let missing = |_| Faults::of("/successor_id", ValueError::new("required", "Must be given."));
            let reason = typed(form, "why", LONGEST_REASON)?;
            decisions::supersede(c, by, id, successor.map_err(missing)?, &reason)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
