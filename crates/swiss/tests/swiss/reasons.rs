//! Every fact that a reason states, found again.

use std::collections::HashSet;

use fastrand::Rng;
use morabaraba_swiss::{
    Bar, Config, Criterion, Draw, Field, Player, PlayerId, Reason, Role, Waiver, Why, draw, draw_and_explain, explain,
    steps, validate,
};

use crate::fields::{adversarial, patterned, shaped};
use crate::model::{Pairing, least_list, legal, lists, may_rest, standing_order};
use crate::support::{small_field, tournament};

fn player(field: &Field, id: PlayerId) -> &Player {
    field.players.iter().find(|player| player.id == id).unwrap()
}

/// Whether a hard rule is what it is said to be.
fn holds(field: &Field, one: &Player, other: Option<&Player>, bar: Bar) -> bool {
    let Some(other) = other else {
        return match bar {
            Bar::SecondBye => one.had_bye && !field.waivers.contains(&Waiver::SecondBye(one.id)),
            Bar::Forced => !may_rest(field, one),
            _ => false,
        };
    };
    let named = |list: fn(&Player) -> &Vec<PlayerId>| list(one).contains(&other.id) || list(other).contains(&one.id);
    match bar {
        Bar::Relatives => named(|player| &player.relatives),
        Bar::Rematch => named(|player| &player.opponents),
        Bar::Forbidden => named(|player| &player.forbidden),
        Bar::Forced => field.players.iter().any(|giver| {
            let orders = |id| giver.id == id || giver.forced == Some(id);
            giver.forced.is_some() && (orders(one.id) || orders(other.id))
        }),
        Bar::SecondBye => false,
    }
}

/// The two of whom `why` speaks: the second is `None` for the bye.
fn subject(reason: &Reason, passed: PlayerId) -> (PlayerId, Option<PlayerId>) {
    if reason.role == Role::Bye {
        (passed, None)
    } else {
        (reason.player, Some(passed))
    }
}

/// The facts that need no second draw.
#[expect(clippy::too_many_lines, reason = "one kind of reason after the other")]
fn assert_facts(field: &Field, config: &Config, draw: &Draw, reasons: &[Reason]) {
    assert_eq!(reasons.len(), draw.pairs.len() + usize::from(draw.bye.is_some()));
    let told = reasons
        .iter()
        .filter_map(|reason| Some((reason.player, reason.opponent?)));
    assert!(told.eq(draw.pairs.iter().copied()));
    let order: Vec<PlayerId> = standing_order(field).iter().map(|player| player.id).collect();
    let place = |id: PlayerId| order.iter().position(|other| *other == id).unwrap();
    for reason in reasons {
        let (one, other) = (
            player(field, reason.player),
            reason.opponent.map(|id| player(field, id)),
        );
        assert_eq!(reason.bracket, other.unwrap_or(one).score);
        assert_eq!(
            reason.role,
            other.map_or(Role::Bye, |other| if other.score == one.score {
                Role::Fold
            } else {
                Role::Moved
            })
        );
        assert!(
            reason.left.is_sorted_by(|one, next| one > next) && reason.left.is_empty() != (reason.role == Role::Moved)
        );
        assert!(
            reason
                .left
                .iter()
                .all(|score| *score > reason.bracket && *score <= one.score)
        );
        for (id, why) in &reason.passed {
            let (first, second) = subject(reason, *id);
            let (first, second) = (player(field, first), second.map(|id| player(field, id)));
            match why {
                Why::Barred(bar) => assert!(holds(field, first, second, *bar), "{bar}"),
                Why::SameClub(round) => {
                    let second = second.unwrap();
                    assert!(*round == field.round && *round <= config.club_rounds);
                    assert!(
                        first.club.is_some() && first.club == second.club
                            || first.team.is_some() && first.team == second.team
                    );
                }
                Why::Taken(by) => {
                    assert!(draw.pairs.contains(&(*by, *id)) && place(*by) < place(reason.player));
                    assert!(player(field, *by).score > player(field, *id).score);
                }
                Why::LeavesOver(over) => assert!(place(*over) < order.len()),
                Why::Met(round) => {
                    assert!(holds(field, first, second, Bar::Rematch));
                    let second = second.unwrap();
                    let said = |by: &Player, of: PlayerId| {
                        let place = by.opponents.iter().position(|opponent| *opponent == of);
                        place.and_then(|place| by.rounds_met.get(place).copied().flatten())
                    };
                    assert_eq!(said(first, second.id).or(said(second, first.id)), Some(*round));
                }
                Why::Worse(..) | Why::Outdone => (),
            }
        }
        let text = reason.sentence(field);
        assert!(text.ends_with('.') && text.len() > 20);
        // The order of preference: for one moved down from the top, for the bye from the bottom.
        let passed: Vec<usize> = reason.passed.iter().map(|(id, _)| place(*id)).collect();
        match reason.role {
            Role::Moved => {
                let top = order
                    .iter()
                    .position(|id| player(field, *id).score < one.score)
                    .unwrap();
                let before = (top..place(reason.opponent.unwrap())).filter(|place| Some(order[*place]) != draw.bye);
                assert!(before.eq(passed));
            }
            Role::Bye => assert!((place(reason.player) + 1..order.len()).rev().eq(passed)),
            Role::Fold => assert!(
                passed
                    .iter()
                    .all(|other| player(field, order[*other]).score == one.score)
            ),
        }
    }
}

