//! Lists sent to be looked at.

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::imports::jobs::Jobs;
use crate::imports::{ImportFile, Job, JobInput, SentFile, store, templates, use_cases};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::imports::{TABLES, label, path, report};
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_imports).service(send_import);
}

/// The lists that are shown of what was sent before.
const LATEST: i64 = 10;

/// The parts from which the page is made.
struct Imports {
    federation: FederationSettings,
    jobs: Vec<Job>,
    /// Whether the caller takes over tournaments.
    takes_over: bool,
}

impl Imports {
    fn read(c: &mut Conn, by: &Caller) -> Result<Imports, Error> {
        Ok(Imports {
            federation: federation::store::settings(c, by.today())?,
            jobs: store::list_latest(c, by.account, by.now, LATEST)?,
            takes_over: by.reach.is_everywhere(),
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let body = html! {
            p.way { a href="/desk" { "Your desk" } }
            h1 { "Lists of clubs and players" }
            p { "Send spreadsheets as you have them, one or several. You are shown what would come of them; nothing is saved before you say so." }
            (draft.form("/desk/imports", visit.token(), &fields(), "Look at them"))
            h2 { "How a list should look" }
            p {
                "Excel workbooks (.xlsx) and CSV files in UTF-8 are read. The first row has the headings, in any order: "
                "“Surname”, “Date of birth” and the like are known; other columns are left out. Of a date such as 04/05/2012 the "
                "day comes first. If a single row has something wrong, nothing of the list is saved."
            }
            (templates_table())
            @if !self.jobs.is_empty() {
                h2 { "What you sent before" }
                ul.things {
                    @for job in &self.jobs {
                        li { a href=(path(job.id)) { (report::title(job)) } p.quiet { (report::time(job.created_at)) " · " (report::state(job)) } }
                    }
                }
            }
            h2 { "Something else" }
            ul.things {
                li { a href="/desk/imports/games" { "Files of games" } }
                @if self.takes_over { li { a href="/desk/imports/tournament" { "A tournament that was played elsewhere" } } }
            }
        };
        visit
            .page(&self.federation, "Lists of clubs and players", &body)
            .with_status(draft.status())
    }
}

/// The templates, each as a workbook and as a file of comma-separated values.
fn templates_table() -> Markup {
    html! {
        ul.things {
            @for file in ImportFile::ALL {
                li {
                    b { (label(*file)) } ": "
                    a.download href={ "/desk/imports/templates/" (file.as_str()) ".xlsx" } { "template for Excel" } " or "
                    a.download href={ "/desk/imports/templates/" (file.as_str()) ".csv" } { "as CSV" }
                    p.quiet {
                        @for (place, name) in file.columns().iter().enumerate() {
                            @if place > 0 { " · " }
                            (templates::of(*file, name).heading)
                        }
                    }
                }
            }
        }
    }
}

fn fields() -> [Field; 4] {
    let field = |file: ImportFile| Field::new(file.as_str(), label(file), FieldKind::File(TABLES)).optional();
    [
        field(ImportFile::Clubs),
        field(ImportFile::Affiliations),
        field(ImportFile::Players),
        field(ImportFile::Registrations).with_hint("Together with the players, if some of them are new."),
    ]
}

/// The files that were chosen, in the order in which they are taken.
fn chosen(form: &Form) -> Vec<SentFile> {
    let file = |file: &ImportFile| Some(SentFile::new(*file, &form.file(file.as_str())?.content));
    ImportFile::ALL.iter().filter_map(file).collect()
}

#[get("/desk/imports")]
async fn show_imports(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let imports = caller.read(Imports::read).await?;
    Ok(imports.page(&visit, &Draft::default()))
}

#[post("/desk/imports")]
async fn send_import(sent: Sent<Coordinator>, jobs: Data<Jobs>) -> Result<HttpResponse, Error> {
    let files = chosen(&sent.form);
    let is_empty = files.is_empty();
    // Written before the transaction: an upload is long.
    let input = JobInput {
        dry_run: true,
        is_looked_at: true,
        origin: sent.caller.actor().origin().to_owned(),
        files,
        games: None,
    };
    let input = input.written()?;
    let answer = sent
        .carry_out(
            move |c, by, _| {
                if is_empty {
                    let missing = ValueError::new("required", "Choose at least one file.");
                    return Err(Faults::of("/clubs", missing).into());
                }
                Ok(path(use_cases::begin(c, by, &input)?.id))
            },
            Imports::read,
            Imports::page,
        )
        .await;
    jobs.wake();
    answer
}
