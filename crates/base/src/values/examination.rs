//! An examination of what is on record: how much was looked at, and the faults that were found.

/// The faults that are told in full; of the others the number.
const TOLD: usize = 5;

/// The findings of one check, as it goes through what it looks at.
pub struct Findings<'a> {
    /// The number of things that were looked at.
    pub looked_at: u64,
    /// The number of faults.
    pub faults: u64,
    /// The first faults, each in a sentence with the id of the thing.
    pub first: Vec<String>,
    /// The listener that is told that one more thing was looked at.
    watch: &'a mut dyn FnMut(),
}

impl<'a> Findings<'a> {
    /// Nothing was looked at yet.
    pub fn none(watch: &'a mut dyn FnMut()) -> Findings<'a> {
        Findings {
            looked_at: 0,
            faults: 0,
            first: Vec::new(),
            watch,
        }
    }

    /// Counts one more thing that was looked at.
    pub fn look(&mut self) {
        self.looked_at += 1;
        (self.watch)();
    }

    /// Notes a fault.
    pub fn fault(&mut self, sentence: impl Into<String>) {
        self.faults += 1;
        if self.first.len() < TOLD {
            self.first.push(sentence.into());
        }
    }

    /// Notes a fault unless it is so.
    pub fn expect(&mut self, is_so: bool, sentence: impl FnOnce() -> String) {
        if !is_so {
            self.fault(sentence());
        }
    }
}
