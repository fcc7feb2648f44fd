//! The proof that there is no draw, counted; and the fewest waivers, tried one by one.

use std::collections::HashSet;

use morabaraba_swiss::{ByePlace, Field, Player, PlayerId, Stuck, Waiver, Waivers, WayOut};

use crate::model::{Pairing, legal, may_meet, may_rest, standing_order};

/// Groups that outnumber the outsiders, each odd, no two of which may meet, and nobody else whom they may meet.
pub(crate) fn assert_proof(field: &Field, stuck: &Stuck) {
    let players = standing_order(field);
    let player = |id: &PlayerId| *players.iter().find(|player| player.id == *id).unwrap();
    let proof = &stuck.witness;
    let outsiders = proof.outsiders.len() + usize::from(proof.bye == ByePlace::Outsider);
    assert!(proof.groups.len() > outsiders);
    assert!(proof.bye == ByePlace::Elsewhere || players.len() % 2 == 1);
    let everybody: Vec<PlayerId> = proof.groups.iter().flatten().chain(&proof.outsiders).copied().collect();
    assert_eq!(everybody.iter().collect::<HashSet<_>>().len(), everybody.len());
    for (number, group) in proof.groups.iter().enumerate() {
        let bye_here = proof.bye == ByePlace::Group(number);
        assert_eq!((group.len() + usize::from(bye_here)) % 2, 1);
        for id in group {
            for other in players
                .iter()
                .filter(|other| !group.contains(&other.id) && !proof.outsiders.contains(&other.id))
            {
                assert!(!may_meet(field, player(id), other));
                let told = proof.bars.iter().any(|(one, two, _)| {
                    (*one == *id && *two == Some(other.id)) || (*one == other.id && *two == Some(*id))
                });
                assert!(told || !proof.groups.iter().any(|group| group.contains(&other.id)));
            }
            if players.len() % 2 == 1 && !bye_here && proof.bye != ByePlace::Outsider {
                assert!(!may_rest(field, player(id)));
            }
        }
        if bye_here {
            let others = players.iter().filter(|player| !group.contains(&player.id));
            assert!(
                others
                    .filter(|player| !proof.outsiders.contains(&player.id))
                    .all(|player| !may_rest(field, player))
            );
        }
    }
}

/// With the waivers there is a draw; without any one of them, or with any other fewer, there is none.
pub(crate) fn assert_waivers(field: &Field, stuck: &Stuck) {
    let with = |waivers: &[Waiver]| {
        let mut field = field.clone();
        field.waivers.extend(waivers);
        !legal(&field).is_empty()
    };
    let players = standing_order(field);
    let mut all: Vec<Waiver> = players.iter().map(|player| Waiver::SecondBye(player.id)).collect();
    for (place, one) in players.iter().enumerate() {
        for other in &players[place + 1..] {
            all.extend([Waiver::Rematch(one.id, other.id), Waiver::Forbidden(one.id, other.id)]);
        }
    }
    match &stuck.waivers {
        Waivers::NoneHelp => assert!(!with(&all)),
        Waivers::Fewest(waivers) => {
            assert!(with(waivers) && !waivers.is_empty());
            if waivers.len() == 2 {
                assert!(all.iter().all(|waiver| !with(&[*waiver])));
            }
            assert_eq!(waivers.len(), fewest(field, &all));
        }
        Waivers::Enough(_) => panic!("a small field can be searched"),
    }
}

/// The fewest waivers, by every pairing that would be legal with all of them.
fn fewest(field: &Field, all: &[Waiver]) -> usize {
    let mut free = field.clone();
    free.waivers.extend(all);
    let players = standing_order(field);
    let given = |waiver: [Waiver; 2]| usize::from(!waiver.iter().any(|waiver| field.waivers.contains(waiver)));
    let of_pair = |one: &Player, other: &Player| {
        let named =
            |list: fn(&Player) -> &Vec<PlayerId>| list(one).contains(&other.id) || list(other).contains(&one.id);
        let both = |make: fn(PlayerId, PlayerId) -> Waiver| given([make(one.id, other.id), make(other.id, one.id)]);
        usize::from(named(|player| &player.opponents)) * both(Waiver::Rematch)
            + usize::from(named(|player| &player.forbidden)) * both(Waiver::Forbidden)
    };
    let count = |pairing: Pairing| -> usize {
        let pairs = pairing
            .pairs
            .iter()
            .map(|(one, other)| of_pair(players[*one], players[*other]))
            .sum::<usize>();
        pairs + pairing.bye.map_or(0, |bye| usize::from(!may_rest(field, players[bye])))
    };
    legal(&free).into_iter().map(count).min().unwrap()
}

/// What is offered helps, and what would help is offered.
pub(crate) fn assert_ways_out(field: &Field, stuck: &Stuck) {
    let count = standing_order(field).len();
    assert_eq!(stuck.ways_out.contains(&WayOut::FewerRounds), field.round > 1);
    assert_eq!(stuck.ways_out.contains(&WayOut::RoundRobin), count < 7);
    let mut more = field.clone();
    more.players.push(Player::new(PlayerId(999), 999));
    assert_eq!(
        stuck.ways_out.contains(&WayOut::AnotherEntrant),
        !legal(&more).is_empty()
    );
}
