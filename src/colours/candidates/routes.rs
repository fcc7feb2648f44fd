//! Who has earned colours, over HTTP.

use std::collections::{BTreeMap, HashMap};

use actix_web::get;
use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::colours::criteria::rules::{Criteria, Rule};
use crate::colours::criteria::{Dossier, Finding, Proof};
use crate::colours::views::{EvidenceView, MissingView};
use crate::colours::{Award, Basis, Level, State, store};
use crate::db::{Conn, Database};
use crate::players::registrations::Division;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{self, PlayerName};
use crate::tournaments;
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
    config.service(list_colours_candidates).service(read_colours_candidacy);
}

/// A rule that a player meets.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursMerit)]
struct MeritView {
    /// On what the colours can rest.
    basis: Basis,
    /// The rule in a sentence.
    #[schema(example = "Selected for the national squad.")]
    rule: String,
    /// What shows that it is met.
    evidence: Vec<EvidenceView>,
}

/// A player who has earned colours.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursCandidate)]
struct CandidateView {
    /// Who; the name is never withheld.
    player: PlayerName,
    /// In which division.
    division: Division,
    /// The code of the province in which the player lived on the day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region, if that is known.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The rules that are met.
    merits: Vec<MeritView>,
    /// The award or the proposal that there is already.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    colours_id: Option<Id>,
    /// How that stands.
    state: Option<State>,
}

/// Which candidates to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListCandidates {
    /// For which gaming year.
    #[param(value_type = i32, example = 2027)]
    year: GamingYear,
    /// For which colours.
    #[param(inline, example = "provincial")]
    level: Level,
    /// Only those of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Only those who lived in this province on the day.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WyIwMTlhYTBjYS0zYTJiLTdjNGQtOGU1Zi02YTdiOGM5ZDBlMWYiLDBd")]
    cursor: Option<String>,
}

/// What a candidate is known by, and the place of the division.
type Key = (Id, usize);

/// What a candidate has shown, in the order of the rules.
type Proofs<'a> = Vec<(&'a Rule, Proof)>;

/// Of which levels events count for colours of those levels.
fn events(criteria: &Criteria, levels: &[Level]) -> Vec<tournaments::Level> {
    let of_level = criteria.rules.iter().filter(|rule| levels.contains(&rule.level));
    let mut events: Vec<tournaments::Level> = Vec::new();
    for event in of_level.flat_map(|rule| rule.condition.events()) {
        if !events.contains(&event) {
            events.push(event);
        }
    }
    events
}

/// Everyone who meets a rule, and lived within reach on the day that counts for it.
fn candidates<'a>(
    criteria: &'a Criteria,
    dossier: &Dossier,
    level: Level,
    wanted: impl Fn(&str) -> bool,
) -> BTreeMap<Key, Proofs<'a>> {
    let mut found: BTreeMap<Key, Proofs<'a>> = BTreeMap::new();
    for (place, division) in Division::ALL.iter().enumerate() {
        let players = dossier.players(*division);
        for rule in criteria.of(level, *division) {
            for player in &players {
                let Some(Finding { outcome: Ok(proof), .. }) = dossier.judge(rule, *division, *player) else {
                    continue;
                };
                if wanted(&proof.1.province) {
                    found.entry((*player, place)).or_default().push((rule, proof));
                }
            }
        }
    }
    found
}

