//! Club evenings: friendly games that belong to no championship.

use morabaraba_rules::{GameRecord, RuleSet};

use crate::cli::demo::boards::{candidate, on_all_cores, record_all};
use crate::cli::demo::cast::Cast;
use crate::cli::demo::diary::{Diary, Scribe};
use crate::cli::demo::members::{Member, of_province};
use crate::cli::demo::player::{self, Strength};
use crate::values::error::Error;

/// The evenings, each with the days ago, and the province in which it is held.
const EVENINGS: [(u64, &str); 8] = [
    (290, "ZA-NW"),
    (248, "ZA-KZN"),
    (196, "ZA-LP"),
    (163, "ZA-NW"),
    (121, "ZA-EC"),
    (64, "ZA-NC"),
    (33, "ZA-NW"),
    (3, "ZA-FS"),
];

/// The games of an evening.
const GAMES: u64 = 24;

/// Notes the evenings.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    for (days, province) in EVENINGS {
        diary.on(cast.season.ago(days), 20, move |scribe| play(scribe, province, days));
    }
}

/// A game before it is played: a seed of chance, and the strengths of the two.
type Friendly = (u64, [Strength; 2]);

/// Plays games between neighbours in the list of members, who are mostly of one club.
fn play(scribe: &mut Scribe<'_>, province: &str, seed: u64) -> Result<(), Error> {
    const NEAR: usize = 9;
    let cast = scribe.cast;
    let there = of_province(cast, province);
    let mut chance = fastrand::Rng::with_seed(seed);
    let (mut pairs, mut friendlies) = (Vec::new(), Vec::new());
    for game in 0..GAMES {
        let first = chance.usize(..there.len());
        let second = (first + chance.usize(1..NEAR)) % there.len();
        let pair = [first, second].map(|place| &cast.members[there[place]]);
        friendlies.push((seed * GAMES + game, pair.map(Member::strength)));
        pairs.push(pair.map(|member| member.id));
    }
    let games = on_all_cores(&friendlies, friendly)?;
    let Some(umpire) = cast.office.umpires_of(province).last() else {
        return Ok(());
    };
    let by = scribe.by(&umpire.officer);
    let played = pairs.iter().zip(&games);
    let candidates: Vec<_> = played
        .map(|(pair, game)| candidate(&by, *pair, by.today(), None, game))
        .collect();
    record_all(scribe.c, &by, &candidates)
}

fn friendly((seed, strengths): &Friendly) -> GameRecord {
    player::play(RuleSet::default(), *strengths, &mut fastrand::Rng::with_seed(*seed))
}
