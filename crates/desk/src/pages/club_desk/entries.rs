//! Tournaments that take entries, and the players of a club in them: members are ticked, and entered at once.

use std::collections::HashSet;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::clubs::ClubKind;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::club_desk::members::{self, Member, registered};
use crate::pages::club_desk::{ClubDesk, path};
use crate::pages::field::Field;
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::home::state;
use crate::pages::public::next_page;
use crate::pages::sent::Sent;
use crate::pages::ticks;
use crate::players::particulars::store::{ParticularsFilter, ParticularsOrder};
use crate::players::registrations::store::RegistrationFilter;
use crate::players::registrations::{self, Basis, Registration};
use crate::players::use_cases::find_club;
use crate::players::{self, Player};
use crate::tournaments::calendar::store::{self as calendar, CalendarFilter};
use crate::tournaments::entries::store::EntriesOf;
use crate::tournaments::entries::use_cases::EntryRequest;
use crate::tournaments::entries::{self};
use crate::tournaments::model::{Entry, Tournament, TournamentState};
use crate::tournaments::sheets::papers::{days, sort};
use crate::tournaments::{self};
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_open_tournaments)
        .service(show_club_entries)
        .service(send_club_entries)
        .service(send_club_withdrawal)
        .service(send_club_return);
}

/// The most tournaments ahead that are looked through.
const MOST_TOURNAMENTS: i64 = 200;

#[get("/desk/clubs/{id}/entries")]
async fn list_open_tournaments(caller: ClubSecretary, visit: Visit, id: Path<ClubId>) -> Result<Page, Error> {
    let id = *id;
    let read = move |c: &mut Conn, by: &Caller| {
        let desk = ClubDesk::read(c, by, id)?;
        let filter = CalendarFilter {
            province: None,
            level: None,
            stage: None,
            from: by.today(),
            until: None,
            after: None,
        };
        let mut open = calendar::list(c, filter, MOST_TOURNAMENTS)?;
        open.retain(|tournament| tournament.state == TournamentState::Open);
        let own = entries::store::with_tournaments(c, EntriesOf::Club(id))?;
        Ok((desk, open, own))
    };
    let (desk, open, own) = caller.read(read).await?;
    let entered = |tournament: &Tournament| {
        let of = own
            .iter()
            .filter(|(entry, _)| entry.tournament == tournament.id && !entry.is_withdrawn());
        i64::try_from(of.count()).unwrap_or(i64::MAX)
    };
    let body = html! {
        p {
            "A tournament takes entries of clubs until the day that it names, or until its first round is drawn, on its first day at \
             the latest. Enter your players the day before."
        }
        @if open.is_empty() { p { "No tournament takes entries now." } }
        ul.things {
            @for tournament in &open {
                li {
                    a href={ (desk.path()) "/entries/" (tournament.id) } { (tournament.plan.name) }
                    p.quiet {
                        (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (tournament.plan.place()) " · "
                        (sort(Words::ENGLISH, &tournament.plan)) " · " (counted(entered(tournament), "player of yours", "players of yours")) " entered"
                    }
                    @if let Some(closing) = closing(tournament, desk.today) { p { (closing) } }
                }
            }
        }
    };
    Ok(desk.page(&visit, &Draft::default(), "Enter tournaments", &body))
}

/// The last day on which the club enters and withdraws players, in a sentence.
fn closing(tournament: &Tournament, today: NaiveDate) -> Option<String> {
    let until = tournament.entries_until(today, Words::ENGLISH);
    until.or_else(|| tournament.entries_closed(today, Words::ENGLISH))
}

/// The members to show.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListCandidates {
    cursor: Option<String>,
}

/// A tournament, with those of a club who are in it, and those who could be.
struct ClubEntries {
    desk: ClubDesk,
    tournament: Tournament,
    /// Whether the caller may still enter and withdraw players.
    is_open: bool,
    /// Entries of members, and of those who play for the club.
    own: Vec<Entry>,
    members: Vec<Member>,
    /// Learners and students of other clubs, whom the club has registered for its own events.
    others: Vec<(Registration, Player)>,
    cursor: Option<String>,
    next: Option<String>,
}

