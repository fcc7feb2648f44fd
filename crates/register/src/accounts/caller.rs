//! The caller: a handler's first parameter, and the only way in.
//!
//! [`identify`] finds out who calls before anything else of the request is read; the type of the parameter then says who
//! may. A handler that takes [`Anyone`] is open; one that takes, say, [`Coordinator`] answers 401 to a stranger and 403
//! to everyone whose grants of today do not include that role. An administrator is let in everywhere.
//!
//! The permission is also the only way to the records: its `read`, `write` and `write_once` open the transaction in which
//! a use case works, and tell it who calls. A write judges the caller again, in its transaction: between the request's first
//! line and the end of its body somebody may have taken the grant back.

use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, CookieBuilder, SameSite};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use chrono::NaiveDate;

use crate::accounts::keys::Keyring;
use crate::accounts::policy::SignInPolicy;
use crate::accounts::refusals::{SCOPE_REQUIRED, TOKEN_EXPIRED, TOKEN_INVALID, TOKEN_REQUIRED};
use crate::accounts::standing::{Identity, Proof, Standing, unfit};
use crate::accounts::tokens::{self, TokenError, store::find_by_cookie};
use crate::accounts::{Caller, Reach, Role, personal_tokens};
use crate::db::audit::Actor;
use crate::db::command::Command;
use crate::db::{Conn, Database, freshness};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::{AccountId, SessionId};
use crate::values::public_url::PublicUrl;
use crate::web::commands::ExecutedFor;
use crate::web::context::Context;
use crate::web::idempotency::Request;
use crate::web::operations::{Operations, refuse_stray_query, routed_path};
use crate::web::rate_limit::TokenHolder;
use crate::web::response::{Content, Response, StoredResponse};
use crate::web::{rate_limit, telemetry};

/// A caller, whoever it is.
#[derive(Clone)]
pub struct Anyone {
    context: Context,
    actor: Actor,
    network: IpAddr,
}

impl Anyone {
    /// The caller as the audit trail names it.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The network that the request comes from.
    pub fn network(&self) -> IpAddr {
        self.network
    }

    /// The time of the request. An answer made with it is true at this time only, and is not kept.
    pub fn passing_now(&self) -> Timestamp {
        freshness::is_passing();
        self.context.now()
    }

    /// The day of the request, in South Africa.
    pub fn today(&self) -> NaiveDate {
        self.context.today()
    }

    /// Runs `read` on one snapshot of the records.
    pub async fn read<T, F>(self, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
    {
        self.context.read(read).await
    }

    /// Runs `write` in one transaction.
    pub async fn write<T, F>(self, write: F) -> Result<T, Error>
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
            network: rate_limit::network_of(request),
        }))
    }
}

/// An account that has signed in and has at least one of the roles that `P` lets in, and what it is let in to.
pub struct Permit<P> {
    context: Context,
    caller: Caller,
    standing: Standing,
    network: IpAddr,
    permission: PhantomData<P>,
}

impl<P> Clone for Permit<P> {
    fn clone(&self) -> Permit<P> {
        Permit {
            context: self.context.clone(),
            caller: self.caller.clone(),
            standing: self.standing.clone(),
            network: self.network,
            permission: PhantomData,
        }
    }
}

impl<P: Permission> Permit<P> {
    /// The roles that are let in.
    pub const ROLES: &'static [Role] = P::ROLES;

    /// Runs `write` in one transaction.
    pub async fn write<T, F>(self, mut write: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnMut(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        let Permit {
            context,
            caller,
            standing,
            ..
        } = self;
        context
            .write(move |c| {
                let caller = standing.judge::<P>(c, &caller)?;
                write(c, &caller)
            })
            .await
    }

    /// Runs `write` in one transaction; or answers as before, if the request was done before.
    pub async fn write_once<T, F>(self, request: Request, mut write: F) -> Result<StoredResponse, Error>
    where
        T: Content,
        F: FnMut(&mut Conn, &Caller) -> Result<Response<T>, Error> + Send + 'static,
    {
        self.write(move |c, by| request.once(c, by.account, by.now, |c| write(c, by)))
            .await
    }
}

impl<P> Permit<P> {
    /// The records and the time of the request.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The account's id.
    pub fn account(&self) -> AccountId {
        self.caller.account
    }

