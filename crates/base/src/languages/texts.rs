//! The texts as they are kept in the program: a bundle for each language.

use std::sync::LazyLock;

use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;

use crate::languages::Language;

/// The texts of a language.
pub(super) type Bundle = FluentBundle<FluentResource>;

/// The names of the files in the folder of each language.
#[cfg(test)]
pub(super) const FILES: [&str; 4] = ["pages.ftl", "sheets.ftl", "certificates.ftl", "problems.ftl"];

macro_rules! of {
    ($code:literal) => {
        [
            include_str!(concat!("texts/", $code, "/pages.ftl")),
            include_str!(concat!("texts/", $code, "/sheets.ftl")),
            include_str!(concat!("texts/", $code, "/certificates.ftl")),
            include_str!(concat!("texts/", $code, "/problems.ftl")),
        ]
    };
}

/// The files of a language, as they are written.
pub(super) fn files(language: Language) -> [&'static str; 4] {
    match language {
        Language::English => of!("en"),
        Language::Zulu => of!("zu"),
        Language::Xhosa => of!("xh"),
        Language::Sotho => of!("st"),
        Language::Tswana => of!("tn"),
        Language::Afrikaans => of!("af"),
    }
}

static BUNDLES: LazyLock<Vec<(Language, Bundle)>> = LazyLock::new(|| {
    let bundle = |language: &Language| (*language, bundle(*language));
    Language::ALL.iter().map(bundle).collect()
});

fn bundle(language: Language) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec![language.tag().parse().unwrap_or_default()]);
    // All six are written from left to right: marks around what is put in would only stand in the way of whoever copies it.
    bundle.set_use_isolating(false);
    for file in files(language) {
        // A line that cannot be read is left out, and the English stands for it; the tests let none through.
        let resource = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(readable, _)| readable);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// The texts of that language.
pub(super) fn texts(language: Language) -> Option<&'static Bundle> {
    BUNDLES.iter().find(|(of, _)| *of == language).map(|(_, bundle)| bundle)
}
