//! The rules a second time, slowly: written from the published text, with names, lists and loops and not a bit.

use morabaraba_rules::{AllInLines, Options, Scope, Shot, Trigger, Unit, When};

pub(crate) const NAMES: [&str; 24] = [
    "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", //
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", //
    "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8",
];

const LINES: [&str; 20] = [
    "E1 E2 E3", "E3 E4 E5", "E5 E6 E7", "E7 E8 E1", //
    "A1 A2 A3", "A3 A4 A5", "A5 A6 A7", "A7 A8 A1", //
    "R1 R2 R3", "R3 R4 R5", "R5 R6 R7", "R7 R8 R1", //
    "E1 A1 R1", "E2 A2 R2", "E3 A3 R3", "E4 A4 R4", //
    "E5 A5 R5", "E6 A6 R6", "E7 A7 R7", "E8 A8 R8",
];

const LINKS: [&str; 40] = [
    "E1 E2", "E2 E3", "E3 E4", "E4 E5", "E5 E6", "E6 E7", "E7 E8", "E8 E1", //
    "A1 A2", "A2 A3", "A3 A4", "A4 A5", "A5 A6", "A6 A7", "A7 A8", "A8 A1", //
    "R1 R2", "R2 R3", "R3 R4", "R4 R5", "R5 R6", "R6 R7", "R7 R8", "R8 R1", //
    "E1 A1", "E2 A2", "E3 A3", "E4 A4", "E5 A5", "E6 A6", "E7 A7", "E8 A8", //
    "A1 R1", "A2 R2", "A3 R3", "A4 R4", "A5 R5", "A6 R6", "A7 R7", "A8 R8",
];

/// A turn by the places of its junctions in [`NAMES`]: from, to, shot.
pub(crate) type Triple = (Option<usize>, usize, Option<usize>);

/// The board and its rules as looked up, so that names are compared once only.
#[derive(Clone)]
pub(crate) struct Table {
    lines: Vec<[usize; 3]>,
    linked: Vec<Vec<bool>>,
    rules: Rules,
}

#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "a table of yes and no, as it is printed")]
pub(crate) struct Rules {
    pub(crate) move_back: MoveBack,
    /// Whether any cow is refused that completes the broken line, and not only the one that left it.
    pub(crate) whole_line: bool,
    pub(crate) binds_flying: bool,
    /// Whether both sides must have three cows, and the turns after which the game is drawn.
    pub(crate) draw: Option<(bool, u32)>,
    pub(crate) must_shoot: bool,
    pub(crate) any_if_all_in_lines: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum MoveBack {
    Free,
    AfterBreak,
    AfterBreakAndMake,
}

impl Rules {
    /// The table of the published sets.
    pub(crate) fn named(name: &str) -> Self {
        let (move_back, whole_line, draw) = match name {
            "mssa-gar" => (MoveBack::AfterBreakAndMake, false, Some((false, 20))),
            "traditional-world-games" => (MoveBack::Free, false, Some((false, 20))),
            "beads" | "botswana" => (MoveBack::AfterBreak, false, None),
            "wikipedia" => (MoveBack::AfterBreakAndMake, true, Some((false, 20))),
            other => panic!("no such set: {other}"),
        };
        Self {
            move_back,
            whole_line,
            binds_flying: true,
            draw,
            must_shoot: true,
            any_if_all_in_lines: true,
        }
    }

    pub(crate) fn custom(options: Options) -> Self {
        Self {
            move_back: match options.no_move_back.map(|rule| rule.trigger) {
                None => MoveBack::Free,
                Some(Trigger::AnyBreak) => MoveBack::AfterBreak,
                Some(Trigger::BreakAndMake) => MoveBack::AfterBreakAndMake,
            },
            whole_line: options.no_move_back.is_some_and(|rule| rule.scope == Scope::Line),
            binds_flying: options.no_move_back.is_some_and(|rule| rule.binds_flying),
            draw: options.ten_moves.map(|rule| {
                let moves = u32::from(rule.moves.get());
                (
                    rule.when == When::Both,
                    if rule.unit == Unit::Each { 2 * moves } else { moves },
                )
            }),
            must_shoot: options.shot == Shot::Must,
            any_if_all_in_lines: options.all_in_lines == AllInLines::Any,
        }
    }
}

impl Table {
    pub(crate) fn new(rules: Rules) -> Self {
        let index = |name: &str| NAMES.iter().position(|known| *known == name).unwrap();
        let lines = LINES.iter().map(|line| {
            let mut junctions = line.split(' ').map(index);
            [(); 3].map(|()| junctions.next().unwrap())
        });
        let linked = NAMES.iter().map(|one| {
            let is_linked = |other: &&str| {
                LINKS.contains(&format!("{one} {other}").as_str()) || LINKS.contains(&format!("{other} {one}").as_str())
            };
            NAMES.iter().map(is_linked).collect()
        });
        Self {
            lines: lines.collect(),
            linked: linked.collect(),
            rules,
        }
    }

