//! Work on the database, whatever it answers. The way to a connection is long, and the records know some fifteen hundred
//! pieces of work: without their types they take it in one and the same code, which is compiled once.

use std::any::Any;

use crate::db::Conn;
use crate::values::error::Error;

/// The answer of work, to be taken by whoever knows its type.
pub(super) type Answer = Box<dyn Any + Send>;

/// Work that is done once.
pub(super) type Read = Box<dyn FnOnce(&mut Conn) -> Result<Answer, Error> + Send>;

/// Work that may be done again if it was not kept.
pub(super) type Write = Box<dyn FnMut(&mut Conn) -> Result<Answer, Error> + Send>;

pub(super) fn read<T, F>(read: F) -> Read
where
    T: Send + 'static,
    F: FnOnce(&mut Conn) -> Result<T, Error> + Send + 'static,
{
    Box::new(move |c| read(c).map(boxed))
}

pub(super) fn write<T, F>(mut write: F) -> Write
where
    T: Send + 'static,
    F: FnMut(&mut Conn) -> Result<T, Error> + Send + 'static,
{
    Box::new(move |c| write(c).map(boxed))
}

/// Work that is done once, where others do theirs again.
pub(super) fn once(read: Read) -> Write {
    let mut read = Some(read);
    let begun = || Error::Internal("work that is done once was begun twice".to_owned());
    Box::new(move |c| read.take().ok_or_else(begun)?(c))
}

fn boxed<T: Send + 'static>(value: T) -> Answer {
    Box::new(value)
}

/// The answer as what it is.
///
/// # Errors
/// It is of another type, which would be a fault of this program.
pub(super) fn taken<T: 'static>(answer: Answer) -> Result<T, Error> {
    let value = answer.downcast::<T>().map(|value| *value);
    value.map_err(|_| Error::Internal("work on the database answered something else".to_owned()))
}
