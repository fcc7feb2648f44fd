//! The program: its commands are in [`federation_records::cli`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The system's own keeps what many threads have used for good: after a flood of sign-ins hundreds of megabytes.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    federation_records::cli::main().await
}
