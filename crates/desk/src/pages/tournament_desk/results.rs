//! The results of a round, board by board, as the score sheets have them: entered all at once, and confirmed by a second
//! person.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::TournamentDesk;
use crate::tournaments::matches::marks::{self, Mark};
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::matches::use_cases;
use crate::tournaments::model::{Match, MatchState, Round, RoundState, TournamentSnapshot};
use crate::tournaments::rounds::use_cases::{published_in, tournament_of};
use crate::tournaments::sheets::frame::{points, starts, starts_what};
use crate::tournaments::sheets::papers::Papers;
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::{AccountId, MatchId, RoundId};
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_results)
        .service(send_results)
        .service(send_confirmations);
}

#[get("/desk/rounds/{id}/results")]
async fn show_results(caller: TournamentOfficial, visit: Visit, id: Path<RoundId>) -> Result<Page, Error> {
    let seen = caller.read(move |c, by| RoundAtDesk::read(c, by, *id)).await?;
    Ok(seen.page(&visit, &Draft::default()))
}

fn results_path(id: RoundId) -> String {
    format!("/desk/rounds/{id}/results")
}

/// A round as one official sees it.
struct RoundAtDesk {
    desk: TournamentDesk,
    round: Round,
    /// The account that looks: it does not confirm what it has entered.
    own: AccountId,
}

/// The name of the field with the marks of a board.
fn marks_field(paired: &Match) -> String {
    format!("board-{}", paired.board)
}

/// The name of the field that says who did not come to a board.
fn absent_field(paired: &Match) -> String {
    format!("absent-{}", paired.board)
}

