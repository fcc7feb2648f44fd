//! The sorts of tournament: level, stage and system.

use crate::players::registrations::Division;

crate::string_enum! {
    /// The sort of tournament that it is.
    pub enum TournamentLevel as "TournamentLevel" {
        /// A tournament for its own sake; open to those who are not registered.
        Friendly = "friendly",
        /// A tournament of a club.
        Club = "club",
        /// A tournament of schools or between them.
        School = "school",
        /// A tournament of universities or between them.
        Student = "student",
        /// A tournament of a region; open to those who are not registered.
        Regional = "regional",
        /// A province's championship.
        Provincial = "provincial",
        /// The national championship.
        National = "national",
        /// A tournament of a continent.
        Continental = "continental",
        /// A tournament of the world.
        World = "world",
    }
}

impl TournamentLevel {
    /// Whether it is for schools or for universities, which enter their own.
    #[must_use]
    pub fn is_of_institutions(self) -> bool {
        matches!(self, TournamentLevel::School | TournamentLevel::Student)
    }

    /// Whether it admits those of that division, whatever else the tournament says: school events are for scholars, student
    /// events for students.
    #[must_use]
    pub fn admits(self, division: Division) -> bool {
        match self {
            TournamentLevel::School => matches!(division, Division::HighSchool | Division::PrimarySchool),
            TournamentLevel::Student => division == Division::Student,
            _ => true,
        }
    }

    /// Whether a tournament of the level may be held abroad, and have visitors: continental and world events, and friendly ones.
    #[must_use]
    pub fn is_international(self) -> bool {
        matches!(
            self,
            TournamentLevel::Friendly | TournamentLevel::Continental | TournamentLevel::World
        )
    }
}

crate::string_enum! {
    /// The stage that a championship of schools or of universities is: whose best it finds.
    pub enum TournamentStage as "TournamentStage" {
        /// That of a region.
        Regional = "regional",
        /// That of a province.
        Provincial = "provincial",
        /// That of the nation.
        National = "national",
    }
}

impl TournamentStage {
    /// The level of an open event that finds the best of the same.
    #[must_use]
    pub fn level(self) -> TournamentLevel {
        match self {
            TournamentStage::Regional => TournamentLevel::Regional,
            TournamentStage::Provincial => TournamentLevel::Provincial,
            TournamentStage::National => TournamentLevel::National,
        }
    }
}

crate::string_enum! {
    /// The system by which the rounds are drawn.
    pub enum TournamentSystem as "TournamentSystem" {
        /// The top half against the bottom half, then those of equal score.
        ModifiedSwiss = "modified_swiss",
        /// Everyone against everyone.
        RoundRobin = "round_robin",
    }
}