fn view(
    c: &mut Conn,
    page: Vec<(Key, Proofs<'_>)>,
    awards: &HashMap<(Id, &str), &Award>,
) -> Result<Vec<(Key, CandidateView)>, Error> {
    let ids: Vec<Id> = page.iter().map(|((player, _), _)| *player).collect();
    let players = players::store::find_all(c, &ids)?;
    let missing = |id: Id| Error::Internal(format!("the candidate {id} is nobody"));
    let view = |(key, proofs): (Key, Proofs<'_>)| {
        let player = players.get(&key.0).ok_or_else(|| missing(key.0))?;
        let division = Division::ALL.get(key.1).copied().ok_or_else(|| missing(key.0))?;
        let home = proofs
            .first()
            .map(|(_, (_, home))| home.clone())
            .ok_or_else(|| missing(key.0))?;
        let award = awards.get(&(key.0, division.word()));
        let merits = proofs.into_iter().map(|(rule, (evidence, _))| MeritView {
            basis: rule.condition.basis(),
            rule: rule.sentence(),
            evidence: evidence.into_iter().map(EvidenceView::from).collect(),
        });
        let view = CandidateView {
            player: player.named_in_full(),
            division,
            province: home.province,
            region: home.region,
            merits: merits.collect(),
            colours_id: award.map(|award| award.id),
            state: award.map(|award| award.state),
        };
        Ok((key, view))
    };
    page.into_iter().map(view).collect()
}

/// A page of those who lived within reach.
fn list(c: &mut Conn, query: &ListCandidates, reach: &Reach) -> Result<Page<CandidateView>, Error> {
    let ListCandidates {
        year,
        level,
        division,
        province,
        limit,
        cursor,
    } = query;
    let after: Option<Key> = after(cursor.as_deref())?;
    let criteria = store::criteria(c, *year)?;
    let dossier = crate::colours::candidates::store::find(c, *year, &events(&criteria, &[*level]), None)?;
    let wanted = |code: &str| reach.covers_province(code) && province.as_ref().is_none_or(|only| only.as_str() == code);
    let of_division = |place: usize| division.is_none_or(|only| Division::ALL.get(place) == Some(&only));
    let found = candidates(&criteria, &dossier, *level, wanted).into_iter();
    let found = found.filter(|(key, _)| of_division(key.1) && after.is_none_or(|after| *key > after));
    let page: Vec<_> = found.take(usize::try_from(limit.rows()).unwrap_or_default()).collect();
    let awards = store::standing(c, *level, *year)?;
    let awards = awards
        .iter()
        .map(|award| ((award.player, award.division.word()), award))
        .collect();
    Page::of(view(c, page, &awards)?, *limit, |(key, _)| *key, |(_, view)| view)
}

/// List the candidates for colours
///
/// Who has met a rule in the year, with what shows it. Those who lived in your provinces on the day that counts.
#[utoipa::path(
    tag = "colours",
    params(ListCandidates),
    responses((status = 200, description = "A page of candidates.", body = Page<CandidateView>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/colours-candidates")]
pub(crate) async fn list_colours_candidates(
    caller: Coordinator,
    Query(query): Query<ListCandidates>,
    database: Data<Database>,
) -> Result<Reply<Page<CandidateView>>, Error> {
    let reach = caller.reach().clone();
    let page = database.read(move |c| list(c, &query, &reach)).await?;
    Ok(Reply::private_page(page))
}

/// For which colours.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadCandidacy {
    /// For which gaming year; this one if absent.
    #[param(value_type = Option<i32>, example = 2027)]
    year: Option<GamingYear>,
    /// Only for these colours.
    #[param(inline, example = "provincial")]
    level: Option<Level>,
}

/// A rule, held against what is on record of a player.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursFinding)]
struct FindingView {
    /// Which colours.
    level: Level,
    /// On what the colours can rest.
    basis: Basis,
    /// In which division.
    division: Division,
    /// The rule in a sentence.
    #[schema(example = "Selected for the national squad.")]
    rule: String,
    /// Whether it is met.
    #[schema(example = false)]
    met: bool,
    /// The code of the province that the colours are of, if it is met.
    #[schema(example = "ZA-NW")]
    province: Option<String>,
    /// What shows that it is met.
    evidence: Vec<EvidenceView>,
    /// What is missing.
    missing: Vec<MissingView>,
}

impl From<Finding<'_>> for FindingView {
    fn from(finding: Finding<'_>) -> FindingView {
        let Finding {
            rule,
            division,
            outcome,
        } = finding;
        let met = outcome.is_ok();
        let (evidence, province, missing) = match outcome {
            Ok((evidence, home)) => (evidence, Some(home.province), Vec::new()),
            Err(missing) => (Vec::new(), None, missing),
        };
        FindingView {
            level: rule.level,
            basis: rule.condition.basis(),
            division,
            rule: rule.sentence(),
            met,
            province,
            evidence: evidence.into_iter().map(EvidenceView::from).collect(),
            missing: missing.into_iter().map(MissingView::from).collect(),
        }
    }
}

/// What a player has, and what a player lacks, for colours.
#[derive(Serialize, ToSchema)]
struct ColoursCandidacy {
    /// The player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// For which gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// Rule by rule, in each division in which the player has played or was selected; as a senior without any.
    items: Vec<FindingView>,
}

/// Read what a player lacks for colours
///
/// Rule by rule what is met, and by what, or what is missing.
#[utoipa::path(
    tag = "colours",
    params(
        ("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"),
        ReadCandidacy,
    ),
    responses((status = 200, description = "The rules.", body = ColoursCandidacy)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/colours-candidacy")]
pub(crate) async fn read_colours_candidacy(
    caller: ClubSecretary,
    path: PlayerPath,
    Query(query): Query<ReadCandidacy>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<ColoursCandidacy>, Error> {
    let (year, by) = (
        query.year.unwrap_or_else(|| GamingYear::of(clock.now().day())),
        caller.caller().clone(),
    );
    let levels = query.level.map_or_else(|| Level::ALL.to_vec(), |level| vec![level]);
    let view = database
        .read(move |c| {
            let player = find_within(c, &by, &path)?.id;
            let criteria = store::criteria(c, year)?;
            let dossier = crate::colours::candidates::store::find(c, year, &events(&criteria, &levels), Some(player))?;
            let mut divisions = dossier.divisions(player);
            if divisions.is_empty() {
                divisions.push(Division::Senior);
            }
            let mut items = Vec::new();
            for level in levels {
                for division in &divisions {
                    let findings = criteria
                        .of(level, *division)
                        .filter_map(|rule| dossier.judge(rule, *division, player));
                    items.extend(findings.map(FindingView::from));
                }
            }
            Ok(ColoursCandidacy {
                player_id: player,
                year,
                items,
            })
        })
        .await?;
    Ok(Reply::private(view))
}
