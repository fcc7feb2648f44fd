//! Records from any text: an error shows where, and what is read is the same when it is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use morabaraba_rules::{GameRecord, RecordError};

fn is_in(error: &RecordError, text: &str) {
    let place = error.place.expect("a text has places");
    let lines = text.split('\n').count();
    assert!((1..=lines).contains(&(place.line as usize)));
    let line = text.split('\n').nth(place.line as usize - 1).expect("the line is there");
    assert!((1..=line.chars().count() + 1).contains(&(place.column as usize)), "{error}");
    assert!(error.to_string().len() < 1_000);
}

fuzz_target!(|text: &str| {
    for read in [GameRecord::parse(text), GameRecord::parse_lenient(text)] {
        match read {
            Ok(record) => {
                let written = record.to_string();
                assert_eq!(GameRecord::parse(&written).as_ref(), Ok(&record));
                if let Err(error) = record.validate() {
                    is_in(&error, text);
                }
            }
            Err(error) => is_in(&error, text),
        }
    }
    for records in [GameRecord::parse_all(text), GameRecord::parse_all(text).lenient()] {
        let mut last = None;
        for error in records.filter_map(Result::err) {
            is_in(&error, text);
            assert!(last <= error.place, "errors come in the order of the text");
            last = error.place;
        }
    }
});