    /// The session of the request.
    ///
    /// # Errors
    /// `scope-required`: a program has none.
    pub fn session(&self) -> Result<SessionId, Error> {
        match &self.standing.proof {
            Proof::Session(bearer) => Ok(bearer.session),
            Proof::Application(_) | Proof::Acting(_) | Proof::PersonalToken(_) | Proof::Command(_) => {
                Err(SCOPE_REQUIRED.problem(SCOPE_REQUIRED.about).into())
            }
        }
    }

    /// The network that the request comes from.
    pub fn network(&self) -> IpAddr {
        self.network
    }

    /// The reach of the roles that let the caller in.
    pub fn reach(&self) -> &Reach {
        &self.caller.reach
    }

    /// The caller as the audit trail names it.
    pub fn actor(&self) -> &Actor {
        &self.caller.actor
    }

    /// The time of the request.
    pub fn now(&self) -> Timestamp {
        self.caller.now
    }

    /// The day of the request, in South Africa.
    pub fn today(&self) -> NaiveDate {
        self.caller.today()
    }

    /// Runs `read` on one snapshot of the records.
    pub async fn read<T, F>(self, read: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn, &Caller) -> Result<T, Error> + Send + 'static,
    {
        let caller = self.caller;
        self.context.read(move |c| read(c, &caller)).await
    }
}

/// The roles that a type of caller lets in.
pub trait Permission {
    /// Any of these roles, or an administrator; none named, every account.
    const ROLES: &'static [Role];
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident($marker:ident) = [$($role:ident),*];)+) => {
        $(
            #[doc(hidden)]
            pub enum $marker {}
            impl Permission for $marker {
                const ROLES: &'static [Role] = &[$(Role::$role),*];
            }
            $(#[$doc])*
            pub type $name = Permit<$marker>;
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
    let operations = request.app_data::<Data<Operations>>();
    identity.refuse_without(operations.and_then(|operations| operations.scope(request)))?;
    let (reach, context) = (identity.reach::<P>()?, Context::of(request)?);
    let origin = origin(request);
    let origin = match identity.program {
        Some(program) => format!("{program}, {origin}"),
        None => origin,
    };
    let caller = Caller {
        account: identity.account,
        reach,
        actor: Actor::over_http(Some(identity.account), origin),
        now: context.now(),
    };
    Ok(Permit {
        context,
        caller,
        standing: identity.standing.clone(),
        network: rate_limit::network_of(request),
        permission: PhantomData,
    })
}

/// The cookie by which a browser says whose session it goes on with. Over TLS no other host can set one of its name (RFC
/// 6265bis, 4.1.3.2).
pub fn session_cookie(request: &HttpRequest) -> &'static str {
    let url = request.app_data::<Data<PublicUrl>>();
    if url.is_some_and(|url| url.is_behind_tls()) {
        "__Host-session"
    } else {
        "session"
    }
}

/// The longest for which browsers keep a cookie (RFC 6265bis, 5.5).
pub const LONGEST: Duration = Duration::days(400);

/// The longest mark of a device that is read.
const LONGEST_MARK: usize = 256;

/// The cookie by which a device is known again.
const DEVICE: &str = "device";

/// The name of a cookie: over TLS it is bound to the host, as the session's is.
pub fn named(request: &HttpRequest, name: &str) -> String {
    let prefix = session_cookie(request).trim_end_matches("session");
    format!("{prefix}{name}")
}

/// A cookie of that name which no script reads, kept until the browser is closed.
pub fn cookie(name: String, value: String, same_site: SameSite) -> CookieBuilder<'static> {
    let is_behind_tls = name.starts_with("__Host-");
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .secure(is_behind_tls)
        .same_site(same_site)
}

/// The mark of the device that sends the request, if it has one.
pub fn device(request: &HttpRequest) -> Option<String> {
    let cookie = request.cookie(&named(request, DEVICE))?;
    Some(cookie.value().to_owned()).filter(|mark| mark.len() <= LONGEST_MARK)
}

/// The cookie in which a device keeps its mark.
pub fn marked(request: &HttpRequest, mark: String) -> Cookie<'static> {
    let cookie = cookie(named(request, DEVICE), mark, SameSite::Strict);
    cookie.max_age(LONGEST).finish()
}

/// The secret in the session's cookie, if there is one. It opens pages and nothing of the API: a program says with each
/// request who calls.
pub fn session_secret(request: &HttpRequest) -> Option<String> {
    let is_page = !routed_path(request).starts_with("/v1/");
    let cookie = request.cookie(session_cookie(request)).filter(|_| is_page);
    cookie.map(|cookie| cookie.value().to_owned())
}

