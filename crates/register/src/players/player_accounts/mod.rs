//! Players' own accounts: with which account somebody reads and decides for themselves, or for their child.
//!
//! A club invites its players. A player who is of age holds an account alone; for one who is under 18 a parent or guardian
//! does, until the 18th birthday. An account that was made for this can be tied to further players, as that of a parent of
//! several; one that an administrator has made, or that has been granted a role, an administrator alone ties. An account is the own
//! one of one person at most, and a person has one such account; that with which an umpire is accredited is theirs.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;
pub mod views;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::{Account, Email};
use crate::clubs::ALREADY_WITHDRAWN;
use crate::players::Player;
use crate::players::consents::ConsentRelation;
use crate::players::merger::Merger;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerAccountId, PlayerId};

crate::string_enum! {
    /// The origin of an account that holds for a player.
    pub enum PlayerAccountOrigin as "PlayerAccountOrigin" {
        /// The account was made for it.
        Invited = "invited",
        /// The account was there before.
        Existing = "existing",
    }
}

/// An account that holds for a player.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::player_accounts)]
pub struct PlayerAccount {
    /// Its id.
    pub id: PlayerAccountId,
    /// The account.
    #[serde(rename = "account_id")]
    #[diesel(column_name = account_id)]
    pub account: AccountId,
    /// The player for whom it holds.
    #[serde(rename = "player_id")]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The relation to the player of the person who signs in.
    pub relation: ConsentRelation,
    /// Whether the account was made for it.
    pub origin: PlayerAccountOrigin,
    /// The time from which it holds.
    pub created_at: Timestamp,
    /// The time at which it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
}

/// An account that is to hold for a player, as it is asked for.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// The address with which the person signs in.
    pub email: Email,
    /// The name to call the person by, if the account is a new one.
    pub name: String,
    /// The relation to the player.
    pub relation: ConsentRelation,
}

/// All that is known of an account before it is tied to a player, or gets a code.
#[derive(Debug, Clone)]
pub struct AccountStanding {
    /// Whether a role was ever granted to it.
    pub has_grants: bool,
    /// Whether its owner has set a password.
    pub has_password: bool,
    /// All that it was ever tied to.
    pub ties: Vec<PlayerAccount>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayerAccountRefusal {
    /// A child is to have an account.
    #[error("The player is under 18: a parent or a guardian holds the account.")]
    UnderAge,
    /// A guardian is to hold the account of who is of age.
    #[error("The player is 18 or older, and holds the account themselves.")]
    OfAge,
    /// The account is not one that a club has invited.
    #[error("An account with this address is there for something else; an administrator ties it to a player.")]
    OfOthers,
    /// It holds already.
    #[error("This account holds for the player already.")]
    AlreadyHolds,
    /// It is another person's own.
    #[error("The account is another person's own.")]
    OfAnother,
    /// The person has another one.
    #[error("The player has another account of their own.")]
    HasOwn,
    /// It is withdrawn once.
    #[error("It was withdrawn before.")]
    AlreadyWithdrawn,
    /// The owner has taken the account over.
    #[error("A password is set. If it was forgotten, an administrator makes a code.")]
    HasPassword,
}

crate::problem_kinds! {
    NOT_THEIRS_TO_HOLD = 422 "not-theirs-to-hold", "Somebody else has to hold the account",
        "For a player under 18 a parent or a guardian holds an account; who is older holds their own.";
    ACCOUNT_OF_OTHERS = 409 "account-of-others", "The account is there for something else",
        "A club ties to a player a new account, or one that a club has invited, and makes codes for the latter. For an account that an administrator has made, or that has been granted a role, an administrator does that.";
    ALREADY_HOLDS = 409 "already-holds", "The account holds for the player already",
        "Nothing is left to do: `GET /v1/players/{id}/accounts` lists it.";
    OWN_ACCOUNT_OF_ANOTHER = 409 "own-account-of-another", "The account is another person's own",
        "An account is the own one of one person. If two entries were made for this person, merge them: `POST /v1/players/{id}/mergers`. If the account was tied to the wrong player, withdraw it there: `POST /v1/player-accounts/{id}/withdrawals`.";
    HAS_OWN_ACCOUNT = 409 "has-own-account", "The player has an account of their own",
        "A person has one account of their own: `GET /v1/players/{id}/accounts` lists it. If another one is to take its place, withdraw it first: `POST /v1/player-accounts/{id}/withdrawals`.";
    PASSWORD_SET = 409 "password-set", "The owner has set a password",
        "A club's code is for somebody who has none yet. Who has forgotten the password asks an administrator: `POST /v1/accounts/{id}/password-codes`.";
}

impl From<PlayerAccountRefusal> for Error {
    fn from(refusal: PlayerAccountRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            PlayerAccountRefusal::UnderAge | PlayerAccountRefusal::OfAge => NOT_THEIRS_TO_HOLD.at("/relation", detail),
            PlayerAccountRefusal::OfOthers => ACCOUNT_OF_OTHERS.problem(detail),
            PlayerAccountRefusal::AlreadyHolds => ALREADY_HOLDS.problem(detail),
            PlayerAccountRefusal::OfAnother => OWN_ACCOUNT_OF_ANOTHER.problem(detail),
            PlayerAccountRefusal::HasOwn => HAS_OWN_ACCOUNT.problem(detail),
            PlayerAccountRefusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
            PlayerAccountRefusal::HasPassword => PASSWORD_SET.problem(detail),
        }
        .into()
    }
}

