//! The figures of weekends, as `.ci/simulate` adds them up.

use std::io::Write;

use serde::Serialize;

#[derive(Default, Serialize)]
pub struct Figures {
    pub weekends: usize,
    pub laptops: usize,
    pub laptops_lost: usize,
    /// Laptops of another version, which hand in what this one does not do as they did.
    pub other_versions: usize,
    pub commands: usize,
    pub results_acknowledged: usize,
    pub results_lost: usize,
    pub results_doubled: usize,
    pub hand_ins: usize,
    pub altered_hand_ins_refused: usize,
    pub altered_bundles_refused: usize,
    pub findings_planted: usize,
    pub findings_listed: usize,
    pub commands_kept: usize,
    pub commands_adopted: usize,
}

impl Figures {
    /// Something of all sorts has come by, and nothing was lost or doubled.
    #[track_caller]
    pub fn assert_of_all_sorts(&self) {
        let figures = serde_json::to_value(self).unwrap();
        for (name, figure) in figures.as_object().unwrap() {
            let is_fault = ["results_lost", "results_doubled"].contains(&name.as_str());
            assert_eq!(*figure == 0, is_fault, "{name}: {figure}");
        }
    }

    /// Tells them in a line of JSON.
    pub fn tell(&self) {
        let line = serde_json::to_string(self).unwrap() + "\n";
        std::io::stdout().write_all(line.as_bytes()).unwrap();
    }
}
