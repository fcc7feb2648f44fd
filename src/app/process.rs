//! The process as the system sees it, read from `/proc`; nothing where there is none.

use std::fs;

/// Ticks of the clock in a second by which Linux counts time at work, on every machine that it runs on today.
const TICKS: f64 = 100.0;

/// The process at one moment.
#[derive(Debug, Default)]
pub(crate) struct Process {
    pub(crate) memory: Option<u64>,
    pub(crate) threads: Option<u64>,
    pub(crate) file_descriptors: Option<u64>,
    pub(crate) most_file_descriptors: Option<u64>,
    pub(crate) cpu_seconds: Option<f64>,
}

impl Process {
    pub(crate) fn now() -> Process {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let open = fs::read_dir("/proc/self/fd").map(|open| open.count() as u64);
        Process {
            memory: figure(&status, "VmRSS:").map(|kilobytes| kilobytes * 1024),
            threads: figure(&status, "Threads:"),
            file_descriptors: open.ok(),
            most_file_descriptors: figure(&limits, "Max open files"),
            cpu_seconds: cpu_seconds(&stat),
        }
    }
}

/// The number that follows such words at the beginning of a line.
fn figure(text: &str, words: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(words))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The time of the process itself and that of the system for it: the 14th and the 15th field, of which the second, the name,
/// may hold anything.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<u32>);
    let (own, of_system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some((f64::from(own) + f64::from(of_system)) / TICKS)
}

#[cfg(test)]
mod tests {
    use crate::app::process::*;

    #[test]
    fn figures_are_read_off_what_the_system_writes() {
        assert_eq!(figure("Name:\tx\nVmRSS:\t  5120 kB\n", "VmRSS:"), Some(5120));
        assert_eq!(
            figure(
                "Max open files            1024                 1048576              files",
                "Max open files"
            ),
            Some(1024)
        );
        assert_eq!(figure("Name:\tx\n", "VmRSS:"), None);
        let stat = "7 (a (cow) 1) S 1 7 7 0 -1 4194560 90 0 0 0 150 25 0 0 20 0 1 0 100 200 300";
        assert_eq!(cpu_seconds(stat), Some(1.75));
        assert_eq!(cpu_seconds(""), None);
    }
}
