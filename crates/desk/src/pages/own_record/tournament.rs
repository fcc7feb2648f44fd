//! A tournament as one of its players sees it: the own matches with their results, and the way to appeal.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::SignedIn;
use crate::db::Conn;
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::own_record::{Own, grounds, path};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::tournaments::appeals::use_cases::{NewAppeal, raise_own};
use crate::tournaments::appeals::{AppealAgainst, AppealMatter};
use crate::tournaments::matches::disputes::Dispute;
use crate::tournaments::model::{Entry, Match, MatchState};
use crate::tournaments::sheets::frame::points;
use crate::tournaments::sheets::papers::{Papers, days};
use crate::tournaments::sheets::use_cases::read_tournament;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{PlayerId, TournamentId};
use crate::values::validation::{Faults, text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_own_tournament).service(send_appeal);
}

/// The most characters of the grounds of an appeal, as the appeals themselves take them.
const LONGEST_GROUNDS: usize = 2000;

/// The appeal that was typed.
pub(super) fn typed(form: &Form, against: AppealAgainst) -> Result<NewAppeal, Error> {
    let grounds = text(form.text("grounds"), LONGEST_GROUNDS);
    let grounds = grounds.map_err(|fault| Faults::of("/grounds", fault))?;
    Ok(NewAppeal { against, grounds })
}

/// A tournament in which the player is entered.
pub(super) struct OwnTournament {
    pub(super) own: Own,
    pub(super) papers: Papers,
    pub(super) entry: Entry,
}

impl OwnTournament {
    pub(super) fn read(c: &mut Conn, by: &Caller, player: PlayerId, id: TournamentId) -> Result<OwnTournament, Error> {
        let own = Own::read(c, by, &player.into())?;
        let papers = read_tournament(c, id, by.today())?;
        let entry = papers.snapshot.of_player(own.player.id).cloned();
        let entry = entry.ok_or_else(|| NOT_FOUND.problem("There is no tournament of yours with this id."))?;
        Ok(OwnTournament { own, papers, entry })
    }

    pub(super) fn path(&self) -> String {
        format!("{}/tournaments/{}", self.own.path(), self.papers.snapshot.tournament.id)
    }

    /// The own matches, the earliest first.
    pub(super) fn matches(&self) -> impl Iterator<Item = &Match> {
        let seed = self.entry.seed;
        self.papers
            .snapshot
            .matches
            .iter()
            .filter(move |paired| paired.pair.contains(&seed))
    }

    /// The place of the player in the pair.
    pub(super) fn side(&self, paired: &Match) -> usize {
        usize::from(paired.pair[0] != self.entry.seed)
    }

    /// The opponent, as everybody may read the name.
    pub(super) fn opponent(&self, paired: &Match) -> Markup {
        let opponent = self.papers.snapshot.at(paired.pair[1 - self.side(paired)]);
        html! { @if let Some(opponent) = opponent { span.name { (self.papers.name(opponent)) } } }
    }

    /// The last day on which an appeal is taken against the ruling on a dispute, or else against the ratified result; none
    /// where nothing is decided, or that day is over.
    pub(super) fn appeals_until(&self, dispute: Option<&Dispute>) -> Option<NaiveDate> {
        let matter = AppealMatter {
            tournament: self.papers.snapshot.tournament.clone(),
            dispute: dispute.cloned(),
        };
        matter.last_day().filter(|last| self.papers.today <= *last)
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let tournament = &self.papers.snapshot.tournament;
        let plan = &tournament.plan;
        let body = html! {
            (self.own.way_back())
            h1 { (plan.name) }
            p { (days(plan.starts_on, plan.ends_on)) " · " (plan.venue) }
            p { a href={ "/tournaments/" (tournament.id) } { "The tournament as everybody reads it" } }
            section {
                h2 { "Your matches" }
                @if self.matches().next().is_none() { p { "None yet." } }
                ul.things { @for paired in self.matches() { (self.line(paired)) } }
                p.quiet { "A result that is wrong is disputed until its round is closed: open the match." }
            }
            @match self.appeals_until(None) {
                Some(last) => section {
                    h2 { "Appeal against the result" }
                    p { "The result of the tournament is official. An appeal is taken until " (day(last)) ", once." }
                    (draft.form(&format!("{}/appeal", self.path()), visit.token(), &[grounds()], "Appeal"))
                },
                None => (draft.refusal(&[grounds()])),
            }
        };
        visit
            .page(&self.own.federation, &plan.name, &body)
            .with_status(draft.status())
    }

    fn line(&self, paired: &Match) -> Markup {
        let side = self.side(paired);
        html! {
            li {
                a href={ (self.own.path()) "/matches/" (paired.id) } {
                    "Round " (paired.round_number) ", board " (paired.board)
                }
                " against " (self.opponent(paired))
                p.quiet {
                    @if let Some(won) = Papers::won(paired) {
                        "You " b { (points(won[side])) } ", the opponent " b { (points(won[1 - side])) } ". "
                    }
                    (state(paired.progress()))
                }
            }
        }
    }
}

/// The state of a result, as the players are told.
pub(super) fn state(state: MatchState) -> &'static str {
    match state {
        MatchState::Open => "No result yet.",
        MatchState::Entered => "Entered, not confirmed yet.",
        MatchState::Confirmed => "Confirmed.",
        MatchState::Disputed => "Disputed: an umpire rules on it.",
    }
}

#[get("/account/players/{id}/tournaments/{tournament}")]
async fn show_own_tournament(
    caller: SignedIn,
    visit: Visit,
    ids: Path<(PlayerId, TournamentId)>,
) -> Result<Page, Error> {
    let (player, id) = *ids;
    let own = caller.read(move |c, by| OwnTournament::read(c, by, player, id)).await?;
    Ok(own.page(&visit, &Draft::default()))
}

#[post("/account/players/{id}/tournaments/{tournament}/appeal")]
async fn send_appeal(sent: Sent<SignedIn>, ids: Path<(PlayerId, TournamentId)>) -> Result<HttpResponse, Error> {
    let (player, id) = *ids;
    sent.carry_out(
        move |c, by, form| {
            let appeal = typed(form, AppealAgainst::Ratification(id))?;
            let appeal = raise_own(c, by, &player.into(), &appeal)?;
            Ok(format!("{}#appeals", path(appeal.player)))
        },
        move |c, by| OwnTournament::read(c, by, player, id),
        OwnTournament::page,
    )
    .await
}
