//! The crate and the slow model play the same games.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use morabaraba_rules::{
    AllInLines, Junction, NoMoveBack, Options, Position, RuleSet, Scope, Setup, Shot, Side, TenMoves, Trigger, Turn,
    Unit, When,
};

use crate::model::{Game, NAMES, Rules, Table, Triple};
use crate::support::Chance;

#[test]
fn on_100_000_plies_of_mssa_gar() {
    let seen = agree(RuleSet::MSSA_GAR, &Rules::named("mssa-gar"), 100_000);
    seen.assert(&ALWAYS);
    seen.assert(&["move-back", "ten-moves"]);
}

#[test]
fn on_100_000_plies_of_traditional_world_games() {
    let seen = agree(
        RuleSet::TRADITIONAL_WORLD_GAMES,
        &Rules::named("traditional-world-games"),
        100_000,
    );
    seen.assert(&ALWAYS);
    seen.assert(&["ten-moves"]);
}

#[test]
fn on_100_000_plies_of_beads() {
    let seen = agree(RuleSet::BEADS, &Rules::named("beads"), 100_000);
    seen.assert(&ALWAYS);
    seen.assert(&["move-back"]);
}

#[test]
fn on_100_000_plies_of_botswana() {
    let seen = agree(RuleSet::BOTSWANA, &Rules::named("botswana"), 100_000);
    seen.assert(&ALWAYS);
    seen.assert(&["move-back"]);
}

#[test]
fn on_100_000_plies_of_wikipedia() {
    let seen = agree(RuleSet::WIKIPEDIA, &Rules::named("wikipedia"), 100_000);
    seen.assert(&ALWAYS);
    seen.assert(&["move-back", "ten-moves"]);
}

#[test]
fn on_rule_sets_of_every_other_choice() {
    let chance = &mut Chance::new(7);
    for _ in 0..40 {
        let options = any_options(chance);
        agree(RuleSet::custom(options), &Rules::custom(options), 1_500);
    }
}

fn any_options(chance: &mut Chance) -> Options {
    let mut coin = || chance.below(2) == 0;
    let no_move_back = NoMoveBack {
        trigger: if coin() {
            Trigger::AnyBreak
        } else {
            Trigger::BreakAndMake
        },
        scope: if coin() { Scope::Cow } else { Scope::Line },
        binds_flying: coin(),
    };
    let ten_moves = TenMoves {
        when: if coin() { When::Either } else { When::Both },
        moves: NonZeroU8::new(if coin() { 10 } else { 3 }).unwrap(),
        unit: if coin() { Unit::Each } else { Unit::Total },
    };
    Options {
        no_move_back: Some(no_move_back),
        ten_moves: coin().then_some(ten_moves),
        shot: if coin() { Shot::Must } else { Shot::May },
        all_in_lines: if coin() { AllInLines::Any } else { AllInLines::None },
    }
}

const ALWAYS: [&str; 15] = [
    "game-over",
    "must-place",
    "must-move",
    "origin-empty",
    "origin-opponent",
    "occupied",
    "not-adjacent",
    "shot-not-earned",
    "shot-missing",
    "shot-empty",
    "shot-own",
    "shot-protected",
    "legal",
    "two-cows",
    "no-move",
];

/// A count of what has been met, so that agreement is not agreement about nothing.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, u32>);

impl Seen {
    fn note(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    fn assert(&self, all: &[&'static str]) {
        for what in all {
            assert!(self.0.contains_key(what), "{what} was never met: {:?}", self.0);
        }
    }
}

fn agree(rules: RuleSet, plain: &Rules, plies: u32) -> Seen {
    let table = Table::new(plain.clone());
    let chance = &mut Chance::new(u64::from(plies));
    let mut seen = Seen::default();
    let mut played = 0;
    while played < plies {
        let mut game = if chance.below(3) == 0 {
            Game::new(&table)
        } else {
            endgame(&table, chance)
        };
        let mut position = position(&game, rules);
        for _ in 0..150 {
            same(&game, position, chance, &mut seen);
            let Some((turn, triple)) = choose(position, chance) else {
                break;
            };
            game.play(triple);
            position = position.play(turn).unwrap();
            played += 1;
        }
    }
    seen
}

/// A board with some cows of each side and nothing in hand.
fn endgame<'a>(table: &'a Table, chance: &mut Chance) -> Game<'a> {
    let mut board = ['.'; 24];
    for sign in ['X', 'O'] {
        let cows = [3, 4, 5, 7, 12][chance.below(5)];
        for _ in 0..cows {
            let mut at = chance.below(24);
            while board[at] != '.' {
                at = (at + 1) % 24;
            }
            board[at] = sign;
        }
    }
    Game::on(table, board, chance.below(2))
}

