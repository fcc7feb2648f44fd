//! The people whom operations are for, as the document says it: by role and reach, and in a sentence.

use serde_json::{Value, json};

macro_rules! who {
    ($($(#[doc = $about:literal])+ $name:ident = $sentence:literal { $($role:ident: $reach:literal),* };)+) => {
        /// The people whom an operation is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Who {
            $($(#[doc = $about])+ $name,)+
        }

        impl Who {
            /// The sentence that ends the description of each operation of theirs.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Who::$name => $sentence,)+
                }
            }

            /// Their roles, each with its reach.
            pub fn roles(self) -> Value {
                match self {
                    $(Who::$name => json!({ $((stringify!($role)): $reach),* }),)+
                }
            }
        }
    };
}

who! {
    /// Everyone, signed in or not.
    Everyone = "Open to everyone." {};
    /// Every account, about its own things.
    Themselves = "For everyone who has signed in, about what is their own." { administrator: "own", account: "own" };
    /// Every account about its own things, administrators about all.
    Accounts = "For administrators, and for everyone who has signed in, about what is their own." {
        administrator: "any", account: "own"
    };
    /// Administrators.
    Administrators = "For administrators." { administrator: "any" };
    /// Coordinators, of whatever province.
    AllCoordinators = "For administrators, and for coordinators." { administrator: "any", coordinator: "any" };
    /// Coordinators within their province.
    Coordinators = "For administrators, and for coordinators within their province." {
        administrator: "any", coordinator: "province"
    };
    /// Club secretaries and coordinators, of whatever club and province.
    AllSecretaries = "For administrators, for coordinators, and for club secretaries." {
        administrator: "any", coordinator: "any", club_secretary: "any"
    };
    /// Club secretaries within their club, and those above them.
    Secretaries = "For administrators, for coordinators within their province, and for club secretaries within their club." {
        administrator: "any", coordinator: "province", club_secretary: "club"
    };
    /// Those who run the tournament: coordinators of its province, and its umpires.
    Officials = "For administrators, for coordinators within their province, and for umpires within the tournaments that they run." {
        administrator: "any", coordinator: "province", umpire: "tournament"
    };
    /// Club secretaries, and those who run the tournament.
    SecretariesAndOfficials = "For administrators, for coordinators within their province, for club secretaries within their club, and for umpires within the tournaments that they run." {
        administrator: "any", coordinator: "province", club_secretary: "club", umpire: "tournament"
    };
    /// Coordinators within their province, and all umpires.
    Umpires = "For administrators, for coordinators within their province, and for umpires." {
        administrator: "any", coordinator: "province", umpire: "any"
    };
    /// Club secretaries, those above them, and all umpires.
    SecretariesAndUmpires = "For administrators, for coordinators within their province, for club secretaries within their club, and for umpires." {
        administrator: "any", coordinator: "province", club_secretary: "club", umpire: "any"
    };
    /// Institutions.
    Institutions = "For administrators, and for institutions." { administrator: "any", institution: "any" };
}
