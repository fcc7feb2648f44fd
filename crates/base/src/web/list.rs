//! Lists in bodies. How many items one may have is known before it is read, so it is read no further.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The words for a list that has too many items, and may have none.
pub(crate) const TOO_MANY: &str = "too many items";

/// The words for a list that has too few items or too many.
pub(crate) const OUT_OF_BOUNDS: &str = "too few items or too many";

/// A list of `LEAST` to `MOST` items.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct List<T, const LEAST: usize, const MOST: usize>(Vec<T>);

impl<T, const LEAST: usize, const MOST: usize> List<T, LEAST, MOST> {
    fn refusal<E: Error>() -> E {
        E::custom(match LEAST {
            0 => format!("{TOO_MANY}, expected at most {MOST}"),
            least if least == MOST => format!("expected {MOST} items"),
            least => format!("{OUT_OF_BOUNDS}, expected {least} to {MOST}"),
        })
    }
}

impl<'de, T: Deserialize<'de>, const LEAST: usize, const MOST: usize> Deserialize<'de> for List<T, LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const LEAST: usize, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const LEAST: usize, const MOST: usize> Visitor<'de> for Items<T, LEAST, MOST> {
    type Value = List<T, LEAST, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while items.len() < MOST {
            match sequence.next_element()? {
                Some(item) => items.push(item),
                None if items.len() < LEAST => return Err(Self::Value::refusal()),
                None => return Ok(List(items)),
            }
        }
        match sequence.next_element::<IgnoredAny>()? {
            Some(_) => Err(Self::Value::refusal()),
            None => Ok(List(items)),
        }
    }
}

/// Reads a list of two.
pub fn two<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<[T; 2], D::Error> {
    let List(items) = List::<T, 2, 2>::deserialize(deserializer)?;
    items.try_into().map_err(|_| List::<T, 2, 2>::refusal())
}

impl<T, const MOST: usize> Default for List<T, 0, MOST> {
    fn default() -> Self {
        List(Vec::new())
    }
}

/// A list of the service's own, which is as long as it is.
impl<T, const LEAST: usize, const MOST: usize> FromIterator<T> for List<T, LEAST, MOST> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        List(items.into_iter().collect())
    }
}

impl<T, const LEAST: usize, const MOST: usize> Deref for List<T, LEAST, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const LEAST: usize, const MOST: usize> IntoIterator for List<T, LEAST, MOST> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T, const LEAST: usize, const MOST: usize> IntoIterator for &'a List<T, LEAST, MOST> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::values::error::Error;
    use crate::web::body::parse;
    use crate::web::list::*;

    thread_local! {
        static READ: Cell<usize> = const { Cell::new(0) };
    }

    /// An item that is counted when it is read.
    #[derive(Debug)]
    struct Item;

    impl<'de> Deserialize<'de> for Item {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
            READ.set(READ.get() + 1);
            u8::deserialize(deserializer).map(|_| Item)
        }
    }

    #[derive(Debug, Deserialize)]
    struct Form<const LEAST: usize, const MOST: usize> {
        items: List<Item, LEAST, MOST>,
    }

    /// The number of items that were taken, or the pointer and the code of the fault; and how many items were read.
    fn read<const LEAST: usize, const MOST: usize>(items: usize) -> (Result<usize, String>, usize) {
        READ.set(0);
        let items = vec!["1"; items].join(",");
        let form = parse::<Form<LEAST, MOST>>(format!("{{\"items\":[{items}]}}").as_bytes());
        let told = form.map(|form| form.items.len()).map_err(|error| match error {
            Error::Refused(problem) => format!("{} {}", problem.errors[0].pointer, problem.errors[0].code),
            other => other.to_string(),
        });
        (told, READ.get())
    }

    #[test]
    fn a_list_is_read_no_further_than_it_may_go() {
        let fault = |code: &str| Err(format!("/items {code}"));
        assert_eq!(read::<0, 3>(0), (Ok(0), 0));
        assert_eq!(read::<0, 3>(3), (Ok(3), 3));
        assert_eq!(read::<0, 3>(100_000), (fault("too-many"), 3));
        assert_eq!(read::<1, 3>(0), (fault("out-of-bounds"), 0));
        assert_eq!(read::<1, 3>(3), (Ok(3), 3));
        assert_eq!(read::<1, 3>(4), (fault("out-of-bounds"), 3));
        assert_eq!(read::<2, 2>(1), (fault("invalid-value"), 1));
        assert_eq!(read::<2, 2>(2), (Ok(2), 2));
        assert_eq!(read::<2, 2>(3), (fault("invalid-value"), 2));
    }
}
