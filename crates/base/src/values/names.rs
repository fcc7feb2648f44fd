//! Names folded for finding and sorting: without accents, case and signs.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::values::validation::Limited;

/// The name without accents, case and signs, its words one blank apart.
///
/// ```
/// use records_base::values::names::fold;
/// assert_eq!(fold("Leoné VAN DER MERWE"), "leone van der merwe");
/// assert_eq!(fold("Nxele-!Xam"), "nxele xam");
/// assert_eq!(fold("O’Brien"), fold("o'brien"));
/// ```
#[must_use]
pub fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut gap = false;
    for c in name
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
    {
        match c {
            // An apostrophe stands inside a word: O'Brien is one.
            '\'' | '’' | '`' | 'ʼ' => {}
            c if c.is_alphanumeric() => {
                if gap && !folded.is_empty() {
                    folded.push(' ');
                }
                gap = false;
                folded.push(c);
            }
            _ => gap = true,
        }
    }
    folded
}

/// The key that people are sorted by: the folded family name, then the folded given names.
///
/// ```
/// use records_base::values::names::sort_key;
/// assert!(sort_key("de", Some("Zola")) < sort_key("de la Rey", Some("Anna")));
/// assert!(sort_key("Nkosi", None) < sort_key("NKOSI", Some("Ann")));
/// ```
#[must_use]
pub fn sort_key(family: &str, given: Option<&str>) -> String {
    // Less than all that folding leaves: of two family names of which one begins the other, the shorter comes first.
    format!("{}\t{}", fold(family), fold(given.unwrap_or_default()))
}

/// A search for names: no longer than a family name and given names can be together.
pub type Search = Limited<400>;

/// The patterns for SQL's `LIKE` by which names are searched: one for each word of the search. A name is found if it matches
/// all of them, folded and with a blank before it; a pattern matches where a word of the name begins with that of the search.
///
/// Folding leaves no sign that `LIKE` would read as its own. A search that is longer than any name has no patterns: each is
/// a comparison, and thousands of them would outgrow the stack.
#[must_use]
pub fn patterns(search: &str) -> Vec<String> {
    const LONGEST: usize = 1_000;
    let search = Some(fold(search))
        .filter(|search| search.len() <= LONGEST)
        .unwrap_or_default();
    search
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| format!("% {word}%"))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::values::names::*;

    #[test]
    fn a_search_cannot_smuggle_in_a_wildcard() {
        assert_eq!(patterns("50%_x"), ["% 50%", "% x%"]);
        assert!(patterns("%_!").is_empty());
    }

    #[test]
    fn folding_is_stable() {
        for name in ["van der Merwe", "Nxele-!Xam", "ǂKhomani", "Ōkami", "Straße"] {
            assert_eq!(fold(&fold(name)), fold(name));
        }
    }
}
