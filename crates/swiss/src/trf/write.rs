//! Writing a tournament report.

use std::collections::BTreeMap;
use std::fmt;

use crate::field::Points;
use crate::trf::{Entry, Outcome, Report, Row};

/// The file, each line ended as FIDE asks. What has no room in its columns is cut off if it is a name; a number that has none
/// moves all that follows it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() {
            write!(f, "012 {}\r\n", plain(&self.name, usize::MAX))?;
        }
        let mut teams: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for row in &self.players {
            write!(f, "{}\r\n", line(row).trim_end())?;
            if let Some(team) = &row.team {
                teams.entry(team).or_default().push(row.number);
            }
        }
        for (team, numbers) in teams {
            write!(f, "013 {:<32}", plain(team, 32))?;
            for (place, number) in numbers.into_iter().enumerate() {
                write!(f, "{}{number:>4}", if place == 0 { "" } else { " " })?;
            }
            f.write_str("\r\n")?;
        }
        for group in &self.apart {
            f.write_str("XXP")?;
            group.iter().try_for_each(|number| write!(f, " {number}"))?;
            f.write_str("\r\n")?;
        }
        Ok(())
    }
}

fn line(row: &Row) -> String {
    let place = row.place.map_or(String::new(), |place| place.to_string());
    let rounds: String = row.rounds.iter().map(|entry| cell(row.number, *entry)).collect();
    // Sex and title; rating, federation, FIDE's number and birth are not known.
    format!(
        "001 {:>4}{:6}{:<33}{:32}{:>5} {place:>4}{rounds}",
        row.number,
        "",
        plain(&row.name, 33),
        "",
        decimal(row.points)
    )
}

fn cell(number: u32, entry: Option<Entry>) -> String {
    let (opponent, colour, result) = match entry {
        None => return " ".repeat(10),
        Some(Entry::Absent) => (0, '-', 'Z'),
        Some(Entry::Half) => (0, '-', 'H'),
        Some(Entry::Full) => (0, '-', 'F'),
        Some(Entry::Allocated) => (0, '-', 'U'),
        Some(Entry::Met {
            opponent,
            outcome,
            forfeit,
        }) => {
            let result = match (outcome, forfeit) {
                (Outcome::Won, false) => '1',
                (Outcome::Won, true) => '+',
                (Outcome::Drawn, _) => '=',
                (Outcome::Lost, false) => '0',
                (Outcome::Lost, true) => '-',
            };
            (opponent, if number < opponent { 'w' } else { 'b' }, result)
        }
    };
    if opponent == 0 {
        format!("  0000 {colour} {result}")
    } else {
        format!("  {opponent:>4} {colour} {result}")
    }
}

/// A name without what would end the line or move its columns.
fn plain(name: &str, most: usize) -> String {
    let name = name.chars().map(|char| if char.is_control() { ' ' } else { char });
    name.take(most).collect()
}

/// The points with one decimal, rounded down.
fn decimal(points: Points) -> String {
    let (above, below) = points.parts();
    let tenths = u128::from(above) * 10 / u128::from(below);
    format!("{}.{}", tenths / 10, tenths % 10)
}
