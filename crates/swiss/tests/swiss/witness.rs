//! The proof that there is no draw, counted; and the least list of waivers, by trying all.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use morabaraba_swiss::{
    ByePlace, Config, Field, Player, PlayerId, Stuck, Undrawn, Waiver, Waivers, WayOut, draw, steps,
};

use crate::fields::{in_levels, players};
use crate::model::{Pairing, legal, may_meet, may_rest, standing_order};
use crate::support::small_field;

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

/// Tries the waivers: with them there is a draw; without any one of them, or with any other fewer, there is none.
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
            assert_eq!(*waivers, least(field, &all), "{field:#?}");
        }
        Waivers::Enough(_) => panic!("a small field can be searched"),
    }
}

/// A waiver by its kind, a rematch before a second bye before a bar, and by where its players stand.
type Place = (usize, Vec<usize>);

/// The rematches that the two of a waiver have had, and how often they have met again; or the further byes, which count
/// twice, of the one who would have another.
fn burden(field: &Field, waiver: Waiver) -> usize {
    let player = |id: PlayerId| field.players.iter().find(|player| player.id == id).unwrap();
    let had = |id: PlayerId| {
        let distinct: HashSet<PlayerId> = player(id).opponents.iter().copied().collect();
        player(id).opponents.len() - distinct.len()
    };
    let met = |one: PlayerId, other: PlayerId| player(one).opponents.iter().filter(|id| **id == other).count();
    match waiver {
        Waiver::Rematch(one, other) => had(one) + had(other) + met(one, other).max(met(other, one)).saturating_sub(1),
        Waiver::SecondBye(one) => 2 * player(one).extra_byes as usize,
        Waiver::Forbidden(..) => 0,
    }
}

/// The list of fewest waivers, of those the one of the fewest bars, then of the least burden, then of the fewest byes, and
/// of those the one of the highest players: by every pairing that would be legal with all waivers.
fn least(field: &Field, all: &[Waiver]) -> Vec<Waiver> {
    let mut free = field.clone();
    free.waivers.extend(all);
    let players = standing_order(field);
    let needed = |pairing: &Pairing| -> Vec<(Place, Waiver)> {
        let mut list = Vec::new();
        for (place, other) in pairing.pairs.iter().copied() {
            let (one, two) = (players[place], players[other]);
            let named =
                |list: fn(&Player) -> &Vec<PlayerId>| list(one).contains(&two.id) || list(two).contains(&one.id);
            for (kind, make, bars) in [
                (0, Waiver::Rematch as fn(_, _) -> _, named(|player| &player.opponents)),
                (2, Waiver::Forbidden, named(|player| &player.forbidden)),
            ] {
                let given = [make(one.id, two.id), make(two.id, one.id)];
                if bars && !given.iter().any(|waiver| field.waivers.contains(waiver)) {
                    list.push(((kind, vec![place, other]), make(one.id, two.id)));
                }
            }
        }
        if let Some(bye) = pairing.bye.filter(|bye| !may_rest(field, players[*bye])) {
            list.push(((1, vec![bye]), Waiver::SecondBye(players[bye].id)));
        }
        list.sort_unstable();
        list
    };
    let by = |list: &Vec<(Place, Waiver)>| {
        let of = |kind: usize| list.iter().filter(|(place, _)| place.0 == kind).count();
        let burdens: usize = list.iter().map(|(_, waiver)| burden(field, *waiver)).sum();
        let places: Vec<Place> = list.iter().map(|(place, _)| place.clone()).collect();
        (list.len(), of(2), burdens, of(1), places)
    };
    let least = legal(&free).iter().map(needed).min_by_key(by).unwrap();
    least.into_iter().map(|(_, waiver)| waiver).collect()
}

/// A field whose players have met or are barred so often that most cannot be drawn.
fn stuck_field(rng: &mut Rng, most: usize) -> (Field, Config) {
    let (mut field, config) = small_field(rng, 4, most);
    let ids: Vec<PlayerId> = field.players.iter().map(|player| player.id).collect();
    let (met, barred) = (rng.u8(..10), rng.u8(..10));
    let again = rng.bool();
    for player in &mut field.players {
        player.extra_byes = if player.had_bye { rng.u32(..3) } else { 0 };
        for id in ids.iter().copied().filter(|id| *id != player.id) {
            if rng.u8(..10) < met {
                player.opponents.push(id);
            }
            while again && rng.u8(..3) == 0 {
                player.opponents.push(id);
            }
            if rng.u8(..20) < barred {
                player.forbidden.push(id);
            }
        }
    }
    (field, config)
}

