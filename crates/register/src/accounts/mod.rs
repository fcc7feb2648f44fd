//! Accounts: the people who sign in, and what their grants allow.

pub mod applications;
pub mod authorizations;
pub mod caller;
pub mod grants;
pub mod keys;
pub mod notices;
pub mod oauth;
pub mod passwords;
pub mod personal_tokens;
pub mod policy;
pub mod refusals;
pub mod routes;
pub mod second_factors;
pub mod sessions;
pub mod standing;
pub mod store;
pub mod tokens;
pub mod use_cases;

pub use passwords::Password;
pub use passwords::hasher::HashCost;
pub use refusals::AccountRefusal;
pub use refusals::{OUT_OF_SCOPE, ROLE_REQUIRED, UNKNOWN_CLUB, UNKNOWN_PROVINCE};

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId};
use crate::values::validation::{Faults, ValueError, text};

crate::string_enum! {
    /// The role that a grant gives an account.
    pub enum Role as "Role" {
        /// May do everything; alone grants roles.
        Administrator = "administrator",
        /// Looks after the clubs and players of a province.
        Coordinator = "coordinator",
        /// Records games.
        Umpire = "umpire",
        /// Looks after the players of a club.
        ClubSecretary = "club_secretary",
        /// Reads who has colours, of those who have consented to that, and nothing else that is not public: a bursary
        /// office, a university.
        Institution = "institution",
    }
}

impl Role {
    /// The people who have the role, as a text speaks of them.
    #[must_use]
    pub fn people(self) -> &'static str {
        match self {
            Role::Administrator => "administrators",
            Role::Coordinator => "coordinators",
            Role::Umpire => "umpires",
            Role::ClubSecretary => "club secretaries",
            Role::Institution => "institutions",
        }
    }

    /// The role in words, as one person has it.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Role::Administrator => "administrator",
            Role::Coordinator => "coordinator",
            Role::Umpire => "umpire",
            Role::ClubSecretary => "club secretary",
            Role::Institution => "institution",
        }
    }

    /// Whether the federation can ask those who have the role for a second factor: they act for many others.
    #[must_use]
    pub fn is_sensitive(self) -> bool {
        matches!(self, Role::Administrator | Role::Coordinator)
    }
}

/// A role, and for what it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authority {
    /// Authority over the whole federation.
    Administrator,
    /// Authority over the province with this code.
    Coordinator(String),
    /// Authority over games.
    Umpire,
    /// Authority over the club with this id.
    ClubSecretary(ClubId),
    /// Authority over nothing: it reads one list.
    Institution,
}

impl Authority {
    /// Reads role and scope together: a coordinator has a province, a club secretary a club, the others neither.
    ///
    /// # Errors
    /// The fault, and the JSON pointer of the field that has it.
    pub fn new(
        role: Role,
        province: Option<String>,
        club: Option<ClubId>,
    ) -> Result<Authority, (&'static str, ValueError)> {
        let missing = |what: &str| ValueError::new("required", format!("A grant of this role names a {what}."));
        let surplus = |what: &str| ValueError::new("not-allowed", format!("A grant of this role names no {what}."));
        match (role, province, club) {
            (Role::Administrator, None, None) => Ok(Authority::Administrator),
            (Role::Umpire, None, None) => Ok(Authority::Umpire),
            (Role::Institution, None, None) => Ok(Authority::Institution),
            (Role::Coordinator, Some(province), None) => Ok(Authority::Coordinator(province)),
            (Role::ClubSecretary, None, Some(club)) => Ok(Authority::ClubSecretary(club)),
            (Role::Coordinator, None, _) => Err(("/province", missing("province"))),
            (Role::ClubSecretary, _, None) => Err(("/club_id", missing("club"))),
            (Role::Coordinator, Some(_), Some(_)) => Err(("/club_id", surplus("club"))),
            (_, Some(_), _) => Err(("/province", surplus("province"))),
            (_, _, Some(_)) => Err(("/club_id", surplus("club"))),
        }
    }

    /// The province or the club that it is given for, if it is given for one.
    #[must_use]
    pub fn scope(&self) -> (Option<String>, Option<ClubId>) {
        match self {
            Authority::Administrator | Authority::Umpire | Authority::Institution => (None, None),
            Authority::Coordinator(province) => (Some(province.clone()), None),
            Authority::ClubSecretary(club) => (None, Some(*club)),
        }
    }

    /// The role alone.
    #[must_use]
    pub fn role(&self) -> Role {
        match self {
            Authority::Administrator => Role::Administrator,
            Authority::Coordinator(_) => Role::Coordinator,
            Authority::Umpire => Role::Umpire,
            Authority::ClubSecretary(_) => Role::ClubSecretary,
            Authority::Institution => Role::Institution,
        }
    }
}

/// The account that calls, with the time and the origin of its request, and the reach of what it may do. A use case takes it
/// as its second argument.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account that has signed in.
    pub account: AccountId,
    /// The reach of the roles that let the caller in.
    pub reach: Reach,
    /// The caller as the audit trail names it.
    pub actor: Actor,
    /// The time of the request.
    pub now: Timestamp,
}