    fn lines_of<'a>(&'a self, board: &'a [char; 24], at: usize) -> impl Iterator<Item = [usize; 3]> + 'a {
        let owner = board[at];
        let complete = move |line: &[usize; 3]| line.iter().all(|junction| board[*junction] == owner);
        self.lines
            .iter()
            .copied()
            .filter(move |line| line.contains(&at))
            .filter(complete)
    }
}

/// The previous turn of a side: its move, and the lines that were broken and those that were made by it.
#[derive(Clone)]
struct Previous {
    from: usize,
    to: usize,
    broken: Vec<[usize; 3]>,
    made: bool,
}

/// A game as it stands. Sides are 0, who began, and 1.
#[derive(Clone)]
pub(crate) struct Game<'a> {
    table: &'a Table,
    board: [char; 24],
    hand: [u32; 2],
    side: usize,
    quiet: u32,
    previous: [Option<Previous>; 2],
}

const SIGNS: [char; 2] = ['X', 'O'];

impl<'a> Game<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        Self {
            table,
            board: ['.'; 24],
            hand: [12, 12],
            side: 0,
            quiet: 0,
            previous: [None, None],
        }
    }

    /// A game that begins on this board with empty hands.
    pub(crate) fn on(table: &'a Table, board: [char; 24], side: usize) -> Self {
        Self {
            board,
            side,
            hand: [0, 0],
            ..Self::new(table)
        }
    }

    pub(crate) fn text(&self) -> String {
        let rings: Vec<String> = self.board.chunks(8).map(|ring| ring.iter().collect()).collect();
        let last = [0, 1].map(|side| match &self.previous[side] {
            Some(previous) if self.arms(previous) => format!("{}-{}", NAMES[previous.from], NAMES[previous.to]),
            _ => "-".to_owned(),
        });
        let (board, side, [x, o]) = (rings.join("/"), SIGNS[self.side], self.hand);
        format!("{board} {side} {x} {o} {} {} {}", self.quiet, last[0], last[1])
    }

    fn count(&self, side: usize) -> usize {
        self.board.iter().filter(|sign| **sign == SIGNS[side]).count()
    }

    fn flies(&self) -> bool {
        self.hand[self.side] == 0 && self.count(self.side) == 3
    }

    fn arms(&self, previous: &Previous) -> bool {
        match self.table.rules.move_back {
            MoveBack::Free => false,
            MoveBack::AfterBreak => !previous.broken.is_empty(),
            MoveBack::AfterBreakAndMake => !previous.broken.is_empty() && previous.made,
        }
    }

    /// The end of the game: the winner, if any, and the reason.
    pub(crate) fn outcome(&self) -> Option<(Option<usize>, &'static str)> {
        if self.count(self.side) + self.hand[self.side] as usize <= 2 {
            Some((Some(1 - self.side), "two-cows"))
        } else if self.turns().is_empty() {
            Some((Some(1 - self.side), "no-move"))
        } else if self.table.rules.draw.is_some_and(|(_, limit)| self.quiet >= limit) {
            Some((None, "ten-moves"))
        } else {
            None
        }
    }

    /// The turns that the board allows, be the game over or not.
    pub(crate) fn turns(&self) -> Vec<Triple> {
        let mut turns = Vec::new();
        for from in std::iter::once(None).chain((0..24).map(Some)) {
            for to in 0..24 {
                if self.refused_cow(from, to).is_some() {
                    continue;
                }
                let after = self.moved(from, to);
                let made = self.table.lines_of(&after, to).next().is_some();
                for shot in std::iter::once(None).chain((0..24).map(Some)) {
                    if self.refused_shot(&after, made, shot).is_none() {
                        turns.push((from, to, shot));
                    }
                }
            }
        }
        turns
    }

    /// The code of the first reason against a turn.
    pub(crate) fn refused(&self, over: bool, (from, to, shot): Triple) -> Option<&'static str> {
        if over {
            return Some("game-over");
        }
        self.refused_cow(from, to).or_else(|| {
            let after = self.moved(from, to);
            let made = self.table.lines_of(&after, to).next().is_some();
            self.refused_shot(&after, made, shot)
        })
    }

    fn moved(&self, from: Option<usize>, to: usize) -> [char; 24] {
        let mut after = self.board;
        if let Some(from) = from {
            after[from] = '.';
        }
        after[to] = SIGNS[self.side];
        after
    }

    fn refused_cow(&self, from: Option<usize>, to: usize) -> Option<&'static str> {
        let placing = self.hand[self.side] > 0;
        match from {
            Some(_) if placing => Some("must-place"),
            None if !placing => Some("must-move"),
            Some(from) if self.board[from] == '.' => Some("origin-empty"),
            Some(from) if self.board[from] != SIGNS[self.side] => Some("origin-opponent"),
            _ if self.board[to] != '.' => Some("occupied"),
            Some(from) if !self.flies() && !self.table.linked[from][to] => Some("not-adjacent"),
            Some(from) if self.goes_back(from, to) => Some("move-back"),
            _ => None,
        }
    }

    fn goes_back(&self, from: usize, to: usize) -> bool {
        let Some(previous) = &self.previous[self.side] else {
            return false;
        };
        if !self.arms(previous) || (self.flies() && !self.table.rules.binds_flying) {
            return false;
        }
        let after = self.moved(Some(from), to);
        let mut made = self.table.lines_of(&after, to);
        if self.table.rules.whole_line {
            made.any(|line| previous.broken.contains(&line))
        } else {
            from == previous.to && to == previous.from && made.next().is_some()
        }
    }

    fn refused_shot(&self, after: &[char; 24], made: bool, shot: Option<usize>) -> Option<&'static str> {
        if !made {
            return shot.map(|_| "shot-not-earned");
        }
        let foe = SIGNS[1 - self.side];
        let foes: Vec<usize> = (0..24).filter(|at| after[*at] == foe).collect();
        let open: Vec<usize> = foes
            .iter()
            .copied()
            .filter(|at| self.table.lines_of(after, *at).next().is_none())
            .collect();
        let targets = if open.is_empty() && self.table.rules.any_if_all_in_lines {
            foes
        } else {
            open
        };
        match shot {
            None if self.table.rules.must_shoot && !targets.is_empty() => Some("shot-missing"),
            Some(at) if after[at] == '.' => Some("shot-empty"),
            Some(at) if after[at] != foe => Some("shot-own"),
            Some(at) if !targets.contains(&at) => Some("shot-protected"),
            _ => None,
        }
    }

    /// Plays a legal turn.
    pub(crate) fn play(&mut self, (from, to, shot): Triple) {
        let three = [self.count(0) == 3, self.count(1) == 3];
        let endgame = match self.table.rules.draw {
            Some((true, _)) => three[0] && three[1],
            Some((false, _)) => three[0] || three[1],
            None => false,
        };
        let counts = from.is_some() && shot.is_none() && self.hand == [0, 0] && endgame;
        self.quiet = if counts { self.quiet + 1 } else { 0 };

        let broken = from.map(|from| self.table.lines_of(&self.board, from).collect());
        self.board = self.moved(from, to);
        let made = self.table.lines_of(&self.board, to).next().is_some();
        self.previous[self.side] = from.map(|from| Previous {
            from,
            to,
            broken: broken.unwrap_or_default(),
            made,
        });
        if from.is_none() {
            self.hand[self.side] -= 1;
        }
        if let Some(shot) = shot {
            self.board[shot] = '.';
        }
        self.side = 1 - self.side;
    }
}
