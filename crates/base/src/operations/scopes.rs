//! Scopes: the parts of the records that a program is let in to, within what the account behind it may do.

use std::fmt;

crate::string_enum! {
    /// A part of the records that a program reads or changes, within what the account behind it may do.
    pub enum Scope as "ProgramScope" {
        /// Reads clubs, players, their registrations and consents, umpires, and files of them.
        ReadRegister = "read:register",
        /// Changes clubs, players, their registrations and consents, and umpires.
        WriteRegister = "write:register",
        /// Reads of tournaments what is not for everyone: drafts of draws, entrants, disputes, appeals.
        ReadTournaments = "read:tournaments",
        /// Runs tournaments, from the announcement to the ratification, and publishes rankings.
        WriteTournaments = "write:tournaments",
        /// Records results of matches and games.
        WriteResults = "write:results",
        /// Reads of colours what is not for everyone: selections, candidates, who shares theirs.
        ReadColours = "read:colours",
        /// Selects, proposes and decides colours.
        WriteColours = "write:colours",
        /// Reads the audit trail.
        ReadTrail = "read:trail",
    }
}

impl Scope {
    /// The meaning of the scope, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Scope::ReadRegister => "Reads clubs, players and umpires.",
            Scope::WriteRegister => "Changes clubs, players and umpires.",
            Scope::ReadTournaments => "Reads of tournaments what is not for everyone.",
            Scope::WriteTournaments => "Runs tournaments, and publishes rankings.",
            Scope::WriteResults => "Records results of matches and games.",
            Scope::ReadColours => "Reads of colours what is not for everyone.",
            Scope::WriteColours => "Selects, proposes and decides colours.",
            Scope::ReadTrail => "Reads the audit trail.",
        }
    }
}

/// A set of scopes, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// The set of these, each once.
    pub fn of(asked: &[Scope]) -> Scopes {
        let asked = Scope::ALL.iter().filter(|scope| asked.contains(scope));
        Scopes(asked.copied().collect())
    }

    /// The set that those words name, with a blank between (RFC 6749, 3.3); none if one of them is no scope.
    pub fn of_words(words: &str) -> Option<Scopes> {
        let scopes: Option<Vec<Scope>> = words.split_whitespace().map(Scope::from_word).collect();
        scopes.map(|scopes| Scopes::of(&scopes))
    }

    /// The set as it was kept. A word of another version of the program names nothing.
    pub fn kept(words: &str) -> Scopes {
        let scopes: Vec<Scope> = words.split_whitespace().filter_map(Scope::from_word).collect();
        Scopes::of(&scopes)
    }

    pub fn has(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of them are in the other set.
    pub fn is_within(&self, other: &Scopes) -> bool {
        self.0.iter().all(|scope| other.has(*scope))
    }

    pub fn into_vec(self) -> Vec<Scope> {
        self.0
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|scope| scope.as_str()).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use crate::operations::scopes::*;

    #[test]
    fn words_are_read_back_in_their_order_and_each_once() {
        let scopes = Scopes::of_words("write:results read:register write:results").unwrap();
        assert_eq!(scopes.to_string(), "read:register write:results");
        assert_eq!(Scopes::of_words("read:register everything"), None);
        assert_eq!(Scopes::kept("everything read:trail"), Scopes::of(&[Scope::ReadTrail]));
        assert!(Scopes::of(&[Scope::ReadTrail]).is_within(&Scopes::kept("read:trail read:register")));
        assert!(!scopes.is_within(&Scopes::of(&[Scope::ReadRegister])));
    }
}
