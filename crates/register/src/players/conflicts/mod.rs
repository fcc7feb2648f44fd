//! Conflicts of interest: nobody decides on themselves, on a player for whom their account holds, or on a relative of the
//! first degree of one of these; nor on an event in which one of them takes part.
//!
//! Results of other matches, the draw, entries and check-ins are how an event is run, and no decisions on a person: an umpire
//! runs an event in which their own child plays.

pub mod store;
pub mod use_cases;

use std::collections::HashSet;

use crate::operations::Operation;
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// A decision that nobody takes on themselves or on their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Whether an event counts: of those entered and not withdrawn.
    Recognition,
    /// Criteria of a gaming year that has begun: of its entrants.
    Criteria,
    /// Colours awarded, refused or ended.
    Award,
    /// Colours proposed, and teams selected.
    Proposal,
    /// The right to umpire.
    Accreditation,
    /// Marks in a course for umpires.
    Course,
    /// Suspensions of a player.
    Suspension,
    /// The fee and the division of a registration, and whether it holds.
    Membership,
    /// The relations by which a conflict is found, when they end.
    Relation,
    /// Two entries that become one.
    Merger,
    /// An appeal: of the match's players, or of the entrants.
    Appeal,
    /// The result of a match: of its two players.
    Match,
    /// Orders for the draw: of those whom they name.
    Orders,
    /// A bye that is asked for.
    Bye,
}

impl Decision {
    /// All of them.
    pub const ALL: [Decision; 14] = [
        Decision::Recognition,
        Decision::Criteria,
        Decision::Award,
        Decision::Proposal,
        Decision::Accreditation,
        Decision::Course,
        Decision::Suspension,
        Decision::Membership,
        Decision::Relation,
        Decision::Merger,
        Decision::Appeal,
        Decision::Match,
        Decision::Orders,
        Decision::Bye,
    ];

    /// The operations by which it is taken.
    ///
    /// A file or a batch that does what several of them do is refused item by item.
    #[must_use]
    pub fn operations(self) -> &'static [Operation] {
        match self {
            Decision::Recognition => &[
                Operation::create_ratification,
                Operation::create_ending_acceptance,
                Operation::create_rounds_agreement,
            ],
            Decision::Criteria => &[Operation::create_colours_criteria],
            Decision::Award => &[
                Operation::create_colours_approval,
                Operation::create_colours_refusal,
                Operation::create_colours_revocation,
                Operation::create_colours_supersession,
            ],
            Decision::Proposal => &[
                Operation::create_colours,
                Operation::create_selection,
                Operation::create_selection_withdrawal,
            ],
            Decision::Accreditation => &[
                Operation::create_accreditation,
                Operation::create_accreditation_renewal,
                Operation::create_accreditation_suspension,
                Operation::create_accreditation_reinstatement,
                Operation::create_accreditation_revocation,
            ],
            Decision::Course => &[
                Operation::create_umpire_candidate,
                Operation::create_umpire_candidate_correction,
            ],
            Decision::Suspension => &[
                Operation::create_player_suspension,
                Operation::create_suspension_lifting,
            ],
            Decision::Membership => &[
                Operation::update_registration,
                Operation::create_registration_withdrawal,
            ],
            Decision::Relation => &[
                Operation::create_player_account_withdrawal,
                Operation::create_pairing_bar_withdrawal,
            ],
            Decision::Merger => &[Operation::create_merger],
            Decision::Appeal => &[Operation::create_appeal_decision],
            Decision::Match => &[
                Operation::create_result,
                Operation::create_round_results,
                Operation::create_round_marks,
                Operation::create_confirmation,
                Operation::create_round_confirmations,
                Operation::create_correction,
                Operation::create_match_undo,
                Operation::create_ruling,
                Operation::create_game,
                Operation::create_game_correction,
                Operation::create_game_withdrawal,
            ],
            Decision::Orders => &[Operation::create_round],
            Decision::Bye => &[Operation::create_bye, Operation::create_bye_withdrawal],
        }
    }

    /// The sentence that says whom it is about.
    fn about(self) -> &'static str {
        match self {
            Decision::Recognition | Decision::Criteria => {
                "You take part, or a player for whom your account holds, or a relative of the first degree."
            }
            Decision::Award
            | Decision::Proposal
            | Decision::Accreditation
            | Decision::Course
            | Decision::Suspension
            | Decision::Membership
            | Decision::Relation
            | Decision::Merger
            | Decision::Appeal
            | Decision::Match
            | Decision::Orders
            | Decision::Bye => {
                "It is about you, a player for whom your account holds, or a relative of the first degree."
            }
        }
    }

    /// The sentence that says who else decides. Where there is no one else, there can be: an administrator grants a role, also
    /// one who may not decide.
    fn others(self) -> &'static str {
        match self {
            Decision::Recognition | Decision::Criteria | Decision::Award | Decision::Accreditation => {
                "Another administrator decides. Where there is none, grant somebody else that role first."
            }
            Decision::Proposal
            | Decision::Course
            | Decision::Suspension
            | Decision::Membership
            | Decision::Merger
            | Decision::Appeal => {
                "Another coordinator of the province decides, or another administrator. Where there is none, an administrator \
                 grants somebody else a role first."
            }
            Decision::Relation => {
                "Somebody else who looks after the player decides: a coordinator of the province, or an administrator. Where \
                 there is none, an administrator grants somebody else a role first."
            }
            Decision::Match | Decision::Orders => {
                "Another official of the tournament decides: an appointed umpire, a coordinator of the province, or an \
                 administrator."
            }
            Decision::Bye => {
                "Another official of the tournament decides; on a bye of no points also a secretary of the player's club."
            }
        }
    }
}

