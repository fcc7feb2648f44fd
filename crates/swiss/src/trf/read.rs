//! Reading a tournament report.

use std::collections::HashMap;

use crate::field::Points;
use crate::trf::{Entry, Outcome, Report, Row, TrfError, TrfFault};

/// The column of the first round, from 1, and the columns of a round.
const FIRST_ROUND: usize = 92;
const ROUND: usize = 10;

/// Programs that number rounds give them three digits.
const MOST_ROUNDS: usize = 999;

/// The characters of a line, by columns from 1.
struct Line<'a> {
    number: usize,
    text: &'a [char],
}

impl Line<'_> {
    fn fault(&self, fault: TrfFault) -> TrfError {
        TrfError {
            line: self.number,
            fault,
        }
    }

    /// The text in these columns, without the blanks around it.
    fn columns(&self, first: usize, last: usize) -> String {
        let last = last.min(self.text.len());
        let text: String = self.text.get(first - 1..last).unwrap_or_default().iter().collect();
        text.trim().to_owned()
    }

    fn starting_number(&self, text: &str) -> Result<u32, TrfError> {
        let number = whole(text).filter(|number| (1..=9999).contains(number));
        number.ok_or_else(|| self.fault(TrfFault::Number))
    }

    fn row(&self) -> Result<Row, TrfError> {
        if self.text.len() >= FIRST_ROUND + MOST_ROUNDS * ROUND {
            return Err(self.fault(TrfFault::Rounds));
        }
        let place = self.columns(86, 89);
        let place = (!place.is_empty()).then(|| whole(&place).ok_or_else(|| self.fault(TrfFault::Place)));
        let mut rounds: Vec<Option<Entry>> = (1..)
            .take_while(|round| FIRST_ROUND + (round - 1) * ROUND <= self.text.len())
            .map(|round| self.entry(round))
            .collect::<Result<_, _>>()?;
        rounds.truncate(rounds.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
        Ok(Row {
            number: self.starting_number(&self.columns(5, 8))?,
            name: self.columns(15, 47),
            team: None,
            // The column before is blank, unless there are very many.
            points: decimal(&self.columns(80, 84)).ok_or_else(|| self.fault(TrfFault::Points))?,
            place: place.transpose()?,
            rounds,
        })
    }

    fn entry(&self, round: usize) -> Result<Option<Entry>, TrfError> {
        let first = FIRST_ROUND + (round - 1) * ROUND;
        if self.columns(first, first + 7).is_empty() {
            return Ok(None);
        }
        let opponent = self.columns(first, first + 3);
        let code = self.text.get(first + 6).copied().unwrap_or(' ');
        let wrong = || self.fault(TrfFault::Result(round, code));
        if opponent.chars().all(|digit| digit == '0') {
            return Ok(Some(match code.to_ascii_uppercase() {
                'Z' | '-' | '0' | 'L' | ' ' => Entry::Absent,
                'H' | '=' | 'D' => Entry::Half,
                'F' | '+' | '1' | 'W' => Entry::Full,
                'U' => Entry::Allocated,
                _ => return Err(wrong()),
            }));
        }
        let (outcome, forfeit) = match code.to_ascii_uppercase() {
            '1' | 'W' => (Outcome::Won, false),
            '=' | 'D' => (Outcome::Drawn, false),
            '0' | 'L' => (Outcome::Lost, false),
            '+' => (Outcome::Won, true),
            '-' => (Outcome::Lost, true),
            _ => return Err(wrong()),
        };
        let opponent = whole(&opponent).ok_or_else(|| self.fault(TrfFault::Opponent(round)))?;
        Ok(Some(Entry::Met {
            opponent,
            outcome,
            forfeit,
        }))
    }

    /// The numbers that stand in a line from this column on, with blanks between them.
    fn numbers(&self, first: usize) -> Result<Vec<u32>, TrfError> {
        let text = self.columns(first, self.text.len());
        text.split_whitespace()
            .map(|number| self.starting_number(number))
            .collect()
    }
}

