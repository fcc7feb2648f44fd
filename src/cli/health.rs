//! `health`: asks the service on this machine whether it is ready. A container without a shell finds out by it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use crate::cli::{CommandOutcome, print};

/// The time for each step; a service that is busy for longer is not ready.
const PATIENCE: Duration = Duration::from_secs(8);

/// More than the answer has.
const MOST_BYTES: u64 = 64 * 1024;

/// Asks `/readyz` of the service that listens at that address.
pub(crate) fn ask(listen: SocketAddr) -> CommandOutcome {
    let answer = answer(reachable(listen)).map_err(|error| format!("{listen} does not answer: {error}"))?;
    let status = answer.split_whitespace().nth(1).unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    print(body)?;
    Ok(if status == "200" {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn answer(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MOST_BYTES).read_to_string(&mut answer)?;
    Ok(answer)
}

/// The address at which one on the same machine reaches a service that listens at all of them.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let address = match listen.ip() {
        IpAddr::V4(address) if address.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(address) if address.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        address => address,
    };
    SocketAddr::new(address, listen.port())
}