/// Refuses a relation that does not go with the age of the player on that day.
///
/// # Errors
/// [`PlayerAccountRefusal::UnderAge`], [`PlayerAccountRefusal::OfAge`].
pub fn refuse_relation(
    relation: ConsentRelation,
    player: &Player,
    today: NaiveDate,
) -> Result<(), PlayerAccountRefusal> {
    let is_minor = player.person.as_ref().is_some_and(|person| person.is_minor(today));
    match (relation.decides_for(is_minor), is_minor) {
        (true, _) => Ok(()),
        (false, true) => Err(PlayerAccountRefusal::UnderAge),
        (false, false) => Err(PlayerAccountRefusal::OfAge),
    }
}

/// Refuses a second person to an account, or a second own account.
///
/// `ties` are those of the account and of the player.
///
/// # Errors
/// [`PlayerAccountRefusal::AlreadyHolds`], [`PlayerAccountRefusal::OfAnother`], [`PlayerAccountRefusal::HasOwn`].
pub fn refuse_second(account: AccountId, player: PlayerId, ties: &[PlayerAccount]) -> Result<(), PlayerAccountRefusal> {
    let mut refused = Ok(());
    for tie in ties.iter().filter(|tie| tie.is_own()) {
        match (tie.account == account, tie.player == player) {
            (true, true) => return Err(PlayerAccountRefusal::AlreadyHolds),
            (true, false) => refused = Err(PlayerAccountRefusal::OfAnother),
            (false, true) if refused.is_ok() => refused = Err(PlayerAccountRefusal::HasOwn),
            (false, _) => {}
        }
    }
    refused
}

impl AccountStanding {
    /// Whether a club has made the account for its players, and it is nothing else.
    fn is_of_players(&self) -> bool {
        let invited = |tie: &PlayerAccount| tie.origin == PlayerAccountOrigin::Invited;
        !self.has_grants && self.ties.iter().any(invited)
    }

    /// Refuses to tie an account to a player that is there for something else: an administrator alone does that.
    ///
    /// # Errors
    /// [`PlayerAccountRefusal::OfOthers`].
    pub fn refuse_tie(&self, by_administrator: bool) -> Result<(), PlayerAccountRefusal> {
        if by_administrator || self.is_of_players() {
            Ok(())
        } else {
            Err(PlayerAccountRefusal::OfOthers)
        }
    }

    /// Whether a code that was made for the account is worth nothing once it is tied to another player: whoever has it may
    /// not look after that one.
    #[must_use]
    pub fn code_lapses(&self) -> bool {
        self.is_of_players() && !self.has_password
    }

    /// Refuses a code to whoever looks after players: but for an account that was made for them, and that its owner has not
    /// taken over, it would be a way into what is another's.
    ///
    /// # Errors
    /// [`PlayerAccountRefusal::OfOthers`], [`PlayerAccountRefusal::HasPassword`].
    pub fn refuse_code(&self) -> Result<(), PlayerAccountRefusal> {
        if !self.is_of_players() {
            Err(PlayerAccountRefusal::OfOthers)
        } else if self.has_password {
            Err(PlayerAccountRefusal::HasPassword)
        } else {
            Ok(())
        }
    }
}

impl PlayerAccount {
    /// Ties an account to a player from now on.
    #[must_use]
    pub fn of(
        account: &Account,
        origin: PlayerAccountOrigin,
        player: PlayerId,
        relation: ConsentRelation,
        now: Timestamp,
    ) -> PlayerAccount {
        PlayerAccount {
            id: PlayerAccountId::new(now),
            account: account.id,
            player,
            relation,
            origin,
            created_at: now,
            withdrawn_at: None,
        }
    }

    /// Whether it holds for the player on that day: a guardian's does until the 18th birthday.
    #[must_use]
    pub fn holds(&self, player: &Player, today: NaiveDate) -> bool {
        let decides = |is_minor| self.relation.decides_for(is_minor);
        let person = player.person.as_ref();
        self.withdrawn_at.is_none() && person.is_some_and(|person| decides(person.is_minor(today)))
    }

    /// Whether the account is the player's own, and was not withdrawn.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.withdrawn_at.is_none() && self.relation == ConsentRelation::Themselves
    }

    /// The tie, at an end.
    ///
    /// # Errors
    /// [`PlayerAccountRefusal::AlreadyWithdrawn`].
    pub fn withdrawn(self, now: Timestamp) -> Result<PlayerAccount, PlayerAccountRefusal> {
        if self.withdrawn_at.is_some() {
            return Err(PlayerAccountRefusal::AlreadyWithdrawn);
        }
        Ok(PlayerAccount {
            withdrawn_at: Some(now),
            ..self
        })
    }
}