/// Digits only.
fn whole(text: &str) -> Option<u32> {
    text.bytes()
        .all(|digit| digit.is_ascii_digit())
        .then(|| text.parse().ok())?
}

fn decimal(text: &str) -> Option<Points> {
    let (above, part) = text.split_once('.').unwrap_or((text, ""));
    let below = 10_u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    Points::new(whole(&format!("{above}{part}"))?.into(), below)
}

impl Report {
    /// Reads a file: UTF-8, or else one byte a character, as in ISO 8859-1.
    ///
    /// # Errors
    /// The first line that is wrong, and how.
    ///
    /// ```
    /// use morabaraba_swiss::trf::Report;
    ///
    /// assert_eq!(Report::read(b"012 Open\r\n### a remark")?.name, "Open");
    /// # Ok::<(), morabaraba_swiss::trf::TrfError>(())
    /// ```
    pub fn read(file: &[u8]) -> Result<Self, TrfError> {
        let text = str::from_utf8(file).map_or_else(|_| file.iter().copied().map(char::from).collect(), str::to_owned);
        // Some files end each line with a carriage return alone.
        let text = text
            .trim_start_matches('\u{feff}')
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        let mut report = Self::default();
        let (mut rows, mut lists) = (Vec::new(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            let text: Vec<char> = line.chars().collect();
            let line = Line { number, text: &text };
            match line.columns(1, 3).as_str() {
                "012" => report.name = line.columns(5, text.len()),
                "001" => {
                    report.players.push(line.row()?);
                    rows.push(number);
                }
                "013" => lists.push((number, List::Team(line.columns(5, 36)), line.numbers(37)?)),
                "XXZ" => lists.push((number, List::Absent, line.numbers(4)?)),
                "XXP" => {
                    let mut group = line.numbers(4)?;
                    group.sort_unstable();
                    group.dedup();
                    lists.push((number, List::Apart, group));
                }
                _ => (),
            }
        }
        let places = report.places(&rows)?;
        report.meet(&places, &rows)?;
        let played = report.rounds_played();
        for (line, list, numbers) in lists {
            for number in &numbers {
                let fault = TrfFault::Unknown(*number);
                let place = places.get(number).copied().ok_or(TrfError { line, fault })?;
                let row = &mut report.players[place];
                match &list {
                    List::Team(team) => row.team = Some(team.clone()),
                    List::Absent => {
                        row.rounds.resize(row.rounds.len().max(played + 1), None);
                        row.rounds[played].get_or_insert(Entry::Absent);
                    }
                    List::Apart => (),
                }
            }
            if let List::Apart = list {
                report.apart.push(numbers);
            }
        }
        Ok(report)
    }

    /// The place of each player, who stand in these lines.
    fn places(&self, lines: &[usize]) -> Result<HashMap<u32, usize>, TrfError> {
        let mut places = HashMap::new();
        for (place, (row, line)) in self.players.iter().zip(lines).enumerate() {
            if places.insert(row.number, place).is_some() {
                let fault = TrfFault::Twice(row.number);
                return Err(TrfError { line: *line, fault });
            }
        }
        Ok(places)
    }

    /// Checks that both of each pair say that they have met.
    fn meet(&self, places: &HashMap<u32, usize>, lines: &[usize]) -> Result<(), TrfError> {
        for (row, line) in self.players.iter().zip(lines) {
            for (round, entry) in row.rounds.iter().enumerate() {
                let Some(Entry::Met { opponent, .. }) = entry else {
                    continue;
                };
                let other = places.get(opponent).map(|place| self.players[*place].rounds.get(round));
                let fault = match other {
                    _ if *opponent == row.number => TrfFault::Opponent(round + 1),
                    None => TrfFault::Unknown(*opponent),
                    Some(Some(Some(Entry::Met { opponent, .. }))) if *opponent == row.number => continue,
                    Some(_) => TrfFault::OneSided(round + 1, *opponent),
                };
                return Err(TrfError { line: *line, fault });
            }
        }
        Ok(())
    }
}

/// A list of players, by what it says of them.
enum List {
    Team(String),
    Absent,
    Apart,
}
