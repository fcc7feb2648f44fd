//! A match as one of its players sees it: the result, what is disputed about it, and the way to dispute or to appeal.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::SignedIn;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::own_record::tournament::{OwnTournament, state, typed};
use crate::pages::own_record::{grounds, path};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::tournaments::appeals::AppealAgainst;
use crate::tournaments::appeals::use_cases::raise_own as appeal;
use crate::tournaments::matches::disputes::OwnDispute;
use crate::tournaments::matches::disputes::use_cases::{list_own, raise_own};
use crate::tournaments::matches::use_cases::{match_in, tournament_of};
use crate::tournaments::model::Match;
use crate::tournaments::sheets::frame::moment;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{DisputeId, MatchId, PlayerId};
use crate::values::validation::{Faults, text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_own_match)
        .service(send_dispute)
        .service(send_appeal);
}

/// The most characters of a complaint, as disputes take it.
const LONGEST_REASON: usize = 1000;

fn reason() -> Field {
    let hint = "Which game, and what it was in truth. The officials of the tournament read it, and nobody else.";
    Field::new("reason", "What is wrong with the result", FieldKind::Long).with_hint(hint)
}

/// A match of the player's.
struct OwnMatch {
    within: OwnTournament,
    paired: Match,
    disputes: Vec<OwnDispute>,
}

impl OwnMatch {
    fn read(c: &mut Conn, by: &Caller, player: PlayerId, id: MatchId) -> Result<OwnMatch, Error> {
        let tournament = tournament_of(c, id)?;
        let within = OwnTournament::read(c, by, player, tournament)?;
        let paired = match_in(&within.papers.snapshot, id)?.clone();
        if !paired.pair.contains(&within.entry.seed) {
            return Err(NOT_FOUND.problem("There is no match of yours with this id.").into());
        }
        let disputes = list_own(c, by, id)?;
        Ok(OwnMatch {
            within,
            paired,
            disputes,
        })
    }

    fn path(&self) -> String {
        match_path(self.within.own.player.id, self.paired.id)
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (paired, within) = (&self.paired, &self.within);
        let title = format!("Round {}, board {}", paired.round_number, paired.board);
        let body = html! {
            (within.own.way_back())
            p.way { a href=(within.path()) { (within.papers.snapshot.tournament.plan.name) } }
            h1 { (title) }
            p.lead { "Against " (within.opponent(paired)) }
            (draft.refusal(&[reason(), grounds()]))
            (self.result())
            (self.told(visit, draft))
            @if self.can_dispute() {
                section {
                    h2 { "Dispute the result" }
                    form method="post" action={ (self.path()) "/dispute" } {
                        (draft.hidden(visit.token()))
                        (draft.field(&reason()))
                        button { "Dispute it" }
                    }
                }
            }
        };
        visit
            .page(&within.own.federation, &title, &body)
            .with_status(draft.status())
    }

    /// Whether there is a result that can still be disputed: as long as the round is open.
    fn can_dispute(&self) -> bool {
        let rounds = &self.within.papers.snapshot.rounds;
        self.paired.result().is_some() && !self.paired.disputed && self.paired.takes_results(rounds)
    }

    fn result(&self) -> Markup {
        let (paired, side) = (&self.paired, self.within.side(&self.paired));
        let marks = |seed| {
            let marks = paired.result().map(|result| result.sheet.marks(seed, paired.pair));
            let marks = marks.into_iter().flatten().map(|mark| mark.to_string());
            marks.collect::<Vec<_>>().join(" ")
        };
        html! {
            section {
                h2 { "The result" }
                @if paired.result().is_some() {
                    dl.facts {
                        dt { "You" } dd.marks { (marks(paired.pair[side])) }
                        dt { (self.within.opponent(paired)) } dd.marks { (marks(paired.pair[1 - side])) }
                    }
                }
                p { (state(paired.progress())) }
            }
        }
    }

    fn told(&self, visit: &Visit, draft: &Draft) -> Markup {
        // An appeal is against the newest ruling; those before it have become part of the matter.
        let newest = self.disputes.iter().rev().find(|one| one.dispute.ruling.is_some());
        let offered = newest.and_then(|one| Some((one.dispute.id, self.within.appeals_until(Some(&one.dispute))?)));
        html! {
            @if !self.disputes.is_empty() {
                section {
                    h2 { "Disputes" }
                    ul.things {
                        @for OwnDispute { dispute, is_own } in &self.disputes {
                            li {
                                p { @if *is_own { (dispute.reason) } @else { "Somebody else disputes the result." } }
                                p.quiet { "Raised " (moment(dispute.raised_at)) }
                                @if let Some(ruling) = &dispute.ruling {
                                    p { b { "Ruling: " } (ruling) }
                                    @if let Some((ruled, last)) = offered.filter(|(ruled, _)| *ruled == dispute.id) {
                                        (self.appeal(visit, draft, ruled, last))
                                    }
                                } @else { p { "An umpire has not ruled yet." } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn appeal(&self, visit: &Visit, draft: &Draft, ruled: DisputeId, last: NaiveDate) -> Markup {
        html! {
            details open[draft.fault("grounds").is_some()] {
                summary { "Appeal against the ruling" }
                p { "An appeal is taken until " (day(last)) ", once." }
                form method="post" action={ (self.path()) "/disputes/" (ruled) "/appeal" } {
                    (draft.hidden(visit.token()))
                    (draft.field(&grounds()))
                    button { "Appeal" }
                }
            }
        }
    }
}

fn match_path(player: PlayerId, id: MatchId) -> String {
    format!("{}/matches/{id}", path(player))
}

#[get("/account/players/{id}/matches/{match}")]
async fn show_own_match(caller: SignedIn, visit: Visit, ids: Path<(PlayerId, MatchId)>) -> Result<Page, Error> {
    let (player, id) = *ids;
    let own = caller.read(move |c, by| OwnMatch::read(c, by, player, id)).await?;
    Ok(own.page(&visit, &Draft::default()))
}

#[post("/account/players/{id}/matches/{match}/dispute")]
async fn send_dispute(sent: Sent<SignedIn>, ids: Path<(PlayerId, MatchId)>) -> Result<HttpResponse, Error> {
    let (player, id) = *ids;
    sent.carry_out(
        move |c, by, form| {
            let reason = text(form.text("reason"), LONGEST_REASON);
            let reason = reason.map_err(|fault| Faults::of("/reason", fault))?;
            raise_own(c, by, id, player, &reason)?;
            Ok(match_path(player, id))
        },
        move |c, by| OwnMatch::read(c, by, player, id),
        OwnMatch::page,
    )
    .await
}

#[post("/account/players/{id}/matches/{match}/disputes/{dispute}/appeal")]
async fn send_appeal(sent: Sent<SignedIn>, ids: Path<(PlayerId, MatchId, DisputeId)>) -> Result<HttpResponse, Error> {
    let (player, id, dispute) = *ids;
    sent.carry_out(
        move |c, by, form| {
            let against = typed(form, AppealAgainst::Ruling(dispute))?;
            let appeal = appeal(c, by, &player.into(), &against)?;
            Ok(format!("{}#appeals", path(appeal.player)))
        },
        move |c, by| OwnMatch::read(c, by, player, id),
        OwnMatch::page,
    )
    .await
}
