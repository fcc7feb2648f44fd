//! The URL of the service, as others know it.

/// The URL at which others reach the service, without a slash at its end.
#[derive(Debug, Clone)]
pub struct PublicUrl {
    url: String,
    is_chosen: bool,
}

impl PublicUrl {
    /// The URL of that text.
    #[must_use]
    pub fn new(url: &str) -> PublicUrl {
        PublicUrl {
            url: url.trim_end_matches('/').to_owned(),
            is_chosen: true,
        }
    }

    /// The URL as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// The URL as one that nobody has chosen: the address at which the service happens to answer.
    #[must_use]
    pub fn unchosen(self) -> PublicUrl {
        PublicUrl {
            is_chosen: false,
            ..self
        }
    }

    /// Whether others reach the service over TLS.
    #[must_use]
    pub fn is_behind_tls(&self) -> bool {
        self.url.starts_with("https://")
    }

    /// Whether it was chosen, and so can stand on what is signed.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.is_chosen
    }
}
