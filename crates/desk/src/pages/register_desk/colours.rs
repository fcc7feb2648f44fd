//! Colours: who has earned them, with what shows it, and the proposals, which another person approves.

use std::collections::HashMap;

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::Club;
use crate::colours::candidates::use_cases::{CandidateSearch, list};
use crate::colours::candidates::{CandidateKey, ColoursCandidate};
use crate::colours::{Award, ColoursBasis, ColoursLevel, Proposal, use_cases};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, division, province};
use crate::pages::register_desk::candidacy::evidence;
use crate::pages::register_desk::proposal;
use crate::pages::register_desk::{
    choose_one, choose_within, clubs_of, province_to_show, provinces_within, way_to_inbox,
};
use crate::pages::sent::Sent;
use crate::players::registrations::Division;
use crate::players::{self, Player};
use crate::provinces::{self, Province};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::validation::{Faults, FieldError, ValueError, Word};
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_candidates).service(send_proposals);
}

/// The path of the list.
const LIST: &str = "/desk/register/colours";

/// The candidates to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListCandidates {
    year: Option<GamingYear>,
    level: Option<ColoursLevel>,
    province: Option<Word>,
    cursor: Option<String>,
}

/// The part of the list that is shown.
#[derive(Clone)]
struct Shown {
    year: Option<GamingYear>,
    level: ColoursLevel,
    province: Option<String>,
    cursor: Option<String>,
}

impl From<ListCandidates> for Shown {
    fn from(query: ListCandidates) -> Shown {
        Shown {
            year: query.year,
            level: query.level.unwrap_or(ColoursLevel::Provincial),
            province: query.province.map(String::from),
            cursor: query.cursor,
        }
    }
}

impl Shown {
    /// The part that the form stood on.
    fn of(form: &Form) -> Shown {
        let text = |name: &str| Some(form.text(name)).filter(|text| !text.is_empty()).map(str::to_owned);
        Shown {
            year: form.text("year").parse().ok().and_then(GamingYear::new),
            level: ColoursLevel::from_word(form.text("level")).unwrap_or(ColoursLevel::Provincial),
            province: text("province"),
            cursor: text("cursor"),
        }
    }

    fn path(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("level", self.level.as_str());
        if let Some(year) = self.year {
            query.append_pair("year", &year.number().to_string());
        }
        if let Some(province) = &self.province {
            query.append_pair("province", province);
        }
        if let Some(cursor) = &self.cursor {
            query.append_pair("cursor", cursor);
        }
        format!("{LIST}?{}", query.finish())
    }
}

/// A candidate, with the award or the proposal that there is already.
type Listed = (ColoursCandidate, Option<Award>, Player);

/// All that the list shows.
struct Candidates {
    federation: FederationSettings,
    provinces: Vec<Province>,
    within: Vec<Province>,
    everywhere: bool,
    clubs: HashMap<ClubId, Club>,
    shown: Shown,
    year: GamingYear,
    found: Vec<Listed>,
    next: Option<String>,
}

