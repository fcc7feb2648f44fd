//! Changes of the register while a laptop had the pen: the facts of now, held against those that it took with it. No clock is
//! asked which of the two was first.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::accounts::Role;
use crate::accounts::grants::Grant;
use crate::db::extracts::Extract;
use crate::pens::bundles::store::named;
use crate::pens::findings::{Noticed, PenFindingKind};
use crate::players::suspensions::Suspension;
use crate::umpires::{Accreditation, SanctionKind};
use crate::values::id::{AccountId, Id};

/// The facts that a laptop took with it, as far as a finding rests on them.
#[derive(Debug)]
pub struct TakenFacts {
    /// All that they name.
    named: BTreeSet<Id>,
    /// The club of each player.
    clubs: BTreeMap<Id, Id>,
    /// The grants that were not revoked.
    grants: BTreeSet<Id>,
}

/// The texts in two columns of a table, row by row.
fn cells<'e>(facts: &'e [Extract], table: &str, columns: [&'static str; 2]) -> Vec<[Option<&'e str>; 2]> {
    let of_table = facts.iter().filter(|extract| extract.table == table);
    of_table.flat_map(|extract| extract.cells(columns)).collect()
}

fn id(text: Option<&str>) -> Option<Id> {
    text?.parse().ok()
}

impl TakenFacts {
    pub fn of(facts: &[Extract]) -> TakenFacts {
        let clubs = cells(facts, "players", ["id", "club_id"]).into_iter();
        let grants = cells(facts, "grants", ["id", "revoked_at"]).into_iter();
        let grants = grants.filter(|[_, revoked_at]| revoked_at.is_none());
        TakenFacts {
            named: named(facts),
            clubs: clubs
                .filter_map(|[player, club]| Some((id(player)?, id(club)?)))
                .collect(),
            grants: grants.filter_map(|[grant, _]| id(grant)).collect(),
        }
    }
}

/// The facts of now about those who are in a tournament, as far as a finding may rest on them.
#[derive(Debug, Default)]
pub struct RegisterFacts {
    /// The entrants, each with the club of which they are a member.
    pub(crate) members: Vec<(Id, Id)>,
    /// The registrations of entrants that were taken back, each with its player.
    pub(crate) withdrawn_registrations: Vec<(Id, Id)>,
    /// The affiliations of clubs for which somebody is entered that were taken back, each with its club.
    pub(crate) withdrawn_affiliations: Vec<(Id, Id)>,
    /// The consents to entrants' names being public that hold, each with its player.
    pub(crate) consents: Vec<(Id, Id)>,
    /// The others, which were withdrawn.
    pub(crate) withdrawn_consents: Vec<(Id, Id)>,
    /// The suspensions of entrants.
    pub(crate) suspensions: Vec<Suspension>,
    /// The accreditations of umpires who are appointed, and of officials who have given a command.
    pub(crate) accreditations: Vec<Accreditation>,
    /// The grants of officials who have given a command.
    pub(crate) grants: Vec<Grant>,
    /// The accounts of these that are not in use.
    pub(crate) deactivated: Vec<AccountId>,
}

impl RegisterFacts {
    /// All that is otherwise than a laptop took it with it, from the day on which the pen was lent until today.
    pub fn changed_since(&self, taken: &TakenFacts, days: [NaiveDate; 2]) -> Vec<Noticed> {
        let mut changed = self.of_entrants(taken, days);
        changed.extend(self.of_umpires(taken, days));
        changed.extend(self.of_officials(taken, days));
        changed
    }

    fn of_entrants(&self, taken: &TakenFacts, days: [NaiveDate; 2]) -> Vec<Noticed> {
        // What has ended since is named in the facts: nothing was taken that had ended by then. What is new is not.
        let of = |kind, facts: &[(Id, Id)], was_there: bool| -> Vec<Noticed> {
            let changed = facts.iter().filter(|(fact, _)| taken.named.contains(fact) == was_there);
            changed
                .map(|&(fact, subject)| Noticed { kind, subject, fact })
                .collect()
        };
        let suspended = self
            .suspensions
            .iter()
            .filter(|one| !taken.named.contains(&Id::from(one.id)) && one.holds_within(days));
        let suspended = suspended.map(|one| Noticed {
            kind: PenFindingKind::NotEligible,
            subject: one.player.into(),
            fact: one.id.into(),
        });
        let moved = self
            .members
            .iter()
            .filter(|(player, club)| taken.clubs.get(player).is_some_and(|before| before != club));
        let moved = moved.map(|&(player, _)| Noticed {
            kind: PenFindingKind::Transferred,
            subject: player,
            fact: player,
        });
        [
            of(
                PenFindingKind::RegistrationWithdrawn,
                &self.withdrawn_registrations,
                true,
            ),
            of(PenFindingKind::AffiliationWithdrawn, &self.withdrawn_affiliations, true),
            suspended.collect(),
            moved.collect(),
            of(PenFindingKind::ConsentRecorded, &self.consents, false),
            of(PenFindingKind::ConsentWithdrawn, &self.withdrawn_consents, true),
        ]
        .concat()
    }

    fn of_umpires(&self, taken: &TakenFacts, days: [NaiveDate; 2]) -> Vec<Noticed> {
        let mut noticed = Vec::new();
        let known = |one: &&Accreditation| taken.named.contains(&Id::from(one.id));
        for accreditation in self.accreditations.iter().filter(known) {
            let subject = accreditation.player.into();
            let sanctions = accreditation.sanctions.iter();
            let new = sanctions.filter(|one| !taken.named.contains(&Id::from(one.id)) && one.begins_on <= days[1]);
            noticed.extend(new.map(|sanction| Noticed {
                kind: match sanction.kind {
                    SanctionKind::Suspension => PenFindingKind::AccreditationSuspended,
                    SanctionKind::Revocation => PenFindingKind::AccreditationRevoked,
                },
                subject,
                fact: sanction.id.into(),
            }));
            if is_over(accreditation.valid_until, days) {
                noticed.push(Noticed {
                    kind: PenFindingKind::AccreditationExpired,
                    subject,
                    fact: accreditation.id.into(),
                });
            }
        }
        noticed
    }

    fn of_officials(&self, taken: &TakenFacts, days: [NaiveDate; 2]) -> Vec<Noticed> {
        let runs_tournaments = |role| matches!(role, Role::Administrator | Role::Coordinator | Role::Umpire);
        let has_ended = |grant: &&Grant| {
            let is_over = grant.valid_until.is_some_and(|until| is_over(until, days));
            taken.grants.contains(&Id::from(grant.id)) && (is_over || grant.revoked_at.is_some())
        };
        let ended = self.grants.iter().filter(|grant| runs_tournaments(grant.role));
        let ended = ended.filter(has_ended).map(|grant| Noticed {
            kind: PenFindingKind::GrantEnded,
            subject: grant.account.into(),
            fact: grant.id.into(),
        });
        let deactivated = self.deactivated.iter().map(|account| Noticed {
            kind: PenFindingKind::AccountDeactivated,
            subject: (*account).into(),
            fact: (*account).into(),
        });
        ended.chain(deactivated).collect()
    }
}

/// Whether that was the last day of something on the first of the two days or since, but before the last of them.
fn is_over(until: NaiveDate, [first, last]: [NaiveDate; 2]) -> bool {
    (first..last).contains(&until)
}
