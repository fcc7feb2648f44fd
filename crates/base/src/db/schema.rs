//! The tables, as diesel sees them; the migrations make them.

#![expect(
    missing_docs,
    reason = "the macro makes public items without documentation; the migrations say what they mean"
)]

diesel::table! {
    use diesel::sql_types::Text;
    provinces (code) {
        code -> Text,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    accounts (id) {
        id -> Uid,
        email -> Text,
        email_key -> Text,
        name -> Text,
        created_at -> Instant,
        deactivated_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::{Instant, Uid};
    passwords (account_id) {
        account_id -> Uid,
        hash -> Text,
        set_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::{Instant, Uid};
    password_codes (account_id) {
        account_id -> Uid,
        hash -> Text,
        expires_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    second_factors (account_id) {
        account_id -> Uid,
        secret -> Text,
        created_at -> Instant,
        confirmed_at -> Nullable<Instant>,
        last_step -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    recovery_codes (hash) {
        hash -> Text,
        account_id -> Uid,
        used_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    sessions (id) {
        id -> Uid,
        account_id -> Uid,
        started_at -> Instant,
        ended_at -> Nullable<Instant>,
        network -> Nullable<Text>,
        cookie_hash -> Nullable<Text>,
        application_id -> Nullable<Uid>,
        scopes -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    refresh_tokens (hash) {
        hash -> Text,
        session_id -> Uid,
        issued_at -> Instant,
        expires_at -> Instant,
        used_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::Instant;
    signing_keys (kid) {
        kid -> Text,
        seed -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    grants (id) {
        id -> Uid,
        account_id -> Uid,
        role -> Text,
        province_code -> Nullable<Text>,
        club_id -> Nullable<Uid>,
        valid_from -> Date,
        valid_until -> Nullable<Date>,
        granted_at -> Instant,
        revoked_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    applications (id) {
        id -> Uid,
        account_id -> Uid,
        grant_id -> Uid,
        name -> Text,
        scopes -> Text,
        created_at -> Instant,
        revoked_at -> Nullable<Instant>,
        client_type -> Text,
        redirect_uris -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    authorization_codes (id) {
        id -> Uid,
        hash -> Text,
        application_id -> Uid,
        account_id -> Uid,
        scopes -> Text,
        redirect_uri -> Text,
        challenge -> Text,
        created_at -> Instant,
        session_id -> Nullable<Uid>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    application_secrets (id) {
        id -> Uid,
        application_id -> Uid,
        hash -> Text,
        created_at -> Instant,
        last_used_at -> Nullable<Instant>,
        revoked_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use crate::values::sql_types::{Instant, Uid};
    revoked_tokens (id) {
        id -> Uid,
        expires_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    personal_tokens (id) {
        id -> Uid,
        account_id -> Uid,
        name -> Text,
        scopes -> Text,
        hash -> Text,
        created_at -> Instant,
        expires_on -> Date,
        last_used_at -> Nullable<Instant>,
        revoked_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::{Instant, Uid};
    clubs (id) {
        id -> Uid,
        code -> Text,
        name -> Text,
        name_key -> Text,
        kind -> Text,
        province_code -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    players (id) {
        id -> Uid,
        number -> BigInt,
        family_name -> Text,
        given_names -> Text,
        name_key -> Text,
        birth_date -> Nullable<Date>,
        sex -> Nullable<Text>,
        province_code -> Text,
        region_code -> Nullable<Text>,
        club_id -> Uid,
        created_at -> Instant,
        merged_into_id -> Nullable<Uid>,
        erased_at -> Nullable<Instant>,
        sort_key -> Text,
        nationality -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    games (id) {
        id -> Uid,
        serial -> BigInt,
        rule_set -> Text,
        first_player_id -> Nullable<Uid>,
        second_player_id -> Nullable<Uid>,
        played_on -> Date,
        match_id -> Nullable<Uid>,
        tournament_id -> Nullable<Uid>,
        number -> Nullable<BigInt>,
        turns -> Text,
        plies -> BigInt,
        result -> Text,
        termination -> Text,
        recorded_by -> Uid,
        recorded_at -> Instant,
        digest -> Text,
        version -> BigInt,
        withdrawn_at -> Nullable<Instant>,
        first_entry_id -> Nullable<Uid>,
        second_entry_id -> Nullable<Uid>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    game_versions (game_id, version) {
        game_id -> Uid,
        version -> BigInt,
        rule_set -> Text,
        first_player_id -> Nullable<Uid>,
        second_player_id -> Nullable<Uid>,
        played_on -> Date,
        turns -> Text,
        result -> Text,
        termination -> Text,
        recorded_by -> Uid,
        recorded_at -> Instant,
        reason -> Text,
        ended_by -> Uid,
        ended_at -> Instant,
        first_entry_id -> Nullable<Uid>,
        second_entry_id -> Nullable<Uid>,
    }
}

diesel::table! {
    use diesel::sql_types::BigInt;
    positions (class, game) {
        class -> BigInt,
        game -> BigInt,
        next -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Text};
    openings (class, next, result) {
        class -> BigInt,
        next -> BigInt,
        result -> Text,
        games -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::BigInt;
    games_to_project (game) {
        game -> BigInt,
        projected -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable};
    use crate::values::sql_types::{Instant, Uid};
    projections (id) {
        id -> BigInt,
        steps -> BigInt,
        holder -> Nullable<Uid>,
        held_until -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Text};
    game_endings (month, rule_set, level, result, termination) {
        month -> BigInt,
        rule_set -> Text,
        level -> Text,
        result -> Text,
        termination -> Text,
        games -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Text};
    game_lengths (month, rule_set, level, plies) {
        month -> BigInt,
        rule_set -> Text,
        level -> Text,
        plies -> BigInt,
        games -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::Uid;
    recorded_games (match_id, number) {
        match_id -> Uid,
        number -> BigInt,
        starter_entry_id -> Uid,
        result -> Nullable<Text>,
        ended -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    audit (seq) {
        seq -> BigInt,
        at -> Instant,
        account_id -> Nullable<Uid>,
        origin -> Text,
        action -> Text,
        subject -> Text,
        subject_id -> Text,
        changes -> Nullable<Text>,
        changes_digest -> Text,
        hash -> Text,
        leaf -> Nullable<BigInt>,
        seals -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::BigInt;
    concealments (id) {
        id -> BigInt,
        writes -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    log_head (id) {
        id -> BigInt,
        chained -> BigInt,
        anchor -> Text,
        secret -> Text,
        verifier -> Text,
        size -> BigInt,
        edge -> Binary,
        checkpoint -> Text,
        holder -> Nullable<Uid>,
        held_until -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Binary};
    log_tiles (height, place) {
        height -> BigInt,
        place -> BigInt,
        hash -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::Uid;
    holds (name) {
        name -> Text,
        holder_id -> Uid,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::{Instant, Uid};
    answers (account_id, key) {
        account_id -> Uid,
        key -> Text,
        fingerprint -> Text,
        answer -> Text,
        answered_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::Uid;
    creations (id, fingerprint) {
        id -> Uid,
        fingerprint -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    consents (id) {
        id -> Uid,
        player_id -> Uid,
        guardian -> Nullable<Text>,
        relation -> Text,
        purpose -> Text,
        wording -> Text,
        given_on -> Date,
        recorded_at -> Instant,
        withdrawn_at -> Nullable<Instant>,
        link_id -> Nullable<Uid>,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    regions (code) {
        code -> Text,
        name -> Text,
        province_code -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::Uid;
    player_words (word, player_id) {
        word -> Text,
        player_id -> Uid,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    residences (player_id, since) {
        player_id -> Uid,
        since -> Date,
        province_code -> Text,
        region_code -> Nullable<Text>,
        recorded_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    affiliations (id) {
        id -> Uid,
        club_id -> Uid,
        year -> BigInt,
        paid_on -> Nullable<Date>,
        created_at -> Instant,
        withdrawn_at -> Nullable<Instant>,
        withdrawn_because -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::Uid;
    contacts (club_id, role) {
        club_id -> Uid,
        role -> Text,
        name -> Text,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    registrations (id) {
        id -> Uid,
        player_id -> Uid,
        club_id -> Uid,
        year -> BigInt,
        basis -> Text,
        division -> Text,
        paid_on -> Nullable<Date>,
        created_at -> Instant,
        withdrawn_at -> Nullable<Instant>,
        withdrawn_because -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    transfers (id) {
        id -> Uid,
        player_id -> Uid,
        from_club_id -> Uid,
        to_club_id -> Uid,
        asked_at -> Instant,
        released_at -> Nullable<Instant>,
        accepted_at -> Nullable<Instant>,
        refused_at -> Nullable<Instant>,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    pairing_bars (id) {
        id -> Uid,
        player_id -> Uid,
        other_player_id -> Uid,
        relation -> Text,
        created_at -> Instant,
        withdrawn_at -> Nullable<Instant>,
        withdrawn_because -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    suspensions (id) {
        id -> Uid,
        player_id -> Uid,
        begins_on -> Date,
        ends_on -> Nullable<Date>,
        reason -> Nullable<Text>,
        recorded_by -> Uid,
        created_at -> Instant,
        lifted_on -> Nullable<Date>,
        lifted_because -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    jobs (id) {
        id -> Uid,
        account_id -> Uid,
        state -> Text,
        report -> Nullable<Text>,
        created_at -> Instant,
        finished_at -> Nullable<Instant>,
        claimed_by -> Nullable<Uid>,
        claimed_until -> Nullable<Instant>,
        done -> BigInt,
        total -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::Uid;
    job_inputs (job_id) {
        job_id -> Uid,
        input -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::values::sql_types::Uid;
    job_steps (job_id, step) {
        job_id -> Uid,
        step -> BigInt,
        content -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    accreditations (id) {
        id -> Uid,
        player_id -> Uid,
        account_id -> Nullable<Uid>,
        level -> Text,
        valid_from -> Date,
        valid_until -> Date,
        course_id -> Nullable<Uid>,
        without_course -> Nullable<Text>,
        nomination -> Nullable<Text>,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    sanctions (id) {
        id -> Uid,
        accreditation_id -> Uid,
        kind -> Text,
        begins_on -> Date,
        ends_on -> Nullable<Date>,
        lifted_on -> Nullable<Date>,
        reason -> Nullable<Text>,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Text};
    use crate::values::sql_types::{Instant, Uid};
    umpire_courses (id) {
        id -> Uid,
        held_on -> Date,
        venue -> Text,
        province_code -> Text,
        held_by -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    umpire_candidates (id) {
        id -> Uid,
        course_id -> Uid,
        player_id -> Uid,
        marks_regulations -> BigInt,
        marks_rules -> BigInt,
        passed -> BigInt,
        reason -> Nullable<Text>,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    tournaments (id) {
        id -> Uid,
        name -> Text,
        name_key -> Text,
        level -> Text,
        starts_on -> Date,
        ends_on -> Date,
        province_code -> Text,
        country -> Text,
        venue -> Text,
        rule_set -> Text,
        system -> Text,
        rounds -> BigInt,
        board -> BigInt,
        club_rounds -> BigInt,
        bye_value -> Text,
        division -> Nullable<Text>,
        state -> Text,
        reason -> Nullable<Text>,
        created_at -> Instant,
        games -> BigInt,
        ended_because -> Nullable<Text>,
        ratified_at -> Nullable<Instant>,
        readings -> Text,
        opened_at -> Nullable<Instant>,
        agreed_rounds -> Nullable<BigInt>,
        agreed_because -> Nullable<Text>,
        ending_accepted_because -> Nullable<Text>,
        under_review_since -> Nullable<Instant>,
        stage -> Nullable<Text>,
        team_size -> Nullable<BigInt>,
        entries_close_on -> Nullable<Date>,
        changed_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    entries (id) {
        id -> Uid,
        tournament_id -> Uid,
        player_id -> Nullable<Uid>,
        club_id -> Nullable<Uid>,
        seed -> BigInt,
        first_round -> BigInt,
        created_at -> Instant,
        division -> Nullable<Text>,
        sex -> Nullable<Text>,
        placed -> BigInt,
        checked_in_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    teams (id) {
        id -> Uid,
        tournament_id -> Uid,
        name -> Text,
        club_id -> Nullable<Uid>,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::BigInt;
    use crate::values::sql_types::Uid;
    team_members (team_id, board_order) {
        team_id -> Uid,
        board_order -> BigInt,
        entry_id -> Uid,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::Uid;
    visitors (entry_id) {
        entry_id -> Uid,
        tournament_id -> Uid,
        family_name -> Nullable<Text>,
        given_names -> Nullable<Text>,
        name_key -> Nullable<Text>,
        country -> Text,
        named -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable};
    use crate::values::sql_types::Uid;
    absences (entry_id, first_round) {
        entry_id -> Uid,
        first_round -> BigInt,
        last_round -> Nullable<BigInt>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    rounds (id) {
        id -> Uid,
        tournament_id -> Uid,
        number -> BigInt,
        state -> Text,
        digest -> Text,
        orders -> Text,
        draw -> Text,
        drawn_at -> Instant,
        published_at -> Nullable<Instant>,
        closed_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::BigInt;
    use crate::values::sql_types::Uid;
    matches (id) {
        id -> Uid,
        round_id -> Uid,
        board -> BigInt,
        upper_entry_id -> Uid,
        lower_entry_id -> Uid,
        starter_entry_id -> Uid,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    results (match_id, version) {
        match_id -> Uid,
        version -> BigInt,
        starter_entry_id -> Uid,
        games -> Text,
        reason -> Nullable<Text>,
        entered_by -> Uid,
        entered_at -> Instant,
        confirmed_by -> Nullable<Uid>,
        confirmed_at -> Nullable<Instant>,
        undone_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    disputes (id) {
        id -> Uid,
        match_id -> Uid,
        reason -> Text,
        raised_by -> Uid,
        raised_at -> Instant,
        ruling -> Nullable<Text>,
        ruled_by -> Nullable<Uid>,
        ruled_at -> Nullable<Instant>,
        player_id -> Nullable<Uid>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::values::sql_types::{Instant, Uid};
    byes (id) {
        id -> Uid,
        entry_id -> Uid,
        round -> BigInt,
        kind -> Text,
        value -> Text,
        created_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    appointments (id) {
        id -> Uid,
        tournament_id -> Uid,
        player_id -> Uid,
        created_at -> Instant,
        ended_at -> Nullable<Instant>,
        from_day -> Date,
        until_day -> Date,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    equipment_specifications (level, board, valid_from) {
        level -> Text,
        board -> BigInt,
        junction -> BigInt,
        valid_from -> Date,
        valid_until -> Nullable<Date>,
        counter_size -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    equipment_confirmations (id) {
        id -> Uid,
        tournament_id -> Uid,
        board -> BigInt,
        junction -> BigInt,
        counters -> Text,
        marked -> BigInt,
        confirmed_by -> Uid,
        confirmed_at -> Instant,
        counter_size -> BigInt,
        federation_mark -> BigInt,
        found_on -> Date,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    rankings (id) {
        id -> Uid,
        method -> Text,
        version -> BigInt,
        months -> BigInt,
        ends_on -> Date,
        begins_on -> Date,
        published_at -> Instant,
        published_by -> Uid,
        previous_id -> Nullable<Uid>,
        replaces_id -> Nullable<Uid>,
        reason -> Nullable<Text>,
        players -> BigInt,
        settings -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::Uid;
    ranking_rows (ranking_id, player_id) {
        ranking_id -> Uid,
        player_id -> Uid,
        ordinal -> BigInt,
        rank -> BigInt,
        shared -> BigInt,
        figure -> BigInt,
        deviation -> Nullable<BigInt>,
        province_code -> Text,
        club_id -> Uid,
        division -> Nullable<Text>,
        sex -> Nullable<Text>,
        previous_rank -> Nullable<BigInt>,
        contributions -> Text,
    }
}

diesel::table! {
    use crate::values::sql_types::{Instant, Uid};
    handovers (entry_id, player_id) {
        entry_id -> Uid,
        player_id -> Uid,
        until -> Instant,
    }
}

diesel::table! {
    use crate::values::sql_types::{Instant, Uid};
    appointment_handovers (appointment_id, player_id) {
        appointment_id -> Uid,
        player_id -> Uid,
        until -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Text};
    colours_criteria (version) {
        version -> BigInt,
        name -> Text,
        valid_from -> Date,
        rules -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    selections (id) {
        id -> Uid,
        player_id -> Uid,
        role -> Text,
        team -> Text,
        event -> Text,
        province_code -> Nullable<Text>,
        region_code -> Nullable<Text>,
        division -> Text,
        year -> BigInt,
        selected_on -> Date,
        reference -> Text,
        created_at -> Instant,
        withdrawn_at -> Nullable<Instant>,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    colours (id) {
        id -> Uid,
        player_id -> Uid,
        level -> Text,
        division -> Text,
        year -> BigInt,
        basis -> Text,
        province_code -> Text,
        region_code -> Nullable<Text>,
        criteria -> BigInt,
        evidence -> Text,
        awarding_body -> Text,
        reason -> Nullable<Text>,
        state -> Text,
        proposed_by -> Uid,
        proposed_at -> Instant,
        reference -> Nullable<Text>,
        approved_by -> Nullable<Uid>,
        approved_at -> Nullable<Instant>,
        ended_by -> Nullable<Uid>,
        ended_at -> Nullable<Instant>,
        ended_because -> Nullable<Text>,
        superseded_by -> Nullable<Uid>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::Uid;
    certificate_codes (digest) {
        digest -> Text,
        colours_id -> Nullable<Uid>,
        accreditation_id -> Nullable<Uid>,
        code -> Text,
        holder -> Nullable<Text>,
        awarding_body -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use crate::values::sql_types::{Instant, Uid};
    upholdings (id) {
        id -> Uid,
        kind -> Text,
        record_id -> Uid,
        player_id -> Uid,
        digest -> Text,
        reason -> Text,
        upheld_by -> Uid,
        upheld_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Date, Text};
    use crate::values::sql_types::Instant;
    federation_changes (version) {
        version -> BigInt,
        valid_from -> Date,
        changes -> Text,
        recorded_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    player_accounts (id) {
        id -> Uid,
        account_id -> Uid,
        player_id -> Uid,
        relation -> Text,
        origin -> Text,
        created_at -> Instant,
        withdrawn_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Date, Text};
    use crate::values::sql_types::Instant;
    consent_wordings (purpose, version) {
        purpose -> Text,
        version -> Text,
        text -> Text,
        valid_from -> Date,
        recorded_at -> Instant,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    appeals (id) {
        id -> Uid,
        tournament_id -> Uid,
        dispute_id -> Nullable<Uid>,
        player_id -> Uid,
        grounds -> Text,
        raised_by -> Uid,
        raised_at -> Instant,
        outcome -> Nullable<Text>,
        reason -> Nullable<Text>,
        decided_by -> Nullable<Uid>,
        decided_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    consent_links (id) {
        id -> Uid,
        player_id -> Uid,
        hash -> Text,
        created_at -> Instant,
        expires_at -> Instant,
        answered_at -> Nullable<Instant>,
        withdrawn_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Binary};
    federation_logos (number) {
        number -> BigInt,
        png -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    webhooks (id) {
        id -> Uid,
        url -> Text,
        types -> Text,
        province_code -> Nullable<Text>,
        created_by -> Uid,
        created_at -> Instant,
        reached -> BigInt,
        claimed_until -> Instant,
        disabled_at -> Nullable<Instant>,
        withdrawn_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    webhook_secrets (id) {
        id -> Uid,
        webhook_id -> Uid,
        secret -> Text,
        created_at -> Instant,
        expires_at -> Nullable<Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    webhook_deliveries (id) {
        id -> Uid,
        webhook_id -> Uid,
        number -> BigInt,
        event -> Text,
        state -> Text,
        tries -> BigInt,
        created_at -> Instant,
        tried_at -> Nullable<Instant>,
        next_at -> Nullable<Instant>,
        status -> Nullable<BigInt>,
        fault -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    pen_loans (tournament_id, epoch) {
        tournament_id -> Uid,
        epoch -> BigInt,
        laptop -> Text,
        sealing_key -> Text,
        signing_key -> Text,
        lent_by -> Uid,
        lent_at -> Instant,
        executed -> BigInt,
        head -> Text,
        settled_at -> Nullable<Instant>,
        ended_at -> Nullable<Instant>,
        ended_by -> Nullable<Uid>,
        reclaimed_because -> Nullable<Text>,
        received -> Nullable<BigInt>,
        kept -> Nullable<BigInt>,
        returned_at -> Nullable<Instant>,
        receipt -> Nullable<Text>,
        officials -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Binary};
    use crate::values::sql_types::Uid;
    pen_bundles (tournament_id, epoch) {
        tournament_id -> Uid,
        epoch -> BigInt,
        content -> Binary,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    pen_commands (tournament_id, epoch, n) {
        tournament_id -> Uid,
        epoch -> BigInt,
        n -> BigInt,
        id -> Uid,
        account_id -> Uid,
        at -> Instant,
        method -> Text,
        path -> Text,
        media_type -> Text,
        body -> Nullable<Binary>,
        seed -> Nullable<Text>,
        request_digest -> Text,
        changes_digest -> Text,
        previous -> Text,
        hash -> Text,
        executed_at -> Nullable<Instant>,
        adopted_at -> Nullable<Instant>,
        adopted_by -> Nullable<Uid>,
        dismissed_at -> Nullable<Instant>,
        dismissed_by -> Nullable<Uid>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::values::sql_types::{Instant, Uid};
    pen_findings (id) {
        id -> Uid,
        tournament_id -> Uid,
        epoch -> BigInt,
        kind -> Text,
        subject_id -> Uid,
        fact_id -> Uid,
        noticed_at -> Instant,
        settled_at -> Nullable<Instant>,
        settled_by -> Nullable<Uid>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Text};
    tries (key) {
        key -> Text,
        tally -> BigInt,
        at -> BigInt,
    }
}

diesel::joinable!(job_inputs -> jobs (job_id));
diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::joinable!(application_secrets -> applications (application_id));
diesel::allow_tables_to_appear_in_same_query!(job_inputs, jobs);
diesel::joinable!(sessions -> applications (application_id));
diesel::allow_tables_to_appear_in_same_query!(
    accounts,
    application_secrets,
    applications,
    authorization_codes,
    grants,
    password_codes,
    passwords,
    refresh_tokens,
    revoked_tokens,
    sessions,
);
diesel::allow_tables_to_appear_in_same_query!(
    absences,
    accreditations,
    affiliations,
    appeals,
    appointment_handovers,
    appointments,
    byes,
    certificate_codes,
    clubs,
    colours,
    consents,
    contacts,
    disputes,
    entries,
    equipment_confirmations,
    games,
    games_to_project,
    handovers,
    matches,
    pairing_bars,
    player_accounts,
    player_words,
    players,
    positions,
    provinces,
    ranking_rows,
    rankings,
    recorded_games,
    regions,
    registrations,
    residences,
    results,
    rounds,
    sanctions,
    selections,
    team_members,
    teams,
    tournaments,
    transfers,
    umpire_candidates,
    umpire_courses,
    webhook_deliveries,
    webhooks,
);

// What statistics and openings are grouped by.
diesel::allow_columns_to_appear_in_same_group_by_clause!(positions::next, games::result);
diesel::allow_columns_to_appear_in_same_group_by_clause!(clubs::id, results::games);
diesel::allow_columns_to_appear_in_same_group_by_clause!(clubs::province_code, results::games);
diesel::allow_columns_to_appear_in_same_group_by_clause!(players::region_code, results::games);
diesel::allow_columns_to_appear_in_same_group_by_clause!(players::sex, results::games);
diesel::allow_columns_to_appear_in_same_group_by_clause!(registrations::division, results::games);
