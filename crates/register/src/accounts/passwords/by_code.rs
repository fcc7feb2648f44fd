//! A password set by a code: the code looked up, the password held against the rules of the account that it is for.

use crate::accounts::AccountRefusal;
use crate::accounts::caller::Anyone;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::passwords::{Password, store, stored_form, use_cases};
use crate::accounts::tokens::devices::Queue;
use crate::values::error::Error;
use crate::values::validation::Faults;

/// Sets the password of the account that the code is for. All that was opened with the one before ends.
pub async fn set(caller: &Anyone, code: &str, new: &str, hasher: &Hasher) -> Result<(), Error> {
    let (now, actor) = (caller.passing_now(), caller.actor().clone());
    let code = stored_form(code);
    let known = code.clone();
    let account = caller
        .clone()
        .read(move |c| store::find_by_code(c, &known, now))
        .await?;
    let account = account.ok_or(AccountRefusal::PasswordCodeRefused)?;
    let password = Password::parse(new, account.email.as_str(), &account.name);
    let password = password.map_err(|fault| Faults::of("/password", fault))?;
    let hash = hasher.hash(Queue::Account(account.id), password).await?;
    caller
        .clone()
        .write(move |c| use_cases::set_by_code(c, now, &actor, &code, &hash))
        .await
}