/// The duplicate's ties that end with a merger: the same account holds for the entry that stays; or it is the person's own, and
/// the entry that stays has one.
#[must_use]
pub fn ending(own: &[PlayerAccount], theirs: Vec<PlayerAccount>, merger: &Merger) -> Vec<PlayerAccount> {
    let holds = |tie: &PlayerAccount| {
        let same = |own: &PlayerAccount| (own.account, own.relation) == (tie.account, tie.relation);
        let takes_its_place = |own: &PlayerAccount| same(own) || (own.is_own() && tie.is_own());
        own.iter().any(|own| own.withdrawn_at.is_none() && takes_its_place(own))
    };
    let theirs = theirs.into_iter().filter(|tie| holds(tie));
    theirs.filter_map(|tie| tie.withdrawn(merger.at).ok()).collect()
}

#[cfg(test)]
mod tests {
    use crate::players::merger::tests::{merger, nth};
    use crate::players::player_accounts::*;

    fn tie(id: u8, account: u8, origin: PlayerAccountOrigin) -> PlayerAccount {
        PlayerAccount {
            id: nth(id),
            account: nth(account),
            player: nth(100),
            relation: ConsentRelation::Themselves,
            origin,
            created_at: merger().at,
            withdrawn_at: None,
        }
    }

    #[test]
    fn a_club_ties_and_invites_the_accounts_that_clubs_have_made_and_nobody_has_taken_over() {
        use PlayerAccountOrigin::{Existing, Invited};
        use PlayerAccountRefusal::{HasPassword, OfOthers};
        let standing = |has_grants, has_password, ties: &[PlayerAccountOrigin]| AccountStanding {
            has_grants,
            has_password,
            ties: ties.iter().map(|origin| tie(1, 2, *origin)).collect(),
        };
        for (standing, tied, code) in [
            (standing(false, false, &[Invited]), Ok(()), Ok(())),
            (standing(false, true, &[Invited]), Ok(()), Err(HasPassword)),
            (standing(false, false, &[Existing, Invited]), Ok(()), Ok(())),
            (standing(false, false, &[Existing]), Err(OfOthers), Err(OfOthers)),
            (standing(false, false, &[]), Err(OfOthers), Err(OfOthers)),
            (standing(true, false, &[Invited]), Err(OfOthers), Err(OfOthers)),
            (standing(true, true, &[Invited]), Err(OfOthers), Err(OfOthers)),
        ] {
            assert_eq!(
                (standing.refuse_tie(false), standing.refuse_code()),
                (tied, code),
                "{standing:?}"
            );
            assert_eq!(standing.refuse_tie(true), Ok(()));
        }
    }

    #[test]
    fn an_account_is_one_persons_own_and_a_person_has_one() {
        use PlayerAccountRefusal::{AlreadyHolds, HasOwn, OfAnother};
        let origin = PlayerAccountOrigin::Invited;
        let of = |account, player| PlayerAccount {
            player: nth(player),
            ..tie(1, account, origin)
        };
        let second = |ties: &[PlayerAccount]| refuse_second(nth(10), nth(100), ties);
        assert_eq!(second(&[of(10, 100)]), Err(AlreadyHolds));
        assert_eq!(second(&[of(10, 101)]), Err(OfAnother));
        assert_eq!(second(&[of(11, 100)]), Err(HasOwn));
        assert_eq!(second(&[of(11, 100), of(10, 101)]), Err(OfAnother));
        let parent = PlayerAccount {
            relation: ConsentRelation::Parent,
            ..of(10, 101)
        };
        let gone = of(11, 100).withdrawn(merger().at).unwrap();
        assert_eq!(second(&[parent, gone]), Ok(()));
    }

    #[test]
    fn a_merger_ends_what_holds_for_the_other_entry_too() {
        let origin = PlayerAccountOrigin::Invited;
        let gone = tie(3, 20, origin).withdrawn(merger().at).unwrap();
        let guardian = |id, account| PlayerAccount {
            relation: ConsentRelation::Guardian,
            ..tie(id, account, origin)
        };
        let own = [guardian(1, 10), gone];
        let theirs = vec![guardian(4, 10), tie(5, 20, origin), guardian(6, 30)];
        let ended = ending(&own, theirs, &merger());
        assert_eq!(ended.iter().map(|tie| tie.id).collect::<Vec<_>>(), [nth(4)]);
        // A person has one account of their own: that of the entry that stays.
        let both = [
            (tie(1, 10, origin), tie(5, 20, origin)),
            (tie(1, 10, origin), tie(5, 10, origin)),
        ];
        for (own, theirs) in both {
            assert_eq!(ending(&[own], vec![theirs], &merger()).len(), 1);
        }
        assert_eq!(
            ended[0].clone().withdrawn(merger().at).unwrap_err(),
            PlayerAccountRefusal::AlreadyWithdrawn
        );
    }
}
