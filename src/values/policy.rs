//! Settings that a federation decides on for itself.

use clap::{Args, value_parser};

/// Choices that the federation's texts leave open.
#[derive(Debug, Clone, Copy, Args)]
pub struct FederationPolicy {
    /// The number of years that an umpire's accreditation lasts; an international one always lasts one
    #[arg(long, env = "ACCREDITATION_YEARS", default_value_t = FederationPolicy::default().accreditation_years)]
    #[arg(value_parser = value_parser!(u8).range(1..=10))]
    pub accreditation_years: u8,

    /// Ask administrators and coordinators for a second factor: until they have set one up they may do nothing else
    #[arg(long, env = "REQUIRE_SECOND_FACTOR")]
    pub require_second_factor: bool,
}

impl Default for FederationPolicy {
    fn default() -> FederationPolicy {
        FederationPolicy {
            accreditation_years: 3,
            require_second_factor: false,
        }
    }
}

/// The URL at which others reach the service, without a slash at its end.
#[derive(Debug, Clone)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The URL of that text.
    #[must_use]
    pub fn new(url: &str) -> PublicUrl {
        PublicUrl(url.trim_end_matches('/').to_owned())
    }

    /// The URL as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
