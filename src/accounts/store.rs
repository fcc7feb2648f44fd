//! Accounts, sessions, tokens, keys and grants in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::keys::SigningKey;
use crate::accounts::{Account, Authority, Email, Grant, Refusal, Role};
use crate::db::schema::{accounts, clubs, grants, provinces, refresh_tokens, sessions, signing_keys};
use crate::db::{Conn, OnConflict};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts)]
struct AccountRow {
    id: Id,
    email: String,
    name: String,
    created_at: Timestamp,
}

impl TryFrom<AccountRow> for Account {
    type Error = Error;

    fn try_from(row: AccountRow) -> Result<Account, Error> {
        let email =
            Email::parse(&row.email).map_err(|_| Error::Internal(format!("account {}: its address", row.id)))?;
        Ok(Account {
            id: row.id,
            email,
            name: row.name,
            created_at: row.created_at,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = grants)]
struct GrantRow {
    id: Id,
    account_id: Id,
    role: String,
    province_code: Option<String>,
    club_id: Option<Id>,
    valid_from: NaiveDate,
    valid_until: Option<NaiveDate>,
    granted_at: Timestamp,
    revoked_at: Option<Timestamp>,
}

impl TryFrom<GrantRow> for Grant {
    type Error = Error;

    fn try_from(row: GrantRow) -> Result<Grant, Error> {
        let authority = Role::from_word(&row.role)
            .and_then(|role| Authority::new(role, row.province_code, row.club_id).ok())
            .ok_or_else(|| Error::Internal(format!("grant {}: its role and scope", row.id)))?;
        Ok(Grant {
            id: row.id,
            account: row.account_id,
            authority,
            valid_from: row.valid_from,
            valid_until: row.valid_until,
            granted_at: row.granted_at,
            revoked_at: row.revoked_at,
        })
    }
}

pub(crate) fn insert(c: &mut Conn, account: &Account, password_hash: &str) -> Result<(), Error> {
    diesel::insert_into(accounts::table)
        .values((
            accounts::id.eq(account.id),
            accounts::email.eq(account.email.as_str()),
            accounts::email_key.eq(account.email.key()),
            accounts::name.eq(&account.name),
            accounts::password_hash.eq(password_hash),
            accounts::created_at.eq(account.created_at),
        ))
        .execute(c)
        .on_conflict("accounts_email_key_key", Refusal::EmailTaken)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Account>, Error> {
    let row: Option<AccountRow> = accounts::table
        .find(id)
        .select(AccountRow::as_select())
        .first(c)
        .optional()?;
    row.map(Account::try_from).transpose()
}

/// Accounts by address, after that one.
pub(crate) fn list(c: &mut Conn, after: Option<(String, Id)>, rows: i64) -> Result<Vec<Account>, Error> {
    let mut query = accounts::table
        .select(AccountRow::as_select())
        .order((accounts::email_key.asc(), accounts::id.asc()))
        .limit(rows)
        .into_boxed();
    if let Some((key, id)) = after {
        query = query.filter(
            accounts::email_key
                .gt(key.clone())
                .or(accounts::email_key.eq(key).and(accounts::id.gt(id))),
        );
    }
    query.load(c)?.into_iter().map(Account::try_from).collect()
}

/// Whether nobody can sign in yet.
pub(crate) fn is_empty(c: &mut Conn) -> Result<bool, Error> {
    let some: Option<Id> = accounts::table.select(accounts::id).first(c).optional()?;
    Ok(some.is_none())
}

/// The id and the password's hash of whoever signs in with that address.
pub(crate) fn credentials(c: &mut Conn, email_key: &str) -> Result<Option<(Id, String)>, Error> {
    let found = accounts::table
        .filter(accounts::email_key.eq(email_key))
        .select((accounts::id, accounts::password_hash))
        .first(c)
        .optional()?;
    Ok(found)
}

pub(crate) fn insert_session(c: &mut Conn, id: Id, account: Id, now: Timestamp) -> Result<(), Error> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(id),
            sessions::account_id.eq(account),
            sessions::started_at.eq(now),
        ))
        .execute(c)?;
    Ok(())
}

/// Ends a session; false if it had ended.
pub(crate) fn end_session(c: &mut Conn, id: Id, now: Timestamp) -> Result<bool, Error> {
    let ended = diesel::update(sessions::table.find(id).filter(sessions::ended_at.is_null()))
        .set(sessions::ended_at.eq(now))
        .execute(c)?;
    Ok(ended == 1)
}

pub(crate) fn insert_refresh_token(
    c: &mut Conn,
    hash: &str,
    session: Id,
    issued_at: Timestamp,
    expires_at: Timestamp,
) -> Result<(), Error> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::hash.eq(hash),
            refresh_tokens::session_id.eq(session),
            refresh_tokens::issued_at.eq(issued_at),
            refresh_tokens::expires_at.eq(expires_at),
        ))
        .execute(c)?;
    Ok(())
}

/// A refresh token as it is stored, with its session.
pub(crate) struct RefreshToken {
    pub(crate) session: Id,
    pub(crate) account: Id,
    pub(crate) expires_at: Timestamp,
    pub(crate) used_at: Option<Timestamp>,
    pub(crate) session_ended_at: Option<Timestamp>,
}