impl RoundAtDesk {
    fn read(c: &mut Conn, by: &Caller, id: RoundId) -> Result<RoundAtDesk, Error> {
        let tournament = tournament_of(c, id)?;
        let desk = TournamentDesk::read(c, by, tournament)?;
        Ok(RoundAtDesk {
            round: published_in(&desk.papers.snapshot, id)?.clone(),
            desk,
            own: by.account,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (papers, number) = (&self.desk.papers, self.round.number);
        let matches: Vec<&Match> = papers.snapshot.of_round(number).collect();
        let open: Vec<&Match> = matches
            .iter()
            .filter(|paired| paired.result().is_none())
            .copied()
            .collect();
        let field =
            |paired: &&Match| Field::new(marks_field(paired), format!("Board {}", paired.board), FieldKind::Text);
        let fields: Vec<Field> = open.iter().map(field).collect();
        let known = papers.known(number);
        let title = format!("Results of round {number}");
        let takes_results = self.round.state == RoundState::Published && self.desk.can_change(false);
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            p.lead #known data-known=(known.known) data-all=(known.all) { (known.known) " of " (counted(known.all, "board", "boards")) " in." }
            p.unseen #news role="status" {}
            (draft.refusal(&fields))
            @if takes_results && !open.is_empty() { (self.to_enter(visit, draft, &open)) }
            (self.entered(visit, &matches))
            script src="/pages/results.js" type="module" {}
        };
        visit
            .page(&self.desk.federation, &title, &body)
            .with_status(draft.status())
    }

    /// The boards without a result, with room for the marks of the player who stands first.
    fn to_enter(&self, visit: &Visit, draft: &Draft, open: &[&Match]) -> Markup {
        let games = self.desk.papers.snapshot.tournament.plan.games;
        html! {
            form.wide #marks method="post" action={ "/desk/rounds/" (self.round.id) "/results" } {
                (draft.hidden(visit.token()))
                p.hint #marks-hint {
                    "For each game a mark of the player named first: 1 won, ½ or 5 drawn, 0 lost; + and - for a game that was \
                     forfeited. The other player has the opposite. " (starts_what("starts the first game."))
                }
                ol.sheet {
                    @for paired in open { (self.to_mark(draft, paired, games)) }
                }
                button { "Save these results" }
                p.quiet { "Boards that are left empty can be entered later." }
            }
        }
    }

    /// A board without a result: its players, the field for the marks, and who did not come.
    fn to_mark(&self, draft: &Draft, paired: &Match, games: i64) -> Markup {
        let (name, absent) = (marks_field(paired), absent_field(paired));
        let fault = draft.fault(&name);
        let described = if fault.is_some() {
            format!("marks-hint {name}-fault")
        } else {
            "marks-hint".to_owned()
        };
        html! {
            li.wrong[fault.is_some()] {
                span.board { (paired.board) }
                label for=(name) { (self.seated(paired, 0)) }
                span.other { "against " (self.seated(paired, 1)) }
                @if let Some(fault) = fault { p.fault id={ (name) "-fault" } { (fault) } }
                div.typed {
                    input.marks id=(name) name=(name) value=(draft.text(&name)) data-games=(games) autocomplete="off"
                        spellcheck="false" inputmode="decimal" size="12" maxlength="40" aria-describedby=(described)
                        aria-invalid=[fault.map(|_| "true")];
                    span.tally aria-hidden="true" {}
                }
                select name=(absent) aria-label={ "Board " (paired.board) ": did not come" } {
                    option value="" { "both played" }
                    @for (index, seed) in paired.pair.into_iter().enumerate() {
                        option value=(index) selected[draft.text(&absent) == index.to_string()] {
                            (self.name(seed)) " did not come"
                        }
                    }
                }
            }
        }
    }

    fn name(&self, seed: Seed) -> String {
        let entry = self.desk.papers.snapshot.at(seed);
        entry.map(|entry| self.desk.papers.name(entry)).unwrap_or_default()
    }

    fn seated(&self, paired: &Match, index: usize) -> Markup {
        let seed = paired.pair[index];
        html! { (self.desk.player(seed)) @if paired.starts() == seed { " " (starts(Words::ENGLISH)) } }
    }

    /// The boards with a result, and those to be confirmed.
    fn entered(&self, visit: &Visit, matches: &[&Match]) -> Markup {
        let needed = self.desk.papers.snapshot.tournament.plan.is_championship() && self.desk.can_change(true);
        let to_confirm = |paired: &Match| {
            let result = paired.result().filter(|_| paired.progress() == MatchState::Entered);
            needed && result.is_some_and(|result| result.by != self.own)
        };
        let (known, any): (Vec<&Match>, bool) = (
            matches
                .iter()
                .filter(|paired| paired.result().is_some())
                .copied()
                .collect(),
            matches.iter().any(|paired| to_confirm(paired)),
        );
        let table = html! {
            // On a narrow screen its rows are set in lines, and are rows to a screen reader by their roles alone.
            table.results role="table" {
                thead role="rowgroup" { tr role="row" {
                    @for (head, class) in [("Board", ""), ("Player", ""), ("Points", "figure"), ("Player", ""), ("Points", "figure"), ("State", "")] {
                        th role="columnheader" scope="col" class=(class) { (head) }
                    }
                } }
                tbody role="rowgroup" { @for paired in &known { (self.line(paired, to_confirm(paired))) } }
            }
        };
        html! {
            @if !known.is_empty() {
                section {
                    h2 { "In" }
                    @if any {
                        form.wide method="post" action={ "/desk/rounds/" (self.round.id) "/confirmations" } {
                            (Draft::default().hidden(visit.token()))
                            p.hint { "Compare each with its sheet, and tick those that are right." }
                            (table)
                            button { "Confirm those that are ticked" }
                        }
                    } @else { (table) }
                }
            }
        }
    }

    fn line(&self, paired: &Match, to_confirm: bool) -> Markup {
        let won = Papers::won(paired);
        let marks = |seed: Seed| -> String {
            let result = paired.result();
            let marks = result
                .into_iter()
                .flat_map(|result| result.sheet.marks(seed, paired.pair));
            marks.map(|mark: Mark| mark.to_string()).collect::<Vec<_>>().join(" ")
        };
        html! {
            tr role="row" {
                th role="rowheader" scope="row" { a.number href={ "/desk/matches/" (paired.id) } { (paired.board) } }
                @for (index, seed) in paired.pair.into_iter().enumerate() {
                    td role="cell" { (self.seated(paired, index)) p.quiet.marks { (marks(seed)) } }
                    td.figure role="cell" { @if let Some(won) = won { b { (points(won[index])) } } }
                }
                td role="cell" {
                    @if to_confirm {
                        label.tick {
                            input type="checkbox" name={ "confirm-" (paired.board) } value=(paired.version());
                            " confirm"
                        }
                    } @else { (self.state(paired)) }
                }
            }
        }
    }

    fn state(&self, paired: &Match) -> &'static str {
        let is_own = paired.result().is_some_and(|result| result.by == self.own);
        match paired.progress() {
            MatchState::Disputed => "in dispute",
            MatchState::Confirmed => "confirmed",
            MatchState::Entered if !self.desk.papers.snapshot.tournament.plan.is_championship() => "in",
            MatchState::Entered if is_own => "another official confirms it",
            MatchState::Entered | MatchState::Open => "to be confirmed",
        }
    }
}

