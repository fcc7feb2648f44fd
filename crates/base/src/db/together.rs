//! A question that many have at the same time, which is asked once for all of them.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Mutex;

/// A question with its last answer. Cheap to clone; all clones ask together.
#[derive(Clone)]
pub(super) struct Together<T>(Arc<Mutex<Asked<T>>>);

struct Asked<T> {
    begun: Option<Instant>,
    /// None if there was no answer.
    answer: Option<T>,
}

impl<T> Default for Together<T> {
    fn default() -> Together<T> {
        Together(Arc::new(Mutex::new(Asked {
            begun: None,
            answer: None,
        })))
    }
}

impl<T: Clone> Together<T> {
    /// Asks, or waits for the answer of another who asks now.
    ///
    /// The answer is of a moment after this was called. Of those who wait while nobody answers, each waits for one other question
    /// at most, and not for all before it.
    pub(super) async fn ask<F>(&self, ask: impl FnOnce() -> F) -> Option<T>
    where
        F: Future<Output = Option<T>>,
    {
        let called = Instant::now();
        let mut asked = self.0.lock().await;
        if asked.begun.is_none_or(|begun| begun < called) {
            let begun = Instant::now();
            asked.answer = ask().await;
            asked.begun = Some(begun);
        }
        asked.answer.clone()
    }
}
