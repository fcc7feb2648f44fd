"""Bugs planted on purpose in a copy of the sources, one of which is awake at a time: the weekends at venues find each of theirs, and
nothing where none is awake, and the tests of other things those elsewhere. Tells which assertion has found it first, and in the how
manieth weekend."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from planted_bugs import BUGS, ELSEWHERE

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / "target" / "planted" / "tree"
TESTS = ("venue_weekends::", "--skip", "postgres::")
# The seconds that the weekends take at the most.
PATIENCE = 1800
WAKING = """
/// Whether the planted bug of that name is awake.
#[must_use]
pub fn planted(name: &str) -> bool {
    std::env::var("PLANTED").is_ok_and(|awake| awake == name)
}
"""


def altered(sources):
    """The sources with all bugs in them, by file."""
    texts = {}
    for name, _, file, there, instead, *_ in BUGS + ELSEWHERE:
        text = texts.get(file) or sources[file].decode()
        if text.count(there) != 1:
            sys.exit(f"{name}: {file} has its text {text.count(there)} times")
        texts[file] = text.replace(there, instead)
    for root in {file[: file.index("src/")] + "src/lib.rs" for file in texts}:
        texts[root] = texts.get(root, sources[root].decode()) + WAKING
    return {**sources, **{file: text.encode() for file, text in texts.items()}}


def copy():
    """Makes the copy, and leaves alone what is in it already: what was compiled once is not compiled again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    files = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    contents = altered({name: (ROOT / name).read_bytes() for name in files})
    if TREE.exists():
        for old in TREE.rglob("*"):
            if old.is_file() and str(old.relative_to(TREE)) not in contents:
                old.unlink()
    for name, content in contents.items():
        place = TREE / name
        if place.is_file() and place.read_bytes() == content:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        shutil.copymode(ROOT / name, place)


def compiled(folder):
    """Compiles the tests of the copy; the program that runs them."""
    command = ["cargo", "test", "--workspace", "--locked", "--test", "api", "--no-run", "--message-format=json-render-diagnostics"]
    env = {**os.environ, "CARGO_TARGET_DIR": str(folder)}
    told = subprocess.run(command, cwd=TREE, check=True, env=env, stdout=subprocess.PIPE, text=True).stdout
    artifacts = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    tests = [one["executable"] for one in artifacts if one.get("executable") and one["target"]["name"] == "api"]
    return tests[-1]


def weekends(program, awake, count):
    """Runs so many weekends while that bug is awake, or those of the tests, until one finds something: which one that is, and the words
    of an assertion. What was said is told too, if nothing was found and yet the run has failed."""
    said = ""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PLANTED": awake, "TMPDIR": folder}
        env |= {"SEED": "1", "WEEKENDS": str(count)} if count else {}
        command = [program, *TESTS, "--nocapture"]
        run = subprocess.Popen(command, cwd=TREE, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        patience = threading.Timer(PATIENCE, run.kill)
        patience.start()
        try:
            for line in run.stdout:
                said += line
                found = re.search(r"this was the weekend of SEED=(\d+)", line)
                if found:
                    words = re.findall(r"panicked at (tests/\S+:\d+):\d+:\n(.*)", said)
                    return int(found.group(1)), " ".join(words[0])[:100] if words else "?"
            return 0, said if run.wait() != 0 else ""
        finally:
            patience.cancel()
            run.kill()
            run.wait()


def tests(program, awake, names):
    """The words of the assertion with which the tests of those names find the bug; none if they do not."""
    command = [program, *names, "--skip", "postgres::"]
    run = subprocess.run(command, cwd=TREE, env={**os.environ, "PLANTED": awake}, capture_output=True, text=True)
    words = re.findall(r"panicked at (\S+:\d+):\d+:\n(.*)", run.stdout + run.stderr)
    return "" if run.returncode == 0 else " ".join(words[0])[:100] if words else "?"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weekends", type=int, help="so many for each bug, at the most; else those of the tests")
    parser.add_argument("--only", nargs="*", help="the names of bugs; all if left out")
    parser.add_argument("--target", default=os.environ.get("CARGO_TARGET_DIR", ROOT / "target" / "planted" / "target"))
    args = parser.parse_args()
    copy()
    program = compiled(args.target)
    weekend, told = weekends(program, "", args.weekends)
    if weekend or told:
        sys.exit(f"without a bug weekend {weekend} fails:\n{told[-4000:]}")
    print("none: nothing is found", flush=True)
    missed = []
    bugs = [bug for bug in BUGS + ELSEWHERE if not args.only or bug[0] in args.only]
    for name, words, _, _, _, *named in bugs:
        if named:
            told = tests(program, name, *named)
            print(f"{name:24} {words:72} {told or 'NOT FOUND'}", flush=True)
            missed += [] if told else [name]
            continue
        weekend, told = weekends(program, name, args.weekends)
        if weekend == 0:
            missed.append(name)
            told = f"NOT FOUND {told[-400:]}"
        print(f"{name:24} {words:72} weekend {weekend:3}  {told}", flush=True)
    if missed:
        sys.exit(f"not found: {', '.join(missed)}")
    print(f"each of {len(bugs)} bugs was found")


if __name__ == "__main__":
    main()
