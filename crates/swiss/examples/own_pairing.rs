//! Checks a pairing of one's own: which hard rules it breaks, or by which criterion it is worse than the draw.
//!
//! `cargo run -p morabaraba-swiss --example own_pairing`

use std::error::Error;
use std::io::Write as _;

use morabaraba_swiss::{Config, Field, Player, PlayerId, Points, validate};

fn main() -> Result<(), Box<dyn Error>> {
    let (one, two, three, four) = (PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4));
    let player = |id: PlayerId, seed: u32, points: u32| Player {
        score: Points::halves(2 * points),
        ..Player::new(id, seed)
    };
    let mut players = vec![
        player(one, 1, 4),
        player(two, 2, 4),
        player(three, 3, 2),
        player(four, 4, 2),
    ];
    players[0].opponents = vec![three];
    players[1].opponents = vec![four];
    let field = Field::new(2, players);
    for pairs in [
        [(one, three), (two, four)],
        [(one, four), (two, three)],
        [(two, one), (four, three)],
    ] {
        writeln!(std::io::stdout(), "{}", judged(&field, &pairs)?)?;
    }
    Ok(())
}

fn judged(field: &Field, pairs: &[(PlayerId, PlayerId)]) -> Result<String, Box<dyn Error>> {
    let judged = validate(field, &Config::default(), pairs, None)?;
    let boards: Vec<String> = pairs.iter().map(|(one, other)| format!("{one}–{other}")).collect();
    let verdict = match (judged.violations.as_slice(), judged.missed) {
        ([], None) => "this is the draw".to_owned(),
        ([], Some((criterion, None))) => format!("legal, and worse by {}", criterion.code()),
        ([], Some((criterion, Some(score)))) => {
            format!("legal, and worse by {} among those on {score} points", criterion.code())
        }
        (broken, _) => broken.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    };
    Ok(format!("{}: {verdict}", boards.join(", ")))
}
