//! A round as it is answered.

use chrono::NaiveDate;
use morabaraba_swiss::{Points, Role};
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::pairing_bars::PairingBarStep;
use crate::tournaments::model::draw::{Board, Pairing, Passed, Reason, StartingOrder, Warning, with_names};
use crate::tournaments::model::{ContestantName, Round, RoundState, TournamentSnapshot};
use crate::tournaments::pairing_bar_changes::EntrantsBarChange;
use crate::tournaments::points::{decimal, fraction};
use crate::tournaments::rounds::use_cases::PublishedRound;
use crate::values::clock::Timestamp;
use crate::values::id::{MatchId, PlayerId, RankingId, RoundId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

/// A player at a board.
#[derive(Serialize, ToSchema)]
#[schema(as = SeatedPlayer)]
struct SeatedView {
    /// The player.
    player: ContestantName,
    /// The points before the round.
    #[schema(example = 11.5)]
    points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "23/2")]
    points_fraction: String,
}

/// Two who meet.
#[derive(Serialize, ToSchema)]
#[schema(as = Board)]
struct BoardView {
    /// The number of the board, from 1.
    #[schema(example = 1)]
    board: usize,
    /// The match, once the round is published.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Option<MatchId>,
    /// The player who stands higher, and the other.
    players: Vec<SeatedView>,
    /// The player who starts the first of the games.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    starter_id: Option<PlayerId>,
}

/// A player who came before in the order of preference, and the reason why it came otherwise.
#[derive(Serialize, ToSchema)]
#[schema(as = PassedPlayer)]
struct PassedView {
    /// The player.
    #[schema(example = "019aa0ca-5d6e-7f80-91a2-b3c4d5e6f708")]
    player_id: Option<PlayerId>,
    /// The reason, as a code.
    #[schema(example = "rematch")]
    why: String,
    /// The round of which the reason speaks.
    #[schema(example = 2)]
    round: Option<u32>,
    /// The other player of whom the reason speaks.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    other_player_id: Option<PlayerId>,
    /// The score of which the reason speaks.
    #[schema(example = 5.5)]
    points: Option<f64>,
}

/// The reason why two meet, or somebody rests.
#[derive(Serialize, ToSchema)]
#[schema(as = DrawReason)]
struct ReasonView {
    /// The player who stands higher, or rests.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// The opponent.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    opponent_id: Option<PlayerId>,
    /// The way in which it came about: `slide`, the top half of a score against its bottom half; `moved`, the player was
    /// moved down; `bye`.
    #[schema(value_type = String, example = "slide")]
    role: Role,
    /// The score of the lower player.
    #[schema(example = 5.5)]
    points: Option<f64>,
    /// The round, if the player was moved out of the own score group only because clubs and teams are kept apart in it.
    #[schema(example = 2)]
    clubs_apart_in_round: Option<u32>,
    /// Those who would have dropped to a lower score before the player, and did not.
    stayed: Vec<PassedView>,
    /// Those who came before the opponent in the order of preference.
    passed: Vec<PassedView>,
    /// The reason in words, for an umpire to read out.
    #[schema(
        example = "Thandiwe Mokoena meets Kagiso Moatshe among those on 5 1/2 points, the top half against the bottom half."
    )]
    sentence: String,
}

/// A warning about a draw.
#[derive(Serialize, ToSchema)]
#[schema(as = DrawWarning)]
struct WarningView {
    /// The sort of warning, as a code: `same-club`, `barred`, `too-many-rounds`, `too-few-opponents`,
    /// `round-robin-advised`, `waived`, `worse-than-the-draw`; in a preview also `bar-recorded`, `bar-withdrawn`, `not-eligible`,
    /// `no-umpire`, `equipment-unconfirmed`, `umpire-plays`, `not-checked-in` and `drawn-elsewhere`.
    #[schema(example = "same-club")]
    code: String,
    /// The players of whom it speaks.
    #[schema(example = json!(["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    player_ids: Vec<PlayerId>,
    /// The warning in words, for an umpire to read out.
    #[schema(example = "Thandiwe Mokoena and Kagiso Moatshe are of one club or team, which could not be avoided.")]
    sentence: String,
}

/// A pairing.
#[derive(Serialize, ToSchema)]
#[schema(as = Pairing)]
struct PairingView {
    /// The two at each board.
    #[schema(example = json!([["019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f", "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]]))]
    pairs: Vec<Vec<PlayerId>>,
    /// The player who has the bye.
    #[schema(example = "019aa0cc-5c4d-7e6f-8a7b-8c9d0e1f2a3b")]
    bye: Option<PlayerId>,
}

/// The way in which the starting order of round 1 came about.
#[derive(Serialize, ToSchema)]
#[schema(as = StartingOrder)]
struct StartingOrderView {
    /// The ranking list by which players are seeded; none if none was published.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    ranking_id: Option<RankingId>,
    /// The day of the list.
    #[schema(example = "2027-04-01")]
    ranking_on: Option<NaiveDate>,
    /// The number of players on it.
    #[schema(example = 22)]
    ranked: usize,
    /// The number of the others, who come after them.
    #[schema(example = 2)]
    unranked: usize,
    /// The sentence that tells it.
    #[schema(
        example = "Players start in the order of the ranking list of 1 April 2027. 2 players are on no list, and come after them as the umpire has ordered."
    )]
    sentence: String,
}

