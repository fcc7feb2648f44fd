//! A bar for work that takes long.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const LONG: Duration = Duration::from_millis(500);

/// A bar on standard error, if that is a terminal, once the work takes long.
pub(crate) struct Bar {
    bar: ProgressBar,
    begun: Instant,
}

impl Bar {
    /// A bar for so much work, if that is known, drawn by one of the two templates.
    pub(crate) fn new(all: Option<u64>, known: &str, unknown: &str) -> Bar {
        let (bar, template) = match all {
            Some(all) => (ProgressBar::new(all), known),
            None => (ProgressBar::no_length(), unknown),
        };
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar {
            bar,
            begun: Instant::now(),
        }
    }

    /// Counts so much more as done.
    pub(crate) fn more(&self, done: u64) {
        if self.bar.is_hidden() && self.begun.elapsed() > LONG {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A file that is being read, with a bar.
pub(crate) struct Watched<R> {
    input: R,
    bar: Bar,
}

impl<R> Watched<R> {
    /// The file's size is told if it is known.
    pub(crate) fn new(input: R, bytes: Option<u64>) -> Watched<R> {
        Watched {
            input,
            bar: Bar::new(
                bytes,
                "{bar:40} {bytes} of {total_bytes}, {eta} to go",
                "{spinner} {bytes}",
            ),
        }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.bar.more(bytes as u64);
        Ok(bytes)
    }
}
