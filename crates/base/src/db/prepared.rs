//! Statements with lists of values, prepared once.
//!
//! A list in a statement is as long as it happens to be, so diesel prepares such a statement each time, which takes longer
//! than to run it where rows are looked up by their keys. Here lists are brought to one of few lengths, and the statements
//! with them are kept.

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::RunQueryDsl;

/// A query, its statement kept by its text. Its lists are [`padded`].
#[derive(Debug, Clone, Copy)]
pub struct Prepared<Q>(pub Q);

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, C> RunQueryDsl<C> for Prepared<Q> {}

impl<Q> QueryId for Prepared<Q> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: QueryFragment<D>, D: Backend> QueryFragment<D> for Prepared<Q> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, D>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    fn is_safe_to_cache_prepared(&self, _: &D) -> QueryResult<bool> {
        Ok(true)
    }
}

/// The values, the last one as often as it takes for their number to be a power of two. It makes no difference how often one
/// is in a list in which something is sought.
pub fn padded<T: Clone>(values: &[T]) -> Vec<T> {
    let missing = values.len().next_power_of_two() - values.len();
    let last = values.last().into_iter();
    let padding = last.flat_map(|last| std::iter::repeat_n(last, missing));
    values.iter().chain(padding).cloned().collect()
}

#[cfg(test)]
mod tests {
    use crate::db::prepared::padded;

    #[test]
    fn a_list_has_one_of_few_lengths_and_nothing_else_in_it() {
        assert_eq!(padded(&[0; 0]), [0; 0]);
        assert_eq!(padded(&[7]), [7]);
        assert_eq!(padded(&[7, 8, 9]), [7, 8, 9, 9]);
        assert_eq!(padded(&[0; 500]).len(), 512);
    }
}
