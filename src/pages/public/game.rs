//! A game, turn by turn on its board.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use chrono::NaiveDate;
use maud::{Markup, html};
use morabaraba_rules::{RuleSet, Termination};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::federation;
use crate::games::{Game, GameResult, use_cases};
use crate::pages::form::Search;
use crate::pages::frame::{Head, Page, Visit};
use crate::pages::public::day;
use crate::tournaments;
use crate::tournaments::visitors::Contestant;
use crate::values::error::Error;
use crate::values::id::GameId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_game);
}

/// The turn after which the board is shown; the opening if it is left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowGame {
    turn: Option<usize>,
}

#[get("/games/{id}")]
async fn show_game(
    caller: Anyone,
    visit: Visit,
    id: Path<GameId>,
    Search(query): Search<ShowGame>,
) -> Result<Page, Error> {
    let (today, id) = (caller.today(), *id);
    let read = move |c: &mut Conn| {
        let game = use_cases::read(c, id)?;
        let tournament = game
            .tournament
            .map(|of| tournaments::use_cases::read(c, of))
            .transpose()?;
        Ok((federation::store::settings(c, today)?, tournament, game))
    };
    let (settings, tournament, game) = caller.read(read).await?;
    let shown = Shown {
        turn: query.turn.unwrap_or_default().min(game.record.turns().len()),
        game: &game,
        today,
    };
    let head = Head {
        title: format!("{}, {}", shown.players(), day(game.played_on)),
        description: format!(
            "A game of Morabaraba, turn by turn: {}. {}.",
            shown.players(),
            shown.result()
        ),
        more: html! {
            link rel="stylesheet" href="/pages/game.css";
            script src="/pages/game.js" type="module" {}
        },
    };
    let body = html! {
        p.way { a href="/games" { "Games" } }
        h1 { (shown.players()) }
        p {
            (shown.result()) ". Played on " (day(game.played_on)) " by the " (rules(game.record.rule_set()))
            @if let Some(tournament) = &tournament {
                ", in " a href={ "/tournaments/" (tournament.id) } { (tournament.plan.name) }
            }
            "."
        }
        p.links { @for player in [&game.first, &game.second] { (shown.way(player)) } }
        (shown.replay())
    };
    Ok(visit.page_with(&settings, &head, &body))
}

/// The rules as people name them.
fn rules(rules: RuleSet) -> &'static str {
    match rules.name() {
        "mssa-gar" => "generally accepted rules",
        "traditional-world-games" => "rules of the traditional world games",
        "beads" => "rules of schools, without draws",
        "botswana" => "rules of Botswana",
        "wikipedia" => "encyclopaedia’s rules",
        _ => "rules of its own",
    }
}

/// How a game ended.
fn end(termination: Termination) -> &'static str {
    match termination {
        Termination::TwoCows => "the other side had two cows left",
        Termination::NoMove => "the other side could not move",
        Termination::TenMoves => "ten moves each without a shot",
        Termination::Resignation => "resignation",
        Termination::Agreement => "agreement",
        Termination::Umpire => "decision of the umpire",
        Termination::Time => "time",
        Termination::Forfeit => "forfeit",
        Termination::Unfinished => "not played to an end",
    }
}

/// A game as it is shown after a turn.
struct Shown<'a> {
    game: &'a Game,
    turn: usize,
    today: NaiveDate,
}

impl Shown<'_> {
    fn players(&self) -> String {
        let [first, second] = [&self.game.first, &self.game.second].map(|player| player.public_name(self.today));
        format!("{first} – {second}")
    }

    fn result(&self) -> String {
        let end = end(self.game.record.termination().0);
        match self.game.record.result() {
            GameResult::First => format!("{} won: {end}", self.game.first.public_name(self.today)),
            GameResult::Second => format!("{} won: {end}", self.game.second.public_name(self.today)),
            GameResult::Drawn => format!("Drawn: {end}"),
            GameResult::Unfinished => "Not played to an end".to_owned(),
        }
    }

    /// The way to a player; a visitor has no page.
    fn way(&self, player: &Contestant) -> Markup {
        let name = player.public_name(self.today);
        html! {
            @if let Some(player) = player.player() { a href={ "/players/" (player.id) } { "About " (name) } }
        }
    }

    /// The sentence below the board, which the script changes as it steps.
    fn status(&self) -> String {
        let Some((_, Some(turn))) = self.game.record.after(self.turn) else {
            return format!("The opening: {} begins", self.game.first.public_name(self.today));
        };
        let player = if self.turn % 2 == 1 {
            &self.game.first
        } else {
            &self.game.second
        };
        let told = format!("{}: {turn}", player.public_name(self.today));
        if self.turn == self.game.record.turns().len() {
            format!("{told}. {}.", self.result())
        } else {
            told
        }
    }

    fn replay(&self) -> Markup {
        let (id, plies) = (self.game.id, self.game.record.turns().len());
        html! {
            div #game .game data-result=(self.result()) {
                section aria-label="Board" {
                    img #board src={ "/v1/games/" (id) "/positions/" (self.turn) } alt={ "The board after turn " (self.turn) }
                        width="400" height="436";
                    p #status role="status" { (self.status()) }
                    (steps())
                    p #where .quiet { "Turn " (self.turn) " of " (plies) }
                    form #jump .line action={ "/games/" (id) } {
                        label for="turn" { "Turn" }
                        input #turn name="turn" inputmode="numeric" size="4" value=(self.turn);
                        button.second { "Show the board" }
                    }
                }
                nav.turns aria-label="Turns" tabindex="0" { (self.turns()) }
            }
            p #keys .quiet hidden {
                "Step with the arrow keys ← →, " kbd { "Home" } " and " kbd { "End" } ", or by swiping the board. "
                a #record download { "The game record as text" }
            }
        }
    }

    /// The turns in pairs, as people write them down.
    fn turns(&self) -> Markup {
        html! {
            ol #turns {
                @for (pair, turns) in self.game.record.turns().chunks(2).enumerate() {
                    li {
                        @for (of_pair, turn) in turns.iter().enumerate() {
                            @let number = 2 * pair + of_pair + 1;
                            span data-turn=(number) aria-current=[(number == self.turn).then_some("true")] { (turn) }
                        }
                    }
                }
            }
        }
    }
}

/// The buttons by which the script steps.
fn steps() -> Markup {
    html! {
        div #steps role="group" aria-label="Step through the game" hidden {
            button #begin .second type="button" aria-label="To the opening" aria-keyshortcuts="Home" { "|◀" }
            button #back .second type="button" aria-label="One turn back" aria-keyshortcuts="ArrowLeft" { "◀" }
            input #slider type="range" min="0" value="0" aria-label="Turn";
            button #on .second type="button" aria-label="One turn on" aria-keyshortcuts="ArrowRight" { "▶" }
            button #end .second type="button" aria-label="To the end" aria-keyshortcuts="End" { "▶|" }
        }
    }
}
