//! The pen lent to a laptop: codes are shown once, and a file is saved.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Coordinator;
use crate::accounts::keys::{KeyWords, Keyring, Keys};
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::{Account, Caller};
use crate::clubs::Club;
use crate::clubs::store::{ClubFilter, find_all, list as list_clubs};
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::ticks::{pair, tick, ticked};
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens::codes::VenueCode;
use crate::pens::routes::{CreatePenLoan, MOST_LATE_ENTRANT_CLUBS, MOST_OFFICIALS};
use crate::pens::{self, NewPenLoan, use_cases};
use crate::tournaments::officials::use_cases::list;
use crate::tournaments::use_cases as tournaments;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, TournamentId};
use crate::values::names::fold;
use crate::values::validation::{Faults, ValueError};
use crate::web::response::Response;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(show_lending).service(send_loan);
}

/// The name of the bundle's file, as the steps on the page name it.
const BUNDLE: &str = "bundle.json";

/// The names by which ticks are told what is wrong with them.
const OFFICIALS: &str = "official_ids";
const CLUBS: &str = "late_entrant_club_ids";

/// A loan as the form asks for it, but for who is ticked.
#[derive(Deserialize)]
struct TypedLoan {
    laptop: String,
    sealing_key: String,
    signing_key: String,
}

fn fields() -> [Field; 3] {
    let printed = "As it was printed on the laptop when its keys were made.";
    [
        Field::new("laptop", "Name of the laptop", FieldKind::Text).with_hint("Everyone reads it: Hall laptop."),
        Field::new("sealing_key", "Its sealing key", FieldKind::Text).with_hint(printed),
        Field::new("signing_key", "Its signing key", FieldKind::Text).with_hint(printed),
    ]
}

/// The path of the page.
pub(super) fn lending_path(tournament: TournamentId) -> String {
    format!("{}/pen-loan", path(tournament))
}

/// Whether the pen can be lent.
pub(super) fn is_lendable(desk: &TournamentDesk) -> bool {
    desk.pen.is_none() && pens::is_lendable(&desk.papers.snapshot.tournament)
}

/// The parts from which the page is made.
struct Lending {
    desk: TournamentDesk,
    /// The accounts of those who run the tournament.
    officials: Vec<Account>,
    /// The clubs from which players may still come: those for which somebody is entered, and others of the province.
    clubs: Vec<Club>,
    /// The words of the federation's key.
    words: KeyWords,
}

impl Lending {
    fn read(c: &mut Conn, by: &Caller, (id, keys): (TournamentId, &Keys)) -> Result<Lending, Error> {
        let desk = TournamentDesk::read(c, by, id)?;
        Ok(Lending {
            words: keys.words()?,
            officials: list(c, by, &desk.papers.snapshot.tournament)?,
            clubs: clubs(c, &desk)?,
            desk,
        })
    }

    /// The form as it is shown first: with a tick at each club for which somebody is entered.
    fn draft(&self) -> Draft {
        Draft::of(self.desk.papers.clubs.keys().map(pair).collect())
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let title = "Take this tournament to the hall";
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            p {
                "For a hall without a network: a laptop gets the pen, the right to change this tournament, and shows these same pages \
                 there. Nothing of the tournament is changed here until the laptop gives the pen back."
            }
            @if is_lendable(&self.desk) {
                h2 { "First, on the laptop" }
                p { "Type this there. It has six words, by which the laptop knows this federation, and believes no other:" }
                p { (command(&format!("federation-records pen key --federation \"{}\"", self.words.as_str()))) }
                p { "It prints the laptop's two keys, which are asked for here." }
                (self.form(visit, draft))
            } @else { (draft.refusal(&fields())) }
            (steps())
        };
        visit
            .page(&self.desk.federation, title, &body)
            .with_status(draft.status())
    }

    fn form(&self, visit: &Visit, draft: &Draft) -> Markup {
        let fields = fields();
        html! {
            form method="post" action=(lending_path(self.desk.id())) {
                (draft.refusal(&fields))
                (draft.hidden(visit.token()))
                @for field in &fields { (draft.field(field)) }
                fieldset id=(OFFICIALS) {
                    legend { "Who signs in there" }
                    @if let Some(fault) = draft.fault(OFFICIALS) { p.fault { (fault) } }
                    @for official in &self.officials { (tick(draft, official.id, &official.name)) }
                }
                @if !self.clubs.is_empty() { (self.late_entrants(draft)) }
                button { "Lend the pen" }
            }
        }
    }

    /// Shows the codes, this once, once the pen is lent.
    ///
    /// The form on it is the same as was sent, and is answered with the file.
    fn lent(&self, visit: &Visit, sent: &Draft, codes: &[VenueCode]) -> Page {
        let title = "The pen is lent";
        let code_of = |account: &Account| codes.iter().find(|code| code.kept.account == account.id);
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            section {
                h2 { "Codes for this venue" }
                p {
                    "On the laptop each official signs in with their own e-mail address and this code, in the place of the password, \
                     which stays here. Hand each to its owner, and to nobody else. They are shown this once, and are good on that laptop alone."
                }
                dl {
                    @for (official, code) in self.officials.iter().filter_map(|official| Some((official, code_of(official)?))) {
                        dt { (official.name) }
                        dd { code { (code.code) } }
                    }
                }
                p.quiet {
                    "If one is lost, whoever has the laptop makes another there: "
                    (command("federation-records pen code --database-url sqlite:weekend.sqlite ADDRESS"))
                }
            }
            section {
                h2 { "The laptop's file" }
                form method="post" action=(lending_path(self.desk.id())) {
                    (sent.all_hidden(visit.token()))
                    button { "Save the file" }
                }
                p.quiet { "If it was not saved, press the button once more: you get the same file." }
            }
            (steps())
        };
        visit.page(&self.desk.federation, title, &body).private()
    }

    fn late_entrants(&self, draft: &Draft) -> Markup {
        html! {
            fieldset id=(CLUBS) {
                legend { "Whose players may still come" }
                p.quiet {
                    "Somebody who turns up without being entered can be entered in the hall if their club is ticked: the players whom it \
                     has registered go along. The laptop knows of nobody else."
                }
                @if let Some(fault) = draft.fault(CLUBS) { p.fault { (fault) } }
                @for club in &self.clubs { (tick(draft, club.id, &club.name)) }
            }
        }
    }
}

