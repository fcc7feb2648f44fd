//! The tournament in the words of schema.org.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{Tournament, TournamentState};
use crate::tournaments::points::fraction;
use crate::tournaments::report::ReportedTournament;
use crate::values::public_url::PublicUrl;

/// The part of the world where a place is.
#[derive(Serialize, ToSchema)]
struct PostalAddress {
    /// `PostalAddress`.
    #[serde(rename = "@type")]
    #[schema(example = "PostalAddress")]
    kind: &'static str,
    /// The code of the province that runs the tournament.
    #[serde(rename = "addressRegion")]
    #[schema(example = "ZA-NW")]
    address_region: String,
    /// The code of the country.
    #[serde(rename = "addressCountry")]
    #[schema(example = "ZA")]
    address_country: String,
}

/// A place where something is held.
#[derive(Serialize, ToSchema)]
struct Place {
    /// `Place`.
    #[serde(rename = "@type")]
    #[schema(example = "Place")]
    kind: &'static str,
    /// The name of the place.
    #[schema(example = "Mmabatho High School, Mahikeng")]
    name: String,
    /// The part of the world where it is.
    address: PostalAddress,
}

/// A body that runs a sport.
#[derive(Serialize, ToSchema)]
struct SportsOrganization {
    /// `SportsOrganization`.
    #[serde(rename = "@type")]
    #[schema(example = "SportsOrganization")]
    kind: &'static str,
    /// The name of the body.
    #[schema(example = "Morabaraba Federation")]
    name: String,
    /// The address of its records.
    #[schema(example = "https://records.example")]
    url: String,
}

/// A person who takes part.
#[derive(Serialize, ToSchema)]
struct Competitor {
    /// `Person`.
    #[serde(rename = "@type")]
    #[schema(example = "Person")]
    kind: &'static str,
    /// The name of the person; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    name: String,
    /// The number that people speak and print; none of a visitor.
    #[schema(nullable = false, example = "M-0004217-K")]
    #[serde(skip_serializing_if = "Option::is_none")]
    identifier: Option<String>,
    /// The page of the player; none of a visitor.
    #[schema(
        nullable = false,
        example = "https://records.example/players/019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// A row of the standings.
#[derive(Serialize, ToSchema)]
struct ListItem {
    /// `ListItem`.
    #[serde(rename = "@type")]
    #[schema(example = "ListItem")]
    kind: &'static str,
    /// The rank, from 1; those who share one have the same.
    #[schema(example = 1)]
    position: u32,
    /// The person.
    item: Competitor,
    /// The points, as a fraction if they are not whole.
    #[schema(example = "9/2 points")]
    description: String,
}

/// The standings.
#[derive(Serialize, ToSchema)]
struct ItemList {
    /// `ItemList`.
    #[serde(rename = "@type")]
    #[schema(example = "ItemList")]
    kind: &'static str,
    /// The name of the list.
    #[schema(example = "Final standings")]
    name: String,
    /// The number of rows.
    #[serde(rename = "numberOfItems")]
    #[schema(example = 48)]
    number_of_items: usize,
    /// The rows, the first first.
    #[serde(rename = "itemListElement")]
    items: Vec<ListItem>,
}

/// A tournament in the words of schema.org (JSON-LD).
#[derive(Serialize, ToSchema)]
pub struct SportsEvent {
    /// The vocabulary.
    #[serde(rename = "@context")]
    #[schema(example = "https://schema.org")]
    context: &'static str,
    /// `SportsEvent`.
    #[serde(rename = "@type")]
    #[schema(example = "SportsEvent")]
    kind: &'static str,
    /// The page on which people follow it, by which it is named as well.
    #[serde(rename = "@id")]
    #[schema(example = "https://records.example/tournaments/019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: String,
    /// The name of the tournament.
    #[schema(example = "North West Championship 2027")]
    name: String,
    /// The game that is played.
    #[schema(example = "Morabaraba")]
    sport: &'static str,
    /// The first day.
    #[serde(rename = "startDate")]
    #[schema(example = "2027-04-17")]
    start_date: NaiveDate,
    /// The last day.
    #[serde(rename = "endDate")]
    #[schema(example = "2027-04-18")]
    end_date: NaiveDate,
    /// Whether it is held or cancelled.
    #[serde(rename = "eventStatus")]
    #[schema(example = "https://schema.org/EventScheduled")]
    event_status: &'static str,
    /// The place where it is played.
    location: Place,
    /// The federation.
    organizer: SportsOrganization,
    /// The standings, with those who take part.
    #[serde(rename = "subjectOf", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    subject_of: Option<ItemList>,
}

impl SportsEvent {
    /// The tournament as an event, without its standings.
    pub fn of(tournament: &Tournament, federation: &str, url: &PublicUrl) -> SportsEvent {
        let (plan, url) = (&tournament.plan, url.as_str());
        SportsEvent {
            context: "https://schema.org",
            kind: "SportsEvent",
            id: format!("{url}/tournaments/{}", tournament.id),
            name: plan.name.clone(),
            sport: "Morabaraba",
            start_date: plan.starts_on,
            end_date: plan.ends_on,
            event_status: if tournament.state == TournamentState::Cancelled {
                "https://schema.org/EventCancelled"
            } else {
                "https://schema.org/EventScheduled"
            },
            location: Place {
                kind: "Place",
                name: plan.venue.clone(),
                address: PostalAddress {
                    kind: "PostalAddress",
                    address_region: tournament.province.clone(),
                    address_country: plan.country.to_string(),
                },
            },
            organizer: SportsOrganization {
                kind: "SportsOrganization",
                name: federation.to_owned(),
                url: url.to_owned(),
            },
            subject_of: None,
        }
    }
}

/// The points, as people say them.
fn points(fraction: &str) -> String {
    format!("{fraction} {}", if fraction == "1" { "point" } else { "points" })
}

impl ReportedTournament {
    /// The tournament as an event with its standings, with names as everyone may see them on that day.
    pub fn event(&self, url: &PublicUrl, today: NaiveDate) -> SportsEvent {
        SportsEvent {
            subject_of: Some(self.standings(url, today)),
            ..SportsEvent::of(&self.snapshot.tournament, &self.federation, url)
        }
    }

    fn standings(&self, url: &PublicUrl, today: NaiveDate) -> ItemList {
        let rows = self.table.rows.iter().filter_map(|row| {
            let player = self.snapshot.at(seed(row.player))?.player.named(today);
            let page = |_| format!("{}/players/{}", url.as_str(), player.id);
            Some(ListItem {
                kind: "ListItem",
                position: row.place,
                item: Competitor {
                    kind: "Person",
                    url: player.number.map(page),
                    identifier: player.number.map(|number| number.to_string()),
                    name: player.name,
                },
                description: points(&fraction(row.points)),
            })
        });
        let items: Vec<ListItem> = rows.collect();
        let name = match (self.table.is_final, self.table.after_round) {
            (true, _) => "Final standings".to_owned(),
            (false, 0) => "Standings before the first round".to_owned(),
            (false, round) => format!("Standings after round {round}"),
        };
        ItemList {
            kind: "ItemList",
            name,
            number_of_items: items.len(),
            items,
        }
    }
}
