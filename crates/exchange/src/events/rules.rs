//! The rules by which entries of the audit trail become events: the closed list. An entry for which there is none is not told.

use crate::events::EventType;

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
    /// Whether strangers may not know of such a thing unless it is found.
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

/// A rule: an entry of that subject by one of these actions is told as that event.
#[derive(Debug)]
pub(super) struct Rule {
    pub(crate) subject: &'static str,
    pub found: Found,
    pub event: EventType,
    /// The path at which the thing is read, by its own id or by that of what was found for it (`{target}`).
    pub path: &'static str,
    actions: &'static [&'static str],
}

/// The rules for an entry. Two, if the action both creates such things and changes them: first the one for what is new.
pub(crate) fn rules_of(subject: &str, action: &str) -> Vec<&'static Rule> {
    let fits = |rule: &&Rule| rule.subject == subject && rule.actions.contains(&action);
    RULES.iter().filter(fits).collect()
}

/// Whether it was decided if such entries are told or hidden.
#[must_use]
pub fn is_decided(subject: &str, action: &str) -> bool {
    let is_hidden = HIDDEN.contains(&subject)
        || HIDDEN_ACTIONS
            .iter()
            .any(|(of, actions)| *of == subject && actions.contains(&action));
    is_hidden || !rules_of(subject, action).is_empty()
}

/// The subjects of which nothing is told: all that is private, or of the service itself.
const HIDDEN: [&str; 22] = [
    "account",
    "appeal",
    "application",
    "application_secret",
    "authorization_code",
    "consent_link",
    "dispute",
    "grant",
    "network",
    "pairing_bar",
    "pen_finding",
    "personal_token",
    "player_account",
    "player_suspension",
    "registration",
    "selection",
    "session",
    "signing_key",
    "trail",
    "transfer",
    "umpire_candidate",
    "upholding",
    "webhook",
];

/// The changes that are not told of things of which others are: drafts, and what is for those who look after them.
const HIDDEN_ACTIONS: [(&str, &[&str]); 6] = [
    ("club", &["update_club_contacts"]),
    ("colours", &["create_colours", "create_colours_refusal"]),
    (
        "entry",
        &["create_check_in", "create_check_in_batch", "create_check_in_withdrawal"],
    ),
    // What an adoption has changed is told, and a dismissal changes nothing; the others are on a laptop alone.
    (
        "pen",
        &[
            "create_pen_branch_adoption",
            "create_pen_branch_dismissal",
            "create_pen_closing",
            "create_pen_receipt",
        ],
    ),
    ("round", &["create_round"]),
    // The starting order that a draw makes is told with the round.
    ("tournament", &["create_round"]),
];

/// The ways in which results come to be what they are. Each may bring a ratified tournament under review.
macro_rules! of_results {
    ($($others:literal),* $(,)?) => {
        &[
            "create_result",
            "create_confirmation",
            "create_correction",
            "create_match_undo",
            "create_round_results",
            "create_round_marks",
            "create_round_confirmations",
            "create_ruling",
            "create_game",
            "create_game_batch",
            "create_game_import",
            "create_game_correction",
            "create_game_withdrawal",
            $($others),*
        ]
    };
}

macro_rules! rules {
    ($($subject:literal by $found:ident at $path:literal { $($event:ident: $actions:expr,)+ })+) => {
        const RULES: &[Rule] = &[$($(Rule {
            subject: $subject,
            found: Found::$found,
            event: EventType::$event,
            path: $path,
            actions: $actions,
        },)+)+];
    };
}

