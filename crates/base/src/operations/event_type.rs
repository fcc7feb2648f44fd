//! The sorts of events that everyone may follow.

crate::string_enum! {
    /// The sort of thing that was changed, and the way.
    pub enum EventType as "EventType" {
        /// A club was registered.
        ClubCreated = "club.created",
        /// A club, or its affiliation, is not as it was.
        ClubChanged = "club.changed",
        /// A player was registered.
        PlayerCreated = "player.created",
        /// Something that is kept of a player is not as it was: not always something that everyone may read.
        PlayerChanged = "player.changed",
        /// The data of a person was erased.
        PlayerErased = "player.erased",
        /// An umpire was accredited.
        AccreditationCreated = "accreditation.created",
        /// An accreditation was suspended, revoked or reinstated, or given to another entry of the same person.
        AccreditationChanged = "accreditation.changed",
        /// A course for umpires was put on record.
        UmpireCourseCreated = "umpire_course.created",
        /// A course for umpires is not as it was.
        UmpireCourseChanged = "umpire_course.changed",
        /// A tournament was announced.
        TournamentCreated = "tournament.created",
        /// A tournament, its starting order or its recognition is not as it was; or a published round was taken back.
        TournamentChanged = "tournament.changed",
        /// A player or a visitor was entered.
        EntryCreated = "entry.created",
        /// An entry was taken back or made again, or its visitor is told of otherwise.
        EntryChanged = "entry.changed",
        /// An entry was taken away, and is gone.
        EntryRemoved = "entry.removed",
        /// A team was entered.
        TeamCreated = "team.created",
        /// A team has other members, or another order of them.
        TeamChanged = "team.changed",
        /// A team was taken back, and is gone.
        TeamWithdrawn = "team.withdrawn",
        /// An umpire was appointed.
        AppointmentCreated = "appointment.created",
        /// An appointment has ended, or was given to another entry of the same person.
        AppointmentChanged = "appointment.changed",
        /// A bye was asked for.
        ByeCreated = "bye.created",
        /// A bye was taken back, and is gone.
        ByeWithdrawn = "bye.withdrawn",
        /// A round was published, with its matches and its byes; its tournament may have begun by it.
        RoundPublished = "round.published",
        /// A round was closed or opened again, or a result before it corrected.
        RoundChanged = "round.changed",
        /// A result was entered, confirmed, disputed, corrected or undone; standings follow it.
        MatchChanged = "match.changed",
        /// A game was recorded.
        GameCreated = "game.created",
        /// The record of a game was corrected.
        GameChanged = "game.changed",
        /// A game was withdrawn.
        GameWithdrawn = "game.withdrawn",
        /// A ranking was published.
        RankingPublished = "ranking.published",
        /// A ranking was replaced by another.
        RankingChanged = "ranking.changed",
        /// Colours were awarded.
        ColoursAwarded = "colours.awarded",
        /// Colours were revoked or superseded, or given to another entry of the same person.
        ColoursChanged = "colours.changed",
        /// The criteria of colours are not as they were.
        ColoursCriteriaChanged = "colours_criteria.changed",
        /// Boards and counters are specified otherwise.
        EquipmentSpecificationChanged = "equipment_specification.changed",
        /// There is a new wording of consents.
        ConsentWordingCreated = "consent_wording.created",
        /// The federation's settings or its logo are not as they were.
        FederationChanged = "federation.changed",
    }
}

impl EventType {
    /// The sort of thing.
    pub fn thing(self) -> &'static str {
        self.as_str().split('.').next().unwrap_or_default()
    }
}
