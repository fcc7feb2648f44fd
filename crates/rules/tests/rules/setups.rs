//! The text of positions.

use morabaraba_rules::{Junction, RuleSet, Setup, SetupError, Side};

#[test]
fn a_text_is_read_and_written_letter_for_letter() {
    for text in [
        "......../......../........ X 12 12 0 - -",
        "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -",
        "X......./..X...../O.O.OXO. O 0 0 17 - -",
        "XXXXXXXX/OOOOOOOO/XXXXOOOO O 0 0 0 - R4-A4",
        "XXXXXXXX/XXXXXXXX/XXXXXXXX X 255 0 65535 E1-E1xE1 E2",
    ] {
        assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
    }
    let setup: Setup = "X......./.O....../.......X X 0 0 0 - -".parse().unwrap();
    assert!(setup.cows[0].iter().eq([Junction::E1, Junction::R8]));
    assert!(setup.cows[1].iter().eq([Junction::A2]));
}

#[test]
fn other_texts_are_none() {
    let good = "......../......../........ X 12 12 0 - -";
    assert!(good.parse::<Setup>().is_ok());
    for cut in 0..good.len() {
        assert_eq!(
            good[..cut].parse::<Setup>(),
            Err(SetupError::Syntax),
            "{}",
            &good[..cut]
        );
    }
    for text in [
        "......../......../........ X 12 12 0 - - ",
        "......../......../........  X 12 12 0 - -",
        "......../......../.......x X 12 12 0 - -",
        "........|......../........ X 12 12 0 - -",
        "......../......../........ x 12 12 0 - -",
        "......../......../........ X 012 12 0 - -",
        "......../......../........ X +12 12 0 - -",
        "......../......../........ X -1 12 0 - -",
        "......../......../........ X 256 12 0 - -",
        "......../......../........ X 12 12 65536 - -",
        "......../......../........ X 12 12 0 e1-e2 -",
        "......../......../........ X 12 12 0 - -\n",
        "......./........./........ X 12 12 0 - -",
        "é......./......../........ X 12 12 0 - -",
    ] {
        assert_eq!(text.parse::<Setup>(), Err(SetupError::Syntax), "{text}");
    }
}

#[test]
fn nonsense_is_no_position() {
    for (text, expected) in [
        ("XXXXXXXX/XXXX..../........ X 0 12 0 - -", None),
        (
            "XXXXXXXX/XXXX..../........ X 1 12 0 - -",
            Some(SetupError::TooManyCows(Side::First)),
        ),
        (
            "......../......../........ X 12 13 0 - -",
            Some(SetupError::TooManyCows(Side::Second)),
        ),
        (
            "......../......../........ X 12 255 0 - -",
            Some(SetupError::TooManyCows(Side::Second)),
        ),
        ("XX....../......../......OO X 0 1 0 - -", None),
        (
            "X......./......../......OO X 0 1 0 - -",
            Some(SetupError::TooFewCows(Side::First)),
        ),
        (
            "XX....../......../......OO X 0 0 0 - -",
            Some(SetupError::TooFewCows(Side::Second)),
        ),
        ("XXX...../......../....OOOO O 0 0 20 - -", None),
        ("XXX...../......../....OOOO O 0 0 21 - -", Some(SetupError::Quiet)),
        ("XXXX..../......../....OOOO O 0 0 1 - -", Some(SetupError::Quiet)),
        ("XXX...../......../....OOOO O 0 1 1 - -", Some(SetupError::Quiet)),
        ("O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -", None),
        (
            "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6xR1 -",
            Some(SetupError::Armed(Side::First)),
        ),
        (
            "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 - E6-A6",
            Some(SetupError::Armed(Side::Second)),
        ),
        (
            "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 R2-R1 -",
            Some(SetupError::Armed(Side::First)),
        ),
        (
            "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 A6 -",
            Some(SetupError::Armed(Side::First)),
        ),
        (
            "O.O.X.X./.OO.XXX./.X.O...O X 1 0 0 E6-A6 -",
            Some(SetupError::Armed(Side::First)),
        ),
        // E7 may have been shot in the turn since, but not by the side that has just played.
        ("O.O.X.../.OO.XXX./.X.O...O X 0 0 0 E6-A6 -", None),
        (
            "O.O.X.../.OO.XXX./.X.O...O O 0 0 0 E6-A6 -",
            Some(SetupError::Armed(Side::First)),
        ),
    ] {
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.into_position(RuleSet::MSSA_GAR).err(), expected, "{text}");
    }
}

#[test]
fn what_a_rule_set_does_not_know_is_refused() {
    let armed: Setup = "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -".parse().unwrap();
    let rules = RuleSet::TRADITIONAL_WORLD_GAMES;
    assert_eq!(armed.into_position(rules), Err(SetupError::Armed(Side::First)));
    let quiet: Setup = "XXX...../......../....OOOO O 0 0 1 - -".parse().unwrap();
    assert_eq!(quiet.into_position(RuleSet::BEADS), Err(SetupError::Quiet));
    // A move that only broke a line arms beads and not mssa-gar.
    let broke: Setup = "O.O.X.X./.OO..XX./.X.O...O O 0 0 0 E6-A6 -".parse().unwrap();
    assert!(broke.into_position(RuleSet::BEADS).is_ok());
    assert_eq!(
        broke.into_position(RuleSet::MSSA_GAR),
        Err(SetupError::Armed(Side::First))
    );
}

#[test]
fn both_sides_on_one_junction_are_refused() {
    let mut setup: Setup = "XXX...../......../....OOOO O 0 0 0 - -".parse().unwrap();
    setup.cows[1] = setup.cows[1] | setup.cows[0];
    assert_eq!(setup.into_position(RuleSet::MSSA_GAR), Err(SetupError::SharedJunction));
}