fn position(game: &Game, rules: RuleSet) -> Position {
    let setup: Setup = game.text().parse().unwrap();
    setup.into_position(rules).unwrap()
}

fn same(game: &Game, position: Position, chance: &mut Chance, seen: &mut Seen) {
    let text = game.text();
    assert_eq!(position.to_string(), text);
    assert_eq!(
        position.setup().into_position(position.rule_set()),
        Ok(position),
        "{text}"
    );

    let outcome = game.outcome();
    let winner = |side: Option<usize>| side.map(|side| Side::ALL[side]);
    assert_eq!(
        position.outcome().map(|outcome| (outcome.winner(), outcome.code())),
        outcome.map(|(side, code)| (winner(side), code)),
        "{text}"
    );
    if let Some((_, code)) = outcome {
        seen.note(code);
    }

    let expected = if outcome.is_some() { Vec::new() } else { game.turns() };
    let legal: Vec<Triple> = position.legal_turns().iter().copied().map(triple).collect();
    assert_eq!(legal, expected, "{text}");

    for _ in 0..20 {
        let triple = some_turn(position, chance);
        let (given, code) = (
            turn(triple),
            position.check(turn(triple)).err().map(morabaraba_rules::Refusal::code),
        );
        assert_eq!(code, game.refused(outcome.is_some(), triple), "{given} in {text}");
        seen.note(code.unwrap_or("legal"));
    }
}

/// Any turn that can be written, but often one that is nearly legal.
fn some_turn(position: Position, chance: &mut Chance) -> Triple {
    let maybe = |chance: &mut Chance| (chance.below(2) == 0).then(|| chance.below(24));
    let back = position.armed(position.side());
    let (mut from, to, shot) = (maybe(chance), chance.below(24), maybe(chance));
    let cows: Vec<Junction> = position.cows(position.side()).iter().collect();
    match (chance.below(3), back) {
        (
            0,
            Some(Turn {
                from: Some(left), to, ..
            }),
        ) => (Some(usize::from(to.index())), left.index().into(), shot),
        (1, _) if !cows.is_empty() && position.hand(position.side()) == 0 => {
            from = Some(cows[chance.below(cows.len())].index().into());
            (from, to, shot)
        }
        (2, _) if !position.legal_turns().is_empty() => {
            let turns = position.legal_turns();
            let (from, to, _) = triple(turns[chance.below(turns.len())]);
            (from, to, shot)
        }
        _ => (from, to, shot),
    }
}

/// A legal turn; one that shoots or that leaves a line more often than chance would have it.
fn choose(position: Position, chance: &mut Chance) -> Option<(Turn, Triple)> {
    let turns = position.legal_turns();
    if turns.is_empty() {
        return None;
    }
    let in_lines = position.cows(position.side()).in_lines();
    let leaves_line = |turn: &&Turn| turn.from.is_some_and(|from| in_lines.contains(from));
    let wanted: Vec<&Turn> = turns
        .iter()
        .filter(|turn| turn.shot.is_some() || leaves_line(turn))
        .collect();
    let turn = if wanted.is_empty() || chance.below(2) == 0 {
        turns[chance.below(turns.len())]
    } else {
        *wanted[chance.below(wanted.len())]
    };
    Some((turn, triple(turn)))
}

fn triple(turn: Turn) -> Triple {
    let index = |junction: Junction| usize::from(junction.index());
    (turn.from.map(index), index(turn.to), turn.shot.map(index))
}

fn turn((from, to, shot): Triple) -> Turn {
    let junction = |index: usize| NAMES[index].parse().unwrap();
    Turn {
        from: from.map(junction),
        to: junction(to),
        shot: shot.map(junction),
    }
}
