//! Exports: clubs and players as files of comma-separated values, with the columns that an import takes. What is
//! exported is imported again without a change. Whole seasons of games and of results are exported as lines of JSON.

pub mod routes;
pub(crate) mod seasons;
pub mod use_cases;

use std::borrow::Cow;

use chrono::NaiveDate;

use crate::clubs::Club;
use crate::clubs::affiliations::Affiliation;
use crate::imports::ImportFile;
use crate::players::Player;
use crate::players::registrations::Registration;
use crate::values::country::Country;

/// A thing that is exported as a row, with what else its row tells of.
#[derive(Debug)]
pub enum Exported {
    Club(Club),
    Affiliation(Affiliation, Club),
    Player(Player, Club),
    Registration {
        registration: Registration,
        player: Player,
        club: Club,
    },
}

impl Exported {
    /// The cells of its row, in the order of the columns.
    fn cells(&self) -> Vec<Cow<'_, str>> {
        match self {
            Exported::Club(club) => vec![
                club.code.as_str().into(),
                club.name.as_str().into(),
                club.kind.as_str().into(),
                club.province.as_str().into(),
            ],
            Exported::Affiliation(affiliation, club) => {
                vec![
                    club.code.as_str().into(),
                    affiliation.year.number().to_string().into(),
                    day(affiliation.paid_on),
                ]
            }
            Exported::Player(player, club) => {
                let [family, given, born] = identity(player);
                vec![
                    player.number.to_string().into(),
                    family,
                    given,
                    born,
                    player
                        .person
                        .as_ref()
                        .map(|person| person.sex.as_str())
                        .unwrap_or_default()
                        .into(),
                    player.home.province.as_str().into(),
                    player.home.region.as_deref().unwrap_or_default().into(),
                    club.code.as_str().into(),
                    player
                        .person
                        .as_ref()
                        .and_then(|person| person.nationality)
                        .map(Country::code)
                        .unwrap_or_default()
                        .into(),
                ]
            }
            Exported::Registration {
                registration,
                player,
                club,
            } => {
                let [family, given, born] = if registration.is_of_member(player) {
                    identity(player)
                } else {
                    Default::default()
                };
                vec![
                    player.number.to_string().into(),
                    family,
                    given,
                    born,
                    club.code.as_str().into(),
                    registration.year.number().to_string().into(),
                    registration.basis.as_str().into(),
                    registration.division.as_str().into(),
                    day(registration.paid_on),
                ]
            }
        }
    }
}

/// Family name, given names and birth date.
fn identity(player: &Player) -> [Cow<'_, str>; 3] {
    let Some(person) = &player.person else {
        return Default::default();
    };
    let given = person.name.given.as_deref().unwrap_or_default();
    [
        person.name.family.as_str().into(),
        given.into(),
        day(Some(person.birth_date)),
    ]
}

fn day(day: Option<NaiveDate>) -> Cow<'static, str> {
    day.map(|day| day.to_string()).unwrap_or_default().into()
}

/// The rows of the file, that of the columns first.
pub fn rows(file: ImportFile, things: &[Exported]) -> impl Iterator<Item = Vec<Cow<'_, str>>> {
    let columns = file.columns().iter().map(|column| Cow::Borrowed(*column)).collect();
    std::iter::once(columns).chain(things.iter().map(Exported::cells))
}
