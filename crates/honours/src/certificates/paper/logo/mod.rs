//! The federation's own logo, which stands on its certificates.

pub(crate) mod routes;
pub(crate) mod store;
pub mod use_cases;

use std::io::Read;
use std::sync::Arc;

use flate2::read::ZlibDecoder;
use krilla::image::Image;

use crate::certificates::paper;
use crate::certificates::wording::Wording;

/// A larger file would make every certificate large.
pub(crate) const MOST_BYTES: usize = 500_000;

/// A larger picture would take long to draw; on paper it is 30 mm high.
const MOST_PIXELS: u32 = 2000;

/// The most bytes that a profile of colours unpacks to.
///
/// Those of screens and printers have a few thousand.
const MOST_PROFILE: u64 = 1 << 20;

/// A picture that can be drawn.
#[derive(Debug, Clone)]
pub struct Logo {
    png: Arc<Vec<u8>>,
    image: Image,
}

crate::problem_kinds! {
    UNUSABLE_LOGO = 422 "unusable-logo", "The picture is no logo",
        "A logo is a PNG of at most 500,000 bytes, and 2,000 pixels each way; of 16 bits a colour, of half as many pixels.";
}

/// The reason why a picture is no logo.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It is too large.
    #[error(
        "It is too large: {MOST_BYTES} bytes and {MOST_PIXELS} pixels each way are the most; of 16 bits a colour, half as many \
         pixels."
    )]
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
        // Before anything is unpacked: that begins with the picture, on another thread.
        let head = Head::of(&png).ok_or(Unusable::NoPicture)?;
        if head.is_too_large() || has_large_profile(&png) {
            return Err(Unusable::TooLarge);
        }
        let logo = Logo::decoded(png)?;
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

/// The beginning of a PNG, with the number of its pixels.
struct Head {
    width: u32,
    height: u32,
    /// The bits of each colour.
    depth: u8,
}

impl Head {
    fn of(png: &[u8]) -> Option<Head> {
        let head = png.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
        let (width, rest) = head.split_first_chunk()?;
        let (height, rest) = rest.split_first_chunk()?;
        Some(Head {
            width: u32::from_be_bytes(*width),
            height: u32::from_be_bytes(*height),
            depth: *rest.first()?,
        })
    }

    fn is_too_large(&self) -> bool {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let most = u64::from(MOST_PIXELS) * u64::from(MOST_PIXELS);
        self.width.max(self.height) > MOST_PIXELS || pixels * u64::from(self.depth) > most * 8
    }
}

/// Whether a profile of colours in the picture unpacks to too much.
fn has_large_profile(png: &[u8]) -> bool {
    /// The profile, which comes after its name and a byte.
    fn packed(profile: &[u8]) -> Option<&[u8]> {
        profile.get(profile.iter().position(|byte| *byte == 0)? + 2..)
    }
    let mut left = png.get(8..).unwrap_or_default();
    while let Some((length, rest)) = left.split_first_chunk() {
        let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
        let content = rest.get(4..).unwrap_or_default();
        let (content, beyond) = content.split_at(length.min(content.len()));
        if rest.starts_with(b"iCCP") {
            let unpacking = ZlibDecoder::new(packed(content).unwrap_or_default());
            let mut profile = Vec::new();
            // A broken one is measured as far as it goes.
            let _ = unpacking.take(MOST_PROFILE + 1).read_to_end(&mut profile);
            if u64::try_from(profile.len()).is_ok_and(|bytes| bytes > MOST_PROFILE) {
                return true;
            }
        }
        // Four bytes are a sum over it.
        left = beyond.get(4..).unwrap_or_default();
    }
    false
}
