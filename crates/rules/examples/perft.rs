//! Counts the games of each length: `perft [--rule-set NAME] [--position TEXT] DEPTH`.

use std::error::Error;
use std::io::Write as _;

use morabaraba_rules::{Position, RuleSet, Setup, perft};

const USAGE: &str = "usage: perft [--rule-set NAME] [--position TEXT] DEPTH";

fn main() -> Result<(), Box<dyn Error>> {
    let (position, depth) = match arguments(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            writeln!(std::io::stderr(), "perft: {message}\n{USAGE}")?;
            std::process::exit(2);
        }
    };
    for depth in 1..=depth {
        writeln!(std::io::stdout(), "{depth} {}", perft(&position, depth))?;
    }
    Ok(())
}

fn arguments(mut given: impl Iterator<Item = String>) -> Result<(Position, u32), String> {
    let (mut rules, mut setup, mut depth) = (RuleSet::default(), Setup::START, None);
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--rule-set" => {
                let name = value()?;
                let known = || RuleSet::all().iter().map(RuleSet::name).collect::<Vec<_>>().join(", ");
                rules =
                    RuleSet::by_name(&name).ok_or_else(|| format!("no rule set {name:?}; there are {}", known()))?;
            }
            "--position" => setup = value()?.parse().map_err(|error| format!("--position: {error}"))?,
            _ if depth.is_some() => return Err(format!("{argument:?} is one argument too many")),
            text => depth = Some(text.parse().map_err(|_| format!("{text:?} is not a depth"))?),
        }
    }
    let position = setup
        .into_position(rules)
        .map_err(|error| format!("--position: {error}"))?;
    Ok((position, depth.ok_or("the depth is missing")?))
}
