"""How lists and searches grow with the records: `growth.py PROGRAM [--few 10000] [--many 1000000]`.

Starts PROGRAM on two SQLite files of its own, the one with few games, the other with many; for every ten games there is a
player, for every hundred a tournament, and an entry of the audit trail for each. All of it is invented: what one request made is
copied in SQL. Then each list is read with each of its filters, from its beginning and from a place far behind, and printed
are the milliseconds of the median of 15 requests in the small file and in the large one, and how many times as long the
large one takes. Ends with status 1 if any takes more than twice as long, and a millisecond more.

With `--chain ROWS`, instead: the time that `audit verify` takes for a tenth of so many rows, and for all of them.
"""

import argparse
import hashlib
import http.client
import json
import os
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
import urllib.parse

from many import fill
from service import Service


def lists(turns):
    opening = lambda plies: "opening=" + urllib.parse.quote(" ".join(turns[:plies]))
    one = lambda tag, n=7: f"019aa0cb-0000-7{tag:03x}-8000-{n:012x}"
    words = ["result=first", "result=unfinished", "termination=umpire", "termination=agreement", "min_plies=200", "max_plies=20", "rule_set=mssa-gar", "rule_set=beads",
             "level=world", "level=friendly", opening(0), opening(2), opening(6), opening(10), "from=2019-01-01&until=2019-12-31", f"player_id={one(2)}", f"tournament_id={one(6)}"]
    games = ["", *words, *(f"{one}&{other}" for n, one in enumerate(words) for other in words[n + 1 :] if one.split("=")[0] != other.split("=")[0])]
    yield from (("/v1/games", query) for query in games)
    yield from (("/v1/players", query) for query in ("", "province=ZA-NW", f"club_id={one(1)}", "number=M-0000107-S", "q=lerato", "q=ndlovu1", "q=lerato+ndlovu1"))
    yield from (("/v1/particulars", query) for query in ("", "province=ZA-NW", f"club_id={one(1)}", "q=lerato", "sort=name", "sort=name&province=ZA-NW", "consent_missing=true", "registration=none&year=2027", "registration=unpaid&year=2027", "registration=paid&year=2027"))
    yield from (("/v1/registrations", query) for query in ("", "year=2027", "province=ZA-NW", f"club_id={one(1)}", f"player_id={one(2)}", "paid=true", "paid=false", "division=student", "withdrawn=true", "renewed=true&year=2026", "renewed=false&year=2026"))
    yield from (("/v1/transfers", query) for query in ("", "state=asked", "state=released", "state=accepted", "state=refused", f"club_id={one(1)}", f"player_id={one(2, 9)}"))
    yield from (("/v1/accounts", query) for query in ("", "q=somebody19", "q=nobody-at-all"))
    yield from (("/v1/clubs", query) for query in ("", "province=ZA-NW", "kind=university", "standing=good", "standing=lapsed", "q=herders"))
    yield from (("/v1/tournaments", query) for query in ("", "province=ZA-NW", "level=world", "stage=national", "state=running", "from=2020-01-01", "until=2016-03-01", "under_review=true", "q=open", "q=nothing"))
    yield from (("/v1/audit", query) for query in ("", f"account_id={one(5, 1)}", f"account_id={one(5, 3)}", "subject=club", "subject=colours", f"subject_id={one(7)}", "from=2016-02-01&until=2016-02-02"))
    yield from (("/v1/duplicates", query) for query in ("",))


def measure(service, path, query):
    """Milliseconds of the first page, and of one that begins far behind, if there is one."""
    def median(query):
        times = []
        # Each asks for another number of items, so that no answer is one that was kept.
        for limit in range(20, 35):
            begun = time.perf_counter()
            page = service.send("GET", f"{path}?{query}{'&' if query else ''}limit={limit}", connection=service.connection)
            times.append((time.perf_counter() - begun) * 1000)
        return statistics.median(times), page
    first, page = median(query)
    for _ in range(20):
        if "next_cursor" not in page:
            return [first]
        page = service.send("GET", f"{path}?{query}{'&' if query else ''}limit=200&cursor={page['next_cursor']}")
    return [first] if "next_cursor" not in page else [first, median(f"{query}{'&' if query else ''}cursor={page['next_cursor']}")[0]]


def grown(program, few, many):
    services = []
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        for folder, games in ((small, few), (large, many)):
            service = Service(program, folder)
            begun = time.monotonic()
            turns = fill(service, games, games // 10)
            print(f"{games} games in {time.monotonic() - begun:.0f} s, {os.path.getsize(service.file) / 2**20:.0f} MiB", flush=True)
            services.append(service)
        slow = 0
        try:
            for service in services:
                service.start()
                service.sign_in()
                # As many do who ask again and again, all of it on one connection.
                service.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=600)
            print(f"{'ms':>8} {'ms':>8}  times")
            for path, query in lists(turns):
                times = [measure(service, path, query) for service in services]
                for place, (before, after) in enumerate(zip(*times)):
                    is_slow = after > 2 * before + 1
                    slow += is_slow
                    far = ", far behind" if place else ""
                    print(f"{before:8.2f} {after:8.2f} {after / before:6.1f}{'!' if is_slow else ' '} {path}?{urllib.parse.unquote(query)}{far}", flush=True)
        finally:
            for service in services:
                service.end(signal.SIGTERM)
        print(f"{slow} took more than twice as long")
        return slow


def chained(program, rows):
    """Rows as they were written before there was a log, each with a digest that goes on from the one before."""
    for count in (rows // 10, rows):
        with tempfile.TemporaryDirectory() as folder:
            service = Service(program, folder)
            service.run("migrate")
            db = sqlite3.connect(service.file)
            db.executescript("PRAGMA synchronous = OFF; DELETE FROM log_head; DELETE FROM log_tiles; DELETE FROM audit")
            changes = json.dumps({"before": None, "after": {"name": "Mahikeng Herders"}, "salt": "0" * 40})
            digest, before = hashlib.sha256(changes.encode()).hexdigest(), ""
            for seq in range(1, count + 1):
                row = ["2016-01-01T00:00:00.000000Z", None, "command line", "create_club", "club", str(seq)]
                before = hashlib.sha256(json.dumps([before, seq, *row, digest], separators=(",", ":")).encode()).hexdigest()
                db.execute("INSERT INTO audit (seq, at, account_id, origin, action, subject, subject_id, changes, changes_digest, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [seq, *row, changes, digest, before])
            db.commit()
            db.close()
            service.make_administrator()
            begun = time.monotonic()
            told = service.run("audit", "verify")
            assert told.returncode == 0, told.stdout + told.stderr
            print(f"audit verify of {count} chained rows: {time.monotonic() - begun:.2f} s; {told.stdout.splitlines()[0]}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--chain", type=int)
    wanted = parser.parse_args()
    program = os.path.abspath(wanted.program)
    if wanted.chain:
        chained(program, wanted.chain)
    elif grown(program, wanted.few, wanted.many):
        sys.exit(1)


if __name__ == "__main__":
    main()
