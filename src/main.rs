//! The program: its commands are in [`federation_records::cli`].

use std::process::ExitCode;

#[actix_web::main]
async fn main() -> ExitCode {
    federation_records::cli::main().await
}
