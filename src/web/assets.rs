//! Styles and scripts of the pages for people, each by its name.

/// The media type of a page.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// A style or a script that pages of a noun ask for, by its name.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) text: &'static str,
}

impl Asset {
    /// A style sheet.
    pub(crate) const fn style(name: &'static str, text: &'static str) -> Asset {
        Asset {
            name,
            media_type: "text/css; charset=utf-8",
            text,
        }
    }

    /// A script.
    pub(crate) const fn script(name: &'static str, text: &'static str) -> Asset {
        Asset {
            name,
            media_type: "text/javascript; charset=utf-8",
            text,
        }
    }
}
