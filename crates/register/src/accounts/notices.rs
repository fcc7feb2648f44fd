//! Notices: what has changed in how somebody signs in, read off the audit trail, so that they notice what they did not do.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit;
use crate::values::clock::Timestamp;
use crate::values::error::Error;

crate::string_enum! {
    /// The change of how somebody signs in, by the operation that makes it.
    pub enum SignInChange as "SignInChange" {
        /// A password was set by a code.
        PasswordSet = "create_password",
        /// The password was changed by whoever knew it.
        PasswordChanged = "create_own_password",
        /// A second factor is asked for since.
        FactorConfirmed = "create_second_factor_confirmation",
        /// The second factor was taken away by its owner.
        FactorRemoved = "create_second_factor_removal",
        /// The second factor was taken away by an administrator.
        FactorRemovedByOthers = "create_account_second_factor_removal",
    }
}

/// The most that are told.
const MOST: i64 = 10;

/// The change of how an account signs in, and when and where it was made.
pub struct Notice {
    pub at: Timestamp,
    pub change: SignInChange,
    /// The address that it came from, if it came over the network.
    pub address: Option<String>,
}

/// The last changes of how the caller signs in, the newest first.
pub fn own(c: &mut Conn, by: &Caller) -> Result<Vec<Notice>, Error> {
    let actions: Vec<&str> = SignInChange::ALL.iter().map(|change| change.as_str()).collect();
    let latest = audit::latest(c, by.account, &actions, MOST)?.into_iter();
    let notice = |(at, action, origin): (Timestamp, String, String)| {
        let change = SignInChange::from_word(&action)?;
        let address = origin.rsplit_once(" from ").map(|(_, address)| address.to_owned());
        Some(Notice { at, change, address })
    };
    Ok(latest.filter_map(notice).collect())
}
