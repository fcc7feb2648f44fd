//! The federation's text and its worked example; fields that are none.

use morabaraba_swiss::{
    Clubs, Config, Draw, Field, FieldError, Player, PlayerId, Points, Undrawn, Waiver, Waivers, WayOut, draw,
};

fn field(round: u32, halves: &[u32]) -> Field {
    let player = |(seed, halves): (u32, &u32)| Player {
        score: Points::halves(*halves),
        ..Player::new(PlayerId(seed.into()), seed)
    };
    Field::new(round, (1..).zip(halves).map(player).collect())
}

fn drawn(field: &Field) -> Draw {
    draw(field, &Config::default()).unwrap()
}

fn pairs(draw: &Draw) -> Vec<(u64, u64)> {
    draw.pairs.iter().map(|(one, other)| (one.0, other.0)).collect()
}

#[test]
fn the_worked_example_comes_out_as_printed() {
    // Butinyana, Hlophe and Mokoena on 6 in ranking order, and Moatshe the best on 5.
    let names = ["Butinyana", "Hlophe", "Mokoena", "Moatshe"];
    for halves in [[12, 12, 12, 10, 10, 8, 8, 6], [12, 12, 12, 10, 10, 10, 10, 10]] {
        let draw = drawn(&field(2, &halves));
        let name_of = |id: PlayerId| names[usize::try_from(id.0).unwrap() - 1];
        let top: Vec<_> = draw.pairs[..2]
            .iter()
            .map(|(one, other)| (name_of(*one), name_of(*other)))
            .collect();
        assert_eq!(top, [("Butinyana", "Mokoena"), ("Hlophe", "Moatshe")]);
    }
    // With 6, 5½ and 6 Hlophe is alone on 5½ and drops from there.
    let draw = drawn(&field(2, &[12, 11, 12, 10, 10, 8, 8, 6]));
    assert_eq!(pairs(&draw)[..2], [(1, 3), (2, 4)]);
}

#[test]
fn round_one_is_the_top_half_against_the_bottom_half() {
    let draw = drawn(&field(1, &[0; 50]));
    assert_eq!(pairs(&draw), (1..=25).map(|id| (id, id + 25)).collect::<Vec<_>>());
    assert_eq!(draw.bye, None);
    let draw = drawn(&field(1, &[0; 51]));
    assert_eq!(pairs(&draw), (1..=25).map(|id| (id, id + 25)).collect::<Vec<_>>());
    assert_eq!(draw.bye, Some(PlayerId(51)));
}

#[test]
fn clubs_and_relatives_are_kept_apart() {
    let mut field = field(1, &[0; 6]);
    field.players[0].club = Some("A".into());
    field.players[3].club = Some("A".into());
    assert_eq!(pairs(&drawn(&field)), [(1, 5), (2, 4), (3, 6)]);
    field.round = 4;
    assert_eq!(pairs(&drawn(&field)), [(1, 4), (2, 5), (3, 6)]);
    field.players[3].relatives = vec![PlayerId(1)];
    assert_eq!(pairs(&drawn(&field)), [(1, 5), (2, 4), (3, 6)]);
    field
        .players
        .iter_mut()
        .for_each(|player| player.club = Some("A".into()));
    for clubs in [Clubs::Round, Clubs::Bracket, Clubs::Off] {
        field.round = 1;
        let draw = draw(
            &field,
            &Config {
                clubs,
                ..Config::default()
            },
        )
        .unwrap();
        assert_eq!(pairs(&draw), [(1, 5), (2, 4), (3, 6)]);
    }
}

#[test]
fn a_rule_holds_until_it_is_waived() {
    let mut field = field(2, &[6, 6, 0]);
    field.players[0].opponents = vec![PlayerId(2), PlayerId(3)];
    field
        .players
        .iter_mut()
        .for_each(|player| player.had_bye = player.id != PlayerId(3));
    let Err(Undrawn::NoLegalDraw(stuck)) = draw(&field, &Config::default()) else {
        panic!()
    };
    assert!(matches!(&stuck.waivers, Waivers::Fewest(waivers) if waivers.len() == 1));
    assert!(
        stuck
            .to_string()
            .ends_with("; one waiver would allow a draw: players 1 and 2 meet again")
    );
    assert_eq!(
        stuck.ways_out,
        [WayOut::FewerRounds, WayOut::RoundRobin, WayOut::AnotherEntrant]
    );
    field.waivers = vec![Waiver::Rematch(PlayerId(2), PlayerId(1))];
    assert_eq!(
        drawn(&field),
        Draw {
            pairs: vec![(PlayerId(1), PlayerId(2))],
            bye: Some(PlayerId(3))
        }
    );
    field.waivers = vec![Waiver::SecondBye(PlayerId(1))];
    assert_eq!(
        drawn(&field),
        Draw {
            pairs: vec![(PlayerId(2), PlayerId(3))],
            bye: Some(PlayerId(1))
        }
    );
}

#[test]
fn a_bad_field_is_refused_and_the_player_named() {
    let bad = |change: fn(&mut Field)| {
        let mut field = field(2, &[0; 4]);
        change(&mut field);
        match draw(&field, &Config::default()) {
            Err(Undrawn::Field(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    let id = PlayerId;
    assert_eq!(bad(|field| field.players.clear()), FieldError::Empty);
    assert_eq!(
        bad(|field| field.players.iter_mut().for_each(|player| player.active = false)),
        FieldError::Empty
    );
    assert_eq!(bad(|field| field.players.truncate(1)), FieldError::Alone(id(1)));
    let many = bad(|field| {
        field
            .players
            .extend((5..=100_000).map(|seed| Player::new(PlayerId(seed.into()), seed)));
    });
    assert_eq!(many, FieldError::TooMany(id(5001)));
    assert_eq!(
        bad(|field| field.players[3].id = PlayerId(2)),
        FieldError::DuplicateId(id(2))
    );
    assert_eq!(
        bad(|field| field.players[3].seed = 2),
        FieldError::DuplicateSeed(id(2), id(4))
    );
    assert_eq!(
        bad(|field| field.players[2].score = Points::new(1, 5).unwrap()),
        FieldError::Score(id(3))
    );
    for change in [
        (|field| field.players[2].relatives.push(PlayerId(3))) as fn(&mut Field),
        |field| field.players[2].opponents.push(PlayerId(3)),
        |field| field.players[2].forbidden.push(PlayerId(3)),
        |field| field.players[2].forced = Some(PlayerId(3)),
    ] {
        assert_eq!(bad(change), FieldError::Itself(id(3)));
    }
    assert_eq!(
        bad(|field| field.players[1].opponents.push(PlayerId(9))),
        FieldError::Unknown(id(2), id(9))
    );
    assert_eq!(
        bad(|field| field.players[1].forced = Some(PlayerId(9))),
        FieldError::Unknown(id(2), id(9))
    );
    let away = |field: &mut Field| {
        field.players[0].forced = Some(PlayerId(2));
        field.players[1].active = false;
    };
    assert_eq!(bad(away), FieldError::Forced(id(1), id(2)));
    let two = |field: &mut Field| {
        field.players[0].forced = Some(PlayerId(2));
        field.players[2].forced = Some(PlayerId(2));
    };
    assert_eq!(bad(two), FieldError::Forced(id(3), id(2)));
    assert_eq!(
        bad(|field| field.waivers.push(Waiver::SecondBye(PlayerId(9)))),
        FieldError::Waiver(id(9))
    );
    let error = bad(|field| field.players[1].opponents.push(PlayerId(9)));
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        ("unknown-player", "player 2 names 9, who is not in the field")
    );
}
