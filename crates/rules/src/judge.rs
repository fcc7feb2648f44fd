//! The checks that a turn has to pass in a position.

use crate::position::Player;
use crate::{Cows, Junction, NoMoveBack, Position, Refusal, Scope, Shot, Stage, TenMoves, Trigger, Turn, When};

impl Position {
    /// The first reason that lies in where the cow comes from and goes to.
    pub(crate) fn check_cow(&self, turn: Turn) -> Result<(), Refusal> {
        let placing = self.own.stage() == Stage::Placing;
        let Some(from) = turn.from else {
            return match (placing, self.vacant().contains(turn.to)) {
                (false, _) => Err(Refusal::MustMove),
                (true, false) => Err(Refusal::Occupied),
                (true, true) => Ok(()),
            };
        };
        if placing {
            Err(Refusal::MustPlace)
        } else if self.vacant().contains(from) {
            Err(Refusal::OriginEmpty)
        } else if !self.own.cows.contains(from) {
            Err(Refusal::OriginOpponent)
        } else if !self.vacant().contains(turn.to) {
            Err(Refusal::Occupied)
        } else if !self.reach(from).contains(turn.to) {
            Err(Refusal::NotAdjacent)
        } else if self.moves_back(from, turn.to) {
            Err(Refusal::MoveBack)
        } else {
            Ok(())
        }
    }

    /// The first reason that lies in the shot.
    pub(crate) fn check_shot(&self, turn: Turn) -> Result<(), Refusal> {
        let after = self.own_after(turn);
        let made = after.completes(turn.to);
        match turn.shot {
            None if made && !self.may_hold_fire() => Err(Refusal::ShotMissing),
            Some(_) if !made => Err(Refusal::ShotNotEarned),
            Some(shot) if after.contains(shot) => Err(Refusal::ShotOwn),
            Some(shot) if !self.opposing.cows.contains(shot) => Err(Refusal::ShotEmpty),
            Some(shot) if !self.shootable().contains(shot) => Err(Refusal::ShotProtected),
            None | Some(_) => Ok(()),
        }
    }

    /// Whether the side to play can make any turn at all.
    pub(crate) fn can_play(&self) -> bool {
        if self.own.stage() != Stage::Moving {
            // Of 24 junctions a side that places or flies finds one: it has at most eleven cows on the board, its
            // opponent at most twelve. What the no-move-back rule refuses to a side that flies is one junction only.
            return true;
        }
        let reach = self.own.cows.linked() & self.vacant();
        match self.own.armed {
            Some((back, _)) if reach == Cows::one(back) => (self.own.cows & back.neighbours())
                .iter()
                .any(|from| !self.moves_back(from, back)),
            _ => !reach.is_empty(),
        }
    }

    /// The cows of the side to play after one has come from the hand or from a junction.
    pub(crate) fn own_after(&self, turn: Turn) -> Cows {
        (self.own.cows - turn.from.map_or(Cows::EMPTY, Cows::one)) | Cows::one(turn.to)
    }

    /// The junctions to which the cow on `from` may go by the links, or by flying.
    pub(crate) fn reach(&self, from: Junction) -> Cows {
        match self.own.stage() {
            Stage::Flying => self.vacant(),
            Stage::Placing | Stage::Moving => self.vacant() & from.neighbours(),
        }
    }

    /// Whether a line may be made without a shot: by the rule set, or because there is no cow to shoot.
    pub(crate) fn may_hold_fire(&self) -> bool {
        self.rules.options().shot == Shot::May || self.shootable().is_empty()
    }

    /// Whether the no-move-back rule refuses a move.
    pub(crate) fn moves_back(&self, from: Junction, to: Junction) -> bool {
        let Some((left, came)) = self.own.armed else {
            return false;
        };
        let Some(rule) = self.rules.options().no_move_back else {
            return false;
        };
        if to != left || (self.own.stage() == Stage::Flying && !rule.binds_flying) {
            return false;
        }
        let after = self.own_after(Turn::from_to(from, to));
        match rule.scope {
            Scope::Cow => from == came && after.completes(to),
            // A line through both ends of that move was not complete before it, so it cannot have been broken.
            Scope::Line => after.completes_apart_from(to, came),
        }
    }

    /// Whether a move from here counts towards the draw unless it shoots.
    pub(crate) fn endgame(&self) -> bool {
        self.rules
            .options()
            .ten_moves
            .is_some_and(|rule| rule.counts([self.own, self.opposing]))
    }
}

impl NoMoveBack {
    /// Whether a move arms the rule, by the cows of its side after it.
    pub(crate) fn armed_by(self, from: Junction, to: Junction, after: Cows) -> bool {
        // A line through both ends was not complete before the move.
        let broke = after.completes_apart_from(from, to);
        match self.trigger {
            Trigger::AnyBreak => broke,
            Trigger::BreakAndMake => broke && after.completes(to),
        }
    }
}

impl TenMoves {
    fn counts(self, players: [Player; 2]) -> bool {
        let [one, other] = players.map(|player| player.cows.len() == 3);
        players.iter().all(|player| player.hand == 0)
            && match self.when {
                When::Either => one || other,
                When::Both => one && other,
            }
    }
}
