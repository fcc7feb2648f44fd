"""What a night is for: whatever `.ci/run` does once, done for long, with every database, way and language.

    .ci/run long [--minutes N]

Without minutes each piece is done once, from the first. With them it goes on with the piece before which it stopped the last time,
and with the seeds that come next, until the time is up; a piece that has begun is ended. Where it stopped is in `target/long.json`.
Each piece says what it does and with which seeds; ends with status 1 if one has failed, once all others are done."""

import argparse
import itertools
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
STOPPED = ROOT / "target" / "long.json"
SWISS = "cargo test --release --locked -p morabaraba-swiss --test swiss"
PYTHON = "target/ci/bin/python"
RELEASED = "target/release/federation-records"
TRIALS = (
    "kill.py", "kill.py --postgres", "standby.py", "witness.py", "disk_full.py", "file_removed.py", "backup.py", "backup.py --postgres",
    "kept.py --writes 3000", "kept.py --postgres --writes 1000", "kept.py --readers 3 --writes 1000",
)
BENCHES = ("perft", "draw", "matching", "search", "championship", "games", "ranking", "certificate")


def trial(words):
    name, *options = words.split()
    return f"Trial {words}", 0, f"python3 .ci/trials/{name} {RELEASED} {' '.join(options)}"


# What it is, how many seeds of it are done at a time, and the command: `{seed}` is the first of them, and `{count}` how many.
PIECES = [
    ("All tests, each on both databases", 0, "env REQUIRE_POSTGRES=1 cargo test --workspace --locked -- --include-ignored"),
    ("All tests, on a server that promises no more than the protocol", 0,
     "env HOSTILE=1 REQUIRE_POSTGRES=1 cargo test --workspace --locked --test api -- --include-ignored"),
    ("People in a browser, in every way", 0, f"{PYTHON} .ci/browser/gate.py target/debug/federation-records --all"),
    ("Programs of others, in every language", 0, f"{PYTHON} .ci/clients/gate.py target/debug/federation-records --all"),
    ("Weekends at venues", 1000, ".ci/simulate venue --seed {seed} --weekends {count} --release"),
    ("Weekends at venues, on PostgreSQL", 40,
     "env SEED={seed} WEEKENDS={count} REQUIRE_POSTGRES=1 cargo test --workspace --locked --release --test api venue_weekends::postgres"),
    ("Bugs planted on purpose, each of which weekends find", 0, "python3 .ci/trials/planted.py"),
    ("Fields that take long to draw", 16, f"env SEED={{seed}} FIELDS={{count}} {SWISS} takes_long"),
    ("The draw beside an engine of another kind", 20_000, f"env SEED={{seed}} FIELDS={{count}} {SWISS} the_engine_agrees"),
    ("Championships drawn and counted by both", 100_000,
     f"env SEED={{seed}} TOURNAMENTS={{count}} {SWISS} championships -- --nocapture"),
    ("Small events played as far as they can be, of each size", 3_000,
     f"env SEED={{seed}} EVENTS={{count}} {SWISS} no_event_ends -- --nocapture"),
    ("Fuzz the parser of turns, a minute", 0, "sh -c 'cd crates/rules && cargo +nightly fuzz run turn -- -max_total_time=60'"),
    ("Fuzz the parser of records, a minute", 0, "sh -c 'cd crates/rules && cargo +nightly fuzz run record -- -max_total_time=60'"),
    ("The program as it is released", 0, "cargo build --release --locked"),
    *map(trial, TRIALS),
    ("Count positions", 0, "cargo run --release --locked -p morabaraba-rules --example perft -- 7"),
    ("Measure", 0, f"cargo bench --locked --workspace {' '.join('--bench ' + bench for bench in BENCHES)}"),
]


def stopped():
    """The number of the piece that is next, and the next seed of each."""
    kept = json.loads(STOPPED.read_text()) if STOPPED.is_file() else {}
    names = [name for name, _, _ in PIECES]
    return names.index(kept["next"]) if kept.get("next") in names else 0, kept.get("seeds", {})


def keep(number, seeds):
    STOPPED.parent.mkdir(exist_ok=True)
    STOPPED.write_text(json.dumps({"next": PIECES[number][0], "seeds": seeds}, indent=1))


def done(name, count, command, seeds):
    """Whether the piece went well."""
    seed = seeds.get(name, 1_000)
    print(f"\n== {name}{f', seeds {seed} to {seed + count - 1}' if count else ''}", flush=True)
    since = time.monotonic()
    status = subprocess.run(shlex.split(command.format(seed=seed, count=count)), cwd=ROOT).returncode
    print(f"{time.monotonic() - since:.0f} s, status {status}", flush=True)
    if count:
        seeds[name] = seed + count
    return status == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, help="for how long; else each piece once")
    minutes = parser.parse_args().minutes
    os.environ.setdefault("CARGO_PROFILE_DEV_DEBUG", "0")
    since, failed, (first, seeds) = time.monotonic(), [], stopped()
    numbers = range(len(PIECES)) if minutes is None else itertools.islice(itertools.cycle(range(len(PIECES))), first, None)
    for number in numbers:
        if minutes is not None and time.monotonic() - since > 60 * minutes:
            break
        if not done(*PIECES[number], seeds):
            failed.append(PIECES[number][0])
        keep((number + 1) % len(PIECES), seeds)
    print(f"\n{len(failed)} failed{': ' if failed else ''}{'; '.join(failed)}; {PIECES[stopped()[0]][0]!r} is next")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