pub(crate) fn find_refresh_token(c: &mut Conn, hash: &str) -> Result<Option<RefreshToken>, Error> {
    type Found = (Id, Id, Timestamp, Option<Timestamp>, Option<Timestamp>);
    let found: Option<Found> = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::hash.eq(hash))
        .select((
            sessions::id,
            sessions::account_id,
            refresh_tokens::expires_at,
            refresh_tokens::used_at,
            sessions::ended_at,
        ))
        .first(c)
        .optional()?;
    Ok(found.map(
        |(session, account, expires_at, used_at, session_ended_at)| RefreshToken {
            session,
            account,
            expires_at,
            used_at,
            session_ended_at,
        },
    ))
}

pub(crate) fn spend_refresh_token(c: &mut Conn, hash: &str, now: Timestamp) -> Result<(), Error> {
    diesel::update(refresh_tokens::table.find(hash))
        .set(refresh_tokens::used_at.eq(now))
        .execute(c)?;
    Ok(())
}

/// All grants of the account, if the session is its own and has not ended.
pub(crate) fn grants_in_session(c: &mut Conn, account: Id, session: Id) -> Result<Option<Vec<Grant>>, Error> {
    let open = sessions::table
        .find(session)
        .filter(sessions::account_id.eq(account))
        .filter(sessions::ended_at.is_null());
    if !diesel::select(diesel::dsl::exists(open)).get_result::<bool>(c)? {
        return Ok(None);
    }
    grants_of(c, account).map(Some)
}

/// All grants of the account, the oldest first, revoked ones included.
pub(crate) fn grants_of(c: &mut Conn, account: Id) -> Result<Vec<Grant>, Error> {
    grants_of_all(c, &[account])
}

/// The same of several accounts.
pub(crate) fn grants_of_all(c: &mut Conn, accounts: &[Id]) -> Result<Vec<Grant>, Error> {
    let rows: Vec<GrantRow> = grants::table
        .filter(grants::account_id.eq_any(accounts))
        .select(GrantRow::as_select())
        .order((grants::granted_at, grants::id))
        .load(c)?;
    rows.into_iter().map(Grant::try_from).collect()
}

pub(crate) fn find_grant(c: &mut Conn, id: Id) -> Result<Option<Grant>, Error> {
    let row: Option<GrantRow> = grants::table
        .find(id)
        .select(GrantRow::as_select())
        .first(c)
        .optional()?;
    row.map(Grant::try_from).transpose()
}

pub(crate) fn insert_grant(c: &mut Conn, grant: &Grant) -> Result<(), Error> {
    let (province_code, club_id) = match &grant.authority {
        Authority::Administrator | Authority::Umpire | Authority::Institution => (None, None),
        Authority::Coordinator(province) => (Some(province.clone()), None),
        Authority::ClubSecretary(club) => (None, Some(*club)),
    };
    let row = GrantRow {
        id: grant.id,
        account_id: grant.account,
        role: grant.authority.role().word().to_owned(),
        province_code,
        club_id,
        valid_from: grant.valid_from,
        valid_until: grant.valid_until,
        granted_at: grant.granted_at,
        revoked_at: grant.revoked_at,
    };
    diesel::insert_into(grants::table).values(&row).execute(c)?;
    Ok(())
}

/// Whether the thing that an authority is for exists.
pub(crate) fn scope_exists(c: &mut Conn, authority: &Authority) -> Result<bool, Error> {
    let exists = match authority {
        Authority::Administrator | Authority::Umpire | Authority::Institution => true,
        Authority::Coordinator(province) => {
            diesel::select(diesel::dsl::exists(provinces::table.find(province))).get_result(c)?
        }
        Authority::ClubSecretary(club) => diesel::select(diesel::dsl::exists(clubs::table.find(club))).get_result(c)?,
    };
    Ok(exists)
}

pub(crate) fn revoke_grant(c: &mut Conn, id: Id, now: Timestamp) -> Result<(), Error> {
    diesel::update(grants::table.find(id))
        .set(grants::revoked_at.eq(now))
        .execute(c)?;
    Ok(())
}

/// The signing keys, the newest first.
pub(crate) fn signing_keys(c: &mut Conn) -> Result<Vec<SigningKey>, Error> {
    let keys: Vec<(String, String, Timestamp)> = signing_keys::table
        .select((signing_keys::kid, signing_keys::seed, signing_keys::created_at))
        .order((signing_keys::created_at.desc(), signing_keys::kid))
        .load(c)?;
    Ok(keys
        .into_iter()
        .map(|(kid, seed, created_at)| SigningKey { kid, seed, created_at })
        .collect())
}

pub(crate) fn insert_signing_key(c: &mut Conn, key: &SigningKey) -> Result<(), Error> {
    let row = (
        signing_keys::kid.eq(&key.kid),
        signing_keys::seed.eq(&key.seed),
        signing_keys::created_at.eq(key.created_at),
    );
    diesel::insert_into(signing_keys::table).values(row).execute(c)?;
    Ok(())
}
