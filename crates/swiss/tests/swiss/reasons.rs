//! Every fact that a reason states, found again.

use std::collections::HashSet;

use fastrand::Rng;
use morabaraba_swiss::{
    Bar, Clubs, Config, Criterion, Draw, Field, Player, PlayerId, Points, Reason, Role, Waiver, Why, draw,
    draw_and_explain, explain, steps, validate,
};

use crate::fields::{adversarial, patterned, shaped};
use crate::model::{Pairing, best, least_list, legal, lists, may_rest, standing_order};
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
        _ => false,
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
                Role::Slide
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
                // One whom the player would have met without the rule of clubs comes before.
                let own = usize::from(passed.first().is_some_and(|first| *first < top));
                assert!(before.eq(passed[own..].iter().copied()));
                assert!(own == 0 || is_of_clubs(reason.passed[0].1));
            }
            Role::Bye => assert!((place(reason.player) + 1..order.len()).rev().eq(passed)),
            Role::Slide => assert!(
                passed
                    .iter()
                    .all(|other| player(field, order[*other]).score == one.score)
            ),
        }
    }
}

/// Whether a reason speaks of clubs.
fn is_of_clubs(why: Why) -> bool {
    let clubs = [
        Criterion::ClubClashes,
        Criterion::ClashPlayers,
        Criterion::BracketClashes,
    ];
    matches!(why, Why::SameClub(_)) || matches!(why, Why::Worse(criterion, _) if clubs.contains(&criterion))
}

/// The rule of clubs is named wherever it has moved somebody, and nowhere else: who would meet without it, or could in
/// the same slide.
fn assert_clubs_are_named(field: &Field, config: &Config, draw: &Draw, reasons: &[Reason]) -> usize {
    let off = Config {
        clubs: Clubs::Off,
        ..*config
    };
    let without = best(field, &off).unwrap();
    let order: Vec<PlayerId> = standing_order(field).iter().map(|player| player.id).collect();
    let place = |id: PlayerId| order.iter().position(|other| *other == id).unwrap();
    let score = |id: PlayerId| player(field, id).score;
    let partner = |of: PlayerId| {
        let pair = without.pairs.iter().find(|(one, other)| *one == of || *other == of)?;
        Some(if pair.0 == of { pair.1 } else { pair.0 })
    };
    let missed = |pairs: &[(PlayerId, PlayerId)], bye| validate(field, config, pairs, bye).unwrap().missed;
    let all: Vec<Vec<(PlayerId, PlayerId)>> = legal(field)
        .into_iter()
        .filter(|pairing| pairing.bye.map(|bye| order[bye]) == draw.bye)
        .map(|pairing| {
            let pairs = pairing.pairs.into_iter();
            pairs.map(|(one, other)| (order[one], order[other])).collect()
        })
        .collect();
    let mut named = 0;
    for reason in reasons {
        let moved = reason.role == Role::Moved;
        if moved {
            let own = partner(reason.player).filter(|id| score(*id) >= score(reason.player));
            let said = reason
                .passed
                .first()
                .filter(|(id, _)| score(*id) >= score(reason.player));
            assert_eq!(said.map(|(id, _)| *id), own);
            assert_eq!(reason.clubs_apart, own.map(|_| field.round));
        }
        for (id, why) in &reason.stayed {
            if partner(*id).is_some_and(|met| score(met) < score(*id)) {
                assert!(is_of_clubs(*why), "{why:?}");
                named += 1;
            }
        }
        for (id, why) in &reason.passed {
            let (first, second) = subject(reason, *id);
            let would_meet = partner(first) == second;
            // Of all others the draw is kept: of higher players of the slide, and of those who are not in it.
            let is_kept = |(one, other): &(PlayerId, PlayerId)| {
                !(score(*one) == score(first) && score(*other) == score(first) && place(*one) >= place(first))
            };
            let kept: Vec<_> = draw.pairs.iter().filter(|pair| is_kept(pair)).collect();
            let in_slide: Vec<_> = all
                .iter()
                .filter(|pairs| reason.role == Role::Slide && kept.iter().all(|pair| pairs.contains(pair)))
                .filter(|pairs| pairs.contains(&(first, *id)))
                .collect();
            if let Why::Worse(criterion, score) = why {
                let by = Some((*criterion, *score));
                if would_meet {
                    assert_eq!(missed(&without.pairs, without.bye), by, "{field:#?} {config:#?}");
                } else if !in_slide.is_empty() && is_of_clubs(*why) {
                    assert!(
                        in_slide.iter().any(|pairs| missed(pairs, draw.bye) == by),
                        "{field:#?} {config:#?}"
                    );
                }
            }
            if would_meet || !in_slide.is_empty() {
                assert!(is_of_clubs(*why), "{why:?} {reason:?} {field:#?} {config:#?}");
                named += 1;
            }
        }
    }
    named
}

