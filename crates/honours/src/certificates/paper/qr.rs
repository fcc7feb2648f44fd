//! The square that a telephone reads an address from.

use qrcode::{Color, EcLevel, QrCode};

use crate::values::error::Error;

/// The number of modules that stay blank around it, so that it is found.
pub const QUIET: usize = 4;

/// The square: rows of modules, dark or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Square {
    /// The number of modules in its width and in its height, without what stays blank around it.
    pub width: usize,
    modules: Vec<Color>,
}

/// Dark modules beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The column of the first.
    pub x: usize,
    /// Their row.
    pub y: usize,
    /// The number of modules.
    pub length: usize,
}

impl Square {
    /// The square of an address. Of level M, it is read with a seventh of it under a stamp or a fold.
    ///
    /// # Errors
    /// The address is longer than any square holds.
    pub fn of(url: &str) -> Result<Square, Error> {
        let code = QrCode::with_error_correction_level(url, EcLevel::M)
            .map_err(|error| Error::Internal(format!("an address as a square: {error}")))?;
        Ok(Square {
            width: code.width(),
            modules: code.into_colors(),
        })
    }

    /// All dark modules, row by row.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        self.modules.chunks(self.width).enumerate().flat_map(|(y, row)| {
            let runs = row.chunk_by(|one, next| one == next);
            runs.scan(0, move |x, run| {
                let start = *x;
                *x += run.len();
                Some((run.first() == Some(&Color::Dark)).then_some(Run {
                    x: start,
                    y,
                    length: run.len(),
                }))
            })
            .flatten()
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::certificates::paper::qr::*;

    #[test]
    fn runs_are_the_dark_modules() {
        let square = Square::of("https://records.example/v1/verifications/7Q2K-9FMX-04TB-ZC1D-H8VE").unwrap();
        let dark = square.modules.iter().filter(|module| **module == Color::Dark).count();
        assert_eq!(square.runs().map(|run| run.length).sum::<usize>(), dark);
        // The pattern by which the upper left corner is found.
        let first: Vec<_> = square.runs().take(1).collect();
        assert_eq!(first, [Run { x: 0, y: 0, length: 7 }]);
        assert!(Square::of(&"x".repeat(3000)).is_err());
    }
}
