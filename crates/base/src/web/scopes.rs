//! Scopes: the parts of the records that a program is let in to, within what the account behind it may do. This is the one
//! place that says which operation needs which; the document repeats it, and requests are judged by the document.

use std::fmt;

use serde_json::{Value, json};

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

/// Segments of paths that are for people alone: what is their own, who signs in, and archives, whose games are taken in
/// later, when nobody asks any more what a program was let in to.
const OF_PEOPLE: [&str; 5] = ["me", "accounts", "player-accounts", "password-codes", "archives"];

/// The scope that a program needs for an operation; none if no program may use it. Accounts and what they may do, the
/// federation's settings, webhooks and imports are for people alone: an import is carried out after its request, by the grants of its
/// account.
pub fn needed(tag: &str, path: &str, method: &str) -> Option<Scope> {
    if path.split('/').any(|segment| OF_PEOPLE.contains(&segment)) {
        return None;
    }
    match (tag, method == "get") {
        ("clubs" | "players" | "umpires" | "exports", true) => Some(Scope::ReadRegister),
        ("clubs" | "players" | "umpires", false) => Some(Scope::WriteRegister),
        ("tournaments" | "games" | "rankings", true) => Some(Scope::ReadTournaments),
        ("tournaments" | "games", false) if is_about_results(path) => Some(Scope::WriteResults),
        ("tournaments" | "rankings", false) => Some(Scope::WriteTournaments),
        ("colours", true) => Some(Scope::ReadColours),
        ("colours", false) => Some(Scope::WriteColours),
        ("trail", true) => Some(Scope::ReadTrail),
        _ => None,
    }
}

/// Whether what is sent there is the result of a match, or a game.
fn is_about_results(path: &str) -> bool {
    let of_round = ["/results", "/marks", "/confirmations"];
    path.starts_with("/v1/matches/")
        || path.starts_with("/v1/games")
        || path.starts_with("/v1/rounds/") && of_round.iter().any(|end| path.ends_with(end))
}

/// The ways in which programs sign in, as the document names them.
const SCHEMES: [&str; 2] = ["application", "personal_token"];

/// Says in the document which scope a program needs for the operation.
pub fn name_needed(path: &str, method: &str, operation: &mut Value) {
    let scope = needed(operation["tags"][0].as_str().unwrap_or_default(), path, method);
    if let (Some(scope), Some(ways)) = (scope, operation["security"].as_array_mut()) {
        ways.extend(SCHEMES.map(|scheme| json!({ scheme: [scope] })));
    }
}

/// The scope that the document says a program needs for the operation.
pub fn named(operation: &Value) -> Option<Scope> {
    let mut ways = operation["security"].as_array().into_iter().flatten();
    let word = ways.find_map(|way| way[SCHEMES[0]][0].as_str())?;
    Scope::from_word(word)
}

/// The ways in which programs sign in, as the document explains them.
pub fn schemes() -> [(&'static str, Value); 2] {
    let scopes: Value = Scope::ALL
        .iter()
        .map(|scope| (scope.as_str().to_owned(), json!(scope.about())))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let application = json!({
        "type": "oauth2",
        "description": "The access token that an application gets at `POST /oauth/token`, good for 15 minutes: with its secret to act \
                        as itself, within the grant that bounds it; or with a code and PKCE (S256) to act for somebody who has \
                        let it at `/oauth/authorize`, within what that account may do. It does what its scopes say.",
        "flows": {
            "clientCredentials": { "tokenUrl": "/oauth/token", "scopes": scopes },
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize",
                "tokenUrl": "/oauth/token",
                "refreshUrl": "/oauth/token",
                "scopes": scopes,
            },
        },
    });
    let personal_token = json!({
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token (`POST /v1/me/tokens`) for your own scripts. It does what its scopes say, as you.",
    });
    let [first, second] = SCHEMES;
    [(first, application), (second, personal_token)]
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
    use crate::web::scopes::*;

    #[test]
    fn words_are_read_back_in_their_order_and_each_once() {
        let scopes = Scopes::of_words("write:results read:register write:results").unwrap();
        assert_eq!(scopes.to_string(), "read:register write:results");
        assert_eq!(Scopes::of_words("read:register everything"), None);
        assert_eq!(Scopes::kept("everything read:trail"), Scopes::of(&[Scope::ReadTrail]));
        assert!(Scopes::of(&[Scope::ReadTrail]).is_within(&Scopes::kept("read:trail read:register")));
        assert!(!scopes.is_within(&Scopes::of(&[Scope::ReadRegister])));
    }

    #[test]
    fn people_alone_look_after_accounts_and_what_is_their_own() {
        for (tag, path) in [
            ("accounts", "/v1/grants/{id}/revocations"),
            ("players", "/v1/players/{id}/accounts"),
            ("players", "/v1/me/players/{id}/consents"),
            ("players", "/v1/player-accounts/{id}/password-codes"),
            ("imports", "/v1/imports"),
            ("tournaments", "/v1/archives"),
            ("federation", "/v1/federation"),
        ] {
            assert_eq!(needed(tag, path, "post"), None, "{path}");
        }
    }
}