#[test]
fn the_waivers_are_the_least_list_whatever_finds_them() {
    let mut rng = Rng::with_seed(70);
    let mut kinds = [0; 3];
    while kinds.iter().any(|count| *count < 150) {
        let (field, config) = stuck_field(&mut rng, 9);
        let Err(Undrawn::NoLegalDraw(stuck)) = draw(&field, &config) else {
            continue;
        };
        assert_waivers(&field, &stuck);
        for waiver in stuck.waivers.list() {
            let kind = match waiver {
                Waiver::Rematch(..) => 0,
                Waiver::SecondBye(_) => 1,
                Waiver::Forbidden(..) => 2,
            };
            kinds[kind] += 1;
        }
    }
}

/// Five who have all met and rested go on: everybody has a second bye before anybody has a third, and so have the pairs.
#[test]
fn exceptions_are_spread() {
    let mut players: Vec<Player> = (1..=5).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
    let (mut met, mut rested) = (HashMap::new(), [0; 5]);
    for round in 1..=20_u32 {
        let mut field = Field::new(round, players.clone());
        let config = Config {
            look_ahead: 5_u32.saturating_sub(round),
            ..Config::default()
        };
        if let Err(Undrawn::NoLegalDraw(stuck)) = draw(&field, &config) {
            let waivers = stuck.waivers.list();
            assert_eq!((round > 5, waivers.len()), (true, 3));
            for waiver in waivers {
                let mut alone = field.clone();
                alone.waivers = vec![*waiver];
                assert!(draw(&alone, &config).is_err(), "all are needed together");
            }
            field.waivers = waivers.to_vec();
        }
        let drawn = draw(&field, &config).unwrap();
        for (one, other) in drawn.pairs {
            *met.entry((one.min(other), one.max(other))).or_insert(0) += 1;
            for (id, opponent) in [(one, other), (other, one)] {
                let player = players.iter_mut().find(|player| player.id == id).unwrap();
                player.opponents.push(opponent);
            }
        }
        let place = players.iter().position(|player| Some(player.id) == drawn.bye).unwrap();
        players[place].extra_byes = rested[place];
        players[place].had_bye = true;
        rested[place] += 1;
        if round % 5 == 0 {
            assert_eq!(rested, [round / 5; 5]);
            assert!(
                met.values()
                    .all(|times| round / 5 + 1 >= *times && *times + 1 >= round / 5),
                "{met:?}"
            );
        }
    }
}

/// The least list is found whatever the order of the players, of as many as there are pairings, and soon.
#[test]
fn the_least_list_of_a_large_field_takes_no_longer() {
    let mut rng = Rng::with_seed(71);
    for count in [20, 61, 150, 300, 499] {
        // Of so many thirds of the field everybody has met the others, or all may meet nobody but by a waiver.
        for (thirds, barred) in [(2, false), (3, false), (2, true)] {
            let mut players = in_levels(players(count), 7);
            let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
            let many = ids.len() * thirds / 3;
            for (place, player) in players.iter_mut().enumerate() {
                if place < many {
                    player.opponents = ids[..many].iter().copied().filter(|id| *id != player.id).collect();
                }
                if barred {
                    player.forbidden = ids.iter().copied().filter(|id| id.0 % 3 == player.id.0 % 2).collect();
                    player.forbidden.retain(|id| *id != player.id);
                }
                player.had_bye = place % 4 > 0;
            }
            let (mut field, config) = (Field::new(4, players), Config::default());
            let before = steps();
            let found = draw(&field, &config);
            assert!(
                matches!(found, Err(Undrawn::NoLegalDraw(_))),
                "{count} {thirds} {barred}"
            );
            let spent = steps() - before;
            assert!(spent < 300_000_000, "{count} {thirds} {barred}: {spent}");
            rng.shuffle(&mut field.players);
            assert_eq!(draw(&field, &config), found);
        }
    }
}

/// The ways out that are offered help, and those that would help are offered.
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
