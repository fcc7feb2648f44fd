//! Authorizations: put to somebody, allowed, and turned into a session.

use std::net::IpAddr;

use crate::accounts::applications::{self, Application};
use crate::accounts::authorizations::{
    ActingBearer, AuthorizationCode, AuthorizationRequest, Question, ShownCode, WayBack, scopes_within, store,
};
use crate::accounts::oauth::OauthRefusal;
use crate::accounts::standing::Program;
use crate::accounts::tokens::{self, Refreshed, stored_form};
use crate::accounts::{Caller, store as accounts};
use crate::db::Conn;
use crate::db::audit::{Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ApplicationId, AuthorizationCodeId, Id};
use crate::values::random;
use crate::web::scopes::Scopes;

/// The question that an application has somebody asked; or the way back to it, with the reason why nobody is.
///
/// # Errors
/// There is no such application, or the way back is none of its own: then nobody is led anywhere.
pub fn consider(
    c: &mut Conn,
    now: Timestamp,
    request: &AuthorizationRequest,
) -> Result<Result<Question, (WayBack, OauthRefusal)>, Error> {
    let found = match request.application() {
        Some(id) => applications::store::find(c, id)?,
        None => None,
    };
    let application = found.filter(|application| application.revoked_at.is_none());
    let application = application
        .ok_or_else(|| NOT_FOUND.problem("The application that has sent you here is not known, or was revoked."))?;
    let elsewhere = "The application wants you to be led back to an address that it has not registered. Whoever made it can mend that.";
    let back = request
        .way_back(&application)
        .ok_or_else(|| NOT_FOUND.problem(elsewhere))?;
    if !applications::use_cases::may_act(c, &application, now.day())? {
        return Ok(Err((back, OauthRefusal::UnauthorizedClient)));
    }
    let (scopes, challenge) = match request.judge(application.scopes()) {
        Ok(judged) => judged,
        Err(refusal) => return Ok(Err((back, refusal))),
    };
    let maker = accounts::find(c, application.account)?;
    Ok(Ok(Question {
        maker: maker.map(|maker| maker.name).unwrap_or_default(),
        application,
        scopes,
        back,
        challenge,
    }))
}

/// Keeps that the caller lets an application act for them; the code, which is told this once.
pub fn allow(c: &mut Conn, by: &Caller, question: &Question) -> Result<String, Error> {
    let told = random::secret();
    let code = AuthorizationCode {
        id: AuthorizationCodeId::new(by.now),
        hash: stored_form(&told),
        application: question.application.id,
        account: by.account,
        scopes: question.scopes.to_string(),
        redirect_uri: question.back.uri.clone(),
        challenge: question.challenge.clone(),
        created_at: by.now,
        session: None,
    };
    store::insert(c, &code, by.now)?;
    let change = Change::created(
        Operation::create_authorization_code,
        "authorization_code",
        code.id,
        &code,
    )?;
    by.audit(c, change)?;
    Ok(told)
}

/// The bearer of the access token that an application gets, and its refresh token.
pub type Begun = (ActingBearer, String);

/// Begins the session for which a code is good; or says why not. A code that was used before ends the session that was begun
/// with it, since one of the two who have it has stolen it.
pub fn begin(
    c: &mut Conn,
    (now, actor, network): (Timestamp, &Actor, IpAddr),
    application: &Application,
    shown: &ShownCode,
) -> Result<Result<Begun, OauthRefusal>, Error> {
    let Some(code) = store::find_by_hash(c, &stored_form(&shown.code))? else {
        return Ok(Err(OauthRefusal::InvalidGrant));
    };
    let actor = of_program(application.id, actor);
    if let Some(session) = code.session {
        tokens::use_cases::end(
            c,
            now,
            &actor.for_account(code.account),
            Operation::reuse_authorization_code,
            session,
        )?;
        return Ok(Err(OauthRefusal::InvalidGrant));
    }
    if let Err(refusal) = code.admit(shown, application.id, now) {
        return Ok(Err(refusal));
    }
    if accounts::in_use(c, &[code.account])?.is_empty() {
        return Ok(Err(OauthRefusal::InvalidGrant));
    }
    if !applications::use_cases::may_act(c, application, now.day())? {
        return Ok(Err(OauthRefusal::UnauthorizedClient));
    }
    let scopes = code.scopes();
    let acting = (application.id, &scopes);
    let refreshed = tokens::use_cases::begin_acting(c, now, &actor, code.account, acting, network)?;
    store::set_session(c, code.id, refreshed.bearer.session)?;
    Ok(Ok(begun(application.id, refreshed, scopes, now)))
}

/// Carries a session on in which the application acts for somebody; or says why not. Scopes may be asked for that are fewer: the
/// access token has them, and the session keeps its own.
pub fn carry_on(
    c: &mut Conn,
    (now, actor): (Timestamp, &Actor),
    application: &Application,
    (refresh_token, asked): (&str, Option<&str>),
) -> Result<Result<Begun, OauthRefusal>, Error> {
    let hash = stored_form(refresh_token);
    let own = tokens::store::find_refresh_token(c, &hash)?.filter(|token| token.application == Some(application.id));
    let Some(own) = own else {
        return Ok(Err(OauthRefusal::InvalidGrant));
    };
    if !applications::use_cases::may_act(c, application, now.day())? {
        return Ok(Err(OauthRefusal::UnauthorizedClient));
    }
    let scopes = match scopes_within(Scopes::kept(own.scopes.as_deref().unwrap_or_default()), asked) {
        Ok(scopes) => scopes,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let actor = of_program(application.id, actor);
    let refreshed = tokens::use_cases::refresh(c, now, &actor, &hash, Some(application.id))?;
    Ok(match refreshed {
        Some(refreshed) => Ok(begun(application.id, refreshed, scopes, now)),
        None => Err(OauthRefusal::InvalidGrant),
    })
}

/// The application as the audit trail names it.
pub fn of_program(application: ApplicationId, actor: &Actor) -> Actor {
    let origin = format!("{}, {}", Program::Application(application), actor.origin());
    Actor::over_http(None, origin)
}

fn begun(application: ApplicationId, refreshed: Refreshed, scopes: Scopes, now: Timestamp) -> Begun {
    let acting = ActingBearer {
        bearer: refreshed.bearer,
        application,
        token: Id::new(now),
        scopes,
    };
    (acting, refreshed.secret)
}
