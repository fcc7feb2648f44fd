//! The standing of whoever calls: by which proof, for which account, and what that may do, as the records have it now. It is
//! read for each request, and again in the transaction of what is written.

use std::fmt;

use serde_json::{Map, Value};

use crate::accounts::applications::{self, ApplicationBearer};
use crate::accounts::authorizations::ActingBearer;
use crate::accounts::caller::Permission;
use crate::accounts::refusals::{ROLE_REQUIRED, SCOPE_REQUIRED, SECOND_FACTOR_REQUIRED, TOKEN_INVALID};
use crate::accounts::tokens::Bearer;
use crate::accounts::{Authority, Caller, Reach, Role, personal_tokens, second_factors, store, tokens, use_cases};
use crate::db::Conn;
use crate::operations::{Scope, Scopes};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, ProblemKind};
use crate::values::id::{AccountId, ApplicationId, Id, PersonalTokenId};

/// The proof by which somebody calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// A session, of somebody who has signed in.
    Session(Bearer),
    /// The access token of an application.
    Application(ApplicationBearer),
    /// The access token of an application that acts for somebody who has let it.
    Acting(ActingBearer),
    /// A personal token, by its stored form.
    PersonalToken(String),
    /// A command that the account gave elsewhere, and that is executed again here.
    Command(AccountId),
}

/// A program by which an account calls, as the audit trail names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    Application(ApplicationId),
    PersonalToken(PersonalTokenId),
}

/// The words before the id of an application and of a personal token, in the origin of what they do.
const APPLICATION: &str = "application";
const PERSONAL_TOKEN: &str = "personal token";

impl Program {
    /// The program that the origin of a change names, if it was one.
    pub fn of_origin(origin: &str) -> Option<Program> {
        let named = |word: &str| origin.strip_prefix(word)?.strip_prefix(' ')?.split(',').next();
        let application = named(APPLICATION).and_then(|id| id.parse().ok());
        let token = || named(PERSONAL_TOKEN).and_then(|id| id.parse().ok());
        application
            .map(Program::Application)
            .or_else(|| token().map(Program::PersonalToken))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Program::Application(id) => write!(f, "{APPLICATION} {id}"),
            Program::PersonalToken(id) => write!(f, "{PERSONAL_TOKEN} {id}"),
        }
    }
}

/// The proof by which somebody calls, and what the federation asks beside it.
#[derive(Clone)]
pub(crate) struct Standing {
    pub(crate) proof: Proof,
    pub(crate) requires_second_factor: bool,
}

/// The account that calls and what it may do.
pub struct Identity {
    pub(crate) standing: Standing,
    pub(crate) account: AccountId,
    /// The program that calls for the account; none if a person does.
    pub(crate) program: Option<Program>,
    /// The parts of the records that the program is let in to; a person is let in to all.
    scopes: Option<Scopes>,
    /// The personal token whose use is to be kept.
    pub used: Option<PersonalTokenId>,
    authorities: Vec<Authority>,
    /// The authorities that wait for a second factor.
    withheld: Vec<Authority>,
}

impl Standing {
    /// The identity as the records have it now.
    pub(crate) fn identity(self, c: &mut Conn, now: Timestamp) -> Result<Identity, Error> {
        let mut identity = self.proven(c, now)?;
        let account = [identity.account];
        let withholds =
            identity.standing.requires_second_factor && second_factors::store::having_one(c, &account)?.is_empty();
        (identity.withheld, identity.authorities) = identity
            .authorities
            .into_iter()
            .partition(|authority| withholds && authority.role().is_sensitive());
        Ok(identity)
    }

    /// The account for which the proof is good, with all that it may do by it.
    fn proven(self, c: &mut Conn, now: Timestamp) -> Result<Identity, Error> {
        let invalid = || unfit(&TOKEN_INVALID);
        match self.proof.clone() {
            Proof::Session(bearer) => {
                if !tokens::store::is_open(c, bearer, now)? {
                    return Err(invalid());
                }
                let authorities = use_cases::authorities(c, bearer.account, now.day())?;
                Ok(self.person(bearer.account, authorities))
            }
            Proof::Application(bearer) => {
                let application = applications::store::find_by_bearer(c, &bearer)?;
                let application = application.ok_or_else(invalid)?;
                refuse_deactivated(c, application.account)?;
                let authorities = applications::use_cases::authorities(c, &application, now.day())?;
                Ok(Identity {
                    program: Some(Program::Application(application.id)),
                    scopes: Some(bearer.scopes),
                    ..self.person(application.account, authorities)
                })
            }
            Proof::Acting(acting) => {
                let application = applications::store::find_acting(c, &acting, now)?.ok_or_else(invalid)?;
                if !applications::use_cases::may_act(c, &application, now.day())? {
                    return Err(invalid());
                }
                let authorities = use_cases::authorities(c, acting.bearer.account, now.day())?;
                Ok(Identity {
                    program: Some(Program::Application(application.id)),
                    scopes: Some(acting.scopes),
                    ..self.person(acting.bearer.account, authorities)
                })
            }
            Proof::Command(account) => {
                let authorities = use_cases::authorities(c, account, now.day())?;
                Ok(self.person(account, authorities))
            }
            Proof::PersonalToken(hash) => {
                let token = personal_tokens::store::find_by_hash(c, &hash)?.filter(|token| token.is_good_at(now));
                let token = token.ok_or_else(invalid)?;
                refuse_deactivated(c, token.account)?;
                let authorities = use_cases::authorities(c, token.account, now.day())?;
                Ok(Identity {
                    program: Some(Program::PersonalToken(token.id)),
                    scopes: Some(token.scopes()),
                    used: token.is_use_to_be_kept(now).then_some(token.id),
                    ..self.person(token.account, authorities)
                })
            }
        }
    }

