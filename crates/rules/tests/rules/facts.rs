//! Facts about the board and the game.

use std::collections::HashSet;

use morabaraba_rules::{Cows, Junction, Line, Outcome, Position, RuleSet, Setup, Side, Symmetry, Turn, WinReason};

use crate::support::Chance;

#[test]
fn there_are_three_rings_24_junctions_20_lines_and_40_links() {
    assert_eq!(Junction::ALL.iter().collect::<HashSet<_>>().len(), 24);
    assert_eq!(
        Line::ALL.iter().map(|line| line.cows()).collect::<HashSet<_>>().len(),
        20
    );
    let ends = Junction::ALL
        .iter()
        .map(|junction| usize::from(junction.neighbours().len()));
    assert_eq!(ends.sum::<usize>(), 2 * 40);
}

/// Every way to name the junctions anew that leaves links linked, found by trying.
fn automorphisms(images: &mut Vec<Junction>) -> usize {
    let Some(next) = Junction::ALL.get(images.len()) else {
        let lines: HashSet<Cows> = Line::ALL.iter().map(|line| line.cows()).collect();
        let image = |line: Line| line.junctions().map(|junction| images[usize::from(junction.index())]);
        return usize::from(
            Line::ALL
                .iter()
                .all(|line| lines.contains(&Cows::from_iter(image(*line)))),
        );
    };
    let mut found = 0;
    for candidate in Junction::ALL {
        let fits = images.iter().zip(Junction::ALL).all(|(image, junction)| {
            *image != candidate && image.neighbours().contains(candidate) == junction.neighbours().contains(*next)
        });
        if fits {
            images.push(candidate);
            found += automorphisms(images);
            images.pop();
        }
    }
    found
}

#[test]
fn the_board_has_16_symmetries_and_these_are_they() {
    assert_eq!(automorphisms(&mut Vec::new()), 16);
    let maps: HashSet<_> = Symmetry::ALL
        .iter()
        .map(|symmetry| Junction::ALL.map(|at| symmetry.junction(at)))
        .collect();
    assert_eq!(maps.len(), 16);
    for symmetry in Symmetry::ALL {
        for line in Line::ALL {
            let image = Cows::from_iter(line.junctions().map(|junction| symmetry.junction(junction)));
            assert_eq!(symmetry.cows(line.cows()), image);
            assert!(Line::ALL.iter().any(|line| line.cows() == image));
        }
    }
}

/// The boards after so many plies, and how many they are if images count as one.
fn boards(plies: u32) -> (usize, usize) {
    let mut classes = vec![Position::new(RuleSet::MSSA_GAR).packed()];
    for _ in 0..plies {
        classes = classes
            .into_iter()
            .flat_map(|packed| {
                let position = unpacked(packed);
                position
                    .legal_turns()
                    .into_iter()
                    .map(move |turn| position.play_unchecked(turn).canonical().packed())
            })
            .collect();
        classes.sort_unstable();
        classes.dedup();
    }
    // A position that n symmetries leave as it is has 16 / n images.
    let images = |packed: &u128| {
        let position = unpacked(*packed);
        16 / Symmetry::ALL
            .iter()
            .filter(|symmetry| position.under(**symmetry) == position)
            .count()
    };
    (classes.iter().map(images).sum(), classes.len())
}

/// The way back from [`Position::packed`], while nobody has moved yet.
fn unpacked(packed: u128) -> Position {
    let bits = |from: u32, width: u32| u32::try_from(packed >> from & ((1 << width) - 1)).unwrap();
    let setup = Setup {
        cows: [0, 24].map(|from| Cows::from_bits(bits(from, 24)).unwrap()),
        hand: [49, 53].map(|from| u8::try_from(bits(from, 4)).unwrap()),
        side: Side::ALL[bits(48, 1) as usize],
        ..Setup::START
    };
    setup.into_position(RuleSet::MSSA_GAR).unwrap()
}

#[test]
fn after_eight_plies_there_are_48_461_858_boards_in_3_035_845_classes() {
    // Before anybody can have shot: 24, then 24 × 23, then pairs of First, then pairs of both.
    assert_eq!(boards(1), (24, 4));
    assert_eq!(boards(2).0, 24 * 23);
    assert_eq!(boards(3).0, 24 * 23 / 2 * 22);
    assert_eq!(boards(4).0, (24 * 23 / 2) * (22 * 21 / 2));
    assert_eq!(boards(8), (48_461_858, 3_035_845));
}