impl Caller {
    /// The day of the request, in South Africa.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        self.now.day()
    }

    /// Writes the row of a change into the audit trail, as the caller's.
    pub fn audit(&self, c: &mut Conn, change: Change<'_>) -> Result<(), Error> {
        audit::append(c, self.now, &self.actor, change)
    }
}

/// The reach of an authority: everywhere, or these provinces and these clubs; and an umpire where it is for umpires.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    everywhere: bool,
    umpire: bool,
    provinces: Vec<String>,
    clubs: Vec<ClubId>,
}

impl Reach {
    /// The reach of several authorities together.
    pub fn of<'a>(authorities: impl IntoIterator<Item = &'a Authority>) -> Reach {
        let mut reach = Reach::default();
        for authority in authorities {
            match authority {
                Authority::Administrator => reach.everywhere = true,
                Authority::Umpire => reach.umpire = true,
                Authority::Coordinator(province) => reach.provinces.push(province.clone()),
                Authority::ClubSecretary(club) => reach.clubs.push(*club),
                Authority::Institution => {}
            }
        }
        reach
    }

    /// The reach of those of the authorities that one of the roles lets in; none, if nobody is let in. An administrator is
    /// let in everywhere, and where no role is named, every account.
    pub fn for_roles<'a>(authorities: impl IntoIterator<Item = &'a Authority>, roles: &[Role]) -> Option<Reach> {
        let fits = |role| role == Role::Administrator || roles.contains(&role);
        let mut fitting = authorities
            .into_iter()
            .filter(|authority| fits(authority.role()))
            .peekable();
        (roles.is_empty() || fitting.peek().is_some()).then(|| Reach::of(fitting))
    }

    /// Whether nothing is out of reach.
    #[must_use]
    pub fn is_everywhere(&self) -> bool {
        self.everywhere
    }

    /// Whether an umpire asks, who umpires where an appointment says so.
    #[must_use]
    pub fn is_umpire(&self) -> bool {
        self.umpire
    }

    /// The provinces that are within reach as a whole.
    #[must_use]
    pub fn provinces(&self) -> &[String] {
        &self.provinces
    }

    /// The clubs that are within reach by themselves.
    #[must_use]
    pub fn clubs(&self) -> &[ClubId] {
        &self.clubs
    }

    /// Whether all of the province is within reach.
    #[must_use]
    pub fn covers_province(&self, code: &str) -> bool {
        self.everywhere || self.provinces.iter().any(|province| province == code)
    }

    /// Whether that club, of that province, is within reach.
    #[must_use]
    pub fn covers_club(&self, club: ClubId, province: &str) -> bool {
        self.clubs.contains(&club) || self.covers_province(province)
    }
}

/// A person who signs in.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::accounts)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// The address it signs in with, as it was written.
    pub email: Email,
    /// The name to call the person by.
    pub name: String,
    /// The time at which it was made.
    pub created_at: Timestamp,
    /// The time since when it is not in use.
    pub deactivated_at: Option<Timestamp>,
}

impl Account {
    /// A new account.
    #[must_use]
    pub fn new(email: Email, name: String, now: Timestamp) -> Account {
        Account {
            id: AccountId::new(now),
            email,
            name,
            created_at: now,
            deactivated_at: None,
        }
    }

    /// The account, no longer in use.
    ///
    /// # Errors
    /// [`AccountRefusal::AlreadyDeactivated`].
    pub fn deactivated(self, now: Timestamp) -> Result<Account, AccountRefusal> {
        match self.deactivated_at {
            Some(_) => Err(AccountRefusal::AlreadyDeactivated),
            None => Ok(Account {
                deactivated_at: Some(now),
                ..self
            }),
        }
    }

    /// The account, in use again.
    ///
    /// # Errors
    /// [`AccountRefusal::NotDeactivated`].
    pub fn reactivated(self) -> Result<Account, AccountRefusal> {
        match self.deactivated_at {
            None => Err(AccountRefusal::NotDeactivated),
            Some(_) => Ok(Account {
                deactivated_at: None,
                ..self
            }),
        }
    }
}

/// A new account as the trail keeps it: it may do nothing yet.
#[derive(Serialize)]
pub(crate) struct AccountEvidence<'a> {
    #[serde(flatten)]
    account: &'a Account,
    grants: [(); 0],
}

impl<'a> AccountEvidence<'a> {
    pub(crate) fn of(account: &'a Account) -> AccountEvidence<'a> {
        AccountEvidence { account, grants: [] }
    }
}

crate::string_value! {
    /// An e-mail address; compared without case.
    pub struct Email;
}

impl Email {
    /// The longest address that mail servers take (RFC 5321, 4.5.3.1.3).
    const MOST: usize = 254;

