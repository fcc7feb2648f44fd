//! Turns for work that few may do at a time, given to queues in rotation, each of a network, or of an account where it is known:
//! whoever sends a flood waits behind their own requests, and everybody else is next but one. Fair queueing, after J. Nagle, "On Packet Switches With Infinite Storage"
//! (RFC 970, 1985).

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::accounts::tokens::devices::Queue;
use crate::values::error::Error;

/// The number of requests that may wait; one more takes the place of the last of the longest queue.
const PLACES: usize = 256;

/// The number of those that may be in one queue.
const PLACES_OF_A_QUEUE: usize = 64;

/// A fixed number of turns, each with a tool that goes from hand to hand. Cheap to clone; all clones share them.
#[derive(Debug)]
pub(super) struct FairTurns<T: Send + 'static>(Arc<Mutex<State<T>>>);

impl<T: Send> Clone for FairTurns<T> {
    fn clone(&self) -> FairTurns<T> {
        FairTurns(Arc::clone(&self.0))
    }
}

#[derive(Debug)]
struct State<T: Send + 'static> {
    idle: Vec<T>,
    waiting: HashMap<Queue, VecDeque<oneshot::Sender<Turn<T>>>>,
    /// The queues in which somebody waits, next first.
    rotation: VecDeque<Queue>,
}

/// A turn, handed on when it is dropped.
#[derive(Debug)]
pub(super) struct Turn<T: Send + 'static> {
    tool: Option<T>,
    turns: FairTurns<T>,
}

impl<T: Send> Turn<T> {
    /// The tool of the turn.
    pub(super) fn tool(&mut self) -> Option<&mut T> {
        self.tool.as_mut()
    }
}

impl<T: Send> Drop for Turn<T> {
    fn drop(&mut self) {
        if let Some(tool) = self.tool.take() {
            self.turns.hand_on(tool);
        }
    }
}