impl Candidates {
    fn read(c: &mut Conn, by: &Caller, mut shown: Shown) -> Result<Candidates, Error> {
        let limit = PageSize::default();
        let this_year = federation::store::calendar(c)?.year_of(by.today());
        let year = shown.year.unwrap_or(this_year);
        shown.province = province_to_show(shown.province, &by.reach);
        let search = CandidateSearch {
            year,
            level: shown.level,
            division: None,
            province: shown.province.clone(),
            after: after::<CandidateKey>(shown.cursor.as_deref())?,
        };
        let found = list(c, by, &search, limit.rows())?;
        let page = pagination::Page::of(found, limit, |(candidate, ..)| candidate.key, |listed| listed)?;
        let (candidates, next) = page.into_parts();
        Ok(Candidates {
            federation: federation::store::settings(c, by.today())?,
            provinces: provinces::store::list(c)?,
            within: provinces_within(c, &by.reach)?,
            everywhere: by.reach.is_everywhere(),
            clubs: clubs_of(c, candidates.iter().map(|(.., player)| player.club).collect::<Vec<_>>())?,
            shown,
            year,
            found: candidates,
            next,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let title = format!(
            "{} of {}",
            colours_of(Words::ENGLISH, self.shown.level),
            self.year.number()
        );
        let to_propose = self.found.iter().any(|(_, award, _)| award.is_none());
        let items = html! {
            ul.things { @for listed in &self.found { (self.line(listed, draft)) } }
        };
        let body = html! {
            (way_to_inbox())
            h1 { (title) }
            (self.filter())
            p { "Whoever has met a rule is listed, with what shows it. Tick those whom you propose; somebody else approves." }
            (draft.refusal(&[]))
            @if self.found.is_empty() { p { "Nobody has met a rule for these colours yet." } }
            @if to_propose {
                form.wide method="post" action={ (LIST) "/proposals" } {
                    (draft.hidden(visit.token()))
                    input type="hidden" name="level" value=(self.shown.level.as_str());
                    input type="hidden" name="year" value=(self.year.number());
                    @if let Some(province) = &self.shown.province { input type="hidden" name="province" value=(province); }
                    @if let Some(cursor) = &self.shown.cursor { input type="hidden" name="cursor" value=(cursor); }
                    (items)
                    button { "Propose those that are ticked" }
                }
            } @else { (items) }
            @if let Some(next) = &self.next {
                p { a rel="next" href=(Shown { cursor: Some(next.clone()), ..self.shown.clone() }.path()) { "Next page" } }
            }
            section {
                h2 { "What does a player lack?" }
                form.line action="/desk/register/candidacy" {
                    label for="number" { "Number of the player" }
                    input #number name="number" size="12" required;
                    input type="hidden" name="year" value=(self.year.number());
                    button { "Look" }
                }
                ul.things {
                    li { a href="/desk/register/discretion" { "Propose somebody at the board's discretion" } }
                    li { a href="/colours/criteria" { "The criteria" } }
                }
            }
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }

    fn filter(&self) -> Markup {
        let levels = ColoursLevel::ALL
            .iter()
            .map(|one| (one.as_str(), colours_of(Words::ENGLISH, *one)));
        html! {
            form.line action=(LIST) {
                (choose_one("level", "Colours", levels, Some(self.shown.level.as_str())))
                label for="year" { "of" }
                input #year name="year" size="5" inputmode="numeric" maxlength="4" value=(self.year.number());
                (choose_within(&self.within, self.everywhere, self.shown.province.as_deref()))
                button { "Show" }
            }
        }
    }

    fn line(&self, (candidate, award, player): &Listed, draft: &Draft) -> Markup {
        let name = player.named_in_full().name;
        let field = field_of(candidate.key.0, candidate.division);
        let club = self.clubs.get(&player.club).map(|club| club.name.as_str());
        html! {
            li {
                @match (award, candidate.merits.first()) {
                    (None, Some(merit)) => label.tick {
                        input type="checkbox" name=(field) value=(merit.basis.as_str()) checked[!draft.text(&field).is_empty()];
                        " " (name)
                    },
                    _ => b { (name) },
                }
                p.quiet {
                    (player.number) " · " (division(Words::ENGLISH, candidate.division)) " · " (province(&self.provinces, &candidate.home.province))
                    @if let Some(club) = club { " · " (club) }
                }
                @if let Some(award) = award { p { a href=(proposal::path(award.id)) { (award.state.in_words()) } } }
                @for merit in &candidate.merits {
                    p { (merit.rule) }
                    @for one in &merit.evidence { p.quiet { (evidence(one)) } }
                }
            }
        }
    }
}

/// The name of the box of a candidate.
fn field_of(player: PlayerId, division: Division) -> String {
    format!("propose-{player}-{}", division.as_str())
}

/// The candidate and the basis of a box that was ticked.
fn ticked(name: &str, value: &str) -> Option<(PlayerId, Division, ColoursBasis)> {
    let (player, division) = name.strip_prefix("propose-")?.rsplit_once('-')?;
    Some((
        player.parse().ok()?,
        Division::from_word(division)?,
        ColoursBasis::from_word(value)?,
    ))
}

#[get("/desk/register/colours")]
async fn list_candidates(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListCandidates>,
) -> Result<Page, Error> {
    let candidates = caller
        .read(move |c, by| Candidates::read(c, by, Shown::from(query)))
        .await?;
    Ok(candidates.page(&visit, &Draft::default()))
}

/// Proposes all who are ticked.
fn propose(c: &mut Conn, by: &Caller, form: &Form) -> Result<(), Error> {
    let shown = Shown::of(form);
    let missing = || {
        Faults::of(
            "/year",
            ValueError::new("invalid-value", "Must be a gaming year, as in 2027."),
        )
    };
    let year = shown.year.ok_or_else(missing)?;
    let boxes = form.pairs().iter().filter_map(|(name, value)| ticked(name, value));
    let boxes: Vec<(PlayerId, Division, ColoursBasis)> = boxes.collect();
    if boxes.is_empty() {
        return Err(Faults::of("", ValueError::new("required", "Nobody is ticked.")).into());
    }
    for (player, division, basis) in boxes {
        let proposal = Proposal {
            player,
            level: shown.level,
            division,
            year,
            basis,
            reason: None,
        };
        let asked = (player, division, year, shown.level);
        let creation = Creation::of(None, &asked, by.now)?;
        // Read before: where the database has failed nothing can be read after it.
        let name = players::store::find_member(c, player)?.map(|player| player.named_in_full().name);
        let (field, name) = (field_of(player, division), name.unwrap_or_default());
        use_cases::propose(c, by, &creation, &proposal).map_err(|error| of_candidate(error, &field, &name))?;
    }
    Ok(())
}

/// The reason why one of several is not proposed, with the name.
fn of_candidate(error: Error, field: &str, name: &str) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    let told = problem.errors.first().map_or(&problem.detail, |fault| &fault.message);
    problem.errors = vec![FieldError {
        pointer: format!("/{field}"),
        code: problem.kind.code,
        message: format!("{name}: {told}"),
    }];
    Error::Refused(problem)
}

#[post("/desk/register/colours/proposals")]
async fn send_proposals(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    let shown = Shown::of(&sent.form);
    let back = shown.path();
    sent.carry_out(
        move |c, by, form| {
            propose(c, by, form)?;
            Ok(back.clone())
        },
        move |c, by| Candidates::read(c, by, shown),
        Candidates::page,
    )
    .await
}