    /// Reads an address. Only a message sent there could tell whether it exists; the form keeps out slips.
    ///
    /// # Errors
    /// `invalid-email`, or a fault of [`text`].
    pub fn parse(value: &str) -> Result<Email, ValueError> {
        let value = text(value, Email::MOST)?;
        let plausible = value.split_once('@').is_some_and(|(user, host)| {
            !user.is_empty()
                && host.contains('.')
                && !host.starts_with('.')
                && !host.ends_with('.')
                && !host.contains('@')
        });
        if plausible && !value.contains(' ') {
            Ok(Email(value))
        } else {
            Err(ValueError::new(
                "invalid-email",
                "Must be an e-mail address, as in nomsa@example.org.",
            ))
        }
    }

    /// The address in lower case, by which spellings that differ in case are one.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

/// An account as it is asked for.
#[derive(Debug)]
pub struct NewAccount {
    /// The address it signs in with.
    pub email: Email,
    /// The name to call the person by.
    pub name: String,
    /// Its first password; without one, somebody is invited to set it.
    pub password: Option<Password>,
}

impl NewAccount {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(email: &str, name: &str, password: Option<&str>) -> Result<NewAccount, Faults> {
        let mut faults = Faults::default();
        let password = password
            .map(|password| Password::parse(password, email, name))
            .transpose();
        let email = faults.check("/email", Email::parse(email));
        let name = faults.check("/name", text(name, 120));
        let password = faults.check("/password", password);
        match (email, name, password) {
            (Some(email), Some(name), Some(password)) => Ok(NewAccount { email, name, password }),
            _ => Err(faults),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::accounts::*;

    #[test]
    fn an_email_has_a_user_and_a_host() {
        for good in ["nomsa@example.org", "n.d+x@a.b.co.za", "Ünal@example.org"] {
            assert_eq!(Email::parse(good).unwrap().as_str(), good);
        }
        for bad in [
            "nomsa",
            "@example.org",
            "nomsa@",
            "nomsa@example",
            "a b@example.org",
            "a@b@example.org",
            "a@.org",
        ] {
            assert_eq!(Email::parse(bad).unwrap_err().code, "invalid-email", "{bad}");
        }
    }

    #[test]
    fn a_role_has_its_scope_and_no_other() {
        let club = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e".parse().unwrap();
        let province = || Some("ZA-GP".to_owned());
        assert!(Authority::new(Role::Coordinator, province(), None).is_ok());
        assert!(Authority::new(Role::ClubSecretary, None, Some(club)).is_ok());
        for (role, province, club, pointer, code) in [
            (Role::Coordinator, None, None, "/province", "required"),
            (Role::Coordinator, province(), Some(club), "/club_id", "not-allowed"),
            (Role::ClubSecretary, province(), None, "/club_id", "required"),
            (Role::ClubSecretary, province(), Some(club), "/province", "not-allowed"),
            (Role::Umpire, province(), None, "/province", "not-allowed"),
            (Role::Administrator, None, Some(club), "/club_id", "not-allowed"),
            (Role::Institution, province(), None, "/province", "not-allowed"),
            (Role::Institution, None, Some(club), "/club_id", "not-allowed"),
        ] {
            let (at, invalid) = Authority::new(role, province, club).unwrap_err();
            assert_eq!((at, invalid.code), (pointer, code), "{role:?}");
        }
    }

    #[test]
    fn reach_is_the_sum_of_authorities() {
        let clock = crate::values::clock::Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap());
        let (club, other) = (ClubId::new(clock.now()), ClubId::new(clock.now()));
        let reach = Reach::of(&[
            Authority::Coordinator("ZA-GP".to_owned()),
            Authority::ClubSecretary(club),
        ]);
        assert!(reach.covers_province("ZA-GP") && !reach.covers_province("ZA-LP"));
        assert!(reach.covers_club(club, "ZA-LP") && reach.covers_club(other, "ZA-GP"));
        assert!(!reach.covers_club(other, "ZA-LP"));
        assert!(Reach::of(&[Authority::Administrator]).covers_club(other, "ZA-LP"));
        assert_eq!(Reach::of(&[Authority::Institution]), Reach::of(&[]));
        assert!(!Reach::of(&[]).covers_province("ZA-GP"));
    }

    #[test]
    fn a_role_that_is_not_asked_for_lets_nobody_in() {
        let gauteng = Authority::Coordinator("ZA-GP".to_owned());
        let both = [gauteng.clone(), Authority::Umpire];
        assert_eq!(
            Reach::for_roles(&both, &[Role::Coordinator]),
            Some(Reach::of(&[gauteng]))
        );
        assert_eq!(Reach::for_roles(&both, &[Role::ClubSecretary]), None);
        assert_eq!(Reach::for_roles(&both, &[]), Some(Reach::default()));
        let everywhere = Reach::of(&[Authority::Administrator]);
        assert_eq!(
            Reach::for_roles(&[Authority::Administrator], &[Role::Umpire]),
            Some(everywhere)
        );
    }
}
