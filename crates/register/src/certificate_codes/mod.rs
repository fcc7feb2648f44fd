//! The code of a certificate: a hundred random bits, written so that they can be read out over the telephone.

pub mod store;

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, AwardId};

/// Crockford's base 32: no I, L, O or U, which are taken for other signs or make words.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The words for the letters over the telephone (the spelling alphabet of the ITU), and for the figures.
const SPOKEN: [&str; 32] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "Alfa", "Bravo", "Charlie",
    "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "Juliett", "Kilo", "Mike", "November", "Papa", "Quebec", "Romeo",
    "Sierra", "Tango", "Victor", "Whiskey", "X-ray", "Yankee", "Zulu",
];

/// Signs of a code: five bits each.
const LENGTH: usize = 20;

/// The most characters with which a code is typed: room for a blank and a hyphen wherever, and to spare.
const LONGEST_TYPED: usize = 200;

/// Signs between two hyphens.
const GROUP: usize = 4;

/// The thing that a certificate is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The award with that id.
    Colours(AwardId),
    /// The accreditation with that id.
    Accreditation(AccreditationId),
}

/// The names that a certificate bore when it was awarded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrintedNames {
    /// The holder's, in full.
    pub holder: Option<String>,
    /// That of the federation that has accredited the holder; an award keeps its own.
    pub awarding_body: Option<String>,
}

/// A code, as the places of its signs.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}

impl Code {
    /// The code of so many random bits; the last four are left over.
    #[must_use]
    pub fn of(random: [u8; 13]) -> Code {
        let bits = random.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte)) >> 4;
        let mut signs = [0; LENGTH];
        for (place, sign) in signs.iter_mut().rev().enumerate() {
            *sign = u8::try_from(bits >> (5 * place) & 31).unwrap_or_default();
        }
        Code(signs)
    }

    /// Reads what somebody has typed: in either case, with blanks or hyphens wherever, with the letters O, I and L for the
    /// figures that they look like.
    #[must_use]
    pub fn read(text: &str) -> Option<Code> {
        let text = Some(text).filter(|text| text.chars().count() <= LONGEST_TYPED)?;
        let mut signs = Vec::with_capacity(LENGTH);
        for c in text.chars().filter(|c| !c.is_whitespace() && !is_hyphen(*c)) {
            let sign = match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                c => c,
            };
            let place = SIGNS.iter().position(|known| char::from(*known) == sign)?;
            signs.push(u8::try_from(place).ok()?);
            if signs.len() > LENGTH {
                return None;
            }
        }
        signs.try_into().ok().map(Code)
    }

    /// The code as it is spelled out over the telephone.
    #[must_use]
    pub fn spoken(&self) -> String {
        let groups = self
            .0
            .chunks(GROUP)
            .map(|group| group.iter().filter_map(|sign| SPOKEN.get(usize::from(*sign))));
        groups
            .map(|group| group.copied().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The code as it was kept.
    pub fn kept(text: &str) -> Result<Code, Error> {
        Code::read(text).ok_or_else(|| Error::Internal("a code that was kept is none".to_owned()))
    }

    /// The digest by which it is looked up.
    pub fn digest(&self) -> String {
        sha256(self.to_string())
    }
}

/// Whether people and their devices write it for a hyphen.
fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{AD}' | '_' | '.')
}

/// The code as it is printed: `7Q2K-9FMX-04TB-ZC1D-H8VE`.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, sign) in self.0.iter().enumerate() {
            if place > 0 && place % GROUP == 0 {
                f.write_str("-")?;
            }
            let sign = SIGNS.get(usize::from(*sign)).copied().unwrap_or(b'0');
            write!(f, "{}", char::from(sign))?;
        }
        Ok(())
    }
}

/// The code that stands on a certificate, so that anyone can see that it is good.
#[derive(Serialize, ToSchema)]
#[schema(as = CertificateCode)]
pub struct CodeView {
    /// The code: `GET /v1/verifications/{code}` tells what it is for, `GET /v1/certificates/{code}` is the certificate. Whoever
    /// has it reads the holder's name.
    #[schema(example = "7Q2K-9FMX-04TB-ZC1D-H8VE")]
    code: String,
    /// The code as it is spelled out over the telephone.
    #[schema(
        example = "seven Quebec two Kilo, nine Foxtrot Mike X-ray, zero four Tango Bravo, Zulu Charlie one Delta, Hotel eight Victor Echo"
    )]
    spoken: String,
}

impl From<Code> for CodeView {
    fn from(code: Code) -> CodeView {
        CodeView {
            code: code.to_string(),
            spoken: code.spoken(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::certificate_codes::*;

    #[test]
    fn a_code_is_printed_in_groups_and_spelled_out() {
        assert_eq!(Code::of([0; 13]).to_string(), "0000-0000-0000-0000-0000");
        assert_eq!(Code::of([255; 13]).to_string(), "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ");
        let code = Code::read("7Q2K-9FMX-04TB-ZC1D-H8VE").unwrap();
        assert_eq!(code.to_string(), "7Q2K-9FMX-04TB-ZC1D-H8VE");
        assert!(
            code.spoken()
                .starts_with("seven Quebec two Kilo, nine Foxtrot Mike X-ray, zero four"),
            "{}",
            code.spoken()
        );
        assert_eq!(
            SPOKEN
                .iter()
                .zip(SIGNS)
                .filter(|(word, sign)| word.starts_with(char::from(**sign)))
                .count(),
            22
        );
    }

    #[test]
    fn what_is_no_code_is_not_read() {
        for text in [
            "",
            "7Q2K",
            "7Q2K-9FMX-04TB-ZC1D-H8V",
            "7Q2K-9FMX-04TB-ZC1D-H8VE0",
            "7Q2K-9FMX-04TB-ZC1D-H8VU",
            "é",
        ] {
            assert_eq!(Code::read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_however_it_is_typed(
            random: [u8; 13], lower: bool, apart in "[ \\-\u{2011}\u{2013}]{0,2}", letters: bool,
        ) {
            let code = Code::of(random);
            let printed = code.to_string();
            let typed: String = printed.chars().filter(|c| *c != '-').flat_map(|c| {
                let c = match c { '0' if letters => 'O', '1' if letters => 'l', c => c };
                let c = if lower { c.to_ascii_lowercase() } else { c };
                std::iter::once(c).chain(apart.chars().collect::<Vec<_>>())
            }).collect();
            prop_assert_eq!(Code::read(&printed), Some(code.clone()));
            prop_assert_eq!(Code::read(&typed).map(|code| code.digest()), Some(code.digest()));
        }

        #[test]
        fn reading_anything_does_no_harm(text in ".{0,60}") {
            let _ = Code::read(&text);
        }

        /// Takes signs that people write for a code, as many as it has, or some more or fewer.
        #[test]
        fn what_is_almost_a_code_is_read_by_the_number_of_its_signs(text in "[0-9A-TV-Za-tv-z -]{18,23}") {
            let signs = text.chars().filter(char::is_ascii_alphanumeric).count();
            let code = Code::read(&text);
            prop_assert_eq!(code.is_some(), signs == LENGTH);
            prop_assert_eq!(code.as_ref().and_then(|code| Code::read(&code.to_string())), code);
        }

        #[test]
        fn another_sign_is_another_code(random: [u8; 13], place in 0..LENGTH, by in 1_u8..32) {
            let code = Code::of(random);
            let mut other = code.clone();
            other.0[place] = (other.0[place] + by) % 32;
            prop_assert_ne!(code.digest(), other.digest());
        }
    }
}