impl ClubEntries {
    fn read(
        c: &mut Conn,
        by: &Caller,
        (club, id): (ClubId, TournamentId),
        cursor: Option<String>,
    ) -> Result<ClubEntries, Error> {
        let desk = ClubDesk::read(c, by, club)?;
        let tournament = tournaments::use_cases::read(c, id)?;
        let year = desk.calendar.year_of(tournament.plan.starts_on);
        let all = entries::store::list(c, id)?;
        let entered: HashSet<PlayerId> = all.iter().map(|entry| entry.player.id()).collect();
        let filter = ParticularsFilter {
            club: Some(club),
            order: ParticularsOrder::Name {
                after: after(cursor.as_deref())?,
            },
            ..ParticularsFilter::default()
        };
        let members = members::read(c, by, filter, year, PageSize::TICKED.rows())?;
        let page = pagination::Page::of(members, PageSize::TICKED, Member::key, |one| one)?;
        let (mut members, next) = page.into_parts();
        members.retain(|member| !entered.contains(&member.player.id));
        let mut others = Vec::new();
        if desk.club.kind != ClubKind::Community && cursor.is_none() {
            let filter = RegistrationFilter {
                year: Some(year),
                club: Some(club),
                ..RegistrationFilter::default()
            };
            others = registrations::use_cases::list(c, by, filter, None, PageSize::TICKED.rows())?;
            others.retain(|(one, player)| {
                one.basis == Basis::Institution && !one.is_of_member(player) && !entered.contains(&player.id)
            });
        }
        let is_own =
            |entry: &Entry| entry.club == Some(club) || entry.player.player().is_some_and(|player| player.club == club);
        Ok(ClubEntries {
            own: all.into_iter().filter(is_own).collect(),
            // Those who run the tournament enter and withdraw players after the closing date too.
            is_open: tournament.state == TournamentState::Open
                && (tournament.entries_closed_on(by.today()).is_none()
                    || by.reach.covers_province(&tournament.province)),
            desk,
            tournament,
            members,
            others,
            cursor,
            next,
        })
    }

    fn path(&self) -> String {
        format!("{}/entries/{}", self.desk.path(), self.tournament.id)
    }

    /// The name of an entered player: members in full, others as everyone may read it.
    fn name(&self, entry: &Entry) -> String {
        match entry.player.player() {
            Some(player) if player.club == self.desk.club.id => player.named_in_full().name,
            _ => entry.player.public_name(self.desk.today),
        }
    }

    fn page(&self, visit: &Visit, draft: &Draft, next: &Markup) -> Page {
        let (tournament, desk) = (&self.tournament, &self.desk);
        let plan = &tournament.plan;
        let closing = closing(tournament, desk.today);
        let body = html! {
            p.lead {
                (days(plan.starts_on, plan.ends_on)) " · " (plan.place()) " · " (sort(Words::ENGLISH, plan)) " · " (state(Words::ENGLISH, tournament, desk.today))
            }
            @if let Some(closing) = &closing { p { b { (closing) } } }
            p { a href={ "/tournaments/" (tournament.id) } { "The tournament's page" } " " a href={ (desk.path()) "/entries" } { "Other tournaments" } }
            @if draft.status() != 200 { (draft.refusal(&self.fields())) }
            section {
                h2 { "Entered" }
                @if self.own.is_empty() { p { "Nobody of your club yet." } }
                ul.things { @for entry in &self.own { (self.entered(visit, entry)) } }
            }
            @if self.is_open { (self.candidates(visit, draft, next)) }
            @else if tournament.state == TournamentState::Open {
                p { "Clubs enter and withdraw nobody any more. Ask the umpire, or whoever runs the tournament, who still can." }
            }
            @else { p { "The tournament takes no entries of clubs now. Those who run it enter whoever comes late." } }
        };
        desk.page(visit, draft, &plan.name, &body)
    }

    fn fields(&self) -> Vec<Field> {
        if !self.is_open {
            return Vec::new();
        }
        let members = self
            .members
            .iter()
            .map(|member| ticks::field(member.player.id, &member.name()));
        let others = self
            .others
            .iter()
            .map(|(one, player)| ticks::field(player.id, &one.name_of(player, self.desk.today).name));
        members.chain(others).collect()
    }

    fn entered(&self, visit: &Visit, entry: &Entry) -> Markup {
        let (step, words) = if entry.is_withdrawn() {
            ("return", "Bring back")
        } else {
            ("withdrawal", "Withdraw")
        };
        html! {
            li {
                b { (self.name(entry)) }
                @if entry.is_withdrawn() { " " span.quiet { "withdrawn" } }
                @if self.is_open {
                    form method="post" action={ (self.path()) "/" (entry.id) "/" (step) } {
                        (Draft::default().hidden(visit.token()))
                        button.second aria-label={ (words) " " (self.name(entry)) } { (words) }
                    }
                }
            }
        }
    }