impl StartingOrderView {
    fn of(order: &StartingOrder) -> StartingOrderView {
        StartingOrderView {
            ranking_id: order.list.map(|(id, _)| id),
            ranking_on: order.list.map(|(_, on)| on),
            ranked: order.ranked,
            unranked: order.unranked,
            sentence: order.sentence(),
        }
    }
}

/// A round.
#[derive(Serialize, ToSchema)]
#[schema(as = Round)]
pub(super) struct RoundView {
    /// Its id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    id: RoundId,
    /// The tournament of the round.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// Its number, from 1.
    #[schema(value_type = i64, example = 2)]
    number: RoundNumber,
    /// The state that it has reached.
    state: RoundState,
    /// The boards in their order.
    boards: Vec<BoardView>,
    /// The player who has the bye.
    bye: Option<ContestantName>,
    /// The way in which the starting order came about; of round 1 alone.
    starting_order: Option<StartingOrderView>,
    /// The reasons in the order of the boards, and last that of the bye; none if the umpire paired, or everybody meets
    /// everybody.
    reasons: Vec<ReasonView>,
    /// The warnings about its draw.
    warnings: Vec<WarningView>,
    /// The reason why the umpire ordered something, waived a rule or paired otherwise, if so.
    #[schema(example = "The hall is divided until noon.")]
    reason: Option<String>,
    /// The pairing that would have been drawn, if the umpire paired otherwise.
    computed: Option<PairingView>,
    /// The boards that would be drawn from today's figures instead, if a result before the round was corrected since and that
    /// makes a difference. The round stays as it was published.
    differs_today: Option<PairingView>,
    /// Whether something has changed on which the draw depends, as long as it is not published: draw it again.
    #[schema(example = false)]
    outdated: bool,
    /// The time at which it was drawn.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:00:00.000000Z")]
    drawn_at: Timestamp,
    /// The time at which it was published.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T08:10:00.000000Z")]
    published_at: Option<Timestamp>,
    /// The time at which it was closed.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T10:00:00.000000Z")]
    closed_at: Option<Timestamp>,
}

impl RoundView {
    /// The round with whether the draw is of other figures than today's.
    pub(super) fn outdated(self, outdated: bool) -> RoundView {
        RoundView { outdated, ..self }
    }

    /// The round with the warnings that bars among the players were recorded or withdrawn, which none but officials read.
    pub(super) fn warning_of(mut self, changes: &[EntrantsBarChange], today: NaiveDate) -> RoundView {
        let told = changes.iter().map(|change| WarningView::of_bar(change, today));
        self.warnings.extend(told);
        self
    }

    /// The round with more warnings, which none but officials read.
    pub(super) fn with_warnings(
        mut self,
        warnings: &[Warning],
        snapshot: &TournamentSnapshot,
        today: NaiveDate,
    ) -> RoundView {
        let views = warnings.iter().map(|warning| WarningView::of(warning, snapshot, today));
        self.warnings.extend(views);
        self
    }

    /// The round as everyone sees it.
    pub(super) fn to_everyone(published: PublishedRound, today: NaiveDate) -> RoundView {
        let PublishedRound {
            round,
            snapshot,
            differs_today,
        } = published;
        let draw = round.draw.discreet();
        let view = RoundView::to_officials(&Round { draw, ..round }, &snapshot, today);
        RoundView {
            differs_today: differs_today.map(|pairing| PairingView::of(&pairing, &snapshot)),
            ..view
        }
    }

    /// The round as those see it who run the tournament.
    pub(super) fn to_officials(round: &Round, snapshot: &TournamentSnapshot, today: NaiveDate) -> RoundView {
        let draw = &round.draw;
        let boards = draw.boards.iter().zip(1..);
        let matches: Vec<MatchId> = snapshot.of_round(round.number).map(|paired| paired.id).collect();
        let resting = draw.bye.and_then(|seed| snapshot.at(seed));
        let computed = draw.computed.as_ref();
        RoundView {
            id: round.id,
            tournament_id: round.tournament,
            number: round.number,
            state: round.state,
            boards: boards
                .map(|(board, number)| BoardView::of(board, number, &matches, snapshot, today))
                .collect(),
            bye: resting.map(|entry| entry.player.named(today)),
            starting_order: draw.starting_order.as_ref().map(StartingOrderView::of),
            reasons: draw
                .reasons
                .iter()
                .map(|reason| ReasonView::of(reason, snapshot, today))
                .collect(),
            warnings: draw
                .warnings
                .iter()
                .map(|warning| WarningView::of(warning, snapshot, today))
                .collect(),
            reason: round.orders.reason.clone(),
            computed: computed.map(|pairing| PairingView::of(pairing, snapshot)),
            differs_today: None,
            outdated: false,
            drawn_at: round.drawn_at,
            published_at: round.published_at,
            closed_at: round.closed_at,
        }
    }
}

