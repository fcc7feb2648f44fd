//! Draws the next round of a tournament report, and prints the boards: `next_round [FILE.trf]`. Without a file it shows a
//! tournament of six.
//!
//! `cargo run -p morabaraba-swiss --example next_round -- FILE.trf`

use std::error::Error;
use std::io::{self, Write};

use morabaraba_swiss::trf::Report;
use morabaraba_swiss::{Config, Field, PlayerId, Undrawn, draw_and_explain};

/// Two rounds of matches of six games.
const SHOWN: &str = include_str!("six.trf");

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os()
        .nth(1)
        .map_or_else(|| Ok(SHOWN.into()), std::fs::read)?;
    print_boards(&Report::read(&file)?.field(), &mut io::stdout().lock())
}

/// Prints the boards with their reasons, or why there are none.
fn print_boards(field: &Field, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    writeln!(out, "Round {}", field.round)?;
    let (drawn, reasons) = match draw_and_explain(field, &Config::default()) {
        Ok(drawn) => drawn,
        Err(Undrawn::NoLegalDraw(stuck)) => return Ok(writeln!(out, "{stuck}")?),
        Err(error) => return Err(error.into()),
    };
    let name = |id: PlayerId| {
        let player = field.players.iter().find(|player| player.id == id);
        player.map_or_else(
            || id.to_string(),
            |player| format!("{} ({})", player.name, player.score),
        )
    };
    for ((one, other), board) in drawn.pairs.iter().zip(1..) {
        writeln!(out, "{board:>4}  {} – {}", name(*one), name(*other))?;
    }
    if let Some(rests) = drawn.bye {
        writeln!(out, " bye  {}", name(rests))?;
    }
    for reason in reasons {
        writeln!(out, "{}", reason.sentence(field))?;
    }
    Ok(())
}