    fn candidates(&self, visit: &Visit, draft: &Draft, next: &Markup) -> Markup {
        let year = self.desk.calendar.year_of(self.tournament.plan.starts_on).number();
        html! {
            section {
                h2 { "Enter players" }
                @if self.members.is_empty() && self.others.is_empty() { p { "There is nobody else to enter." } }
                @else {
                    form.wide method="post" action=(self.path()) {
                        (draft.hidden(visit.token()))
                        input type="hidden" name="cursor" value=[&self.cursor];
                        ul.things.ticks {
                            @for member in &self.members {
                                li { div {
                                    (ticks::tick(draft, member.player.id, &member.name()))
                                    p.quiet {
                                        (member.player.number) " · "
                                        @match &member.registration {
                                            Some(registration) => (registered(registration)),
                                            None => { "Not registered for " (year) },
                                        }
                                    }
                                } }
                            }
                            @for (one, player) in &self.others {
                                li { div {
                                    (ticks::tick(draft, player.id, &one.name_of(player, self.desk.today).name))
                                    p.quiet { (player.number) " · " (registered(one)) ", for your own events" }
                                } }
                            }
                        }
                        button { "Enter those who are ticked" }
                    }
                }
                (next)
            }
        }
    }
}

#[get("/desk/clubs/{id}/entries/{tournament}")]
async fn show_club_entries(
    caller: ClubSecretary,
    visit: Visit,
    ids: Path<(ClubId, TournamentId)>,
    Search(query): Search<ListCandidates>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let found = caller
        .read(move |c, by| ClubEntries::read(c, by, *ids, query.cursor))
        .await?;
    let next = next_page(Words::ENGLISH, &request, found.next.as_deref());
    Ok(found.page(&visit, &Draft::default(), &next))
}

fn of(club: ClubId, tournament: TournamentId) -> String {
    format!("{}/entries/{tournament}", path(club))
}

#[post("/desk/clubs/{id}/entries/{tournament}")]
async fn send_club_entries(
    sent: Sent<ClubSecretary>,
    ids: Path<(ClubId, TournamentId)>,
) -> Result<HttpResponse, Error> {
    let (club, tournament) = *ids;
    let cursor = Some(sent.form.text("cursor").to_owned()).filter(|cursor| !cursor.is_empty());
    sent.carry_out(
        move |c, by, form| {
            find_club(c, by, club)?;
            ticks::for_each(c, form, |c, player: PlayerId| {
                // A learner or student of another club plays for this one, a member for whom the event is.
                let is_member = players::store::club(c, player)? == Some(club);
                let asked = EntryRequest {
                    creation: Creation::of(None, &(tournament, player), by.now)?,
                    tournament,
                    player,
                    club: Some(club).filter(|_| !is_member),
                };
                entries::use_cases::enter(c, by, &asked).map(|_| ())
            })?;
            Ok(of(club, tournament))
        },
        move |c, by| ClubEntries::read(c, by, (club, tournament), cursor),
        |found, visit, draft| found.page(visit, draft, &html! {}),
    )
    .await
}

/// An entry of a club's in a tournament.
type EntryPath = Path<(ClubId, TournamentId, EntryId)>;

/// Changes an entry of the club's, and goes on to the page on which it stands.
async fn change(
    sent: Sent<ClubSecretary>,
    ids: EntryPath,
    work: fn(&mut Conn, &Caller, EntryId) -> Result<Entry, Error>,
) -> Result<HttpResponse, Error> {
    let (club, tournament, entry) = *ids;
    sent.carry_out(
        move |c, by, _| {
            work(c, by, entry)?;
            Ok(of(club, tournament))
        },
        move |c, by| ClubEntries::read(c, by, (club, tournament), None),
        |found, visit, draft| found.page(visit, draft, &html! {}),
    )
    .await
}

#[post("/desk/clubs/{id}/entries/{tournament}/{entry}/withdrawal")]
async fn send_club_withdrawal(sent: Sent<ClubSecretary>, ids: EntryPath) -> Result<HttpResponse, Error> {
    change(sent, ids, entries::use_cases::withdraw).await
}

#[post("/desk/clubs/{id}/entries/{tournament}/{entry}/return")]
async fn send_club_return(sent: Sent<ClubSecretary>, ids: EntryPath) -> Result<HttpResponse, Error> {
    change(sent, ids, entries::use_cases::bring_back).await
}
