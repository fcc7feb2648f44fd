//! Canonical texts of fields, the same for any two that the draw does not distinguish, to be hashed.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::field::{Clubs, Config, Field, Float, Floater, Player, PlayerId, Waiver};

impl Field {
    /// A text with everything that the draw may depend on, and nothing else: fields with the same text have the same
    /// draw. It leaves out the order of lists, the players' names, the rounds in which they met and how often, how many
    /// byes they had, which of two players names the other, and those who sit out.
    ///
    /// Hash it and keep the hash with the draw. When a result is corrected later, the hash tells whether that changed
    /// anything that the draw was made from.
    ///
    /// ```
    /// use morabaraba_swiss::{Config, Field, Player, PlayerId};
    ///
    /// let mut players: Vec<Player> = (1..=2).map(|seed| Player::new(PlayerId(seed.into()), seed)).collect();
    /// players[0].opponents = vec![PlayerId(2)];
    /// let one = Field::new(2, players.clone());
    /// players.reverse();
    /// players[1].opponents.clear();
    /// players[0].opponents = vec![PlayerId(1)];
    /// let other = Field::new(2, players);
    /// assert_eq!(one.canonical(&Config::default()), other.canonical(&Config::default()));
    /// assert_ne!(one.canonical(&Config::default()), Field { round: 3, ..other }.canonical(&Config::default()));
    /// ```
    #[must_use]
    pub fn canonical(&self, config: &Config) -> String {
        let mut players: Vec<&Player> = self.players.iter().filter(|player| player.active).collect();
        players.sort_unstable_by_key(|player| player.id);
        let mut text = format!("draw 1\nround {} {}\n", self.round, settings(config));
        for player in &players {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "player {}", particulars(player));
        }
        pairs(&mut text, "relatives", &players, |player| &player.relatives);
        pairs(&mut text, "met", &players, |player| &player.opponents);
        pairs(&mut text, "forbidden", &players, |player| &player.forbidden);
        pairs(&mut text, "forced", &players, |player| player.forced.as_slice());
        let waivers: BTreeSet<Waiver> = self.waivers.iter().copied().map(Waiver::in_order).collect();
        for waiver in waivers {
            let _ = match waiver {
                Waiver::Rematch(one, other) => writeln!(text, "waiver rematch {one} {other}"),
                Waiver::Forbidden(one, other) => writeln!(text, "waiver forbidden {one} {other}"),
                Waiver::SecondBye(one) => writeln!(text, "waiver second-bye {one}"),
            };
        }
        text
    }
}

fn settings(config: &Config) -> String {
    let clubs = match config.clubs {
        Clubs::Round => "round",
        Clubs::Bracket => "bracket",
        Clubs::Off => "off",
    };
    let floater = match config.floater {
        Floater::Median => "median",
        Floater::Lowest => "lowest",
    };
    format!(
        "{clubs} {} {floater} {} {}",
        config.club_rounds, config.repeat_floats, config.look_ahead
    )
}

fn particulars(player: &Player) -> String {
    let (above, below) = player.score.parts();
    let floated = match player.floated {
        None => "no",
        Some(Float::Down) => "down",
        Some(Float::Up) => "up",
    };
    // Quoted, so that no name of a club can be taken for something else.
    format!(
        "{} {} {above}/{below} {:?} {:?} {} {floated}",
        player.id, player.seed, player.club, player.team, player.had_bye
    )
}

fn pairs(text: &mut String, name: &str, players: &[&Player], list: impl Fn(&Player) -> &[PlayerId]) {
    let known = |id: &PlayerId| players.binary_search_by_key(id, |player| player.id).is_ok();
    let both = players.iter().flat_map(|player| {
        list(player)
            .iter()
            .filter(|other| known(other))
            .map(|other| (player.id.min(*other), player.id.max(*other)))
    });
    let all: BTreeSet<(PlayerId, PlayerId)> = both.collect();
    for (one, other) in all {
        let _ = writeln!(text, "{name} {one} {other}");
    }
}
