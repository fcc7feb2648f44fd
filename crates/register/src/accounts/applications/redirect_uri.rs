//! Redirect URIs: where an application has people led back to who were asked whether it may act for them.

use ureq::http::Uri;
use ureq::http::uri::Authority;

use crate::values::validation::{ValueError, text};

/// The longest one.
pub(crate) const LONGEST_REDIRECT_URI: usize = 256;

/// One's own machine, where a native application listens (RFC 8252, 7.3). A name, such as localhost, may be another machine's.
const LOOPBACK: [&str; 2] = ["http://127.0.0.1", "http://[::1]"];

/// Reads a URI that is to be registered.
///
/// # Errors
/// `invalid-url`, or a fault of [`text`].
pub(crate) fn read(value: &str) -> Result<String, ValueError> {
    let value = text(value, LONGEST_REDIRECT_URI)?;
    let invalid = |rule: &str| Err(ValueError::new("invalid-url", rule));
    let Ok(uri) = value.parse::<Uri>() else {
        return invalid("This is no URL.");
    };
    let authority = uri.authority().map(Authority::as_str).unwrap_or_default();
    if uri.host().is_none_or(str::is_empty) || authority.contains('@') {
        return invalid("Must name a host, and no user.");
    }
    if !value.is_ascii() || value.contains(['#', '*', '\\', ' ']) {
        return invalid("Must be one whole URL, without a fragment or a wildcard.");
    }
    let is_https = uri.scheme_str() == Some("https") && value.starts_with("https://");
    if is_https || on_own_machine(&value).is_some() {
        Ok(value)
    } else {
        invalid(
            "Must begin with https://, or with http://127.0.0.1 or http://[::1] of an application on one's own machine.",
        )
    }
}

/// Whether the registered URI is the one that is asked for: sign by sign, but for the port on one's own machine, which the
/// system gives anew each time (RFC 8252, 7.3).
pub(crate) fn is_same(registered: &str, asked: &str) -> bool {
    let own = on_own_machine(registered);
    registered == asked || own.is_some() && own == on_own_machine(asked)
}

/// The host and what stands behind the port, if the URI is one of one's own machine.
fn on_own_machine(uri: &str) -> Option<(&'static str, &str)> {
    LOOPBACK.iter().find_map(|host| {
        let rest = uri.strip_prefix(host)?;
        let rest = match rest.strip_prefix(':') {
            Some(port) => port.trim_start_matches(|digit: char| digit.is_ascii_digit()),
            None => rest,
        };
        (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((*host, rest))
    })
}

#[cfg(test)]
mod tests {
    use crate::accounts::applications::redirect_uri::*;

    #[test]
    fn a_redirect_uri_is_of_https_or_of_ones_own_machine() {
        for good in [
            "https://league.example/back",
            "https://league.example:8443/back?from=records",
            "http://127.0.0.1/back",
            "http://127.0.0.1:4711/back",
            "http://[::1]:4711",
        ] {
            assert_eq!(read(good), Ok(good.to_owned()));
        }
        for bad in [
            "league.example/back",
            "http://league.example/back",
            "http://localhost/back",
            "http://127.0.0.1.league.example/back",
            "http://127.0.0.1:4711.league.example/back",
            "http://127.0.0.1@league.example/back",
            "https://user@league.example/back",
            "https://league.example/back#here",
            "https://*.league.example/back",
            "https://league.example/a\\b",
            "https://league.example/a b",
            "https://liga.example/zurück",
            "javascript:alert(1)",
            "org.example.app:/back",
            "https://",
        ] {
            assert_eq!(read(bad).map_err(|fault| fault.code), Err("invalid-url"), "{bad}");
        }
        assert_eq!(read(" ").map_err(|fault| fault.code), Err("required"));
        let long = format!("https://league.example/{}", "a".repeat(LONGEST_REDIRECT_URI));
        assert_eq!(read(&long).map_err(|fault| fault.code), Err("too-long"));
    }

    #[test]
    fn it_is_compared_sign_by_sign_but_for_the_port_on_ones_own_machine() {
        let web = "https://league.example/back";
        assert!(is_same(web, web));
        for other in [
            "https://league.example/back/",
            "https://league.example/back?a=b",
            "https://league.example:443/back",
            "https://LEAGUE.example/back",
            "https://league.example/back/../back",
            "http://league.example/back",
        ] {
            assert!(!is_same(web, other), "{other}");
        }
        let own = "http://127.0.0.1/back";
        assert!(is_same(own, own) && is_same(own, "http://127.0.0.1:51004/back"));
        assert!(is_same("http://[::1]:1/back", "http://[::1]:2/back"));
        for other in [
            "http://127.0.0.1:51004/",
            "http://127.0.0.1:51004/back?a=b",
            "http://127.0.0.1:51004@league.example/back",
            "http://127.0.0.1:5x/back",
            "http://[::1]:51004/back",
            "http://localhost:51004/back",
            "https://127.0.0.1:51004/back",
        ] {
            assert!(!is_same(own, other), "{other}");
        }
    }
}
