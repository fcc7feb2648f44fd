//! Refusals about accounts, and the kinds of problem as which they are told.

use crate::values::error::{Error, Problem};
use crate::values::id::ClubId;

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccountRefusal {
    /// E-mail and password do not belong together, or nobody has this address.
    #[error("The e-mail address and the password do not belong together.")]
    SignInRefused,
    /// Unknown, expired, of a session that has ended, or used before.
    #[error("The refresh token cannot be used. Sign in again.")]
    RefreshTokenRefused,
    /// Another account has this address.
    #[error("Another account signs in with this e-mail address.")]
    EmailTaken,
    /// The grant's province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// The grant's club does not exist.
    #[error("There is no club with the id {0}.")]
    UnknownClub(ClubId),
    /// The grant has been taken back before.
    #[error("The grant was revoked before.")]
    AlreadyRevoked,
    /// The application, its secret, or the personal token has been revoked before.
    #[error("It was revoked before.")]
    CredentialRevoked,
    /// The grant that is to bound an application is not the caller's, or does not hold today.
    #[error("You have no grant with this id that holds today.")]
    UnknownGrant,
    /// The application has as many secrets as it can.
    #[error("The application has two secrets that are good. Revoke one of them first.")]
    TooManySecrets,
    /// The application is a public one.
    #[error("The application is public: it has no secret.")]
    PublicApplication,
    /// The password is right, and the account has a second factor.
    #[error("The account has a second factor: send a code of it too.")]
    CodeRequired,
    /// The password is right, and the account is not in use.
    #[error("The account was deactivated. An administrator can take it into use again.")]
    Deactivated,
    /// The code to set a password is unknown, has expired or was used.
    #[error("The code cannot be used. Ask an administrator for another.")]
    PasswordCodeRefused,
    /// The password that was asked for again is another.
    #[error("This is not your password.")]
    WrongPassword,
    /// The code is not one of this moment, or was used before.
    #[error("This is not a code of this moment.")]
    WrongCode,
    /// The account has a second factor already.
    #[error("The account has a second factor.")]
    SecondFactorExists,
    /// The account has no second factor.
    #[error("The account has no second factor.")]
    NoSecondFactor,
    /// The session has ended before.
    #[error("The session had ended before.")]
    SessionEnded,
    /// The account was deactivated before.
    #[error("The account was deactivated before.")]
    AlreadyDeactivated,
    /// The account is in use.
    #[error("The account is in use.")]
    NotDeactivated,
    /// Nobody would be left who can grant roles.
    #[error("Nobody else can sign in as an administrator today: without this one nobody could grant roles.")]
    LastAdministrator,
}