#[test]
fn a_side_with_four_or_more_cows_can_be_blocked_only_by_five_or_more() {
    let sets = |size: u8| (0..1_u32 << 24).filter(move |bits| bits.count_ones() == u32::from(size));
    for foes in sets(4).filter_map(Cows::from_bits) {
        // A side is blocked if it fills what the opponent's cows cut off. Parts of up to three cows in all do not do.
        let parts = parts(!foes);
        let mut totals = HashSet::from([0]);
        for part in &parts {
            totals = totals.iter().flat_map(|total| [*total, total + part.len()]).collect();
        }
        assert!(!totals.iter().any(|total| (4..=12).contains(total)), "{foes}");
    }
    // Five can: four cows in a corner, and every way out of it closed.
    let blocked: Setup = "XXO...OX/XO.....O/O....... X 0 0 0 - -".parse().unwrap();
    assert_eq!(blocked.cows.map(Cows::len), [4, 5]);
    let outcome = blocked.into_position(RuleSet::BEADS).unwrap().outcome();
    assert_eq!(
        outcome,
        Some(Outcome::Win {
            winner: Side::Second,
            reason: WinReason::NoMove
        })
    );
}

/// The junctions of a set, by what is linked with what.
fn parts(mut left: Cows) -> Vec<Cows> {
    let mut parts = Vec::new();
    while let Some(first) = left.iter().next() {
        let mut part = Cows::one(first);
        loop {
            let wider = part
                .iter()
                .fold(part, |wider, junction| wider | (junction.neighbours() & left));
            if wider == part {
                break;
            }
            part = wider;
        }
        left = left - part;
        parts.push(part);
    }
    parts
}

#[test]
fn with_scope_cow_the_no_move_back_rule_never_leaves_a_side_without_a_turn() {
    let chance = &mut Chance::new(1);
    let mut tried = 0;
    for (line, left) in Line::ALL
        .into_iter()
        .flat_map(|line| line.junctions().map(|left| (line, left)))
    {
        for came in left.neighbours() - line.cows() {
            for _ in 0..50 {
                // The broken line but for its junction, the cow that left it, and everything else full.
                let mut setup = Setup {
                    hand: [0, 0],
                    ..Setup::START
                };
                setup.cows[0] = (line.cows() - Cows::one(left)) | Cows::one(came);
                let mut rest: Vec<Junction> = (!setup.cows[0] - Cows::one(left)).iter().collect();
                while setup.cows[0].len() < 11 {
                    setup.cows[0] = setup.cows[0] | Cows::one(rest.swap_remove(chance.below(rest.len())));
                }
                setup.cows[1] = Cows::from_iter(rest);
                setup.armed[0] = Some(Turn::from_to(left, came));
                let position = setup.into_position(RuleSet::BEADS).unwrap();
                let legal = position.legal_turns();
                assert!(legal.iter().all(|turn| turn.from != Some(came)), "{position}");
                assert!(!legal.is_empty(), "{position}");
                tried += 1;
            }
        }
    }
    // A junction with its lines and links: 6 on the corners, 8 on those of the middle ring, 3 and 4 on the others.
    assert_eq!(tried, 50 * (8 * 6 + 4 * 8 + 8 * 3 + 4 * 4));
}

#[test]
fn under_mssa_gar_the_no_move_back_rule_never_binds_a_side_that_flies() {
    // Whoever flies had three or four cows at its previous turn, and with so few no move breaks a line and makes one.
    let few = (0..1_u32 << 24)
        .filter(|bits| (3..=4).contains(&bits.count_ones()))
        .filter_map(Cows::from_bits);
    for cows in few.filter(|cows| !cows.in_lines().is_empty()) {
        let setup = Setup {
            cows: [cows, foes(!cows)],
            hand: [0, 0],
            ..Setup::START
        };
        let position = setup.into_position(RuleSet::MSSA_GAR).unwrap();
        for turn in position.legal_turns() {
            assert_eq!(
                position.play(turn).unwrap().armed(Side::First),
                None,
                "{turn} in {position}"
            );
        }
    }
    // With five one does.
    let five: Setup = "....XXX./....X.X./O.OO.... X 0 0 0 - -".parse().unwrap();
    let played = five
        .into_position(RuleSet::MSSA_GAR)
        .unwrap()
        .play("E6-A6xR1".parse().unwrap())
        .unwrap();
    assert_eq!(
        played.armed(Side::First),
        Some(Turn::from_to(Junction::E6, Junction::A6))
    );
}

/// Four of these junctions that make no line.
fn foes(vacant: Cows) -> Cows {
    let mut foes = Cows::EMPTY;
    for junction in vacant {
        let more = foes | Cows::one(junction);
        if foes.len() < 4 && more.in_lines().is_empty() {
            foes = more;
        }
    }
    foes
}

#[test]
fn keys_never_change() {
    for (text, key) in [
        ("......../......../........ X 12 12 0 - -", 0x26b5_8679_65dc_9537),
        ("X......./......../........ O 11 12 0 - -", 0xa003_d704_b030_7498),
        ("XX....../......../......OO X 10 10 0 - -", 0xa48b_7f1c_8547_a399),
        ("O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -", 0xdc68_d419_f973_1586),
        ("O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 - -", 0x0d75_925d_77c2_5d7a),
        ("X......./..X...../O.O..XO. O 0 0 17 - -", 0x0606_6b89_dc58_8c1d),
    ] {
        let position = text.parse::<Setup>().unwrap().into_position(RuleSet::MSSA_GAR).unwrap();
        assert_eq!(position.key(), key, "{text}");
    }
}