/// The refusal to decide on oneself or on one's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{} {}", .0.about(), .0.others())]
pub struct Conflict(pub Decision);

crate::problem_kinds! {
    CONFLICT_OF_INTEREST = 403 "conflict-of-interest", "It concerns you, or somebody close to you",
        "Nobody decides on themselves, on a player for whom their account holds, or on a relative of the first degree of one of these; nor on an event in which one of them takes part. The detail says who else may.";
}

impl From<Conflict> for Error {
    fn from(conflict: Conflict) -> Error {
        CONFLICT_OF_INTEREST.problem(conflict.to_string()).into()
    }
}

/// The players to whom an account is close.
///
/// Those for whom it holds, and their relatives of the first degree. A child stays one's child, whatever the age.
#[derive(Debug, Clone, Default)]
pub struct Close(HashSet<PlayerId>);

impl Close {
    /// Whether the player is one of them.
    #[must_use]
    pub fn contains(&self, player: PlayerId) -> bool {
        self.0.contains(&player)
    }

    /// Their ids.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.0.iter().copied()
    }

    /// Refuses a decision on one of them.
    ///
    /// # Errors
    /// [`Conflict`].
    pub fn refuse(&self, decision: Decision, players: &[PlayerId]) -> Result<(), Conflict> {
        if players.iter().any(|player| self.contains(*player)) {
            Err(Conflict(decision))
        } else {
            Ok(())
        }
    }
}

impl FromIterator<PlayerId> for Close {
    fn from_iter<I: IntoIterator<Item = PlayerId>>(players: I) -> Close {
        Close(players.into_iter().collect())
    }
}

impl Extend<PlayerId> for Close {
    fn extend<I: IntoIterator<Item = PlayerId>>(&mut self, players: I) {
        self.0.extend(players);
    }
}

#[cfg(test)]
mod tests {
    use crate::players::conflicts::*;
    use crate::players::merger::tests::nth;

    #[test]
    fn one_of_those_who_are_close_is_enough() {
        let close: Close = [nth(1), nth(2)].into_iter().collect();
        assert_eq!(close.refuse(Decision::Award, &[nth(3)]), Ok(()));
        assert_eq!(close.refuse(Decision::Award, &[]), Ok(()));
        let refused = close.refuse(Decision::Match, &[nth(3), nth(2)]);
        assert_eq!(refused, Err(Conflict(Decision::Match)));
    }

    #[test]
    fn an_operation_takes_one_sort_of_decision() {
        let mut operations: Vec<&str> = Decision::ALL
            .iter()
            .flat_map(|decision| decision.operations())
            .map(|operation| operation.name())
            .collect();
        let count = operations.len();
        operations.sort_unstable();
        operations.dedup();
        assert_eq!(operations.len(), count);
    }
}
