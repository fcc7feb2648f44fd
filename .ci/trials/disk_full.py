"""Fills the disk of the records while several threads write, and makes room again."""

import argparse
import os
import subprocess
import sys
import time

from service import Loss, Postgres, Service, Writes, a_folder, code_of, integrity, outcome

# What the records may take; a part of it is taken by ballast, which goes when room is made.
MEGABYTES, BALLAST = 24, 12


def count(answers):
    return ", ".join(f"{word} × {number}" for word, number in sorted(answers.items()))


def trial(asked):
    with a_folder() as folder:
        small = os.path.join(folder, "small")
        os.mkdir(small)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=755", "none", small], check=True)
        postgres = service = None
        try:
            if asked.postgres:
                # The tables alone are on the small disk: the server itself has room.
                postgres = Postgres(folder)
                place = os.path.join(small, "tables")
                os.mkdir(place)
                subprocess.run(["chown", "nobody:nogroup", place], check=True)
                postgres.sql(f"CREATE TABLESPACE small LOCATION '{place}'", "postgres")
                postgres.sql("ALTER DATABASE records SET TABLESPACE small", "postgres")
            service = Service(asked.program, folder, postgres.url if postgres else os.path.join(small, "records.sqlite"))
            service.make_administrator()
            service.start()
            service.sign_in()
            ballast = os.path.join(small, "ballast")
            with open(ballast, "wb") as file:
                room = os.statvfs(small).f_bavail * os.statvfs(small).f_frsize
                file.write(os.urandom(min(BALLAST << 20, max(room - (3 << 20), 0))))
            full(service, Writes(service, 1), ballast)
        finally:
            if service:
                service.end()
            if postgres:
                postgres.end()
            subprocess.run(["umount", "--lazy", small], check=True)


def full(service, writes, ballast):
    is_full, until = False, time.monotonic() + 120
    with writes.going_on():
        while time.monotonic() < until and not is_full:
            time.sleep(0.05)
            is_full = any(word.startswith("50") for word in writes.answers)
        time.sleep(1)
    if not is_full:
        raise Loss("the disk did not become full")
    print(f"until it was full, and a second longer: {count(writes.answers)}")
    # Several of each, since a short write may still find room where a longer one did not.
    probes, reads, later = {}, {}, {}
    for _ in range(20):
        for answers, answer in ((probes, service.ask("GET", "/readyz")), (reads, service.ask("GET", "/v1/players"))):
            word = code_of(*answer[:2])
            answers[word] = answers.get(word, 0) + 1
        before = dict(writes.answers)
        writes.send(*writes.next())
        for word, number in writes.answers.items():
            if number > before.get(word, 0):
                later[word] = later.get(word, 0) + 1
    print(f"while it is full: /readyz {count(probes)}; reading {count(reads)}; writing {count(later)}")
    os.remove(ballast)
    begun = time.monotonic()
    while service.ask("GET", "/readyz")[0] != 200:
        if time.monotonic() > begun + 30:
            raise Loss(f"it is not ready although there is room: {service.ask('GET', '/readyz')}")
        time.sleep(0.01)
    print(f"ready {time.monotonic() - begun:.2f} s after room was made")
    writes.settle()
    with writes.going_on():
        time.sleep(0.5)
    print(f"acknowledged: {', '.join(f'{len(ids)} {path[4:]}' for path, ids in writes.ids.items())}")
    print(writes.verify())
    if not service.url.startswith("postgres"):
        service.end(15)
        print(f"integrity: {integrity(service.url)}")
    untrue = [word for word in writes.answers if word not in ("201", "503 storage-full")]
    if untrue or probes != {"503 storage-full": 20} or reads != {"200": 20}:
        raise Loss(f"a full disk was told otherwise: {untrue}, /readyz {probes}, reading {reads}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, its tables on the small disk; for root alone")
    asked = parser.parse_args()
    if not os.environ.get("TRIAL_MAY_MOUNT"):
        # What is mounted is seen by this trial alone, and goes away with it.
        as_root = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
        command = ["unshare", "--mount", *as_root, sys.executable, *sys.argv]
        os.execvpe("unshare", command, {**os.environ, "TRIAL_MAY_MOUNT": "yes"})
    outcome(lambda: trial(asked))
