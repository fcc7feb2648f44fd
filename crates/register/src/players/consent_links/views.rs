//! Views of links by which guardians consent: for those who make them, and for whoever opens one.

use serde::Serialize;
use utoipa::ToSchema;

use crate::players::consent_links::use_cases::OpenLink;
use crate::players::consent_links::{ConsentLink, ConsentLinkState};
use crate::players::consents::Purpose;
use crate::values::clock::Timestamp;
use crate::values::id::{ConsentLinkId, PlayerId};

/// A link by which a parent or guardian consents, for those who look after the player.
#[derive(Serialize, ToSchema)]
#[schema(as = ConsentLink)]
pub(crate) struct ConsentLinkView {
    /// Its id.
    #[schema(example = "019aa0da-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(super) id: ConsentLinkId,
    /// The player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(super) player_id: PlayerId,
    /// Whether it is still good.
    pub(super) state: ConsentLinkState,
    /// The time from which it is good.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(super) created_at: Timestamp,
    /// The time until which it is good.
    #[schema(value_type = String, format = DateTime, example = "2026-12-04T08:00:00.000000Z")]
    pub(super) expires_at: Timestamp,
    /// The time of the answer.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T17:40:00.000000Z")]
    pub(super) answered_at: Option<Timestamp>,
    /// The time at which it was withdrawn, or another took its place.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-22T08:00:00.000000Z")]
    pub(super) withdrawn_at: Option<Timestamp>,
}

impl ConsentLinkView {
    pub(crate) fn of(link: &ConsentLink, now: Timestamp) -> ConsentLinkView {
        ConsentLinkView {
            id: link.id,
            player_id: link.player,
            state: link.state(now),
            created_at: link.created_at,
            expires_at: link.expires_at,
            answered_at: link.answered_at,
            withdrawn_at: link.withdrawn_at,
        }
    }
}

/// A question to a parent or guardian.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsentQuestion {
    /// The use that is asked about.
    purpose: Purpose,
    /// The version of the wording, which an answer names.
    #[schema(example = "2026-1")]
    wording: String,
    /// The wording, to be read in full.
    #[schema(example = "I agree that the federation shows the full name of the player in public.")]
    text: String,
}

/// The questions of a link.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsentQuestions {
    /// The federation that asks.
    #[schema(example = "Morabaraba federation")]
    federation: String,
    /// The player's club.
    #[schema(example = "Mahikeng Herders")]
    club: String,
    /// The player's initials.
    #[schema(example = "T. M.")]
    initials: String,
    /// The year in which the player was born.
    #[schema(example = 2012)]
    birth_year: i32,
    /// The time until which they can be answered.
    #[schema(value_type = String, format = DateTime, example = "2026-12-04T08:00:00.000000Z")]
    expires_at: Timestamp,
    /// The questions, each to be answered.
    questions: Vec<ConsentQuestion>,
}

impl From<OpenLink> for ConsentQuestions {
    fn from(open: OpenLink) -> ConsentQuestions {
        let questions = open.questions.into_iter().map(|wording| ConsentQuestion {
            purpose: wording.purpose,
            wording: wording.version,
            text: wording.text,
        });
        ConsentQuestions {
            federation: open.federation.name().to_owned(),
            club: open.club,
            initials: open.initials,
            birth_year: open.birth_year,
            expires_at: open.link.expires_at,
            questions: questions.collect(),
        }
    }
}
