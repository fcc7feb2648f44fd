//! The caller: a handler's first parameter, and the only way in.
//!
//! [`identify`] finds out who calls before anything else of the request is read; the type of the parameter then says who
//! may. A handler that takes [`Anyone`] is open; one that takes, say, [`Coordinator`] answers 401 to a stranger and 403
//! to everyone whose grants of today do not include that role. An administrator is let in everywhere.
//!
//! The permission is also the only way to the records: its `read`, `write` and `write_once` open the transaction in which
//! a use case works, and tell it who calls.

use crate::accounts::{ROLE_REQUIRED, TOKEN_EXPIRED, TOKEN_INVALID, TOKEN_REQUIRED};
use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use chrono::NaiveDate;

use crate::accounts::keys::Keyring;
use crate::accounts::tokens::{self, TokenError};
use crate::accounts::{Authority, Caller, Reach, Role, grants};
use crate::db::audit::Actor;
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, ProblemKind};
use crate::values::id::AccountId;
use crate::web::body::refuse_stray_query;
use crate::web::context::Context;
use crate::web::idempotency::Request;
use crate::web::response::{Content, Response, StoredResponse};
use crate::web::{rate_limit, telemetry};

/// A caller, whoever it is.
#[derive(Clone)]
pub(crate) struct Anyone {
    context: Context,
    actor: Actor,
}

impl Anyone {
    /// The caller as the audit trail names it.
    pub(crate) fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The time of the request.
    pub(crate) fn now(&self) -> Timestamp {
        self.context.now()
    }

    /// The day of the request, in South Africa.
    pub(crate) fn today(&self) -> NaiveDate {
        self.context.today()
    }

    /// Runs `read` on one snapshot of the records.
    pub(crate) async fn read<T, F>(self, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        self.context.read(read).await
    }

    /// Runs `write` in one transaction.
    pub(crate) async fn write<T, F>(self, write: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        self.context.write(write).await
    }
}

impl FromRequest for Anyone {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let context = refuse_stray_query(request).and_then(|()| Context::of(request));
        ready(context.map(|context| Anyone {
            context,
            actor: Actor::over_http(None, origin(request)),
        }))
    }
}

/// An account that has signed in and has at least one of the roles that `P` lets in, and what it is let in to.
pub(crate) struct Permit<P> {
    context: Context,
    caller: Caller,
    permission: PhantomData<P>,
}

impl<P: Permission> Permit<P> {
    /// The roles that are let in.
    pub(crate) const ROLES: &'static [Role] = P::ROLES;
}

impl<P> Permit<P> {
    /// The records and the time of the request.
    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// The account's id.
    pub(crate) fn account(&self) -> AccountId {
        self.caller.account
    }

    /// The reach of the roles that let the caller in.
    pub(crate) fn reach(&self) -> &Reach {
        &self.caller.reach
    }

    /// The caller as the audit trail names it.
    pub(crate) fn actor(&self) -> &Actor {
        &self.caller.actor
    }

    /// The time of the request.
    pub(crate) fn now(&self) -> Timestamp {
        self.caller.now
    }

    /// The day of the request, in South Africa.
    pub(crate) fn today(&self) -> NaiveDate {
        self.caller.today()
    }

    /// Runs `read` on one snapshot of the records.
    pub(crate) async fn read<T, F>(self, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        let caller = self.caller;
        self.context.read(move |c| read(c, &caller)).await
    }

    /// Runs `write` in one transaction; or answers as before, if the request was done before.
    pub(crate) async fn write_once<T, F>(self, request: Request, mut write: F) -> Result<StoredResponse, Error>
    where
        T: Content,
        F: FnMut(&mut Conn, &Caller) -> Result<Response<T>, Error> + Send + 'static,
    {
        let (account, caller) = (self.caller.account, self.caller);
        self.context
            .write_once(account, request, move |c| write(c, &caller))
            .await
    }
}

/// The roles that a type of caller lets in.
pub(crate) trait Permission {
    /// Any of these roles, or an administrator; none named, every account.
    const ROLES: &'static [Role];
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident($marker:ident) = [$($role:ident),*];)+) => {
        $(
            #[doc(hidden)]
            pub(crate) enum $marker {}
            impl Permission for $marker {
                const ROLES: &'static [Role] = &[$(Role::$role),*];
            }
            $(#[$doc])*
            pub(crate) type $name = Permit<$marker>;
        )+
    };
}

