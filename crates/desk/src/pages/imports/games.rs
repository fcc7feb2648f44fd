//! Files of records of games.

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::imports::jobs::Jobs;
use crate::imports::{Job, JobInput, SentGames, store, use_cases};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::imports::{path, report};
use crate::pages::sent::Sent;
use crate::tournaments::officials;
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_games).service(send_games);
}

/// The files that are shown of those that were sent before.
const LATEST: i64 = 10;

/// The parts from which the page is made.
struct Games {
    federation: FederationSettings,
    /// The tournaments that the caller runs, by id and name.
    tournaments: Vec<(String, String)>,
    jobs: Vec<Job>,
}

/// The members that are sent beside the file.
#[derive(Deserialize)]
struct SendGames {
    tournament_id: Option<TournamentId>,
}

impl Games {
    fn read(c: &mut Conn, by: &Caller) -> Result<Games, Error> {
        let tournaments = officials::use_cases::list_own(c, by)?;
        let mut jobs = store::list_latest(c, by.account, by.now, LATEST)?;
        jobs.retain(|job| job.report.as_ref().is_none_or(|report| report.games.is_some()));
        Ok(Games {
            federation: federation::store::settings(c, by.today())?,
            tournaments: tournaments
                .into_iter()
                .map(|one| (one.id.to_string(), one.plan.name))
                .collect(),
            jobs,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let body = html! {
            p.way { a href="/desk" { "Your desk" } }
            h1 { "Files of games" }
            p { "One file with the records of many games, one after the other. Each is replayed by the rules: those that are in order are recorded at once, and of the others you are told why not." }
            (draft.form("/desk/imports/games", visit.token(), &fields(self.tournaments.clone()), "Take them in"))
            @if !self.jobs.is_empty() {
                h2 { "What you sent before" }
                ul.things {
                    @for job in &self.jobs {
                        li { a href=(path(job.id)) { (report::title(job)) } p.quiet { (report::time(job.created_at)) " · " (report::state(job)) } }
                    }
                }
            }
        };
        visit
            .page(&self.federation, "Files of games", &body)
            .with_status(draft.status())
    }
}

fn fields(tournaments: Vec<(String, String)>) -> [Field; 2] {
    [
        Field::new("games", "File of games", FieldKind::File(".txt,.pgn,.mbn")),
        Field::new("tournament_id", "Tournament", FieldKind::Choice(tournaments))
            .optional()
            .with_hint("Leave it empty for friendly games."),
    ]
}

#[get("/desk/imports/games")]
async fn show_games(caller: TournamentOfficial, visit: Visit) -> Result<Page, Error> {
    let games = caller.read(Games::read).await?;
    Ok(games.page(&visit, &Draft::default()))
}

#[post("/desk/imports/games")]
async fn send_games(sent: Sent<TournamentOfficial>, jobs: Data<Jobs>) -> Result<HttpResponse, Error> {
    let origin = sent.caller.actor().origin().to_owned();
    let answer = sent
        .carry_out(
            move |c, by, form| {
                let asked: SendGames = form.read(&fields(Vec::new()))?;
                let file = form.file("games");
                let games = file.map(|file| SentGames::new(asked.tournament_id, &file.content));
                let input = JobInput {
                    dry_run: false,
                    is_looked_at: false,
                    origin: origin.clone(),
                    files: Vec::new(),
                    games,
                };
                Ok(path(use_cases::begin(c, by, &input.written()?)?.id))
            },
            Games::read,
            Games::page,
        )
        .await;
    jobs.wake();
    answer
}
