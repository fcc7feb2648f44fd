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
use crate::languages::{Words, say, weave};
use crate::pages::form::Search;
use crate::pages::frame::{Head, Page, Visit};
use crate::tournaments;
use crate::tournaments::model::Contestant;
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
        words: visit.words(),
    };
    let words = visit.words();
    let head = Head {
        title: format!("{}, {}", shown.players(), words.day(game.played_on)),
        description: say!(
            words,
            "game-description",
            players = shown.players(),
            result = shown.result()
        ),
        words,
        more: html! {
            link rel="stylesheet" href="/pages/game.css";
            script src="/pages/game.js" type="module" {}
        },
    };
    let body = html! {
        p.way { a href="/games" { (say!(words, "games")) } }
        h1 { (shown.players()) }
        p {
            @let (result, day, rules) = (shown.result(), words.day(game.played_on), rules(words, game.record.rule_set()));
            @match &tournament {
                None => (say!(words, "game-facts", result = result, day = day, rules = rules)),
                Some(tournament) => {
                    @let tournament = html! { a href={ "/tournaments/" (tournament.id) } { (tournament.plan.name) } };
                    (weave!(words, "game-facts-in", result = result, day = day, rules = rules; tournament = tournament))
                }
            }
        }
        p.links { @for player in [&game.first, &game.second] { (shown.way(player)) } }
        (shown.replay())
    };
    Ok(visit.page_with(&settings, &head, &body))
}

/// The rules as people name them.
fn rules(words: Words, rules: RuleSet) -> String {
    match rules.name() {
        "mssa-gar" => say!(words, "rules-generally-accepted"),
        "traditional-world-games" => say!(words, "rules-traditional-world-games"),
        "beads" => say!(words, "rules-schools"),
        "botswana" => say!(words, "rules-botswana"),
        "wikipedia" => say!(words, "rules-encyclopaedia"),
        _ => say!(words, "rules-own"),
    }
}

/// The end of a game in words.
fn end(words: Words, termination: Termination) -> String {
    match termination {
        Termination::TwoCows => say!(words, "end-two-cows"),
        Termination::NoMove => say!(words, "end-no-move"),
        Termination::TenMoves => say!(words, "end-ten-moves"),
        Termination::Resignation => say!(words, "end-resignation"),
        Termination::Agreement => say!(words, "end-agreement"),
        Termination::Umpire => say!(words, "end-umpire"),
        Termination::Time => say!(words, "end-time"),
        Termination::Forfeit => say!(words, "end-forfeit"),
        Termination::Unfinished => say!(words, "end-unfinished"),
    }
}

/// A game as it is shown after a turn.
struct Shown<'a> {
    game: &'a Game,
    turn: usize,
    today: NaiveDate,
    words: Words,
}

impl Shown<'_> {
    fn players(&self) -> String {
        let [first, second] = [&self.game.first, &self.game.second].map(|player| player.public_name(self.today));
        format!("{first} – {second}")
    }

    fn result(&self) -> String {
        let end = end(self.words, self.game.record.termination().0);
        let won = |player: &Contestant, end: String| {
            say!(
                self.words,
                "game-won",
                player = player.public_name(self.today),
                end = end
            )
        };
        match self.game.record.result() {
            GameResult::First => won(&self.game.first, end),
            GameResult::Second => won(&self.game.second, end),
            GameResult::Drawn => say!(self.words, "game-drawn", end = end),
            GameResult::Unfinished => say!(self.words, "game-unfinished"),
        }
    }

    /// The way to a player; a visitor has no page.
    fn way(&self, player: &Contestant) -> Markup {
        let name = player.public_name(self.today);
        html! {
            @if let Some(player) = player.player() { a href={ "/players/" (player.id) } { (say!(self.words, "about", name = name)) } }
        }
    }

    /// The sentence below the board, which the script changes as it steps.
    fn status(&self) -> String {
        let Some((_, Some(turn))) = self.game.record.after(self.turn) else {
            return self.opening();
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

    fn opening(&self) -> String {
        say!(
            self.words,
            "game-opening",
            player = self.game.first.public_name(self.today)
        )
    }

    fn replay(&self) -> Markup {
        let (id, plies, words) = (self.game.id, self.game.record.turns().len(), self.words);
        html! {
            // What the script says as it steps stands here, with names in braces for what it puts in.
            div #game .game data-result=(self.result()) data-opening=(self.opening())
                data-where=(say!(words, "turn-of", turn = "{turn}", turns = plies))
                data-at-opening=(say!(words, "slider-at-opening")) data-at-turn=(say!(words, "slider-at-turn", turn = "{turn}", played = "{played}"))
                data-cows=(say!(
                    words, "cows-on-the-board", first = "{first}", cows = "{cows}", hand = "{hand}",
                    second = "{second}", others = "{others}", rest = "{rest}",
                ))
                data-none=(say!(words, "no-cows")) data-unshown=(say!(words, "position-cannot-be-shown"))
                data-unstepped=(say!(words, "game-cannot-be-stepped-through")) {
                section aria-label=(say!(words, "board")) {
                    img #board src={ "/v1/games/" (id) "/positions/" (self.turn) } alt=(say!(words, "board-after-turn", turn = self.turn))
                        width="400" height="436";
                    p #status role="status" { (self.status()) }
                    (steps(words))
                    p #where .quiet { (say!(words, "turn-of", turn = self.turn, turns = plies)) }
                    form #jump .line action={ "/games/" (id) } {
                        label for="turn" { (say!(words, "turn")) }
                        input #turn name="turn" inputmode="numeric" size="4" value=(self.turn);
                        button.second { (say!(words, "show-the-board")) }
                    }
                }
                nav.turns aria-label=(say!(words, "turns")) tabindex="0" { (self.turns()) }
            }
            p #keys .quiet hidden {
                (weave!(words, "step-with-the-keys"; home = html! { kbd { "Home" } }, end = html! { kbd { "End" } })) " "
                a #record download { (say!(words, "game-record-as-text")) }
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
fn steps(words: Words) -> Markup {
    html! {
        div #steps role="group" aria-label=(say!(words, "step-through")) hidden {
            button #begin .second type="button" aria-label=(say!(words, "to-the-opening")) aria-keyshortcuts="Home" { "|◀" }
            button #back .second type="button" aria-label=(say!(words, "one-turn-back")) aria-keyshortcuts="ArrowLeft" { "◀" }
            input #slider type="range" min="0" value="0" aria-label=(say!(words, "turn"));
            button #on .second type="button" aria-label=(say!(words, "one-turn-on")) aria-keyshortcuts="ArrowRight" { "▶" }
            button #end .second type="button" aria-label=(say!(words, "to-the-end")) aria-keyshortcuts="End" { "▶|" }
        }
    }
}
