//! Care of the records: copies of them, going back to one, and whether they are sound. The commands are in `cli`.

pub mod backups;
pub mod doctor;
pub mod files;
pub mod restoring;
