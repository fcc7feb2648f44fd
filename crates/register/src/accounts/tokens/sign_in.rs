//! A sign-in: let in by the limiter, the password checked in its turn, and a session begun or the refusal told.

use std::net::IpAddr;

use crate::accounts::caller::Anyone;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::tokens::devices::Source;
use crate::accounts::tokens::limiter::{Attempt, SignInLimiter};
use crate::accounts::tokens::{Client, Refreshed, use_cases};
use crate::accounts::{AccountRefusal, Email, passwords};
use crate::values::error::{Error, Problem};
use crate::values::id::AccountId;

/// The proof that somebody brings, an address, a password, and a code if the account has a second factor; the client with which they
/// sign in, and the mark of the device, if it has one.
pub struct Credentials {
    pub email: String,
    pub password: String,
    pub code: Option<String>,
    pub client: Client,
    pub device: Option<String>,
}

/// Somebody who was let in.
pub struct Begun {
    pub session: Refreshed,
    /// The mark that their device keeps.
    pub device: String,
    /// The headers by which a program can tell how often it may go on.
    pub(crate) headers: [(&'static str, String); 2],
}

/// Signs somebody in. A refusal leaves a row in the trail and a line in the log, and takes as long for an unknown address as
/// for a wrong password.
pub async fn sign_in(
    caller: &Anyone,
    credentials: Credentials,
    hasher: &Hasher,
    limiter: &SignInLimiter,
) -> Result<Begun, Error> {
    let Credentials {
        email,
        password,
        code,
        client,
        device,
    } = credentials;
    let key = Email::parse(&email).map(|email| email.key()).unwrap_or_default();
    let (now, network) = (caller.passing_now(), caller.network());
    let wanted = key.clone();
    let found = caller
        .clone()
        .read(move |c| passwords::store::credentials(c, &wanted))
        .await?;
    let (account, hash) = found.unzip();
    let (id, hash) = (account.as_ref().map(|account| account.id), hash.flatten());
    let known = account.as_ref().zip(hash.as_deref()).zip(device.as_deref());
    let source = known.and_then(|((account, hash), mark)| limiter.devices.source(mark, account, hash));
    let source = source.unwrap_or(Source::Network(network));
    hasher.refuse_crowd(source.queue())?;
    let attempt = limiter
        .attempt(&key, (source.clone(), source.is_known().then_some(network)), now)
        .await
        .inspect_err(|error| log(id, network, error))?;
    let matches = match hasher.matches(attempt.source().queue(), password, hash.clone()).await {
        Ok(matches) => matches,
        Err(error) => {
            attempt.withdrawn().await?;
            return Err(error);
        }
    };
    let mark = account.as_ref().zip(hash.as_deref());
    let mark = mark.map(|(account, hash)| limiter.devices.mark(&source, account, hash));
    let actor = caller.actor().clone();
    let outcome = caller.clone().write(move |c| {
        let shown = account.clone().filter(|_| matches).ok_or(id);
        use_cases::sign_in(c, now, &actor, shown, code.as_deref(), (client, network))
    });
    match outcome.await? {
        Ok(session) => {
            let headers = attempt.headers();
            attempt.succeeded().await?;
            let device = mark.unwrap_or_default();
            Ok(Begun {
                session,
                device,
                headers,
            })
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