permissions! {
    /// Every account.
    SignedIn(ToAnyAccount) = [];
    /// Administrators.
    Administrator(ToAdministrators) = [Administrator];
    /// Coordinators, within their provinces.
    Coordinator(ToCoordinators) = [Coordinator];
    /// Club secretaries, within their clubs, and those above them.
    ClubSecretary(ToClubSecretaries) = [Coordinator, ClubSecretary];
    /// Those who look after clubs, and umpires.
    ClubSecretaryOrUmpire(ToOfficials) = [Coordinator, ClubSecretary, Umpire];
    /// Those who run tournaments: coordinators within their provinces, umpires where they are appointed.
    TournamentOfficial(ToTournamentOfficials) = [Coordinator, Umpire];
    /// Institutions, for the one list that they read.
    Institution(ToInstitutions) = [Institution];
}

/// The account that calls and what it may do, as [`identify`] found out.
struct Identity {
    account: AccountId,
    authorities: Vec<Authority>,
}

/// The finding that [`identify`] leaves for the caller types: nothing without a token.
struct Identified(Result<Identity, Error>);

impl<P: Permission> FromRequest for Permit<P> {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let identified = request.extensions_mut().remove::<Identified>();
        let identity = identified
            .unwrap_or_else(|| Identified(Err(TOKEN_REQUIRED.problem(TOKEN_REQUIRED.about).into())))
            .0;
        let permit = identity.and_then(|identity| permit(&identity, request));
        ready(permit.and_then(|permit| refuse_stray_query(request).map(|()| permit)))
    }
}

fn permit<P: Permission>(identity: &Identity, request: &HttpRequest) -> Result<Permit<P>, Error> {
    let reach = Reach::for_roles(&identity.authorities, P::ROLES)
        .ok_or_else(|| ROLE_REQUIRED.problem("None of your roles allows this."))?;
    let context = Context::of(request)?;
    let caller = Caller {
        account: identity.account,
        reach,
        actor: Actor::over_http(Some(identity.account), origin(request)),
        now: context.now(),
    };
    Ok(Permit {
        context,
        caller,
        permission: PhantomData,
    })
}

/// Finds out who calls, if a token was sent. Grants and the session are read from the database each time, so that
/// taking them back works at once.
pub(crate) async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    if let Some(authorization) = request.headers().get(header::AUTHORIZATION) {
        let token = authorization.to_str().ok().and_then(bearer_token).map(str::to_owned);
        let identity = identity(&request, token).await;
        request.extensions_mut().insert(Identified(identity));
    }
    next.call(request).await
}

/// RFC 6750, 2.1; the scheme's case does not matter (RFC 9110, 11.1).
fn bearer_token(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn identity(request: &ServiceRequest, token: Option<String>) -> Result<Identity, Error> {
    let missing = || Error::Internal("the application is not whole".to_owned());
    let keys = request.app_data::<Data<Keyring>>().ok_or_else(missing)?;
    let clock = request.app_data::<Data<Clock>>().ok_or_else(missing)?;
    let database = request.app_data::<Data<Database>>().ok_or_else(missing)?;
    let now = clock.now();
    let token = token.ok_or_else(|| unfit(&TOKEN_INVALID))?;
    let mut bearer = keys.keys().verify(&token, now);
    if bearer == Err(TokenError::UnknownKey) {
        // Another service on the same database may have made the key since.
        bearer = keys.renewed(database).await?.verify(&token, now);
    }
    let bearer = bearer.map_err(|why| match why {
        TokenError::NotOurs | TokenError::UnknownKey => unfit(&TOKEN_INVALID),
        TokenError::Expired => unfit(&TOKEN_EXPIRED),
    })?;
    let grants = database
        .read(move |c| {
            if !tokens::store::is_open(c, bearer)? {
                return Err(unfit(&TOKEN_INVALID));
            }
            grants::store::list(c, &[bearer.account])
        })
        .await?;
    let today = now.day();
    Ok(Identity {
        account: bearer.account,
        authorities: grants.iter().filter_map(|grant| grant.authority_on(today)).collect(),
    })
}

/// A 401 that says what is wrong with the token, as RFC 6750, 3 asks for.
fn unfit(kind: &'static ProblemKind) -> Error {
    kind.problem(kind.about)
        .with_header("www-authenticate", "Bearer error=\"invalid_token\"")
        .into()
}

/// The origin of a request: its id, by which the log tells the rest, and the address it was sent from.
fn origin(request: &HttpRequest) -> String {
    let address = rate_limit::origin(request).map_or_else(|| "unknown".to_owned(), |address| address.to_string());
    format!("request {} from {address}", telemetry::request_id())
}
