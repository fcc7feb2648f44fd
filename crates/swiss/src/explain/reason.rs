//! Reasons for the pairs of a draw, as facts and as sentences.

use crate::criteria::Criterion;
use crate::field::{Bar, Field, PlayerId, Points};

/// The way in which the better player of a pair comes by the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Role {
    /// Both have the same score, and the top half meets the bottom half.
    Slide,
    /// The player was moved down to the opponent's score, and the opponent moved up.
    Moved,
    /// The player rests.
    Bye,
}

/// The cause for which a player does not have an opponent who came earlier in the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(try_from = "crate::json::WhyLine", into = "crate::json::WhyLine")
)]
pub enum Why {
    /// A hard rule keeps them apart.
    Barred(Bar),
    /// They are of one club or team, in this round.
    SameClub(u32),
    /// The other is the opponent of this moved-down player, who stands higher and so chose first.
    Taken(PlayerId),
    /// They have met, in this round.
    Met(u32),
    /// With this pair not all others could be paired; this player, for one, would be left over.
    LeavesOver(PlayerId),
    /// The round would be worse by this criterion, in the bracket of this score if it is one of a bracket.
    ///
    /// A criterion of clubs is named in two cases: if by it the best round with this pair is first worse than the draw;
    /// or if it is only because clubs and teams are kept apart that the two do not meet: otherwise this pair would be
    /// drawn, or could be drawn with everything that is decided before it left as it is.
    Worse(Criterion, Option<Points>),
    /// The round would be worse, or not legal, but the search for the rule or criterion was given up.
    ///
    /// In a field of up to 300 players it is never given up. In a larger one it is, once all reasons together have
    /// taken a fixed number of steps; that happens only for the last pairs of fields in which bars or clubs leave most
    /// players little choice. It happens alike on every machine. The reason is true all the same: every pairing but the
    /// draw is worse or not legal.
    Outdone,
}

impl Why {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Why::SameClub(3).code(), "same_club");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Barred(bar) => bar.code(),
            Self::SameClub(_) => "same_club",
            Self::Met(_) => Bar::Rematch.code(),
            Self::Outdone => "outdone",
            Self::Taken(_) => "taken",
            Self::LeavesOver(_) => "leaves_over",
            Self::Worse(criterion, _) => criterion.code(),
        }
    }
}

impl Why {
    fn clause(self, name: &impl Fn(PlayerId) -> String) -> String {
        match self {
            Self::Barred(bar) => bar.to_string(),
            Self::SameClub(round) => format!("of one club or team, in round {round}"),
            Self::Met(round) => format!("they have met in round {round}"),
            Self::Taken(other) => format!("meets {}, who stands higher", name(other)),
            Self::LeavesOver(other) => format!("{} would be left over", name(other)),
            Self::Worse(Criterion::ClubClashes, _) => "more players of one club or team would meet".to_owned(),
            Self::Worse(Criterion::ClashPlayers, _) => {
                "players of one club or team would meet who stand higher".to_owned()
            }
            Self::Worse(Criterion::BracketClashes, Some(score)) => {
                format!("more players of one club or team would meet among those on {score} points")
            }
            Self::Worse(criterion, None) => format!("the round would be worse by {criterion}"),
            Self::Worse(criterion, Some(score)) => {
                format!("those on {score} points would be paired worse by {criterion}")
            }
            Self::Outdone => "the round would be worse".to_owned(),
        }
    }
}

/// The reason for which a player has this opponent, or the bye.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Reason {
    /// The better player of the pair, or the one who rests.
    pub player: PlayerId,
    /// The opponent, unless the player rests.
    pub opponent: Option<PlayerId>,
    /// The score of the bracket to which the pair belongs: that of the lower player.
    pub bracket: Points,
    /// The way in which it came about.
    pub role: Role,
    /// The scores of the brackets that the player left unpaired on the way down.
    pub left: Vec<Points>,
    /// The round, if the player was moved out of the own score group only because clubs and teams are kept apart in it: the
    /// first who was passed over is the one whom the player would have met else.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub clubs_apart: Option<u32>,
    /// The players of the same score who were to drop before this one, in the order of dropping, and why they did not;
    /// empty unless this player dropped.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty", with = "crate::json::passed")
    )]
    pub stayed: Vec<(PlayerId, Why)>,
    /// The possible opponents who came before the actual one in the player's order of preference, in this order, and
    /// why they were passed over; for a bye, the players who were to have it before this one. If the player was moved
    /// down, the first may be another: the one whom the player would have met in the own score group or above if clubs
    /// and teams were not kept apart.
    #[cfg_attr(feature = "serde", serde(with = "crate::json::passed"))]
    pub passed: Vec<(PlayerId, Why)>,
}

impl Reason {
    /// The sentence that an umpire can read out.
    ///
    /// ```
    /// use morabaraba_swiss::{Config, Field, Player, PlayerId, draw, explain};
    ///
    /// let mut players: Vec<Player> = (1..=4).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
    /// players[0].name = "Butinyana".into();
    /// players[0].opponents = vec![PlayerId(3)];
    /// let (field, config) = (Field::new(2, players), Config::default());
    /// let reasons = explain(&field, &config, &draw(&field, &config)?)?;
    /// assert_eq!(
    ///     reasons[0].sentence(&field),
    ///     "Butinyana meets player 4 among those on 0 points, the top half against the bottom half. \
    ///      Before came player 3: they have met."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sentence(&self, field: &Field) -> String {
        let name = |id: PlayerId| {
            let player = field.players.iter().find(|player| player.id == id);
            player.map_or(String::new(), |player| player.name.clone())
        };
        self.sentence_with(name)
    }

    /// The sentence with names from elsewhere; an empty name is none.
    ///
    /// ```
    /// use morabaraba_swiss::{PlayerId, Points, Reason, Role};
    ///
    /// let (left, clubs_apart, stayed, passed) = (Vec::new(), None, Vec::new(), Vec::new());
    /// let (player, bracket, role) = (PlayerId(5), Points::ZERO, Role::Bye);
    /// let reason = Reason { player, opponent: None, bracket, role, left, clubs_apart, stayed, passed };
    /// assert_eq!(reason.sentence_with(|id| format!("number {id}")), "number 5 has the bye, the lowest who can.");
    /// ```
    #[must_use]
    pub fn sentence_with(&self, name: impl Fn(PlayerId) -> String) -> String {
        let name = |id: PlayerId| {
            Some(name(id))
                .filter(|name| !name.is_empty())
                .unwrap_or(format!("player {id}"))
        };
        let mut text = match self.opponent {
            None => format!("{} has the bye, the lowest who can", name(self.player)),
            Some(opponent) => {
                let how = if self.role == Role::Slide {
                    "the top half against the bottom half"
                } else {
                    "moved down to them"
                };
                let (player, opponent) = (name(self.player), name(opponent));
                format!(
                    "{player} meets {opponent} among those on {} points, {how}",
                    self.bracket
                )
            }
        };
        if let Some(round) = self.clubs_apart {
            text += ". Neither of two club mates may meet in round ";
            text += &round.to_string();
        }
        for (list, before) in [
            (&self.stayed, "Before would have dropped "),
            (&self.passed, "Before came "),
        ] {
            for (place, (id, why)) in list.iter().enumerate() {
                text += if place == 0 { ". " } else { "; " };
                text += if place == 0 { before } else { "" };
                text += &name(*id);
                text += ": ";
                text += &why.clause(&name);
            }
        }
        text + "."
    }
}
