//! The table of operations: the people whom each is for, the scope that a program needs, what marks it, and the things of which it
//! writes entries into the trail, each with the event that everyone hears of.

use crate::operations::{EventType, Mark, Row, Scope, Who};

macro_rules! operations {
    ($($name:ident $(: $who:ident)? $(, $scope:ident)? $(in $words:literal)? $([$($mark:ident),+])?
        $(=> { $($subject:literal: $event:ident),+ $(,)? })?;)+) => {
        /// An operation of the service.
        #[expect(non_camel_case_types, reason = "a variant has the name that the document and the trail have")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operation {
            $(#[doc = stringify!($name)] $name,)+
        }

        impl Operation {
            /// All operations.
            pub const ALL: &'static [Operation] = &[$(Operation::$name),+];

            pub(crate) const fn row(self) -> &'static Row {
                match self {
                    $(Operation::$name => &Row {
                        name: stringify!($name),
                        who: one!($(Who::$who)?),
                        scope: one!($(Scope::$scope)?),
                        marks: &[$($(Mark::$mark),+)?],
                        makes: &[$($(($subject, event!($event))),+)?],
                        words: one!($($words)?),
                    },)+
                }
            }
        }
    };
}

macro_rules! one {
    () => {
        None
    };
    ($one:expr) => {
        Some($one)
    };
}

macro_rules! event {
    (Private) => {
        None
    };
    ($event:ident) => {
        Some(EventType::$event)
    };
}