/// The sheets that were typed, each for its match; those that are on record are left out.
fn sheets(form: &Form, snapshot: &TournamentSnapshot, round: &Round) -> Result<Vec<(MatchId, NewScoreSheet)>, Error> {
    let (mut faults, mut sheets, mut typed_any) = (Faults::default(), Vec::new(), false);
    for paired in snapshot.of_round(round.number) {
        let (typed, absent) = (form.text(&marks_field(paired)), form.text(&absent_field(paired)));
        let player = |index: usize| snapshot.at(paired.pair[index]).map(|entry| entry.player.id());
        let pointer = format!("/{}", marks_field(paired));
        let absent = match absent {
            "0" => player(0),
            "1" => player(1),
            _ => None,
        };
        let sheet = match (typed.is_empty(), absent) {
            (true, None) => continue,
            (true, Some(by)) => NewScoreSheet {
                forfeited_by: Some(by),
                ..NewScoreSheet::default()
            },
            (false, None) => {
                let Some(marks) = faults.check(&pointer, marks::read(typed)) else {
                    continue;
                };
                NewScoreSheet {
                    marks: player(0).map(|player| (player, marks)),
                    ..NewScoreSheet::default()
                }
            }
            (false, Some(_)) => {
                let both = ValueError::new(
                    "not-allowed",
                    "Has marks, though somebody did not come: leave one of them out.",
                );
                faults.check::<()>(&pointer, Err(both));
                continue;
            }
        };
        typed_any = true;
        // Another official was quicker, and has the same.
        let filled = sheet.fill(paired, snapshot, "").ok();
        if paired.result().map(|result| &result.sheet) == filled.as_ref() && filled.is_some() {
            continue;
        }
        sheets.push((paired.id, sheet));
    }
    if !typed_any && faults.is_empty() {
        let nothing = ValueError::new("required", "No board has anything typed.");
        faults.check::<()>("", Err(nothing));
    }
    if faults.is_empty() {
        Ok(sheets)
    } else {
        Err(faults.into())
    }
}

/// The fault of an item of the batch, at the field of its board.
fn at_boards(error: Error, sheets: &[(MatchId, NewScoreSheet)], snapshot: &TournamentSnapshot) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    for fault in &mut problem.errors {
        let index = fault
            .pointer
            .strip_prefix("/results/")
            .and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
        let sheet = index.and_then(|index| sheets.get(index));
        let paired = sheet.and_then(|(id, _)| snapshot.matches.iter().find(|paired| paired.id == *id));
        if let Some(paired) = paired {
            fault.pointer = format!("/{}", marks_field(paired));
        }
    }
    Error::Refused(problem)
}

#[post("/desk/rounds/{id}/results")]
async fn send_results(sent: Sent<TournamentOfficial>, id: Path<RoundId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let RoundAtDesk { desk, round, .. } = RoundAtDesk::read(c, by, id)?;
            let snapshot = &desk.papers.snapshot;
            let sheets = sheets(form, snapshot, &round)?;
            if !sheets.is_empty() {
                let entered = use_cases::enter_in_round(c, by, id, &sheets);
                entered.map_err(|error| at_boards(error, &sheets, snapshot))?;
            }
            Ok(results_path(id))
        },
        move |c, by| RoundAtDesk::read(c, by, id),
        RoundAtDesk::page,
    )
    .await
}

#[post("/desk/rounds/{id}/confirmations")]
async fn send_confirmations(sent: Sent<TournamentOfficial>, id: Path<RoundId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let RoundAtDesk { desk, round, .. } = RoundAtDesk::read(c, by, id)?;
            let ticked = |paired: &Match| form.text(&format!("confirm-{}", paired.board)).parse().ok();
            let of_round = desk.papers.snapshot.of_round(round.number);
            let versions: Vec<(MatchId, i64)> = of_round
                .filter_map(|paired| Some((paired.id, ticked(paired)?)))
                .collect();
            if versions.is_empty() {
                return Err(Faults::of("", ValueError::new("required", "No board is ticked.")).into());
            }
            use_cases::confirm_in_round(c, by, id, &versions)?;
            Ok(results_path(id))
        },
        move |c, by| RoundAtDesk::read(c, by, id),
        RoundAtDesk::page,
    )
    .await
}
