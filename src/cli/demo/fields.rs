//! The fields of championships: who plays, and in which team.

use crate::cli::demo::clubs::InventedClub;
use crate::cli::demo::members::Member;
use crate::cli::demo::office::InventedUmpire;
use crate::clubs::ClubKind;
use crate::players::registrations::Division;

/// The people among whom fields are chosen.
pub(super) struct Field<'a> {
    pub(super) clubs: &'a [InventedClub],
    pub(super) members: &'a [Member],
    pub(super) umpires: &'a [InventedUmpire],
}

impl Field<'_> {
    pub(super) fn club(&self, member: usize) -> &InventedClub {
        &self.clubs[self.members[member].club]
    }

    /// The strongest of those who may play and are wanted.
    pub(super) fn strongest(&self, most: usize, is_wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        let is_umpire = |member: usize| self.umpires.iter().any(|umpire| umpire.member == member);
        let may_play = |member: &usize| self.club(*member).is_paid_up() && !is_umpire(*member) && is_wanted(*member);
        let mut found: Vec<usize> = (0..self.members.len()).filter(may_play).collect();
        found.sort_by_key(|member| std::cmp::Reverse(self.members[*member].strength()));
        found.truncate(most);
        found
    }

    pub(super) fn of_province(&self, province: &str, most: usize) -> Vec<usize> {
        self.strongest(most, |member| self.club(member).province == province)
    }

    /// Teams of so many: a club's strongest members, of the clubs of that kind.
    pub(super) fn teams(&self, kind: ClubKind, division: Division, size: usize) -> Vec<(String, Vec<usize>)> {
        let of_kind = self
            .clubs
            .iter()
            .enumerate()
            .filter(|(_, club)| club.kind == kind && club.is_paid_up());
        let team = |(index, club): (usize, &InventedClub)| {
            let is_wanted = |member: usize| {
                let Member {
                    club, division: own, ..
                } = self.members[member];
                club == index && own == division
            };
            (club.name.to_owned(), self.strongest(size, is_wanted))
        };
        of_kind.map(team).collect()
    }

    /// Teams of the provinces.
    pub(super) fn provinces(&self, size: usize) -> Vec<(String, Vec<usize>)> {
        let mut provinces: Vec<&str> = self.clubs.iter().map(|club| club.province).collect();
        provinces.dedup();
        let team = |province: &str| (called(province).to_owned(), self.of_province(province, size));
        provinces.into_iter().map(team).collect()
    }

    /// All members of these teams, the strongest first.
    pub(super) fn of_teams(&self, teams: &[(String, Vec<usize>)]) -> Vec<usize> {
        self.strongest(usize::MAX, |member| {
            teams.iter().any(|(_, members)| members.contains(&member))
        })
    }
}

/// The name of a province's team.
fn called(province: &str) -> &str {
    match province {
        "ZA-EC" => "Eastern Cape",
        "ZA-FS" => "Free State",
        "ZA-GP" => "Gauteng",
        "ZA-KZN" => "KwaZulu-Natal",
        "ZA-LP" => "Limpopo",
        "ZA-MP" => "Mpumalanga",
        "ZA-NC" => "Northern Cape",
        "ZA-NW" => "North West",
        "ZA-WC" => "Western Cape",
        other => other,
    }
}