/// Checks what another pair would lead to, by trying every pairing that has it.
fn assert_consequences(field: &Field, config: &Config, draw: &Draw, reasons: &[Reason]) -> usize {
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
                Why::Worse(criterion, score) => {
                    assert!(is_of_clubs(*why) || missed() == (*criterion, *score));
                }
                Why::SameClub(_) => {
                    let clubs = [
                        Criterion::ClubClashes,
                        Criterion::ClashPlayers,
                        Criterion::BracketClashes,
                    ];
                    // The bye may be worse still, and comes first in the list.
                    let missed = || missed().0;
                    let early = with.is_empty() || missed() < Criterion::ClubClashes;
                    assert!(early || clubs.contains(&missed()) || config.clubs == Clubs::Bracket);
                }
                Why::Taken(_) => (),
                Why::Outdone => panic!("a small field can be told"),
            }
        }
    }
    assert_clubs_are_named(field, config, draw, reasons)
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
                assert_consequences(field, &config, draw, &reasons);
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
        "same_club",
        "second_bye",
        "taken",
        "leaves_over",
        "moved_down_opponents",
        "slide",
    ] {
        assert!(codes.contains(code), "{code} {codes:?}");
    }
}

#[test]
fn reasons_hold_under_every_setting() {
    let mut rng = Rng::with_seed(15);
    let mut named = 0;
    for number in 0..1600 {
        let (least, most) = if number < 1560 { (4, 8) } else { (10, 12) };
        let (field, config) = small_field(&mut rng, least, most);
        let Ok(draw) = draw(&field, &config) else { continue };
        let reasons = explain(&field, &config, &draw).unwrap();
        assert_facts(&field, &config, &draw, &reasons);
        named += assert_consequences(&field, &config, &draw, &reasons);
    }
    assert!(named > 100, "{named}");
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

/// The steps of a third of a second; the worst of 4,000 fields took 95 million.
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

/// A leader who falls, since the other one is of the same club, is told so; one who falls anyway is not.
#[test]
fn why_a_leader_fell_is_said_if_it_is_the_rule_of_clubs() {
    let leaders = |count: usize, club: &[u64]| {
        let mut field = with_a_club(4, club);
        let on_top = field.players.iter_mut().take(count);
        on_top.for_each(|player| player.score = Points::halves(12));
        let (_, reasons) = draw_and_explain(&field, &Config::default()).unwrap();
        let told = |reason: &Reason| (reason.role == Role::Moved, reason.clubs_apart);
        reasons.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(leaders(2, &[1, 2]), [(true, Some(2)), (true, Some(2))]);
    assert_eq!(leaders(2, &[1, 3]), [(false, None), (false, None)]);
    // Of three one falls whatever the clubs.
    assert_eq!(leaders(3, &[]), [(false, None), (true, None)]);
    assert_eq!(leaders(3, &[1, 2]), [(false, None), (true, None)]);
    assert_eq!(leaders(3, &[1, 3]).last(), Some(&(true, Some(2))));
}

/// The field of so many players without points, of whom some are of one club, in round 2.
fn with_a_club(count: u64, club: &[u64]) -> Field {
    let players = (1..=count).map(|seed| Player {
        club: club.contains(&seed).then(|| "A".to_owned()),
        ..Player::new(PlayerId(seed), seed.try_into().unwrap())
    });
    Field::new(2, players.collect())
}

fn sentences(field: &Field) -> Vec<String> {
    let (_, reasons) = draw_and_explain(field, &Config::default()).unwrap();
    reasons.iter().map(|reason| reason.sentence(field)).collect()
}

#[test]
fn a_club_is_named_where_it_moves_others_too() {
    // The third cannot meet the last, so that the second does.
    assert_eq!(
        sentences(&with_a_club(6, &[3, 6]))[1],
        "player 2 meets player 6 among those on 0 points, the top half against the bottom half. \
         Before came player 5: more players of one club or team would meet."
    );
    // The last would rest, and three of one club be left among four.
    let field = with_a_club(5, &[1, 3, 4]);
    assert_eq!(
        sentences(&field)[2],
        "player 4 has the bye, the lowest who can. Before came player 5: more players of one club or team would meet."
    );
    // Two on top who are of one club both move down.
    let mut field = with_a_club(4, &[1, 2]);
    field.players[0].score = Points::halves(2);
    field.players[1].score = Points::halves(2);
    assert_eq!(
        sentences(&field),
        [
            "player 1 meets player 3 among those on 0 points, moved down to them. \
             Neither of two club mates may meet in round 2. \
             Before came player 2: of one club or team, in round 2.",
            "player 2 meets player 4 among those on 0 points, moved down to them. \
             Neither of two club mates may meet in round 2. \
             Before came player 1: of one club or team, in round 2; player 3: meets player 1, who stands higher.",
        ]
    );
    // Of three the second would drop, and meet one of the same club.
    let mut field = with_a_club(4, &[2, 4]);
    field.players[..3]
        .iter_mut()
        .for_each(|player| player.score = Points::halves(2));
    assert_eq!(
        sentences(&field)[1],
        "player 3 meets player 4 among those on 0 points, moved down to them. \
         Neither of two club mates may meet in round 2. \
         Before would have dropped player 2: more players of one club or team would meet. \
         Before came player 1: more players of one club or team would meet."
    );
}
