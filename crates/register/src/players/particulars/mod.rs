//! Particulars: all that is kept of players, for those who look after them.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;
pub mod views;

crate::string_enum! {
    /// The order in which to list.
    pub enum ParticularsSort as "ParticularsSort" {
        /// Sorts by number.
        Number = "number",
        /// Sorts by family name, then given names, without regard to case and accents; then by number.
        Name = "name",
    }
}
