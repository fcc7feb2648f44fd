//! Rows of results as people write them down: a board or a player, and the marks, or who did not come.

use std::collections::{BTreeMap, HashSet};

use crate::players::{Number, Player};
use crate::tournaments::matches::marks::{self, Mark};
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::model::{Game, Match, MatchGameEnding, MatchGameResult, TournamentSnapshot, opponent};
use crate::values::error::Error;
use crate::values::id::MatchId;
use crate::values::number::{RoundNumber, Seed};
use crate::values::validation::{Faults, ValueError};

crate::string_enum! {
    /// One who did not come to a match, as its row tells it.
    pub enum Absentee as "Absentee" {
        /// The player whom the row names, or who is named first on its board.
        Player = "player",
        /// The other one.
        Opponent = "opponent",
        /// Neither of the two came: nobody wins.
        Both = "both",
    }
}

/// The match of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowMatch {
    /// By the number of its board: the row is of the player named first.
    Board(i64),
    /// By the number of one of its players, of whom the row is.
    Player(Number),
}

impl RowMatch {
    /// The name of the field in which that stands.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            RowMatch::Board(_) => "board",
            RowMatch::Player(_) => "player",
        }
    }
}

/// The outcome of a match as its row tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowOutcome {
    /// A mark for each game.
    Marks(Vec<Mark>),
    /// The one who did not come, and so forfeited all games.
    Absent(Absentee),
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// The place of the row in what was sent, as a pointer.
    pub at: String,
    /// The match.
    pub named: RowMatch,
    /// Its outcome.
    pub told: RowOutcome,
}

/// The cells of a row, those that have something in them.
#[derive(Debug, Default)]
pub struct Cells<'a> {
    pub(crate) board: Option<i64>,
    pub(crate) player: Option<&'a str>,
    pub(crate) marks: Option<Result<Vec<Mark>, ValueError>>,
    pub(crate) absent: Option<Absentee>,
}

impl Cells<'_> {
    /// The row that stands at that place, if there is no fault in it.
    pub fn read(self, at: &str, faults: &mut Faults) -> Option<SheetRow> {
        let wrong = |code, rule: &str| ValueError::new(code, rule);
        let named = match (self.board, self.player) {
            (Some(board), None) => Some(RowMatch::Board(board)),
            (None, Some(number)) => {
                let number = number.parse().map(RowMatch::Player);
                let rule = "Must be the number of a player, as M-0004217-K; its last letter must fit.";
                faults.check(
                    &format!("{at}/player"),
                    number.map_err(|_| wrong("unknown-player", rule)),
                )
            }
            (None, None) => {
                let rule = "Name the board by its number, or a player by theirs.";
                faults.check(&format!("{at}/board"), Err(wrong("required", rule)))
            }
            (Some(_), Some(_)) => {
                let rule = "Name the board or the player, not both.";
                faults.check(&format!("{at}/player"), Err(wrong("not-allowed", rule)))
            }
        };
        let told = match (self.marks, self.absent) {
            (Some(marks), None) => faults.check(&format!("{at}/marks"), marks.map(RowOutcome::Marks)),
            (None, Some(absent)) => Some(RowOutcome::Absent(absent)),
            (None, None) => {
                let rule = "Give the marks, or say who did not come.";
                faults.check(&format!("{at}/marks"), Err(wrong("required", rule)))
            }
            (Some(_), Some(_)) => {
                let rule = "Give the marks or say who did not come, not both.";
                faults.check(&format!("{at}/absent"), Err(wrong("not-allowed", rule)))
            }
        };
        let (named, told, at) = (named?, told?, at.to_owned());
        Some(SheetRow { at, named, told })
    }
}

/// The marks that were written in a row.
///
/// # Errors
/// `required`, `invalid-mark`.
pub fn written(text: &str) -> Result<Vec<Mark>, ValueError> {
    let marks = marks::read(text)?;
    if marks.is_empty() {
        return Err(ValueError::new("required", "Must not be empty."));
    }
    Ok(marks)
}

impl SheetRow {
    /// The player's number, if the row names one.
    pub fn number(&self) -> Option<Number> {
        match self.named {
            RowMatch::Player(number) => Some(number),
            RowMatch::Board(_) => None,
        }
    }

    /// The place of what names the match.
    pub fn at_name(&self) -> String {
        format!("{}/{}", self.at, self.named.field())
    }

    /// The place of what is told of it.
    pub fn at_told(&self) -> String {
        let field = match self.told {
            RowOutcome::Marks(_) => "marks",
            RowOutcome::Absent(_) => "absent",
        };
        format!("{}/{field}", self.at)
    }