impl<T: Send> FairTurns<T> {
    /// Turns at these tools, as many at a time as there are.
    pub(super) fn new(tools: impl IntoIterator<Item = T>) -> FairTurns<T> {
        FairTurns(Arc::new(Mutex::new(State {
            idle: tools.into_iter().collect(),
            waiting: HashMap::new(),
            rotation: VecDeque::new(),
        })))
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: too many wait.
    pub(super) async fn take(&self, queue: Queue) -> Result<Turn<T>, Error> {
        let turn = {
            let mut state = self.state();
            match state.idle.pop() {
                Some(tool) => return Ok(self.turn(tool)),
                None => state.wait(queue)?,
            }
        };
        turn.await.map_err(|_| busy())
    }

    /// Refuses whoever would find no place in that queue now, before more is done for them.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: too many wait.
    pub(super) fn refuse_crowd(&self, queue: Queue) -> Result<(), Error> {
        let mut state = self.state();
        if state.idle.is_empty() {
            state.crowded_out(queue)?;
        }
        Ok(())
    }

    fn turn(&self, tool: T) -> Turn<T> {
        Turn {
            tool: Some(tool),
            turns: self.clone(),
        }
    }

    fn hand_on(&self, mut tool: T) {
        loop {
            let Some(next) = self.state().next() else {
                self.state().idle.push(tool);
                return;
            };
            match next.send(self.turn(tool)) {
                Ok(()) => return,
                // Whoever waited has gone away.
                Err(mut turn) => match turn.tool.take() {
                    Some(unused) => tool = unused,
                    None => return,
                },
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send> State<T> {
    /// The queue of which the last gives a place to one more in that one; none while there is room for all.
    fn crowded_out(&mut self, queue: Queue) -> Result<Option<Queue>, Error> {
        for waiting in self.waiting.values_mut() {
            waiting.retain(|waiting| !waiting.is_closed());
        }
        let own = self.waiting.get(&queue).map_or(0, VecDeque::len);
        if own >= PLACES_OF_A_QUEUE {
            return Err(busy());
        }
        if self.waiting.values().map(VecDeque::len).sum::<usize>() < PLACES {
            return Ok(None);
        }
        let longest = self.waiting.iter().max_by_key(|(_, waiting)| waiting.len());
        let longest = longest.filter(|(_, waiting)| waiting.len() > own + 1);
        longest.map(|(queue, _)| Some(*queue)).ok_or_else(busy)
    }

    fn wait(&mut self, queue: Queue) -> Result<oneshot::Receiver<Turn<T>>, Error> {
        let longest = self.crowded_out(queue)?;
        if let Some(waiting) = longest.and_then(|longest| self.waiting.get_mut(&longest)) {
            waiting.pop_back();
        }
        let (sender, turn) = oneshot::channel();
        self.waiting.entry(queue).or_default().push_back(sender);
        if !self.rotation.contains(&queue) {
            self.rotation.push_back(queue);
        }
        Ok(turn)
    }

    fn next(&mut self) -> Option<oneshot::Sender<Turn<T>>> {
        while let Some(queue) = self.rotation.pop_front() {
            let Some(mut waiting) = self.waiting.remove(&queue) else {
                continue;
            };
            let next = waiting.pop_front();
            if !waiting.is_empty() {
                self.waiting.insert(queue, waiting);
                self.rotation.push_back(queue);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

fn busy() -> Error {
    Error::Unavailable("too many passwords are being checked".to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::pin::pin;

    use futures_util::future::{join_all, poll_immediate};

    use crate::accounts::passwords::fair_turns::*;

    fn network(number: u8) -> Queue {
        Queue::Network(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
    }

    /// The networks that ask, in the order in which turns are given to them.
    async fn order(asking: &[u8]) -> Vec<u8> {
        let turns = FairTurns::new([()]);
        let held = turns.take(network(0)).await.unwrap();
        let given = Mutex::new(Vec::new());
        {
            let mut all = pin!(join_all(asking.iter().map(|number| {
                let (turns, given) = (&turns, &given);
                async move {
                    let turn = turns.take(network(*number)).await.unwrap();
                    given.lock().unwrap().push(*number);
                    drop(turn);
                }
            })));
            assert_eq!(poll_immediate(&mut all).await, None);
            drop(held);
            all.await;
        }
        given.into_inner().unwrap()
    }

    #[tokio::test]
    async fn networks_take_turns_and_each_in_its_order() {
        assert_eq!(order(&[1, 1, 1, 1, 2, 3, 2]).await, [1, 2, 3, 1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn whoever_goes_away_gives_up_the_place() {
        let turns = FairTurns::new(["tool"]);
        let mut held = turns.take(network(1)).await.unwrap();
        assert_eq!(held.tool(), Some(&mut "tool"));
        {
            let mut gone = pin!(turns.take(network(1)));
            assert!(poll_immediate(&mut gone).await.is_none());
        }
        let mut next = pin!(turns.take(network(2)));
        assert!(poll_immediate(&mut next).await.is_none());
        drop(held);
        drop(next.await.unwrap());
        assert!(
            poll_immediate(pin!(turns.take(network(3))))
                .await
                .is_some_and(|turn| turn.is_ok())
        );
    }

    #[tokio::test]
    async fn places_are_bounded_and_the_greediest_give_theirs_to_newcomers() {
        let turns = FairTurns::new([()]);
        let _held = turns.take(network(0)).await.unwrap();
        let mut waiting = Vec::new();
        for number in [1, 2, 3, 4] {
            for _ in 0..PLACES_OF_A_QUEUE {
                let mut place = Box::pin(turns.take(network(number)));
                assert!(poll_immediate(&mut place).await.is_none());
                waiting.push(place);
            }
            let mut one_more = pin!(turns.take(network(number)));
            assert!(poll_immediate(&mut one_more).await.is_some_and(|turn| turn.is_err()));
        }
        let mut newcomer = pin!(turns.take(network(5)));
        assert!(poll_immediate(&mut newcomer).await.is_none(), "there is a place");
        let sent_away = join_all(waiting.iter_mut().map(poll_immediate)).await;
        assert_eq!(sent_away.into_iter().flatten().filter(Result::is_err).count(), 1);
    }
}
