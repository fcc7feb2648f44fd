//! Where the things of events are found and read. Which entries of the audit trail become events says the table of
//! [operations](crate::operations).

/// The way in which a thing is found by the id that its entry names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Found {
    Club,
    /// The club of an affiliation.
    Affiliation,
    Player,
    /// The player of a consent.
    Consent,
    Accreditation,
    UmpireCourse,
    Tournament,
    /// The tournament of a confirmation of its boards and counters.
    EquipmentConfirmation,
    Entry,
    Team,
    Appointment,
    /// The tournament of a bye.
    Bye,
    /// A round that is published now.
    Round,
    Match,
    Game,
    /// Colours that were awarded, of a player who may be named.
    Colours,
    /// Nowhere: it belongs to the whole federation.
    Nationwide,
}

impl Found {
    /// Whether such a thing is private unless it is found.
    pub(crate) fn is_hidden_when_gone(self) -> bool {
        let hidden = [
            Found::Affiliation,
            Found::Consent,
            Found::EquipmentConfirmation,
            Found::Round,
            Found::Colours,
        ];
        hidden.contains(&self)
    }
}

/// A sort of thing of which there are events: how one is found, and the path at which it is read, by its own id or by that of
/// what was found for it (`{target}`).
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) subject: &'static str,
    pub(crate) found: Found,
    pub(crate) path: &'static str,
}

/// The place of things of that sort; none if there are no events of them.
pub(crate) fn place_of(subject: &str) -> Option<&'static Place> {
    PLACES.iter().find(|place| place.subject == subject)
}

const fn place(subject: &'static str, found: Found, path: &'static str) -> Place {
    Place { subject, found, path }
}

const PLACES: [Place; 23] = [
    place("club", Found::Club, "/v1/clubs/{id}"),
    place("affiliation", Found::Affiliation, "/v1/clubs/{target}"),
    place("player", Found::Player, "/v1/players/{id}"),
    // It may show the name, or hide it.
    place("consent", Found::Consent, "/v1/players/{target}"),
    place("accreditation", Found::Accreditation, "/v1/accreditations/{id}"),
    place("umpire_course", Found::UmpireCourse, "/v1/umpire-courses/{id}"),
    place("tournament", Found::Tournament, "/v1/tournaments/{id}"),
    // Who may change it, and how much of what was done at its venue is here.
    place("pen", Found::Tournament, "/v1/tournaments/{id}/pen"),
    place(
        "equipment_confirmation",
        Found::EquipmentConfirmation,
        "/v1/tournaments/{target}",
    ),
    place("entry", Found::Entry, "/v1/entries/{id}"),
    place("team", Found::Team, "/v1/teams/{id}"),
    place("appointment", Found::Appointment, "/v1/appointments/{id}"),
    place("bye", Found::Bye, "/v1/tournaments/{target}/byes"),
    place("round", Found::Round, "/v1/rounds/{id}"),
    place("match", Found::Match, "/v1/matches/{id}"),
    place("game", Found::Game, "/v1/games/{id}"),
    place("ranking", Found::Nationwide, "/v1/rankings/{id}"),
    place("colours", Found::Colours, "/v1/colours/{id}"),
    place("colours_criteria", Found::Nationwide, "/v1/colours-criteria"),
    place(
        "equipment_specification",
        Found::Nationwide,
        "/v1/equipment-specifications",
    ),
    place("consent_wording", Found::Nationwide, "/v1/consent-wordings"),
    place("federation", Found::Nationwide, "/v1/federation"),
    place("federation_logo", Found::Nationwide, "/v1/federation/logo"),
];
