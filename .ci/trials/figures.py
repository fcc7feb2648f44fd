"""What is measured of a program, in one go: what is read a second (`answers.py`), how many games are kept a second
(`submissions.py`), and how long a file of games takes (`import.py`). `figures.py PROGRAM BARE [--quick]`: with few records and
short looks, to see that all of it works. Needs wrk (Debian: wrk), and for what it is compared with, node and npm."""

import argparse
import os
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("bare")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    few = "--players 2000 --games 2000 --seconds 1 --rounds 1 --sign-ins 3".split() if asked.quick else []
    failed = False
    for name, *words in (
        ("answers.py", asked.program, asked.bare, *few),
        ("submissions.py", asked.program, *("--games 2000 --seconds 2".split() if asked.quick else [])),
        ("import.py", asked.program, "sqlite", "games", *["small"] * asked.quick),
    ):
        print(f"== {name}", flush=True)
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        failed |= subprocess.run([sys.executable, script, *words]).returncode != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
