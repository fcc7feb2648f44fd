//! The page of a job: how far it has come, what was found, and, of lists that were looked at, the button that saves them.

use actix_web::http::header;
use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::{Coordinator, TournamentOfficial};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::imports::jobs::Jobs;
use crate::imports::{Job, JobState, store, use_cases};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::imports::{path, report};
use crate::pages::sent::Sent;
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::JobId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_job).service(send_saving);
}

/// The seconds after which a browser looks again how far the work has come.
const LOOKS_AGAIN: &str = "3";

/// The parts from which the page is made.
struct JobPage {
    federation: FederationSettings,
    job: Job,
    /// Whether what was sent can be saved.
    can_be_saved: bool,
}

impl JobPage {
    fn read(c: &mut Conn, by: &Caller, id: JobId) -> Result<JobPage, Error> {
        let job = use_cases::find_own(c, by, id)?;
        let has_rows = job.report.as_ref().is_some_and(|report| report.rows() > 0);
        Ok(JobPage {
            federation: federation::store::settings(c, by.today())?,
            can_be_saved: has_rows && job.state == JobState::Done && store::is_kept(c, id, by.now)?,
            job,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (title, job) = (report::title(&self.job), &self.job);
        let body = html! {
            p.way { (way_back(job)) }
            h1 { (title) }
            p.quiet { "Sent " (report::time(job.created_at)) "." }
            (draft.refusal(&[]))
            @match &job.report {
                None => {
                    p.next role="status" {
                        @if job.total > 0 { (job.done) " of " (counted(job.total, "row is", "rows are")) " done." } @else { "It waits for its turn." }
                        " This page looks again by itself."
                    }
                    p { a.button href=(path(job.id)) { "Look again" } }
                }
                Some(found) => {
                    (report::outcome(job, found))
                    @if self.can_be_saved {
                        div.next {
                            p { "Nothing is saved yet. Look at what each column was taken for, below." }
                            (draft.form(&format!("{}/saving", path(job.id)), visit.token(), &[], "Save them"))
                        }
                    }
                    (report::details(found))
                }
            }
        };
        visit.page(&self.federation, title, &body).with_status(draft.status())
    }
}

/// The way to where it was sent; as long as nothing is known of that, to the desk.
fn way_back(job: &Job) -> Markup {
    html! {
        @match &job.report {
            None => a href="/desk" { "Your desk" },
            Some(report) if report.games.is_some() => a href="/desk/imports/games" { "Files of games" },
            Some(_) => a href="/desk/imports" { "Lists of clubs and players" },
        }
    }
}

#[get("/desk/imports/{id}")]
async fn show_job(
    caller: TournamentOfficial,
    visit: Visit,
    id: Path<JobId>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let id = *id;
    let shown = caller.read(move |c, by| JobPage::read(c, by, id)).await?;
    let mut response = shown.page(&visit, &Draft::default()).respond_to(&request);
    if shown.job.report.is_none() {
        let refresh = header::HeaderValue::from_static(LOOKS_AGAIN);
        response.headers_mut().insert(header::REFRESH, refresh);
    }
    Ok(response)
}

#[post("/desk/imports/{id}/saving")]
async fn send_saving(sent: Sent<Coordinator>, id: Path<JobId>, jobs: Data<Jobs>) -> Result<HttpResponse, Error> {
    let id = *id;
    let answer = sent
        .carry_out(
            move |c, by, _| Ok(path(use_cases::save(c, by, id)?.id)),
            move |c, by| JobPage::read(c, by, id),
            JobPage::page,
        )
        .await;
    jobs.wake();
    answer
}