    /// The match of that round, and the player of it whose row this is.
    fn find<'a>(
        &self,
        snapshot: &'a TournamentSnapshot,
        round: RoundNumber,
        players: &BTreeMap<Number, Player>,
    ) -> Result<(&'a Match, Seed), ValueError> {
        match self.named {
            RowMatch::Board(board) => {
                let found = snapshot.of_round(round).find(|paired| paired.board == board);
                let unknown = || ValueError::new("unknown-board", format!("Round {round} has no board {board}."));
                let found = found.ok_or_else(unknown)?;
                Ok((found, found.pair[0]))
            }
            RowMatch::Player(number) => {
                let unknown = || ValueError::new("unknown-player", "There is no player with this number.");
                let player = players.get(&number).ok_or_else(unknown)?;
                let seated = snapshot.of_player(player.id).and_then(|entry| {
                    let mut of_round = snapshot.of_round(round);
                    let found = of_round.find(|paired| paired.pair.contains(&entry.seed))?;
                    Some((found, entry.seed))
                });
                let elsewhere = || {
                    let rule = format!("{number} plays no match of round {round}.");
                    ValueError::new("not-entered", rule)
                };
                seated.ok_or_else(elsewhere)
            }
        }
    }

    /// The sheet of that match, by the player whose row this is.
    fn sheet(&self, paired: &Match, player: Seed, snapshot: &TournamentSnapshot) -> NewScoreSheet {
        let id = |seed: Seed| snapshot.at(seed).map(|entry| entry.player.id());
        let blank = NewScoreSheet::default();
        match &self.told {
            RowOutcome::Marks(marks) => NewScoreSheet {
                marks: id(player).map(|id| (id, marks.clone())),
                ..blank
            },
            RowOutcome::Absent(Absentee::Player) => NewScoreSheet {
                forfeited_by: id(player),
                ..blank
            },
            RowOutcome::Absent(Absentee::Opponent) => NewScoreSheet {
                forfeited_by: id(opponent(paired.pair, player)),
                ..blank
            },
            RowOutcome::Absent(Absentee::Both) => {
                let game = Game {
                    result: MatchGameResult::Neither,
                    ended: MatchGameEnding::Forfeit,
                };
                NewScoreSheet {
                    games: Some((0..snapshot.tournament.plan.games).map(|_| game).collect()),
                    ..blank
                }
            }
        }
    }
}

/// The sheets of that round which the rows tell of, in their order; `players` has those whose numbers they name.
///
/// # Errors
/// The faults of all rows.
pub fn sheets(
    rows: &[SheetRow],
    snapshot: &TournamentSnapshot,
    round: RoundNumber,
    players: &BTreeMap<Number, Player>,
) -> Result<Vec<(MatchId, NewScoreSheet)>, Error> {
    let (mut faults, mut sheets, mut seen) = (Faults::default(), Vec::with_capacity(rows.len()), HashSet::new());
    for row in rows {
        let Some((paired, player)) = faults.check(&row.at_name(), row.find(snapshot, round, players)) else {
            continue;
        };
        if !seen.insert(paired.id) {
            let twice = ValueError::new("duplicate", format!("Board {} is there twice.", paired.board));
            faults.check::<()>(&row.at_name(), Err(twice));
            continue;
        }
        let sheet = row.sheet(paired, player, snapshot);
        match sheet.fill(paired, snapshot, "") {
            Ok(_) => sheets.push((paired.id, sheet)),
            Err(Error::Refused(problem)) => {
                for fault in problem.errors {
                    let fault = ValueError::new(fault.code, fault.message);
                    faults.check::<()>(&row.at_told(), Err(fault));
                }
            }
            Err(other) => return Err(other),
        }
    }
    if faults.is_empty() {
        Ok(sheets)
    } else {
        Err(faults.into())
    }
}

/// The refusal of one of the sheets, at the row that tells of it.
pub fn at_rows(error: Error, rows: &[SheetRow]) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    for fault in &mut problem.errors {
        let place = fault.pointer.strip_prefix("/results/");
        let place = place.and_then(|rest| rest.split_once('/'));
        let row = place.and_then(|(index, field)| Some((rows.get(index.parse::<usize>().ok()?)?, field)));
        if let Some((row, field)) = row {
            fault.pointer = if field == "match_id" {
                row.at_name()
            } else {
                row.at_told()
            };
        }
    }
    Error::Refused(problem)
}
