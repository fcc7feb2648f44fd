//! The slow model: every legal pairing of a small field, its list of criteria word for word, and the least of all
//! lists. It shares no code with the crate but the types that a caller sees.

use morabaraba_swiss::{Clubs, Config, Field, Float, Floater, Player, PlayerId, Waiver};

/// A pairing as places in the standing order, in each pair the better player first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairing {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) bye: Option<usize>,
}

/// The optimum by ids in board order, if there is a legal pairing, and how many pairings are as good.
pub(crate) struct Best {
    pub(crate) pairs: Vec<(PlayerId, PlayerId)>,
    pub(crate) bye: Option<PlayerId>,
    pub(crate) as_good: usize,
    pub(crate) list: Vec<Vec<usize>>,
}

pub(crate) fn standing_order(field: &Field) -> Vec<&Player> {
    let mut players: Vec<&Player> = field.players.iter().filter(|player| player.active).collect();
    players.sort_by_key(|player| (std::cmp::Reverse(player.score), player.seed));
    players
}

/// Every legal pairing.
pub(crate) fn legal(field: &Field) -> Vec<Pairing> {
    let players = standing_order(field);
    let mut all = Vec::new();
    enumerate(
        field,
        &players,
        &mut Pairing::default(),
        &mut vec![false; players.len()],
        &mut all,
    );
    all
}

/// The list of criteria of every legal pairing.
pub(crate) fn lists(field: &Field, config: &Config) -> Vec<Vec<Vec<usize>>> {
    let players = standing_order(field);
    legal(field)
        .iter()
        .map(|pairing| list(field, config, &players, pairing))
        .collect()
}

pub(crate) fn least_list(lists: &[Vec<Vec<usize>>]) -> &Vec<Vec<usize>> {
    lists.iter().min().unwrap()
}

pub(crate) fn best(field: &Field, config: &Config) -> Option<Best> {
    let players = standing_order(field);
    let all = legal(field);
    let lists = lists(field, config);
    let least = lists.iter().min()?;
    let as_good = lists.iter().filter(|list| *list == least).count();
    let place = lists.iter().position(|list| list == least)?;
    let mut pairs = all[place].pairs.clone();
    pairs.sort_unstable();
    Some(Best {
        pairs: pairs
            .into_iter()
            .map(|(one, other)| (players[one].id, players[other].id))
            .collect(),
        bye: all[place].bye.map(|bye| players[bye].id),
        as_good,
        list: least.clone(),
    })
}

fn enumerate(field: &Field, players: &[&Player], so_far: &mut Pairing, used: &mut [bool], all: &mut Vec<Pairing>) {
    let Some(first) = used.iter().position(|used| !used) else {
        all.push(so_far.clone());
        return;
    };
    used[first] = true;
    if players.len() % 2 == 1 && so_far.bye.is_none() && may_rest(field, players[first]) {
        so_far.bye = Some(first);
        enumerate(field, players, so_far, used, all);
        so_far.bye = None;
    }
    for other in first + 1..players.len() {
        if !used[other] && may_meet(field, players[first], players[other]) {
            used[other] = true;
            so_far.pairs.push((first, other));
            enumerate(field, players, so_far, used, all);
            so_far.pairs.pop();
            used[other] = false;
        }
    }
    used[first] = false;
}

/// Hard rules H2, H3 and H5.
pub(crate) fn may_meet(field: &Field, one: &Player, other: &Player) -> bool {
    let named = |list: fn(&Player) -> &Vec<PlayerId>| list(one).contains(&other.id) || list(other).contains(&one.id);
    let waived = |make: fn(PlayerId, PlayerId) -> Waiver| {
        field.waivers.contains(&make(one.id, other.id)) || field.waivers.contains(&make(other.id, one.id))
    };
    let ordered = |player: &Player| {
        player.forced.or_else(|| {
            field
                .players
                .iter()
                .find(|giver| giver.active && giver.forced == Some(player.id))
                .map(|giver| giver.id)
        })
    };
    !named(|player| &player.relatives)
        && (!named(|player| &player.opponents) || waived(Waiver::Rematch))
        && (!named(|player| &player.forbidden) || waived(Waiver::Forbidden))
        && ordered(one).is_none_or(|id| id == other.id)
        && ordered(other).is_none_or(|id| id == one.id)
}

/// Hard rules H4 and H5.
pub(crate) fn may_rest(field: &Field, player: &Player) -> bool {
    (!player.had_bye || field.waivers.contains(&Waiver::SecondBye(player.id)))
        && player.forced.is_none()
        && !field
            .players
            .iter()
            .any(|giver| giver.active && giver.forced == Some(player.id))
}

fn clash(one: &Player, other: &Player) -> bool {
    (one.club.is_some() && one.club == other.club) || (one.team.is_some() && one.team == other.team)
}