rules! {
    "club" by Club at "/v1/clubs/{id}" {
        ClubCreated: &["create_club", "create_archive", "create_import"],
        ClubChanged: &["update_club", "create_import"],
    }
    "affiliation" by Affiliation at "/v1/clubs/{target}" {
        ClubChanged: &[
            "create_affiliation", "update_affiliation", "create_affiliation_withdrawal", "create_import",
        ],
    }
    "player" by Player at "/v1/players/{id}" {
        PlayerCreated: &["create_player", "create_archive", "create_import"],
        PlayerChanged: &[
            "update_player_particulars", "create_residence", "create_transfer_acceptance", "create_merger", "create_import",
        ],
        PlayerErased: &["create_erasure"],
    }
    // It may show a name, or hide it; that it was given stays between those who look after the player.
    "consent" by Consent at "/v1/players/{target}" {
        PlayerChanged: &[
            "create_consent", "create_consent_withdrawal", "create_own_consent", "create_own_consent_withdrawal",
            "create_consent_answers", "create_merger",
        ],
    }
    "accreditation" by Accreditation at "/v1/accreditations/{id}" {
        AccreditationCreated: &["create_accreditation", "create_accreditation_renewal"],
        AccreditationChanged: &[
            "create_accreditation_suspension", "create_accreditation_revocation", "create_accreditation_reinstatement",
            "create_merger",
        ],
    }
    "umpire_course" by UmpireCourse at "/v1/umpire-courses/{id}" {
        UmpireCourseCreated: &["create_umpire_course"],
        UmpireCourseChanged: &["update_umpire_course"],
    }
    "tournament" by Tournament at "/v1/tournaments/{id}" {
        TournamentCreated: &["create_tournament", "create_archive"],
        TournamentChanged: of_results![
            "update_tournament", "create_tournament_opening", "create_tournament_cancellation", "create_tournament_ending",
            "create_ending_acceptance", "create_rounds_agreement", "create_ratification", "create_seeding",
            "create_starting_order", "create_entry_removal", "create_round_undo", "create_appeal_decision", "create_merger",
        ],
    }
    // Who may change it, and how much of what was done at its venue is here.
    "pen" by Tournament at "/v1/tournaments/{id}/pen" {
        TournamentChanged: &["create_pen_loan", "create_pen_hand_in", "create_pen_reclaim"],
    }
    "equipment_confirmation" by EquipmentConfirmation at "/v1/tournaments/{target}" {
        TournamentChanged: &["create_equipment_confirmation"],
    }
    "entry" by Entry at "/v1/entries/{id}" {
        EntryCreated: &["create_entry", "create_entry_batch", "create_visitor"],
        EntryChanged: &[
            "create_entry_withdrawal", "create_entry_return", "update_visitor",
            "create_visitor_erasure", "create_merger",
        ],
        EntryRemoved: &["create_entry_removal"],
    }
    "team" by Team at "/v1/teams/{id}" {
        TeamCreated: &["create_team"],
        TeamChanged: &["create_team_line_up"],
        TeamWithdrawn: &["create_team_withdrawal"],
    }
    "appointment" by Appointment at "/v1/appointments/{id}" {
        AppointmentCreated: &["create_appointment"],
        AppointmentChanged: &["create_appointment_ending", "create_merger"],
    }
    "bye" by Bye at "/v1/tournaments/{target}/byes" {
        ByeCreated: &["create_bye"],
        ByeWithdrawn: &["create_bye_withdrawal"],
    }
    "round" by Round at "/v1/rounds/{id}" {
        RoundPublished: &["create_round_publication"],
        RoundChanged: &["create_round_closing", "create_round_undo"],
    }
    "match" by Match at "/v1/matches/{id}" {
        MatchChanged: of_results![],
    }
    "game" by Game at "/v1/games/{id}" {
        GameCreated: &["create_game", "create_game_batch", "create_game_import"],
        GameChanged: &["create_game_correction"],
        GameWithdrawn: &["create_game_withdrawal"],
    }
    "ranking" by Nationwide at "/v1/rankings/{id}" {
        RankingPublished: &["create_ranking"],
    }
    "colours" by Colours at "/v1/colours/{id}" {
        ColoursAwarded: &["create_colours_approval"],
        ColoursChanged: &["create_colours_revocation", "create_colours_supersession", "create_merger"],
    }
    "colours_criteria" by Nationwide at "/v1/colours-criteria" {
        ColoursCriteriaChanged: &["create_colours_criteria"],
    }
    "equipment_specification" by Nationwide at "/v1/equipment-specifications" {
        EquipmentSpecificationChanged: &["create_equipment_specification"],
    }
    "consent_wording" by Nationwide at "/v1/consent-wordings" {
        ConsentWordingCreated: &["create_consent_wording"],
    }
    "federation" by Nationwide at "/v1/federation" {
        FederationChanged: &["update_federation"],
    }
    "federation_logo" by Nationwide at "/v1/federation/logo" {
        FederationChanged: &["update_federation_logo", "delete_federation_logo"],
    }
}