/// The clubs of which the form lets choose: those for which somebody is entered, and as many others of the province as there is room for.
fn clubs(c: &mut Conn, desk: &TournamentDesk) -> Result<Vec<Club>, Error> {
    let entered = &desk.papers.clubs;
    let of_province = ClubFilter {
        province: Some(desk.papers.snapshot.tournament.province.clone()),
        ..ClubFilter::default()
    };
    let most = i64::try_from(MOST_LATE_ENTRANT_CLUBS).unwrap_or(i64::MAX);
    let others = list_clubs(c, of_province, most)?;
    let mut clubs: Vec<Club> = entered.values().cloned().collect();
    clubs.sort_by_cached_key(|club| (fold(&club.name), club.id));
    clubs.extend(others.into_iter().filter(|club| !entered.contains_key(&club.id)));
    clubs.truncate(MOST_LATE_ENTRANT_CLUBS);
    Ok(clubs)
}

/// A command to type: no line ends between the hyphens of an option and its name.
fn command(text: &str) -> Markup {
    html! {
        code {
            @for (place, word) in text.split(' ').enumerate() {
                @if place > 0 { " " }
                @if word.starts_with("--") { span { (word) } } @else { (word) }
            }
        }
    }
}

/// The things to be done with the bundle next.
fn steps() -> Markup {
    html! {
        h2 { "Next, on the laptop" }
        ol {
            li { "Put the file " code { (BUNDLE) } " into the folder in which its keys were made." }
            li {
                "Start it there: "
                (command(&format!(
                    "federation-records serve --venue {BUNDLE} --database-url sqlite:weekend.sqlite --listen 0.0.0.0:8080"
                )))
            }
            li {
                "Open " code { "http://127.0.0.1:8080/" } " in its browser, and sign in with your e-mail address and your code for this \
                 venue. Telephones reach it at its address in the hall."
            }
        }
    }
}

/// The loan that the form asks for: of the officials those who are ticked, and of the clubs.
fn asked(c: &mut Conn, by: &Caller, id: TournamentId, form: &Form) -> Result<NewPenLoan, Error> {
    let typed: TypedLoan = form.read(&fields())?;
    let tournament = tournaments::find_within(c, by, id)?;
    let (officials, clubs) = (list(c, by, &tournament)?, find_all(c, &[], &ticked::<ClubId>(form))?);
    let (named, ticked) = (officials.iter().map(|official| official.id), ticked::<AccountId>(form));
    let asked = CreatePenLoan {
        laptop: typed.laptop,
        sealing_key: typed.sealing_key,
        signing_key: typed.signing_key,
        official_ids: named.filter(|official| ticked.contains(official)).collect(),
        late_entrant_club_ids: clubs.iter().map(|club| club.id).collect(),
    };
    if asked.official_ids.is_empty() {
        let nobody = ValueError::new("required", "Tick who is to sign in there.");
        return Err(Faults::of(&format!("/{OFFICIALS}"), nobody).into());
    }
    Ok(asked.parsed()?)
}

#[get("/desk/tournaments/{id}/pen-loan")]
async fn show_lending(
    caller: Coordinator,
    visit: Visit,
    id: Path<TournamentId>,
    keys: Data<Keyring>,
) -> Result<Page, Error> {
    let keys = keys.keys();
    let lending = caller.read(move |c, by| Lending::read(c, by, (*id, &keys))).await?;
    Ok(lending.page(&visit, &lending.draft()))
}

#[post("/desk/tournaments/{id}/pen-loan")]
async fn send_loan(
    sent: Sent<Coordinator>,
    visit: Visit,
    id: Path<TournamentId>,
    (keys, hasher): (Data<Keyring>, Data<Hasher>),
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let (id, keys, form) = (*id, keys.keys(), sent.form.clone());
    let mut officials: Vec<AccountId> = ticked(&form);
    officials.truncate(MOST_OFFICIALS);
    let codes = VenueCode::draw_all(&officials, &hasher, sent.caller.network()).await?;
    let (of_loan, signing) = (codes.clone(), keys.clone());
    let lent = sent.caller.clone().write_once(sent.form.request(), move |c, by| {
        let new = asked(c, by, id, &form)?;
        let (_, bundle) = use_cases::lend(c, by, id, new, (&of_loan, &signing))?;
        Ok(Response::private(bundle).kept_as(BUNDLE))
    });
    let lent = lent.await;
    let read = move |c: &mut Conn, by: &Caller| Lending::read(c, by, (id, &keys));
    if lent.as_ref().is_ok_and(|lent| !lent.is_replayed()) {
        let lending = sent.caller.read(read).await?;
        return Ok(lending.lent(&visit, &sent.form.again(), &codes).respond_to(&request));
    }
    sent.answer(lent, read, Lending::page).await
}
