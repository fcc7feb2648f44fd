//! Everybody and everything of the story before it is told: the same each time, but for the day.

use crate::accounts::Email;
use crate::cli::demo::clubs::{self, InventedClub};
use crate::cli::demo::diary::Season;
use crate::cli::demo::fixtures::{self, Fixture, RUNNING};
use crate::cli::demo::members::{self, Member};
use crate::cli::demo::office::{Office, PROVINCE};
use crate::cli::demo::umpires::{self, InventedCourse};
use crate::cli::demo::waiting;
use crate::clubs::ClubKind;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, TournamentId, UmpireCourseId};

/// Everybody and everything of the story.
pub(super) struct Cast {
    pub(super) season: Season,
    pub(super) clubs: Vec<InventedClub>,
    /// The members by their numbers.
    pub(super) members: Vec<Member>,
    pub(super) office: Office,
    pub(super) courses: Vec<InventedCourse>,
    /// The championships by their days; the last is being played.
    pub(super) fixtures: Vec<Fixture>,
}

impl Cast {
    /// The cast of a story that is told at that moment. Chance begins from a fixed seed.
    pub(super) fn invented(now: Timestamp, hashes: Vec<(Email, String)>) -> Result<Cast, Error> {
        let (season, mut chance) = (Season::until(now), fastrand::Rng::with_seed(1652));
        let founded = Timestamp::beginning(season.begins[0]);
        let clubs = clubs::invented(|| ClubId::new(founded));
        let members = members::invented(&clubs, season, &mut chance)?;
        let office = Office::invented(&clubs, &members, season, hashes, &mut chance)?;
        let fixtures = fixtures::invented(season, &clubs, &members, &office.umpires, running()?);
        let mut cast = Cast {
            season,
            clubs,
            members,
            office,
            courses: umpires::courses(|| UmpireCourseId::new(founded)),
            fixtures,
        };
        waiting::renewals(&mut cast);
        Ok(cast)
    }

    /// The championships that are over.
    pub(super) fn over(&self) -> impl Iterator<Item = &Fixture> {
        self.fixtures.iter().filter(|fixture| fixture.id.to_string() != RUNNING)
    }

    /// The championship that is being played.
    pub(super) fn running(&self) -> impl Iterator<Item = &Fixture> {
        self.fixtures.iter().filter(|fixture| fixture.id.to_string() == RUNNING)
    }

    /// Two who are under 18, of the club whose secretary signs in; one who plays now comes first.
    pub(super) fn children(&self) -> Vec<usize> {
        let today = self.season.today();
        let plays = |member: usize| self.running().any(|fixture| fixture.field.contains(&member));
        let is_child = |member: &usize| {
            let Member { club, .. } = &self.members[*member];
            let club = &self.clubs[*club];
            let is_near = club.province == PROVINCE && club.kind == ClubKind::Community;
            // Who is 18 soon has an account of their own.
            is_near && self.members[*member].is_minor(today) && !self.members[*member].is_of_years(17, today)
        };
        let mut children: Vec<usize> = (0..self.members.len()).filter(is_child).collect();
        children.sort_by_key(|member| !plays(*member));
        children.truncate(2);
        children
    }
}

/// The id of the tournament that is being played.
pub(super) fn running() -> Result<TournamentId, Error> {
    RUNNING
        .parse()
        .map_err(|error| Error::Internal(format!("{RUNNING}: {error}")))
}