operations! {
    // accounts
    read_signing_keys: Everyone;
    read_authorization_server: Everyone;
    create_token_introspection: Everyone;
    create_access_token_revocation: Everyone;
    create_access_token: Everyone [Shows];
    list_accounts: Administrators;
    create_account: Administrators;
    read_account: Accounts;
    list_applications: Accounts;
    create_account_deactivation: Administrators;
    create_grant: Administrators [Shows];
    create_password_code: Administrators [Shows];
    create_account_reactivation: Administrators;
    create_account_second_factor_removal: Administrators;
    list_sessions: Accounts;
    list_personal_tokens: Accounts;
    create_application_secret_revocation: Accounts;
    create_application: AllSecretaries;
    read_application: Accounts;
    create_application_revocation: Accounts;
    create_application_secret: Themselves;
    read_grant: Administrators;
    create_grant_revocation: Administrators;
    read_own_account: Themselves;
    create_own_password: Themselves;
    create_second_factor: Themselves;
    create_second_factor_confirmation: Themselves;
    create_second_factor_removal: Themselves;
    create_personal_token: Themselves;
    create_password: Everyone;
    create_personal_token_revocation: Accounts;
    create_session_ending: Accounts;
    create_signing_key: Administrators;
    create_token: Everyone [Shows];
    create_token_refresh: Everyone [Shows];
    create_token_revocation: Everyone;
    // federation
    list_equipment_specifications: Everyone;
    create_equipment_specification: Administrators => { "equipment_specification": EquipmentSpecificationChanged };
    read_federation: Everyone;
    update_federation: Administrators => { "federation": FederationChanged };
    list_federation_changes: Everyone;
    read_federation_logo: Everyone;
    update_federation_logo: Administrators => { "federation_logo": FederationChanged };
    delete_federation_logo: Administrators => { "federation_logo": FederationChanged };
    // provinces
    list_provinces: Everyone;
    read_province: Everyone;
    list_regions: Everyone;
    read_region: Everyone;
    // clubs
    list_affiliations: Secretaries, ReadRegister;
    create_affiliation: Coordinators, WriteRegister [Shows] => { "affiliation": ClubChanged };
    read_affiliation: Secretaries, ReadRegister;
    update_affiliation: Coordinators, WriteRegister => { "affiliation": ClubChanged };
    create_affiliation_withdrawal: Coordinators, WriteRegister => { "affiliation": ClubChanged };
    list_clubs: Everyone;
    create_club: Coordinators, WriteRegister [Shows] => { "club": ClubCreated };
    read_club: Everyone;
    update_club: Coordinators, WriteRegister => { "club": ClubChanged };
    read_club_contacts: Secretaries, ReadRegister;
    update_club_contacts: Secretaries, WriteRegister => { "club": Private };
    read_club_standing: Everyone;
    // players
    create_consent_answers: Everyone => { "consent": PlayerChanged };
    create_consent_link_withdrawal: Secretaries, WriteRegister;
    create_consent_questions: Everyone;
    list_consent_wordings: Everyone;
    create_consent_wording: Administrators, WriteRegister => { "consent_wording": ConsentWordingCreated };
    read_consent: Secretaries, ReadRegister;
    create_consent_withdrawal: Secretaries, WriteRegister => { "consent": PlayerChanged };
    list_duplicates: Coordinators, ReadRegister;
    create_own_consent_withdrawal: Themselves => { "consent": PlayerChanged };
    read_own_players: Themselves;
    list_own_consents: Themselves;
    create_own_consent: Themselves => { "consent": PlayerChanged };
    create_pairing_bar: SecretariesAndUmpires, WriteRegister;
    read_pairing_bar: Secretaries, ReadRegister;
    create_pairing_bar_withdrawal: Coordinators, WriteRegister;
    list_particulars: Secretaries, ReadRegister;
    read_player_account: Secretaries;
    create_player_account_code: Secretaries;
    create_player_account_withdrawal: Secretaries;
    list_players: Everyone;
    create_player: Secretaries, WriteRegister [Shows] => { "player": PlayerCreated };
    read_player: Everyone;
    list_player_accounts: Secretaries;
    create_player_account: Secretaries [Shows];
    list_consent_links: Secretaries, ReadRegister;
    create_consent_link: Secretaries, WriteRegister [Shows];
    list_consents: Secretaries, ReadRegister;
    create_consent: Secretaries, WriteRegister => { "consent": PlayerChanged };
    create_erasure: Administrators, WriteRegister => { "player": PlayerErased };
    create_merger: Coordinators, WriteRegister => {
        "player": PlayerChanged,
        "consent": PlayerChanged,
        "accreditation": AccreditationChanged,
        "tournament": TournamentChanged,
        "entry": EntryChanged,
        "appointment": AppointmentChanged,
        "colours": ColoursChanged,
    };
    list_pairing_bars: Secretaries, ReadRegister;
    read_player_particulars: Secretaries, ReadRegister;
    update_player_particulars: Secretaries, WriteRegister => { "player": PlayerChanged };
    list_residences: Secretaries, ReadRegister;
    create_residence_correction: Secretaries, WriteRegister => { "player": PlayerChanged };
    create_residence: Secretaries, WriteRegister => { "player": PlayerChanged };
    list_player_suspensions: Coordinators, ReadRegister;
    create_player_suspension: Coordinators, WriteRegister;
    list_registrations: Secretaries, ReadRegister;
    create_registration: Secretaries, WriteRegister [Shows];
    read_registration: Secretaries, ReadRegister;
    update_registration: Coordinators, WriteRegister;
    create_registration_withdrawal: Coordinators, WriteRegister;
    read_suspension: Coordinators, ReadRegister;
    create_suspension_lifting: Coordinators, WriteRegister;
    list_transfers: Secretaries, ReadRegister;
    create_transfer: Secretaries, WriteRegister [Shows];
    read_transfer: Secretaries, ReadRegister;
    create_transfer_acceptance: Coordinators, WriteRegister => { "player": PlayerChanged };
    create_transfer_refusal: Secretaries, WriteRegister;
    create_transfer_release: Secretaries, WriteRegister;
    // umpires
    list_accreditations: Everyone;
    create_accreditation: Administrators, WriteRegister [Shows] => { "accreditation": AccreditationCreated };
    list_due_accreditations: Coordinators, ReadRegister;
    read_accreditation: Everyone;
    read_accreditation_code: AllCoordinators, ReadRegister;
    read_accreditation_particulars: AllCoordinators, ReadRegister;
    create_accreditation_reinstatement: Administrators, WriteRegister => { "accreditation": AccreditationChanged };
    create_accreditation_renewal: Administrators, WriteRegister [Shows] => { "accreditation": AccreditationCreated };
    create_accreditation_revocation: Administrators, WriteRegister => { "accreditation": AccreditationChanged };
    create_accreditation_suspension: Administrators, WriteRegister => { "accreditation": AccreditationChanged };
    read_umpire_candidate: Coordinators, ReadRegister;
    create_umpire_candidate_correction: Coordinators, WriteRegister;
    list_umpire_courses: Everyone;
    create_umpire_course: Coordinators, WriteRegister => { "umpire_course": UmpireCourseCreated };
    read_umpire_course: Everyone;
    update_umpire_course: Coordinators, WriteRegister => { "umpire_course": UmpireCourseChanged };
    list_umpire_candidates: Coordinators, ReadRegister;
    create_umpire_candidate: Coordinators, WriteRegister;
    // tournaments
    read_calendar_file: Everyone;
    read_pairings: Everyone;
    read_score_sheets: Everyone;
    read_wall_chart: Everyone;
    read_cross_table: Everyone;
    read_standings_sheet: Everyone;
    list_appeals: Coordinators, ReadTournaments;
    read_appeal: Coordinators, ReadTournaments;
    create_appeal_decision: Coordinators, WriteTournaments => { "tournament": TournamentChanged };
    read_appointment: Everyone;
    create_appointment_ending: Coordinators, WriteTournaments [AtVenues] => { "appointment": AppointmentChanged };
    create_archive: Administrators => { "club": ClubCreated, "player": PlayerCreated, "tournament": TournamentCreated };
    create_bye_withdrawal: SecretariesAndOfficials, WriteTournaments [AtVenues] => { "bye": ByeWithdrawn };
    read_calendar: Everyone;
    read_dispute: Officials, ReadTournaments;
    create_ruling: Officials, WriteTournaments [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    read_entry: Everyone;
    create_bye: SecretariesAndOfficials, WriteTournaments [AtVenues, Shows] => { "bye": ByeCreated };
    create_check_in_withdrawal: Officials, WriteTournaments [AtVenues] => { "entry": Private };
    create_check_in: Officials, WriteTournaments [AtVenues, Shows] => { "entry": Private };
    create_entry_removal: SecretariesAndOfficials, WriteTournaments [AtVenues] => {
        "tournament": TournamentChanged,
        "entry": EntryRemoved,
    };
    create_entry_return: SecretariesAndOfficials, WriteTournaments [AtVenues] => { "entry": EntryChanged };
    read_visitor: Officials, ReadTournaments;
    update_visitor: Officials, WriteTournaments [AtVenues] => { "entry": EntryChanged };
    create_visitor_erasure: Officials, WriteTournaments => { "entry": EntryChanged };
    create_entry_withdrawal: SecretariesAndOfficials, WriteTournaments [AtVenues] => { "entry": EntryChanged };
    read_match: Everyone;
    create_confirmation: Officials, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    create_correction: Officials, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    list_disputes: Officials, ReadTournaments;
    create_dispute: Officials, WriteResults [AtVenues, Shows] => { "match": MatchChanged };
    list_results: Officials, ReadTournaments;
    create_result: Officials, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    create_match_undo: Officials, WriteResults [AtVenues] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    list_own_disputes: Themselves;
    create_own_dispute: Themselves [AtVenues, Shows] => { "match": MatchChanged };
    list_own_appeals: Themselves;
    create_own_appeal: Themselves;
    list_player_appeals: Secretaries, ReadTournaments;
    create_appeal: Secretaries, WriteTournaments;
    read_round: Everyone;
    create_round_closing: Officials, WriteTournaments [AtVenues, Shows] => { "round": RoundChanged };
    create_round_confirmations: Officials, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    create_round_marks: Officials, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    list_matches: Everyone;
    read_officials_sheet: Officials, ReadTournaments;
    create_round_publication: Officials, WriteTournaments [AtVenues, Shows] => {
        "round": RoundPublished, "entry": EntryChanged,
    };
    create_round_results: Officials, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "round": RoundChanged,
    };
    create_round_undo: Officials, WriteTournaments [AtVenues] => { "tournament": TournamentChanged, "round": RoundChanged };
    read_team: Everyone;
    create_team_line_up: SecretariesAndOfficials, WriteTournaments [AtVenues] => { "team": TeamChanged, "entry": EntryChanged };
    create_team_withdrawal: SecretariesAndOfficials, WriteTournaments [AtVenues] => {
        "team": TeamWithdrawn, "entry": EntryChanged,
    };
    list_tournaments: Everyone;
    create_tournament: Coordinators, WriteTournaments [Shows] => { "tournament": TournamentCreated };
    read_tournament: Everyone;
    update_tournament: Coordinators, WriteTournaments [AtVenues] => { "tournament": TournamentChanged };
    list_appointments: Everyone;
    create_appointment: Coordinators, WriteTournaments [AtVenues, Shows] => { "appointment": AppointmentCreated };
    read_archive: Administrators, ReadTournaments;
    list_byes: Everyone;
    create_tournament_cancellation: Coordinators, WriteTournaments => { "tournament": TournamentChanged };
    create_check_in_batch: Officials, WriteTournaments [AtVenues, Shows] => { "entry": Private };
    read_draw: Officials, ReadTournaments;
    create_ending_acceptance: Administrators, WriteTournaments => { "tournament": TournamentChanged };
    create_tournament_ending: Officials, WriteTournaments [AtVenues] => { "tournament": TournamentChanged };
    list_entrants: Officials, ReadTournaments;
    list_entries: Everyone;
    create_entry: SecretariesAndOfficials, WriteTournaments [AtVenues, Shows] => { "entry": EntryCreated };
    create_entry_batch: SecretariesAndOfficials, WriteTournaments [AtVenues, Shows] => { "entry": EntryCreated };
    create_equipment_confirmation: Officials, WriteTournaments [AtVenues, Shows] => {
        "equipment_confirmation": TournamentChanged,
    };
    create_missing_returns: Officials, WriteTournaments [AtVenues] => { "entry": EntryChanged };
    create_missing_withdrawals: Officials, WriteTournaments [AtVenues] => { "entry": EntryChanged };
    create_tournament_opening: Coordinators, WriteTournaments [AtVenues] => { "tournament": TournamentChanged };
    list_pairing_bar_changes: Officials, ReadTournaments;
    create_ratification: Administrators, WriteTournaments => { "tournament": TournamentChanged };
    read_recognition: Everyone;
    read_report: Everyone;
    list_rounds: Everyone;
    create_round: Officials, WriteTournaments [AtVenues, Shows] => { "round": Private, "tournament": Private };
    create_rounds_agreement: Administrators, WriteTournaments [AtVenues] => { "tournament": TournamentChanged };
    read_standings: Everyone;
    create_starting_order: Officials, WriteTournaments [AtVenues] => { "tournament": TournamentChanged };
    read_team_standings: Everyone;
    list_teams: Everyone;
    create_team: SecretariesAndOfficials, WriteTournaments [AtVenues, Shows] => { "team": TeamCreated, "entry": EntryChanged };
    create_visitor: Officials, WriteTournaments [AtVenues] => { "entry": EntryCreated };
    // games
    read_board: Everyone;
    list_games: Everyone;
    create_game: Umpires, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "game": GameCreated, "round": RoundChanged,
    };
    create_game_batch: Umpires, WriteResults [AtVenues, Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "game": GameCreated, "round": RoundChanged,
    };
    read_game_statistics: Everyone;
    create_game_validation: Everyone;
    read_game: Everyone;
    create_game_correction: Officials, WriteResults [Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "game": GameChanged, "round": RoundChanged,
    };
    read_game_position: Everyone;
    list_game_versions: Everyone;
    create_game_withdrawal: Officials, WriteResults => {
        "tournament": TournamentChanged, "match": MatchChanged, "game": GameWithdrawn, "round": RoundChanged,
    };
    read_opening: Everyone;
    // rankings
    list_player_rankings: Everyone;
    list_ranking_methods: Everyone;
    list_rankings: Everyone;
    create_ranking: Administrators, WriteTournaments [Shows] => { "ranking": RankingPublished, "ranking": RankingChanged };
    create_ranking_preview: Administrators, WriteTournaments;
    read_ranking: Everyone;
    list_ranking_changes: Everyone;
    list_ranking_clubs: Everyone;
    list_ranking_rows: Everyone;
    read_ranking_row: Everyone;
    create_seeding: Officials, WriteTournaments [AtVenues] => { "tournament": TournamentChanged };
    // colours
    list_colours: Everyone;
    create_colours: Coordinators, WriteColours [Shows] => { "colours": Private };
    list_colours_candidates: Coordinators, ReadColours;
    list_colours_criteria: Everyone;
    create_colours_criteria: Administrators, WriteColours => { "colours_criteria": ColoursCriteriaChanged };
    list_colours_criteria_versions: Everyone;
    list_colours_holders: Institutions, ReadColours;
    list_colours_particulars: Coordinators, ReadColours;
    read_colours: Everyone;
    create_colours_approval: Administrators, WriteColours [Shows] => { "colours": ColoursAwarded };
    read_colours_code: Coordinators, ReadColours;
    read_colours_particulars: Coordinators, ReadColours;
    create_colours_refusal: Administrators, WriteColours => { "colours": Private };
    create_colours_revocation: Administrators, WriteColours => { "colours": ColoursChanged };
    create_colours_supersession: Administrators, WriteColours => { "colours": ColoursChanged };
    read_colours_candidacy: Secretaries, ReadColours;
    list_selections: Coordinators, ReadColours;
    create_selection: Coordinators, WriteColours;
    read_selection: Coordinators, ReadColours;
    create_selection_withdrawal: Coordinators, WriteColours;
    // doubts
    list_doubtful_records: Coordinators, ReadColours;
    create_upholding: Coordinators, WriteColours;
    // certificates
    read_certificate: Everyone;
    read_certificate_document: Everyone;
    read_certificate_token: Everyone;
    list_revocations: Everyone;
    create_verification: Everyone;
    read_verification: Everyone;
    // imports
    create_import: Coordinators => {
        "club": ClubCreated,
        "club": ClubChanged,
        "affiliation": ClubChanged,
        "player": PlayerCreated,
        "player": PlayerChanged,
    };
    create_game_import: Umpires [Shows] => {
        "tournament": TournamentChanged, "match": MatchChanged, "game": GameCreated, "round": RoundChanged,
    };
    read_job: Themselves;
    // exports
    read_game_export: AllSecretaries, ReadRegister;
    read_result_export: AllSecretaries, ReadRegister;
    read_export: Secretaries, ReadRegister;
    read_own_export: Themselves;
    read_player_export: Secretaries, ReadRegister;
    // statistics
    read_statistics: Everyone;
    // trail
    read_trail: Coordinators, ReadTrail;
    read_log: Everyone;
    read_log_checkpoint: Everyone;
    read_log_consistency: Everyone;
    read_log_receipt: Everyone;
    read_log_tile: Everyone;
    // events
    list_events: Everyone;
    // webhooks
    list_webhooks: Coordinators;
    create_webhook: Coordinators;
    read_webhook: Coordinators;
    update_webhook: Coordinators;
    list_webhook_deliveries: Coordinators;
    create_webhook_attempt: Coordinators;
    create_webhook_secret: Coordinators;
    create_webhook_withdrawal: Coordinators;
    // pens
    create_pen_branch_adoption: Coordinators => { "pen": Private };
    create_pen_branch_dismissal: Coordinators => { "pen": Private };
    create_pen_finding_settlement: Coordinators;
    read_pen: Everyone;
    list_pen_branch_commands: Coordinators;
    list_pen_findings: Coordinators;
    create_pen_hand_in: Officials => { "pen": TournamentChanged };
    create_pen_loan: Coordinators => { "pen": TournamentChanged };
    create_pen_reclaim: Coordinators => { "pen": TournamentChanged };
    // service
    read_liveness: Everyone;
    read_asset: Everyone;
    read_readiness: Everyone;
    list_problems: Everyone;
    read_problem: Everyone;
    // Of no request in the document.
    create_authorization_code in "Let an application act for its user" [Shows];
    create_pen_closing in "Lay the pen of a tournament down" => { "pen": Private };
    create_pen_code in "Make another code for an official at a venue";
    create_pen_receipt in "Keep how much of a loan the federation has" [Shows] => { "pen": Private };
    refuse_sign_in in "Refuse a sign-in" [Shows];
    reuse_authorization_code in "Refuse a code of an application that was used before";
    reuse_refresh_token in "End a session whose used token was shown again";
}