/// The sentence with the names of those of whom it speaks.
fn with_public_names(sentence: &str, snapshot: &TournamentSnapshot, today: NaiveDate) -> String {
    with_names(sentence, |seed| {
        snapshot.at(seed).map(|entry| entry.player.public_name(today))
    })
}

/// The id of the player with that seed.
fn id(snapshot: &TournamentSnapshot, seed: Seed) -> Option<PlayerId> {
    snapshot.at(seed).map(|entry| entry.player.id())
}

impl BoardView {
    fn of(
        board: &Board,
        number: usize,
        matches: &[MatchId],
        snapshot: &TournamentSnapshot,
        today: NaiveDate,
    ) -> BoardView {
        let seated = board.pair.iter().zip(board.halves).filter_map(|(seed, halves)| {
            let points = Points::halves(halves);
            let player = snapshot.at(*seed)?.player.named(today);
            Some(SeatedView {
                player,
                points: decimal(points),
                points_fraction: fraction(points),
            })
        });
        BoardView {
            board: number,
            match_id: matches.get(number - 1).copied(),
            players: seated.collect(),
            starter_id: id(snapshot, board.starter),
        }
    }
}

impl PassedView {
    fn of(passed: &Passed, snapshot: &TournamentSnapshot) -> PassedView {
        PassedView {
            player_id: id(snapshot, passed.player),
            why: passed.why.clone(),
            round: passed.round,
            other_player_id: passed.other_player.and_then(|player| id(snapshot, player)),
            points: passed.halves.map(Points::halves).and_then(decimal),
        }
    }
}

impl ReasonView {
    fn of(reason: &Reason, snapshot: &TournamentSnapshot, today: NaiveDate) -> ReasonView {
        let list = |list: &[Passed]| list.iter().map(|passed| PassedView::of(passed, snapshot)).collect();
        ReasonView {
            player_id: id(snapshot, reason.player),
            opponent_id: reason.opponent.and_then(|opponent| id(snapshot, opponent)),
            role: reason.role,
            points: decimal(Points::halves(reason.halves)),
            clubs_apart_in_round: reason.clubs_apart,
            stayed: list(&reason.stayed),
            passed: list(&reason.passed),
            sentence: with_public_names(&reason.sentence, snapshot, today),
        }
    }
}

impl WarningView {
    fn of_bar(change: &EntrantsBarChange, today: NaiveDate) -> WarningView {
        let code = match change.step {
            PairingBarStep::Recorded => "bar-recorded",
            PairingBarStep::Withdrawn => "bar-withdrawn",
        };
        WarningView {
            code: code.to_owned(),
            player_ids: change.players.iter().map(|player| player.id).collect(),
            sentence: change.sentence(|player| player.public_name(today)),
        }
    }

    fn of(warning: &Warning, snapshot: &TournamentSnapshot, today: NaiveDate) -> WarningView {
        WarningView {
            code: warning.code.clone(),
            player_ids: warning.players.iter().filter_map(|seed| id(snapshot, *seed)).collect(),
            sentence: with_public_names(&warning.sentence, snapshot, today),
        }
    }
}

impl PairingView {
    fn of(pairing: &Pairing, snapshot: &TournamentSnapshot) -> PairingView {
        let pair = |pair: &[Seed; 2]| pair.iter().filter_map(|seed| id(snapshot, *seed)).collect();
        PairingView {
            pairs: pairing.pairs.iter().map(pair).collect(),
            bye: pairing.bye.and_then(|seed| id(snapshot, seed)),
        }
    }
}

/// A round in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = RoundSummary)]
struct RoundSummary {
    /// Its id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    id: RoundId,
    /// Its number, from 1.
    #[schema(value_type = i64, example = 2)]
    number: RoundNumber,
    /// The state that it has reached.
    state: RoundState,
    /// The number of boards.
    #[schema(example = 12)]
    boards: usize,
    /// The time at which it was published.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T08:10:00.000000Z")]
    published_at: Option<Timestamp>,
    /// The time at which it was closed.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-17T10:00:00.000000Z")]
    closed_at: Option<Timestamp>,
}

/// The published rounds of a tournament.
#[derive(Serialize, ToSchema)]
pub(super) struct Rounds {
    /// The rounds in their order.
    items: Vec<RoundSummary>,
}

impl Rounds {
    pub(super) fn of(rounds: &[Round]) -> Rounds {
        let published = rounds.iter().filter(|round| round.state != RoundState::Drawn);
        let summary = |round: &Round| RoundSummary {
            id: round.id,
            number: round.number,
            state: round.state,
            boards: round.draw.boards.len(),
            published_at: round.published_at,
            closed_at: round.closed_at,
        };
        Rounds {
            items: published.map(summary).collect(),
        }
    }
}
