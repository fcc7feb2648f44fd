//! One's own second factor: what is shown for it, and how often somebody may guess.

use crate::accounts::Account;
use crate::accounts::caller::SignedIn;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::second_factors::{SecondFactor, use_cases};
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::use_cases::{guess, show_password};
use crate::values::error::Error;

/// Sets a second factor up for the caller, who shows the password, to be confirmed by a code of it.
pub async fn set_up(
    caller: &SignedIn,
    password: String,
    hasher: &Hasher,
    limiter: &SignInLimiter,
) -> Result<(Account, SecondFactor), Error> {
    show_password(caller, hasher, limiter, password)
        .await?
        .succeeded()
        .await?;
    caller.clone().write(use_cases::create).await
}

/// Confirms the caller's second factor by a code of it; the recovery codes.
pub async fn confirm(caller: &SignedIn, code: String, limiter: &SignInLimiter) -> Result<Vec<String>, Error> {
    let attempt = guess(caller, limiter).await?;
    let session = caller.session()?;
    let confirmed = caller
        .clone()
        .write(move |c, by| use_cases::confirm(c, by, session, &code));
    attempt.judged(confirmed.await).await
}

/// Takes the caller's second factor away, by the password and a code.
pub async fn remove(
    caller: &SignedIn,
    password: String,
    code: String,
    hasher: &Hasher,
    limiter: &SignInLimiter,
) -> Result<(), Error> {
    let session = caller.session()?;
    let attempt = show_password(caller, hasher, limiter, password).await?;
    let removed = caller
        .clone()
        .write(move |c, by| use_cases::remove_own(c, by, session, &code));
    attempt.judged(removed.await).await
}
