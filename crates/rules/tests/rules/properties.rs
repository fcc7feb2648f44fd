//! Properties that hold in every position of every game.

use morabaraba_rules::{Cows, Junction, LegalTurns, Position, RuleSet, Setup, Side, Symmetry, Turn, perft, replay};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::SETS;

/// A game by what is chosen at each ply among the legal turns.
pub(crate) fn games() -> impl Strategy<Value = (RuleSet, Vec<u16>)> {
    (proptest::sample::select(&SETS[..]), vec(any::<u16>(), 0..160))
}

pub(crate) fn turns_of(rules: RuleSet, choices: &[u16]) -> (Vec<Turn>, Position) {
    let (mut turns, mut position) = (Vec::new(), Position::new(rules));
    for choice in choices {
        let legal = position.legal_turns();
        let Some(turn) = legal.get(usize::from(*choice) % legal.len().max(1)) else {
            break;
        };
        turns.push(*turn);
        position = position.play_unchecked(*turn);
    }
    (turns, position)
}

fn any_turn() -> impl Strategy<Value = Turn> {
    let junction = || proptest::sample::select(&Junction::ALL[..]);
    (
        proptest::option::of(junction()),
        junction(),
        proptest::option::of(junction()),
    )
        .prop_map(|(from, to, shot)| Turn { from, to, shot })
}

/// All 25 × 24 × 25 turns, in order.
fn every_turn() -> impl Iterator<Item = Turn> {
    let maybe = || std::iter::once(None).chain(Junction::ALL.map(Some));
    maybe().flat_map(move |from| {
        Junction::ALL
            .into_iter()
            .flat_map(move |to| maybe().map(move |shot| Turn { from, to, shot }))
    })
}

proptest! {
    #[test]
    fn legal_turns_are_those_that_check_admits((rules, choices) in games()) {
        let (_, position) = turns_of(rules, &choices);
        let admitted: Vec<Turn> = every_turn().filter(|turn| position.check(*turn).is_ok()).collect();
        let legal = position.legal_turns();
        prop_assert_eq!(&*legal, &admitted[..]);
        prop_assert_eq!(perft(&position, 1), admitted.len() as u64);
        prop_assert!(admitted.len() < LegalTurns::CAPACITY);
        prop_assert_eq!(legal.is_empty(), position.outcome().is_some());
    }

    #[test]
    fn a_threat_is_where_a_turn_shoots((rules, choices) in games()) {
        let (_, position) = turns_of(rules, &choices);
        let side = position.side();
        let shooting = position.legal_turns().into_iter().filter(|turn| turn.shot.is_some());
        let shooting: Cows = shooting.map(|turn| turn.to).collect();
        prop_assert!((shooting - position.threats(side)).is_empty());
        if position.armed(side).is_none() && position.outcome().is_none() {
            prop_assert_eq!(shooting, position.threats(side));
        }
    }

    #[test]
    fn a_legal_game_is_replayed_to_its_end((rules, choices) in games()) {
        let (turns, end) = turns_of(rules, &choices);
        let texts: Vec<String> = turns.iter().map(Turn::to_string).collect();
        let mut game = replay(Position::new(rules), &texts);
        for (ply, played) in game.by_ref().enumerate() {
            prop_assert_eq!(played.map(|(turn, _)| turn), Ok(turns[ply]));
        }
        prop_assert_eq!(game.position(), end);
    }

    #[test]
    fn cows_are_never_made_or_lost_but_by_a_shot((rules, choices) in games()) {
        let (turns, end) = turns_of(rules, &choices);
        for side in Side::ALL {
            let shots = turns.iter().skip(1 - side as usize).step_by(2).filter(|turn| turn.shot.is_some()).count();
            prop_assert_eq!(usize::from(end.lost(side)), shots);
        }
        prop_assert!((end.cows(Side::First) & end.cows(Side::Second)).is_empty());
    }

    #[test]
    fn any_turn_at_all_is_judged((rules, choices) in games(), given in vec(any_turn(), 0..40)) {
        let (_, mut position) = turns_of(rules, &choices);
        for turn in given {
            position = position.play(turn).unwrap_or(position);
        }
        prop_assert_eq!(position.setup().into_position(rules), Ok(position));
    }

    #[test]
    fn a_position_is_read_from_its_text((rules, choices) in games()) {
        let (_, position) = turns_of(rules, &choices);
        let setup: Setup = position.to_string().parse().unwrap();
        prop_assert_eq!(setup.into_position(rules), Ok(position));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC*", near in "[EAR1-9xX./O 0-]{0,60}") {
        for text in [text, near] {
            if let Ok(turn) = text.parse::<Turn>() {
                prop_assert_eq!(turn.to_string(), &*text);
            }
            if let Ok(setup) = text.parse::<Setup>() {
                prop_assert_eq!(setup.to_string(), &*text);
            }
        }
    }

    #[test]
    fn symmetry_commutes_with_play((rules, choices) in games(), given in vec(any_turn(), 8)) {
        let (_, position) = turns_of(rules, &choices);
        for symmetry in Symmetry::ALL {
            let image = position.under(symmetry);
            prop_assert_eq!(image.outcome(), position.outcome());
            prop_assert_eq!(image.setup(), symmetry.setup(position.setup()));
            for turn in position.legal_turns().into_iter().chain(given.iter().copied()) {
                let played = position.play(turn).map(|played| played.under(symmetry));
                prop_assert_eq!(image.play(symmetry.turn(turn)), played);
            }
        }
    }

    #[test]
    fn images_share_one_canonical_position((rules, choices) in games()) {
        let (_, position) = turns_of(rules, &choices);
        let canonical = position.canonical();
        prop_assert_eq!(position.under(position.canonical_symmetry()), canonical);
        for symmetry in Symmetry::ALL {
            let image = position.under(symmetry);
            prop_assert_eq!(image.canonical(), canonical);
            prop_assert!(canonical.packed() <= image.packed());
            prop_assert_eq!(image.under(symmetry.inverse()), position);
            prop_assert_eq!(image.class(), position.class());
        }
        // What is not in the class is the quiet count and the armed turns: else two of one class are images.
        let bare = Setup { quiet: 0, armed: [None, None], ..canonical.setup() };
        prop_assert_eq!(bare.into_position(rules).map(|bare| bare.class()), Ok(position.class()));
        let least = Symmetry::ALL.map(|symmetry| position.under(symmetry).packed() & ((1 << 57) - 1)).into_iter().min();
        prop_assert_eq!(least, Some(u128::from(position.class())));
    }
}