/// Finds out who calls, if a token was sent, or to a page a cookie. Grants and the session are read from the database each
/// time, so that taking them back works at once.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let executed_for = request
        .extensions()
        .get::<ExecutedFor>()
        .map(|executed| executed.account);
    let identity = if let Some(account) = executed_for {
        Some(identity_by(&request, Proof::Command(account)).await)
    } else if let Some(authorization) = request.headers().get(header::AUTHORIZATION) {
        let token = authorization.to_str().ok().and_then(bearer_token).map(str::to_owned);
        Some(identity(&request, token).await)
    } else if let Some(secret) = session_secret(request.request()) {
        Some(identity_by_cookie(&request, secret).await)
    } else {
        None
    };
    if let Some(identity) = identity {
        if let Ok(identity) = &identity {
            request.extensions_mut().insert(TokenHolder(identity.holder()));
        }
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
    let context = Context::of(request.request())?;
    let standing = Standing {
        proof: proof(request, token.ok_or_else(|| unfit(&TOKEN_INVALID))?).await?,
        requires_second_factor: requires_second_factor(request)?,
    };
    let now = context.now();
    let identity = context.clone().read(move |c| standing.identity(c, now)).await?;
    if let Some(token) = identity.used {
        personal_tokens::use_cases::keep_use(context, token).await;
    }
    Ok(identity)
}

/// The proof that a token is, as far as can be told without the records.
async fn proof(request: &ServiceRequest, token: String) -> Result<Proof, Error> {
    if personal_tokens::is_one(&token) {
        return Ok(Proof::PersonalToken(tokens::stored_form(&token)));
    }
    let missing = || Error::Internal("the application is not whole".to_owned());
    let keys = request.app_data::<Data<Keyring>>().ok_or_else(missing)?;
    let clock = request.app_data::<Data<Clock>>().ok_or_else(missing)?;
    let database = request.app_data::<Data<Database>>().ok_or_else(missing)?;
    let now = clock.now();
    let mut proof = keys.keys().verify(&token, now);
    if proof == Err(TokenError::UnknownKey) {
        // Another service on the same database may have made the key since.
        proof = keys.renewed(database).await?.verify(&token, now);
    }
    proof.map_err(|why| match why {
        TokenError::NotOurs | TokenError::UnknownKey => unfit(&TOKEN_INVALID),
        TokenError::Expired => unfit(&TOKEN_EXPIRED),
    })
}

/// The account of a command that is executed again. A second factor was asked for, or not, where it was given.
async fn identity_by(request: &ServiceRequest, proof: Proof) -> Result<Identity, Error> {
    let (context, requires_second_factor) = (Context::of(request.request())?, false);
    let now = context.now();
    let standing = Standing {
        proof,
        requires_second_factor,
    };
    context.read(move |c| standing.identity(c, now)).await
}

/// The account of a browser's session.
async fn identity_by_cookie(request: &ServiceRequest, secret: String) -> Result<Identity, Error> {
    let (context, requires_second_factor) = (Context::of(request.request())?, requires_second_factor(request)?);
    let now = context.now();
    let identity = context.read(move |c| {
        let bearer = find_by_cookie(c, &secret, now)?.ok_or_else(|| unfit(&TOKEN_INVALID))?;
        let standing = Standing {
            proof: Proof::Session(bearer),
            requires_second_factor,
        };
        standing.identity(c, now)
    });
    identity.await
}

fn requires_second_factor(request: &ServiceRequest) -> Result<bool, Error> {
    let policy = request.app_data::<Data<SignInPolicy>>();
    let missing = || Error::Internal("the application is not whole".to_owned());
    policy.map(|policy| policy.require_second_factor).ok_or_else(missing)
}

/// The origin of a request: its id, by which the log tells the rest, and the address it was sent from. A command that was given
/// at a venue has its id from there.
fn origin(request: &HttpRequest) -> String {
    let extensions = request.extensions();
    let command = extensions.get::<Arc<Command>>();
    if let Some(command) = command.filter(|_| extensions.contains::<ExecutedFor>()) {
        return format!("command {} at a venue", command.id);
    }
    let address = rate_limit::origin(request).map_or_else(|| "unknown".to_owned(), |address| address.to_string());
    format!("request {} from {address}", telemetry::request_id())
}