/// The list of criteria of a pairing.
fn list(field: &Field, config: &Config, players: &[&Player], pairing: &Pairing) -> Vec<Vec<usize>> {
    let half = |place: usize| players[place].score.as_halves().map_or(0, |halves| halves as usize);
    let early = field.round <= config.club_rounds;
    let clashes: Vec<(usize, usize)> = pairing
        .pairs
        .iter()
        .copied()
        .filter(|(one, other)| early && config.clubs != Clubs::Off && clash(players[*one], players[*other]))
        .collect();
    let in_clash = |place: usize| clashes.iter().any(|(one, other)| *one == place || *other == place);
    let mut list = Vec::new();
    // 1 to 4
    list.push(pairing.bye.map(half).into_iter().collect());
    if config.clubs == Clubs::Round {
        list.push(vec![clashes.len()]);
    }
    list.push(
        pairing
            .bye
            .map(|bye| {
                (bye + 1..players.len())
                    .filter(|place| half(*place) == half(bye))
                    .count()
            })
            .into_iter()
            .collect(),
    );
    if config.clubs == Clubs::Round {
        list.push((0..players.len()).map(|place| usize::from(in_clash(place))).collect());
    }
    // 5 to 11, for each bracket from the top
    let mut levels: Vec<usize> = (0..players.len())
        .filter(|place| pairing.bye != Some(*place))
        .map(half)
        .collect();
    levels.dedup();
    for (place, level) in levels.iter().enumerate() {
        let leaving = |level: usize| -> Vec<usize> {
            let mut scores: Vec<usize> = pairing
                .pairs
                .iter()
                .filter(|(one, other)| half(*one) >= level && half(*other) < level)
                .map(|(one, _)| half(*one))
                .collect();
            scores.sort_unstable_by(|one, other| other.cmp(one));
            scores
        };
        for level in [Some(level), levels.get(place + 1)] {
            let scores = level.map(|level| leaving(*level)).unwrap_or_default();
            list.push(vec![scores.len()]);
            list.push(scores);
        }
        let here: Vec<(usize, usize)> = pairing
            .pairs
            .iter()
            .copied()
            .filter(|(_, other)| half(*other) == *level)
            .collect();
        if config.clubs == Clubs::Bracket {
            list.push(vec![here.iter().filter(|pair| clashes.contains(pair)).count()]);
        }
        if config.repeat_floats {
            let down = pairing.pairs.iter().filter(|(one, other)| {
                half(*one) == *level && half(*other) < *level && players[*one].floated == Some(Float::Down)
            });
            let up = here
                .iter()
                .filter(|(one, other)| half(*one) > *level && players[*other].floated == Some(Float::Up));
            list.push(vec![down.count() + up.count()]);
        }
        inside(config, players, pairing, *level, &half, &mut list);
    }
    list
}

/// Criteria 9 to 11.
fn inside(
    config: &Config,
    players: &[&Player],
    pairing: &Pairing,
    level: usize,
    half: &impl Fn(usize) -> usize,
    list: &mut Vec<Vec<usize>>,
) {
    let mate = |place: usize| {
        pairing
            .pairs
            .iter()
            .find_map(|(one, other)| match (*one == place, *other == place) {
                (true, _) => Some(*other),
                (_, true) => Some(*one),
                _ => None,
            })
    };
    let own: Vec<usize> = (0..players.len())
        .filter(|place| half(*place) == level && pairing.bye != Some(*place))
        .collect();
    let moved: Vec<usize> = (0..players.len())
        .filter(|place| half(*place) > level && mate(*place).is_some_and(|mate| half(mate) <= level))
        .collect();
    let of_own = |place: &usize| mate(*place).and_then(|mate| own.iter().position(|player| *player == mate));
    list.push(moved.iter().map(|place| of_own(place).unwrap_or(own.len())).collect());
    let met: Vec<usize> = moved.iter().filter_map(mate_of(&mate)).collect();
    let left: Vec<usize> = own.iter().copied().filter(|place| !met.contains(place)).collect();
    // The places in the order of dropping.
    let mut order: Vec<usize> = (0..left.len()).collect();
    match config.floater {
        Floater::Median => {
            order.sort_by_key(|place| {
                (
                    (2 * place).abs_diff(left.len().saturating_sub(1)),
                    std::cmp::Reverse(*place),
                )
            });
        }
        Floater::Lowest => order.reverse(),
        floater => panic!("the model does not know {floater:?}"),
    }
    let drops = |place: usize| mate(left[place]).is_some_and(|mate| half(mate) < level);
    list.push((0..order.len()).filter(|rank| drops(order[*rank])).collect());
    let mut folding: Vec<usize> = (0..left.len())
        .filter(|place| !drops(*place))
        .map(|place| left[place])
        .collect();
    let mut values = Vec::new();
    while let Some(first) = folding.first().copied() {
        let len = folding.len();
        let wish: Vec<usize> = (len / 2..len).chain((1..len / 2).rev()).collect();
        let opponent = mate(first).unwrap_or(first);
        values.push(
            wish.iter()
                .position(|place| folding[*place] == opponent)
                .unwrap_or(usize::MAX),
        );
        folding.retain(|place| *place != first && *place != opponent);
    }
    list.push(values);
}

fn mate_of(mate: &impl Fn(usize) -> Option<usize>) -> impl Fn(&usize) -> Option<usize> {
    move |place| mate(*place)
}