/// What another pair would lead to, by trying every pairing that has it.
fn assert_consequences(field: &Field, config: &Config, reasons: &[Reason]) {
    let order: Vec<PlayerId> = standing_order(field).iter().map(|player| player.id).collect();
    let (all, lists) = (legal(field), lists(field, config));
    for reason in reasons {
        for (id, why) in &reason.passed {
            let (first, second) = subject(reason, *id);
            let has = |pairing: &Pairing| match second {
                None => pairing.bye.map(|bye| order[bye]) == Some(first),
                Some(second) => pairing.pairs.iter().any(|(one, other)| {
                    (order[*one], order[*other]) == (first, second) || (order[*one], order[*other]) == (second, first)
                }),
            };
            let with: Vec<usize> = (0..all.len()).filter(|place| has(&all[*place])).collect();
            let missed = || {
                let some: Vec<_> = with.iter().map(|place| lists[*place].clone()).collect();
                let best = &all[with[some.iter().position(|list| list == least_list(&some)).unwrap()]];
                let pairs: Vec<_> = best
                    .pairs
                    .iter()
                    .map(|(one, other)| (order[*one], order[*other]))
                    .collect();
                validate(field, config, &pairs, best.bye.map(|bye| order[bye]))
                    .unwrap()
                    .missed
                    .unwrap()
            };
            match why {
                Why::Barred(_) | Why::Met(_) | Why::LeavesOver(_) => assert!(with.is_empty()),
                Why::Worse(criterion, score) => assert_eq!(missed(), (*criterion, *score)),
                Why::SameClub(_) => {
                    let clubs = [
                        Criterion::ClubClashes,
                        Criterion::ClashPlayers,
                        Criterion::BracketClashes,
                    ];
                    // The bye may be worse still, and comes first in the list.
                    assert!(with.is_empty() || clubs.contains(&missed().0) || missed().0 < Criterion::ClubClashes);
                }
                Why::Taken(_) => (),
                Why::Outdone => panic!("a small field can be told"),
            }
        }
    }
}

#[test]
fn every_reason_of_a_thousand_tournaments_holds() {
    let mut rng = Rng::with_seed(14);
    let config = Config::default();
    let mut codes = HashSet::new();
    for number in 0..1000 {
        let count = if number % 2 == 0 {
            rng.u32(4..=8)
        } else {
            rng.u32(9..=40)
        };
        tournament(&mut rng, count, &config, |field, draw| {
            let Ok(draw) = draw else { return };
            let reasons = explain(field, &config, draw).unwrap();
            assert_facts(field, &config, draw, &reasons);
            if count <= 8 {
                assert_consequences(field, &config, &reasons);
            }
            codes.extend(
                reasons
                    .iter()
                    .flat_map(|reason| &reason.passed)
                    .map(|(_, why)| why.code()),
            );
        });
    }
    for code in [
        "rematch",
        "relatives",
        "same-club",
        "second-bye",
        "taken",
        "leaves-over",
        "moved-down-opponents",
        "fold",
    ] {
        assert!(codes.contains(code), "{code} {codes:?}");
    }
}

#[test]
fn reasons_hold_under_every_setting() {
    let mut rng = Rng::with_seed(15);
    for number in 0..1600 {
        let (least, most) = if number < 1560 { (4, 8) } else { (10, 12) };
        let (field, config) = small_field(&mut rng, least, most);
        let Ok(draw) = draw(&field, &config) else { continue };
        let reasons = explain(&field, &config, &draw).unwrap();
        assert_facts(&field, &config, &draw, &reasons);
        assert_consequences(&field, &config, &reasons);
    }
}

/// Fields of every kind that there is, of so many players at the most.
fn of_every_kind(seed: u64, most: u32, show: &mut dyn FnMut(&str, &Field, &Config)) {
    let mut rng = Rng::with_seed(seed);
    let made = match seed % 5 {
        0 => adversarial,
        1 => shaped,
        2 => patterned,
        3 => {
            let config = Config::default();
            let count = rng.u32(30..=most);
            let in_club = rng.bool();
            tournament(&mut rng, count, &config, |field, _| {
                let mut field = field.clone();
                for (place, player) in field.players.iter_mut().enumerate().filter(|_| in_club) {
                    player.club = (place * 7919 % 10 < 6).then(|| "the club".to_owned());
                }
                show("a tournament", &field, &config);
            });
            return;
        }
        _ => {
            let (field, config) = small_field(&mut rng, 4, most as usize);
            show("small", &field, &config);
            return;
        }
    };
    let count = if rng.bool() { most } else { rng.u32(30..=most) };
    let (name, field, config) = made(&mut rng, count);
    show(&name, &field, &config);
}

/// So many steps take a third of a second; the worst of 4,000 fields took 70 million.
const MOST_STEPS: u64 = 150_000_000;

/// Nothing is left unsaid in fields of up to 300 players, and soon. `FIELDS=2000` looks at so many instead.
#[test]
fn every_pair_of_every_field_has_a_reason() {
    let fields = std::env::var("FIELDS").map_or(150, |fields| fields.parse().expect("FIELDS is a number"));
    let (mut reasons_found, mut worst) = (0, 0);
    for seed in 0..fields {
        of_every_kind(seed, 300, &mut |name, field, config| {
            let before = steps();
            let Ok((_, reasons)) = draw_and_explain(field, config) else {
                return;
            };
            worst = worst.max(steps() - before);
            assert!(
                steps() - before < MOST_STEPS,
                "seed {seed}, {name}: {}",
                steps() - before
            );
            for (_, why) in reasons
                .iter()
                .flat_map(|reason| reason.stayed.iter().chain(&reason.passed))
            {
                assert_ne!(*why, Why::Outdone, "seed {seed}, {name}");
                reasons_found += 1;
            }
        });
    }
    assert!(reasons_found > 200 * fields, "{reasons_found} reasons, {worst} steps");
}
