//! The ten slowest tests, printed once all have run.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Prints at the end of its input, which is the end of the process that runs the tests, however that comes. Of a test that has
/// several servers, the one that ran longest counts.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
slowest=$(sort -k1,1 -rn | awk '!seen[$2]++' | head -10)
[ "$(echo "$slowest" | wc -l)" -lt 10 ] || printf 'The ten slowest tests, in milliseconds:\n%s\n' "$slowest" >&2
"#;

static SHELL: LazyLock<Mutex<Child>> = LazyLock::new(|| {
    let mut shell = Command::new("sh");
    Mutex::new(shell.args(["-c", SCRIPT]).stdin(Stdio::piped()).spawn().unwrap())
});

/// What a test takes, from its first server on.
pub struct Taken {
    since: Instant,
}

impl Taken {
    pub fn begin() -> Taken {
        Taken { since: Instant::now() }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let thread = thread::current();
        let Some(name) = thread.name() else { return };
        let line = format!("{:7} {name}\n", self.since.elapsed().as_millis());
        let mut shell = SHELL.lock().unwrap_or_else(PoisonError::into_inner);
        // Without the list the tests are what they are.
        drop(shell.stdin.as_mut().map(|input| input.write_all(line.as_bytes())));
    }
}
