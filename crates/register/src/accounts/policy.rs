//! The federation's choices about those who sign in.

use clap::Args;

/// Choices about those who sign in.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct SignInPolicy {
    /// Ask administrators and coordinators for a second factor: until they have set one up they may do nothing else
    #[arg(long, env = "REQUIRE_SECOND_FACTOR")]
    pub require_second_factor: bool,
}
