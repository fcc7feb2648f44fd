//! The PostgreSQL server: how a connection to it is made, and how long it may keep us waiting.

use diesel::connection::SimpleConnection;
use diesel::{Connection as _, ConnectionError, ConnectionResult, PgConnection};

/// Parameters that are added to the URL, unless it names them itself. The system would wait for hours for a server that
/// went without a word, as behind a firewall, and each request with it.
const PARAMETERS: [(&str, &str); 6] = [
    // The name by which those who look after the server know these connections.
    ("application_name", "federation-records"),
    // Seconds, as long as a request waits for a connection of the pool.
    ("connect_timeout", "5"),
    // Seconds of silence until the server is asked whether it lives, and between questions; and how many of them it may
    // leave unanswered.
    ("keepalives_idle", "20"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
    // Milliseconds for which what was sent may stay unacknowledged.
    ("tcp_user_timeout", "15000"),
];

/// The limits of every connection; those that the server has for this database or this user come first.
const LIMITS: [(&str, &str); 3] = [
    // Far more than a statement of the service takes: it ends one that hangs.
    ("statement_timeout", "60s"),
    // As long as SQLite waits for its lock.
    ("lock_timeout", "5s"),
    // Far more than a decision between two statements takes, such as a draw. A service that stands still in a transaction
    // holds up the writes of all others.
    ("idle_in_transaction_session_timeout", "120s"),
];

/// Settings of each connection. The server's errors are known by their words, which another language would hide;
/// only some users may choose it.
const SETTINGS: &str = "\
    SET TIME ZONE 'UTC';\
    DO $$ BEGIN \
        PERFORM set_config('lc_messages', 'C', false); \
    EXCEPTION WHEN insufficient_privilege THEN NULL; \
    END $$;";

/// Opens a connection.
pub(super) fn connect(url: &str) -> ConnectionResult<PgConnection> {
    let limits: Vec<String> = LIMITS
        .iter()
        .map(|(name, limit)| format!("('{name}', '{limit}')"))
        .collect();
    let limits = format!(
        "SELECT set_config(name, limit_here, false) FROM (VALUES {}) AS limits (name, limit_here) \
         JOIN pg_settings USING (name) WHERE source NOT IN ('client', 'database', 'user', 'database user')",
        limits.join(", ")
    );
    connect_and(url, &limits)
}

/// Opens a connection for what takes as long as it takes, and waits for others who do the same.
pub(super) fn connect_without_limits(url: &str) -> ConnectionResult<PgConnection> {
    let limits: Vec<String> = LIMITS.iter().map(|(name, _)| format!("SET {name} = 0")).collect();
    connect_and(url, &limits.join("; "))
}

fn connect_and(url: &str, limits: &str) -> ConnectionResult<PgConnection> {
    let mut connection = PgConnection::establish(&with_parameters(url))?;
    // The limits first: one that is set for the database would hold for the rest.
    let outcome = connection
        .batch_execute(limits)
        .and_then(|()| connection.batch_execute(SETTINGS));
    outcome.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// The URL with the parameters that it does not name.
fn with_parameters(url: &str) -> String {
    let named: Vec<&str> = url
        .split(['?', '&'])
        .skip(1)
        .filter_map(|pair| pair.split('=').next())
        .collect();
    let mut url = url.to_owned();
    for (name, value) in PARAMETERS.iter().filter(|(name, _)| !named.contains(name)) {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(name);
        url.push('=');
        url.push_str(value);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::with_parameters;

    #[test]
    fn parameters_are_added_to_what_the_url_says() {
        let ours = "application_name=federation-records&connect_timeout=5&keepalives_idle=20&keepalives_interval=5&keepalives_count=3&tcp_user_timeout=15000";
        assert_eq!(
            with_parameters("postgres://host/records"),
            format!("postgres://host/records?{ours}")
        );
        assert_eq!(
            with_parameters("postgres://host/records?connect_timeout=30&sslmode=require"),
            format!(
                "postgres://host/records?connect_timeout=30&sslmode=require&{}",
                ours.replace("connect_timeout=5&", "")
            )
        );
    }
}
