//! A client that says who it is: let in by the limiter, its secret looked for, and what it asks for done, or the refusal told.

use crate::accounts::caller::Anyone;
use crate::accounts::oauth::use_cases::{Client, authenticate};
use crate::accounts::oauth::{ClientCredentials, OauthRefusal};
use crate::accounts::tokens::devices::Source;
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::db::Conn;
use crate::values::error::Error;

/// The headers that tell a client how often it may go on.
pub(crate) type LimitHeaders = [(&'static str, String); 2];

/// Does something for a client that shows a good secret, in one transaction. A wrong secret leaves a row in the trail and a
/// line in the log, and costs pauses.
pub(crate) async fn for_client<T: Send + 'static>(
    caller: &Anyone,
    credentials: ClientCredentials,
    limiter: &SignInLimiter,
    mut work: impl FnMut(&mut Conn, Client) -> Result<Result<T, OauthRefusal>, Error> + Send + 'static,
) -> Result<Result<(T, LimitHeaders), OauthRefusal>, Error> {
    let (now, network, actor) = (caller.passing_now(), caller.network(), caller.actor().clone());
    let attempt = limiter
        .attempt(&credentials.id, (Source::Network(network), None), now)
        .await?;
    let outcome = caller
        .clone()
        .write(move |c| match authenticate(c, (now, &actor, network), &credentials)? {
            Some(client) => work(c, client),
            None => Ok(Err(OauthRefusal::InvalidClient)),
        });
    match outcome.await {
        Ok(Ok(done)) => {
            let headers = attempt.headers();
            attempt.succeeded().await?;
            Ok(Ok((done, headers)))
        }
        Ok(Err(refusal)) => {
            tracing::warn!(%network, code = refusal.code(), "an application was refused");
            if refusal != OauthRefusal::InvalidClient {
                attempt.succeeded().await?;
            }
            Ok(Err(refusal))
        }
        Err(error) => {
            attempt.withdrawn().await?;
            Err(error)
        }
    }
}
