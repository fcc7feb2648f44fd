//! A sign-in: let in by the limiter, the password checked in its turn, and a session begun or the refusal told.

use std::net::IpAddr;

use crate::accounts::caller::Anyone;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::tokens::limiter::{Attempt, SignInLimiter};
use crate::accounts::tokens::{Client, Refreshed, use_cases};
use crate::accounts::{AccountRefusal, Email, passwords};
use crate::values::error::{Error, Problem};
use crate::values::id::AccountId;

/// The proof that somebody brings, an address, a password, and a code if the account has a second factor; and the client with
/// which they sign in.
pub(crate) struct Credentials {
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) code: Option<String>,
    pub(crate) client: Client,
}

/// Signs somebody in. A refusal leaves a row in the trail and a line in the log, and takes as long for an unknown address as
/// for a wrong password.
pub(crate) async fn sign_in(
    caller: &Anyone,
    credentials: Credentials,
    hasher: &Hasher,
    limiter: &SignInLimiter,
) -> Result<(Refreshed, [(&'static str, String); 2]), Error> {
    let Credentials {
        email,
        password,
        code,
        client,
    } = credentials;
    let key = Email::parse(&email).map(|email| email.key()).unwrap_or_default();
    let (now, network) = (caller.now(), caller.network());
    let wanted = key.clone();
    let found = caller
        .clone()
        .read(move |c| passwords::store::credentials(c, &wanted))
        .await?;
    let (account, hash) = found.unzip();
    let attempt = limiter
        .attempt(&key, network, now)
        .inspect_err(|error| log(account.as_ref().map(|account| account.id), network, error))?;
    let matches = match hasher.matches(network, password, hash.flatten()).await {
        Ok(matches) => matches,
        Err(error) => {
            attempt.withdrawn();
            return Err(error);
        }
    };
    let id = account.as_ref().map(|account| account.id);
    let actor = caller.actor().clone();
    let outcome = caller.clone().write(move |c| {
        let shown = account.clone().filter(|_| matches).ok_or(id);
        use_cases::sign_in(c, now, &actor, shown, code.as_deref(), (client, network))
    });
    match outcome.await? {
        Ok(refreshed) => {
            let headers = attempt.headers();
            attempt.succeeded();
            Ok((refreshed, headers))
        }
        Err(refusal) => Err(refused(&attempt, id, network, refusal)),
    }
}

fn refused(attempt: &Attempt<'_>, account: Option<AccountId>, network: IpAddr, refusal: AccountRefusal) -> Error {
    let error = Error::from(attempt.told(Problem::from(refusal)));
    log(account, network, &error);
    error
}

fn log(account: Option<AccountId>, network: IpAddr, error: &Error) {
    let account = account.map_or_else(|| "unknown".to_owned(), |account| account.to_string());
    tracing::warn!(account, %network, code = error.code(), "a sign-in was refused");
}
