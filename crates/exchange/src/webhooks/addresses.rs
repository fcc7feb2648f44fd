//! The addresses to which events may be sent: those of the public internet. The service stands where it may reach machines that
//! nobody outside may, and sends to none of them for anybody.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether anybody's machine may have the address (RFC 6890, and the registries of IANA that go with it).
#[must_use]
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Whether a host is known to be of the own network without asking for its addresses.
#[must_use]
pub(super) fn is_known_private(host: &str) -> bool {
    let name = host.to_ascii_lowercase();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    // RFC 6761, 6.3
    let is_local = bare == "localhost" || bare.ends_with(".localhost");
    is_local || bare.parse().is_ok_and(|address| !is_public(address))
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = match (first, second) {
        // This network; shared by the customers of a provider; one's own machine; what has no address yet. From 224 on many at
        // once, and what is reserved.
        (0 | 10 | 127 | 224..=255, _) | (100, 64..=127) | (169, 254) | (172, 16..=31) | (192, 168) | (198, 18..=19) => {
            true
        }
        // Protocols of the IETF, documentation, and relays that are no more.
        (192, 0) => matches!(third, 0 | 2),
        (192, 88) => third == 99,
        (198, 51) => third == 100,
        (203, 0) => third == 113,
        _ => false,
    };
    !is_special
}

/// Whether an address of version 6 is public: given to machines (`2000::/3`), and none of tunnels, which lead to any of version 4,
/// protocols and documentation.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_unicast = first & 0xe000 == 0x2000;
    let is_special = first == 0x2002 || first == 0x2001 && (second < 0x0200 || second == 0x0db8) || first == 0x3fff;
    is_unicast && !is_special
}

#[cfg(test)]
mod tests {
    use crate::webhooks::addresses::is_public;

    #[test]
    fn machines_of_the_public_internet_are_public_and_no_others() {
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "2606:4700::1111",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.8.8",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:8.8.8.8",
            "::ffff:127.0.0.1",
            "::8.8.8.8",
            "64:ff9b::808:808",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }
}
