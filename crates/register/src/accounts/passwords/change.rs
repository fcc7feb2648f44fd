//! A change of one's own password: the old one shown in its turn, the new one held against the rules.

use crate::accounts;
use crate::accounts::caller::SignedIn;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::passwords::{Password, use_cases};
use crate::accounts::tokens::devices::Queue;
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::values::error::Error;
use crate::values::validation::Faults;

/// Changes the caller's own password. All that was opened with the one before ends, and this session goes on.
pub async fn change(
    caller: &SignedIn,
    current: String,
    new: &str,
    hasher: &Hasher,
    limiter: &SignInLimiter,
) -> Result<(), Error> {
    let session = caller.session()?;
    let account = caller.clone().read(accounts::use_cases::own).await?;
    let password = Password::parse(new, account.email.as_str(), &account.name);
    let password = password.map_err(|fault| Faults::of("/password", fault))?;
    accounts::use_cases::show_password(caller, hasher, limiter, current)
        .await?
        .succeeded()
        .await?;
    let hash = hasher.hash(Queue::Account(account.id), password).await?;
    caller
        .clone()
        .write(move |c, by| use_cases::change(c, by, session, &hash))
        .await
}
