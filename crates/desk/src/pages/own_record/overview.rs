//! A player's own page: what is on record, where they have played, and the ways to consents and appeals.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::SignedIn;
use crate::clubs::{self, Club};
use crate::colours::{self, Award};
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::frame::{Page, Visit};
use crate::pages::own_record::Own;
use crate::pages::public::{colours_of, day, division};
use crate::persons::data;
use crate::persons::data::views::PlayerExport;
use crate::players::registrations::Registration;
use crate::players::use_cases::PlayerPath;
use crate::players::{self, Sex, registrations};
use crate::provinces;
use crate::tournaments::appeals::{self, Appeal, AppealOutcome};
use crate::tournaments::entries::store::{EntriesOf, with_tournaments};
use crate::tournaments::model::Tournament;
use crate::tournaments::sheets::frame::moment;
use crate::tournaments::sheets::papers::days;
use crate::values::error::Error;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_own_player).service(read_own_data);
}

/// The most tournaments that the page lists; all are in the file of one's data.
const MOST_TOURNAMENTS: usize = 30;

/// All that stands on the page.
struct Overview {
    own: Own,
    club: Option<Club>,
    home: String,
    registrations: Vec<Registration>,
    colours: Vec<Award>,
    /// The latest first.
    tournaments: Vec<Tournament>,
    appeals: Vec<(Appeal, Option<Tournament>)>,
}

impl Overview {
    fn read(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Overview, Error> {
        let own = Own::read(c, by, path)?;
        let player = own.player.id;
        let entries = players::store::entries(c, player)?;
        let mut registrations = registrations::store::find_of_all(c, &entries)?;
        registrations.sort_by_key(|registration| std::cmp::Reverse((registration.year, registration.id)));
        let entered = with_tournaments(c, EntriesOf::Player(player))?.into_iter().rev();
        let tournaments: Vec<Tournament> = entered.map(|(_, tournament)| tournament).collect();
        let appeals = appeals::store::of_player(c, player)?.into_iter();
        let of = |appeal: Appeal| {
            let about = tournaments.iter().find(|one| one.id == appeal.tournament);
            (appeal, about.cloned())
        };
        let home = provinces::store::find(c, &own.player.home.province)?;
        Ok(Overview {
            club: clubs::store::find(c, own.player.club)?,
            home: home.map(|province| province.name).unwrap_or_default(),
            registrations,
            colours: colours::store::of_player(c, player)?,
            appeals: appeals.map(of).collect(),
            tournaments: tournaments.into_iter().take(MOST_TOURNAMENTS).collect(),
            own,
        })
    }

    fn page(&self, visit: &Visit) -> Page {
        let (path, name) = (self.own.path(), self.own.name());
        let body = html! {
            p.way { a href="/account" { "Your account" } }
            h1 { (name) }
            (self.facts())
            ul.things {
                li {
                    a href={ (path) "/consents" } { "Consents" }
                    p.quiet { "What may be shown and shared, given and taken back." }
                }
                li {
                    a href={ (path) "/export" } download { "All that is on record, as a file" }
                    p.quiet { "For you to keep or to hand on (JSON)." }
                }
                li {
                    a href={ "/players/" (self.own.player.id) } { "What everybody reads" }
                    p.quiet { "The public page, with games and rankings." }
                }
            }
            (self.tournaments())
            (self.registrations())
            (self.colours())
            (self.appeals())
        };
        visit.page(&self.own.federation, &name, &body)
    }

    fn facts(&self) -> Markup {
        let player = &self.own.player;
        html! {
            dl.facts {
                dt { "Number" } dd { (player.number) }
                @if let Some(club) = &self.club { dt { "Club" } dd { a href={ "/clubs/" (club.id) } { (club.name) } } }
                dt { "Lives in" } dd { (self.home) }
                @if let Some(person) = &player.person {
                    dt { "Born" } dd { (day(person.birth_date)) }
                    dt { "Sex" } dd { @match person.sex { Sex::Female => "female", Sex::Male => "male" } }
                    @if let Some(nationality) = &person.nationality { dt { "Nationality" } dd { (nationality.name()) } }
                }
            }
            p.quiet { "If something is wrong, tell your club: it mends what is on record." }
        }
    }

    fn tournaments(&self) -> Markup {
        html! {
            section {
                h2 { "Tournaments and own results" }
                @if self.tournaments.is_empty() { p { "None yet." } }
                ul.things {
                    @for one in &self.tournaments {
                        li {
                            a href={ (self.own.path()) "/tournaments/" (one.id) } { (one.plan.name) }
                            p.quiet { (days(one.plan.starts_on, one.plan.ends_on)) " · " (one.plan.venue) }
                        }
                    }
                }
            }
        }
    }

    fn registrations(&self) -> Markup {
        html! {
            section {
                h2 { "Registrations" }
                @if self.registrations.is_empty() { p { "None yet." } }
                ul.things {
                    @for one in &self.registrations {
                        li {
                            b { (one.year.number()) } " · " (division(Words::ENGLISH, one.division))
                            p.quiet {
                                @match one.paid_on {
                                    Some(paid) => { "Paid " (day(paid)) }
                                    None => "Not paid yet",
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn colours(&self) -> Markup {
        html! {
            @if !self.colours.is_empty() {
                section {
                    h2 { "Colours" }
                    ul.things {
                        @for award in &self.colours {
                            li {
                                (colours_of(Words::ENGLISH, award.level)) " " (award.year.number())
                                p.quiet { (division(Words::ENGLISH, award.division)) " · " (award.awarding_body) " · " (award.state.in_words()) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn appeals(&self) -> Markup {
        html! {
            section {
                h2 #appeals { "Appeals" }
                @if self.appeals.is_empty() {
                    p { "None. You appeal where the ruling or the result stands: open the tournament." }
                }
                ul.things {
                    @for (appeal, tournament) in &self.appeals {
                        li {
                            b { @if let Some(tournament) = tournament { (tournament.plan.name) } @else { "A tournament" } }
                            p { (appeal.grounds) }
                            p.quiet { "Raised " (moment(appeal.raised_at)) }
                            @match appeal.outcome {
                                None => p { "Not decided yet." },
                                Some(AppealOutcome::Upheld) => p { b { "Upheld. " } (appeal.reason.as_deref().unwrap_or_default()) },
                                Some(AppealOutcome::Dismissed) => p { b { "Dismissed. " } (appeal.reason.as_deref().unwrap_or_default()) },
                            }
                        }
                    }
                }
            }
        }
    }
}

#[get("/account/players/{id}")]
async fn show_own_player(caller: SignedIn, visit: Visit, path: PlayerPath) -> Result<Page, Error> {
    let overview = caller.read(move |c, by| Overview::read(c, by, &path)).await?;
    Ok(overview.page(&visit))
}

#[get("/account/players/{id}/export")]
async fn read_own_data(caller: SignedIn, path: PlayerPath) -> Result<Response<PlayerExport>, Error> {
    let today = caller.today();
    let record = caller
        .read(move |c, by| data::use_cases::read_own(c, by, &path))
        .await?;
    Ok(Response::private(PlayerExport::of(record, today)?).kept_as(&format!("player-{today}.json")))
}
