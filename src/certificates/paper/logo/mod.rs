//! The federation's own logo, which stands on its certificates.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use std::sync::Arc;

use krilla::image::Image;

use crate::certificates::paper;
use crate::certificates::wording::Wording;

/// A larger file would make every certificate large.
pub(crate) const MOST_BYTES: usize = 500_000;

/// A larger picture would take long to draw; on paper it is 30 mm high.
const MOST_PIXELS: u32 = 2000;

/// A picture that can be drawn.
#[derive(Debug, Clone)]
pub struct Logo {
    png: Arc<Vec<u8>>,
    image: Image,
}

crate::problem_kinds! {
    UNUSABLE_LOGO = 422 "unusable-logo", "The picture is no logo",
        "A logo is a PNG of at most 500,000 bytes, and 2,000 pixels each way.";
}

/// The reason why a picture is no logo.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It is too large.
    #[error("It is too large: {MOST_BYTES} bytes and {MOST_PIXELS} pixels each way are the most.")]
    TooLarge,
    /// It is no PNG.
    #[error("It is no PNG that can be drawn.")]
    NoPicture,
}

impl Logo {
    /// The logo of the bytes of a PNG. A certificate is made with it, since only that shows that it can be drawn.
    ///
    /// # Errors
    /// It is too large, or no PNG.
    pub fn of(png: Vec<u8>) -> Result<Logo, Unusable> {
        if png.len() > MOST_BYTES {
            return Err(Unusable::TooLarge);
        }
        let logo = Logo::decoded(png)?;
        let (width, height) = logo.image.size();
        if width.max(height) > MOST_PIXELS {
            return Err(Unusable::TooLarge);
        }
        let drawn = paper::pdf(&Wording::specimen(), Some(&logo), chrono::NaiveDate::default());
        drawn.map(|_| logo).map_err(|_| Unusable::NoPicture)
    }

    /// The logo of a PNG that was drawn before.
    pub(crate) fn decoded(png: Vec<u8>) -> Result<Logo, Unusable> {
        let png = Arc::new(png);
        let image = Image::from_png(Arc::clone(&png).into(), false).map_err(|_| Unusable::NoPicture)?;
        Ok(Logo { png, image })
    }

    /// The bytes of the PNG.
    #[must_use]
    pub fn png(&self) -> &[u8] {
        &self.png
    }

    pub(crate) fn image(&self) -> Image {
        self.image.clone()
    }

    /// The size at which it is drawn, to fit a width and a height.
    pub(crate) fn within(&self, width: f32, height: f32) -> (f32, f32) {
        let (pixels_wide, pixels_high) = self.image.size();
        let float = |pixels: u32| f32::from(u16::try_from(pixels).unwrap_or(u16::MAX));
        let scale = (width / float(pixels_wide)).min(height / float(pixels_high));
        (float(pixels_wide) * scale, float(pixels_high) * scale)
    }
}