crate::problem_kinds! {
    TOKEN_REQUIRED = 401 "token-required", "Sign in first",
        "The operation needs an access token: `Authorization: Bearer …`. `POST /v1/tokens` gives one.";
    TOKEN_INVALID = 401 "token-invalid", "The access token is not good",
        "It is not one of ours, or was altered, or its session has ended. Sign in again.";
    TOKEN_EXPIRED = 401 "token-expired", "The access token has expired",
        "Get a new one with the refresh token at `POST /v1/tokens/refreshes`.";
    ROLE_REQUIRED = 403 "role-required", "You have not been granted this",
        "The operation is for other roles; each operation of the document lists them as `x-roles`. An administrator grants roles.";
    OUT_OF_SCOPE = 403 "out-of-scope", "This is outside what you look after",
        "You have the role, but for another province or club.";
    SCOPE_REQUIRED = 403 "scope-required", "The program is not let in to this",
        "Applications and personal tokens do what their scopes say; `security` of each operation names the one that it needs. What has none there is for people who have signed in themselves.";
    SIGN_IN_REFUSED = 401 "sign-in-refused", "Address and password do not belong together",
        "The e-mail address is unknown or the password is wrong; which of the two is not told.";
    REFRESH_TOKEN_REFUSED = 401 "refresh-token-refused", "The refresh token cannot be used",
        "It is unknown, has expired, was used before, or its session has ended. Showing a used one again ends its session, since one of the two who have it has stolen it. Sign in again.";
    EMAIL_TAKEN = 409 "email-taken", "The e-mail address is taken",
        "Another account signs in with this address; case does not matter.";
    UNKNOWN_PROVINCE = 422 "unknown-province", "There is no such province",
        "Provinces have ISO 3166-2 codes, as in ZA-LP. `GET /v1/provinces` lists them.";
    UNKNOWN_CLUB = 422 "unknown-club", "There is no such club",
        "No club has this id. `GET /v1/clubs` finds clubs.";
    SECOND_FACTOR_REQUIRED = 403 "second-factor-required", "Set up a second factor first",
        "The federation asks administrators and coordinators for a second factor. `POST /v1/me/second-factors` sets one up.";
    CODE_REQUIRED = 401 "code-required", "A code is asked for too",
        "The account has a second factor. Sign in with the `code` that its authenticator shows, or a recovery code.";
    ACCOUNT_DEACTIVATED = 403 "account-deactivated", "The account is not in use",
        "An administrator has deactivated it, and can reactivate it.";
    PASSWORD_CODE_REFUSED = 401 "password-code-refused", "The code cannot be used",
        "It is unknown, has expired, or was used before. An administrator makes another: `POST /v1/accounts/{id}/password-codes`.";
    WRONG_PASSWORD = 422 "wrong-password", "The password is another",
        "What is asked for again, lest somebody else does this on your device, is not your password.";
    WRONG_CODE = 422 "wrong-code", "The code is not one of this moment",
        "Codes of an authenticator are good for half a minute, and each is good once. Look whether its clock is right.";
    SECOND_FACTOR_EXISTS = 409 "second-factor-exists", "There is a second factor",
        "An account has one at a time. Take it away before you set up another.";
    NO_SECOND_FACTOR = 409 "no-second-factor", "There is no second factor",
        "`POST /v1/me/second-factors` sets one up.";
    SESSION_ENDED = 409 "session-ended", "The session had ended before",
        "A session ends once.";
    ALREADY_DEACTIVATED = 409 "already-deactivated", "The account was deactivated before",
        "It does not sign in.";
    NOT_DEACTIVATED = 409 "not-deactivated", "The account is in use",
        "Only an account that was deactivated is reactivated.";
    LAST_ADMINISTRATOR = 409 "last-administrator", "Nobody else could grant roles",
        "At least one account that has a password and is in use must be an administrator's today. Grant somebody else the role first.";
    CREDENTIAL_REVOKED = 409 "credential-revoked", "It was revoked before",
        "An application, a secret of one, or a personal token is revoked once, and comes to nothing from then on. Make a new one.";
    UNKNOWN_GRANT = 422 "unknown-grant", "You have no such grant today",
        "An application is bounded by a grant of your own that holds today. `GET /v1/me` lists yours.";
    TOO_MANY_SECRETS = 409 "too-many-secrets", "There are two secrets",
        "An application has at most two secrets, so that a new one can take the place of the old one. Revoke one that is not used any more.";
    PUBLIC_APPLICATION = 409 "public-application", "The application has no secret",
        "A public application runs where nobody can keep a secret. It acts for people who have let it, and proves itself by PKCE alone.";
    ALREADY_REVOKED = 409 "already-revoked", "The grant was revoked before",
        "A grant is revoked once. Give a new one if it was a mistake.";
}

impl From<AccountRefusal> for Problem {
    fn from(refusal: AccountRefusal) -> Problem {
        let detail = refusal.to_string();
        match refusal {
            AccountRefusal::SignInRefused => SIGN_IN_REFUSED.problem(detail),
            AccountRefusal::RefreshTokenRefused => REFRESH_TOKEN_REFUSED.problem(detail),
            AccountRefusal::EmailTaken => EMAIL_TAKEN.at("/email", detail),
            AccountRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            AccountRefusal::UnknownClub(_) => UNKNOWN_CLUB.at("/club_id", detail),
            AccountRefusal::AlreadyRevoked => ALREADY_REVOKED.problem(detail),
            AccountRefusal::CredentialRevoked => CREDENTIAL_REVOKED.problem(detail),
            AccountRefusal::UnknownGrant => UNKNOWN_GRANT.at("/grant_id", detail),
            AccountRefusal::TooManySecrets => TOO_MANY_SECRETS.problem(detail),
            AccountRefusal::PublicApplication => PUBLIC_APPLICATION.problem(detail),
            AccountRefusal::CodeRequired => CODE_REQUIRED.problem(detail),
            AccountRefusal::Deactivated => ACCOUNT_DEACTIVATED.problem(detail),
            AccountRefusal::PasswordCodeRefused => PASSWORD_CODE_REFUSED.problem(detail),
            AccountRefusal::WrongPassword => WRONG_PASSWORD.problem(detail),
            AccountRefusal::WrongCode => WRONG_CODE.at("/code", detail),
            AccountRefusal::SecondFactorExists => SECOND_FACTOR_EXISTS.problem(detail),
            AccountRefusal::NoSecondFactor => NO_SECOND_FACTOR.problem(detail),
            AccountRefusal::SessionEnded => SESSION_ENDED.problem(detail),
            AccountRefusal::AlreadyDeactivated => ALREADY_DEACTIVATED.problem(detail),
            AccountRefusal::NotDeactivated => NOT_DEACTIVATED.problem(detail),
            AccountRefusal::LastAdministrator => LAST_ADMINISTRATOR.problem(detail),
        }
    }
}

impl From<AccountRefusal> for Error {
    fn from(refusal: AccountRefusal) -> Error {
        Problem::from(refusal).into()
    }
}