    fn person(self, account: AccountId, authorities: Vec<Authority>) -> Identity {
        Identity {
            standing: self,
            account,
            program: None,
            scopes: None,
            used: None,
            authorities,
            withheld: Vec::new(),
        }
    }

    /// The caller, judged again: grants and proof are those of this moment.
    pub(crate) fn judge<P: Permission>(&self, c: &mut Conn, caller: &Caller) -> Result<Caller, Error> {
        let reach = self.clone().identity(c, caller.now)?.reach::<P>()?;
        Ok(Caller {
            reach,
            ..caller.clone()
        })
    }
}

fn refuse_deactivated(c: &mut Conn, account: AccountId) -> Result<(), Error> {
    if store::in_use(c, &[account])?.is_empty() {
        return Err(unfit(&TOKEN_INVALID));
    }
    Ok(())
}

impl Identity {
    /// The session, the application or the personal token for which requests are counted.
    pub fn holder(&self) -> Id {
        match (self.program, &self.standing.proof) {
            (_, Proof::Session(bearer)) => bearer.session.into(),
            (_, Proof::Acting(acting)) => acting.bearer.session.into(),
            (Some(Program::Application(application)), _) => application.into(),
            (Some(Program::PersonalToken(token)), _) => token.into(),
            (None, _) => self.account.into(),
        }
    }

    /// Refuses a program that is not let in to what the request needs; none if no program may do it.
    pub(crate) fn refuse_without(&self, needed: Option<Scope>) -> Result<(), Error> {
        let Some(scopes) = &self.scopes else { return Ok(()) };
        if needed.is_some_and(|needed| scopes.has(needed)) {
            return Ok(());
        }
        let detail = match needed {
            Some(needed) => format!("The program needs the scope {}.", needed.as_str()),
            None => "This is for people who have signed in themselves; no scope lets a program do it.".to_owned(),
        };
        let word = needed.map_or(Value::Null, |needed| needed.as_str().into());
        let facts = Map::from_iter([("required_scope".to_owned(), word)]);
        Err(SCOPE_REQUIRED.problem(detail).with_facts(facts).into())
    }

    /// The reach of the authorities that the permission lets in.
    pub(crate) fn reach<P: Permission>(&self) -> Result<Reach, Error> {
        if let Some(reach) = Reach::for_roles(&self.authorities, P::ROLES) {
            return Ok(reach);
        }
        if Reach::for_roles(&self.withheld, P::ROLES).is_some() {
            return Err(SECOND_FACTOR_REQUIRED.problem(SECOND_FACTOR_REQUIRED.about).into());
        }
        let roles = || {
            let others = P::ROLES.iter().filter(|role| **role != Role::Administrator);
            std::iter::once(Role::Administrator).chain(others.copied())
        };
        let people: Vec<&str> = roles().map(Role::people).collect();
        let detail = match people.split_last() {
            Some((last, others)) if !others.is_empty() => format!("This is for {} and {last}.", others.join(", ")),
            _ => format!("This is for {}.", people.concat()),
        };
        let allowed = roles().map(|role| role.as_str().into()).collect();
        let facts = Map::from_iter([("allowed_roles".to_owned(), Value::Array(allowed))]);
        Err(ROLE_REQUIRED.problem(detail).with_facts(facts).into())
    }
}

/// A 401 that says what is wrong with the token, as RFC 6750, 3 asks for.
pub(crate) fn unfit(kind: &'static ProblemKind) -> Error {
    kind.problem(kind.about)
        .with_header("www-authenticate", "Bearer error=\"invalid_token\"")
        .into()
}

#[cfg(test)]
mod tests {
    use crate::accounts::standing::*;

    #[test]
    fn a_program_is_known_by_the_origin_of_what_it_did() {
        let id = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e";
        for program in [
            Program::Application(id.parse().unwrap()),
            Program::PersonalToken(id.parse().unwrap()),
        ] {
            let origin = format!("{program}, request {id} from 192.0.2.7");
            assert_eq!(Program::of_origin(&origin), Some(program));
        }
        for origin in [
            "command line",
            "application",
            "application of 2026, request",
            "request 1 from unknown",
        ] {
            assert_eq!(Program::of_origin(origin), None, "{origin}");
        }
    }
}
