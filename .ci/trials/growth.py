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
import random
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PASSWORD = "a cow in the kraal"
EMAIL = "administrator@federation.example"
FAMILY = ["Baloyi", "Dlamini", "Khumalo", "Mokoena", "Ndlovu", "Sithole", "Tau", "Zulu"]
GIVEN = ["Anele", "Dineo", "Kagiso", "Lerato", "Mpho", "Palesa", "Thabo", "Vusi"]


class Service:
    """PROGRAM on a file, and its administrator."""

    def __init__(self, program, folder):
        url = f"sqlite:{folder}/records.sqlite"
        self.environment = {**os.environ, "DATABASE_URL": url, "LISTEN": "127.0.0.1:0", "LOG": "warn"}
        self.program, self.folder = program, folder

    def command(self, *words, **more):
        return subprocess.run([self.program, *words], env=self.environment, cwd=self.folder, check=True, capture_output=True, **more)

    def start(self):
        self.process = subprocess.Popen([self.program, "serve"], env=self.environment, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line, said = "", []
        while not line.startswith("Listening"):
            line = self.process.stderr.readline()
            assert line, f"the service did not start: {said}"
            said.append(line)
        self.connection = http.client.HTTPConnection(re.search(r"http://([0-9.:]+)", line).group(1), timeout=600)
        threading.Thread(target=lambda: sys.stderr.writelines(self.process.stderr), daemon=True).start()
        self.token = None
        self.token = self.send("POST", "/v1/tokens", {"email": EMAIL, "password": PASSWORD})["access_token"]
        return self

    def send(self, method, path, body=None):
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["content-type"], body = "application/json", json.dumps(body)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status < 300, f"{method} {path}: {answer.status} {text[:500]}"
        return json.loads(text)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)


def copy(db, table, of, count, **other):
    """Copies a row so many times, each with other values: expressions of `i`, which counts from 1."""
    columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(str(other.get(name, f'"{name}"')) for name in columns)
    db.execute(
        f"INSERT INTO {table} WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
        f"SELECT {values} FROM n, (SELECT * FROM {table} WHERE {of} LIMIT 1)"
    )


def a_game(service):
    """Forty turns by chance that do not end the game on the board."""
    chance = random.Random(12)
    while True:
        turns, judged = [], {"legal_turns": ["E1"]}
        while len(turns) < 40 and judged["legal_turns"]:
            turns.append(chance.choice(judged["legal_turns"]))
            judged = service.send("POST", "/v1/games/validations", {"turns": turns})
        if not judged["termination"]:
            return turns


def fill(service, games):
    """Makes one of each thing, and copies it."""
    ids = lambda tag, n: f"printf('019aa0cb-0000-7{tag:03x}-8000-%012x', {n})"
    club = service.send("POST", "/v1/clubs", {"code": "MAH", "name": "Mahikeng Herders", "kind": "community", "province": "ZA-NW"})["id"]
    person = lambda born: {"family_name": "Mokoena", "given_names": "Lerato", "birth_date": born, "sex": "female", "nationality": "ZA", "province": "ZA-NW", "club_id": club}
    players = [service.send("POST", "/v1/players", person(born))["id"] for born in ("1998-04-17", "1999-04-17")]
    registration = {"player_id": players[0], "club_id": club, "year": 2027, "basis": "member", "division": "senior"}
    service.send("POST", "/v1/registrations", registration)
    service.send("POST", "/v1/transfers", {"player_id": players[1], "club_id": service.send("POST", "/v1/clubs", {"code": "VRY", "name": "Vryburg Herders", "kind": "community", "province": "ZA-NW"})["id"]})
    tournament = {"name": "Mahikeng Open", "level": "friendly", "starts_on": "2026-11-28", "ends_on": "2026-11-29", "province": "ZA-NW", "venue": "The hall"}
    tournament = service.send("POST", "/v1/tournaments", tournament)["id"]
    turns = a_game(service)
    game = {"first_player_id": players[0], "second_player_id": players[1], "played_on": "2026-11-20", "turns": turns, "result": "first", "termination": "resignation"}
    game = service.send("POST", "/v1/games", game)["id"]
    service.stop()

    db = sqlite3.connect(f"{service.folder}/records.sqlite")
    db.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY; BEGIN")
    people, clubs, held, accounts = games // 10, max(20, games // 1000), games // 100, games // 50
    pick = lambda words, n: f"(CASE {n} % {len(words)} " + " ".join(f"WHEN {n} THEN '{word}'" for n, word in enumerate(words)) + " END)"
    provinces = pick([code for code, in db.execute("SELECT code FROM provinces ORDER BY code")], "i")
    family, given = f"({pick(FAMILY, 'i')} || (i / 1000))", pick(GIVEN, "(i / 8)")
    copy(db, "clubs", f"id = '{club}'", clubs, id=ids(1, "i"), code="printf('K%05d', i)", name="printf('Herders %d', i)", name_key="printf('herders %d', i)", province_code=provinces)
    copy(db, "players", f"id = '{players[0]}'", people, id=ids(2, "i"), number="i + 100", family_name=family, given_names=given,
         name_key=f"lower(' ' || {given} || ' ' || {family})", sort_key=f"lower({family} || ' ' || {given})",
         birth_date="date('1950-01-01', (i * 7919 % 21000) || ' days')", province_code=provinces, club_id=ids(1, f"i % {clubs} + 1"))
    for word in (family, given):
        copy(db, "player_words", f"player_id = '{players[0]}'", people, word=f"lower({word})", player_id=ids(2, "i"))
    copy(db, "residences", f"player_id = '{players[0]}'", people, player_id=ids(2, "i"), province_code=provinces)
    copy(db, "registrations", f"player_id = '{players[0]}'", people, id=ids(3, "i"), player_id=ids(2, "i"), club_id=ids(1, f"i % {clubs} + 1"),
         year="2020 + i % 8", paid_on="CASE WHEN i % 3 THEN '2026-11-20' END")
    copy(db, "transfers", f"player_id = '{players[1]}'", people // 10, id=ids(4, "i"), player_id=ids(2, "i * 9"), from_club_id=ids(1, f"i % {clubs} + 1"),
         to_club_id=ids(1, f"(i + 1) % {clubs} + 1"), released_at="asked_at", accepted_at="CASE WHEN i % 50 THEN asked_at END")
    copy(db, "accounts", "1", accounts, id=ids(5, "i"), email="printf('somebody%d@federation.example', i)", email_key="printf('somebody%d@federation.example', i)", name=f"{given} || ' ' || {family}")
    copy(db, "tournaments", f"id = '{tournament}'", held, id=ids(6, "i"), name="printf('Mahikeng Open %d', i)", name_key="printf(' mahikeng open %d', i)",
         level="CASE WHEN i % 200 = 0 THEN 'world' WHEN i % 20 = 0 THEN 'national' ELSE 'friendly' END", starts_on="date('2016-01-01', (i * 7919 % 3900) || ' days')",
         ends_on="date('2016-01-01', (i * 7919 % 3900 + 1) || ' days')", province_code=provinces)
    series = lambda count: f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
    now = "'2026-11-20T08:00:00.000000Z'"
    db.execute(f"INSERT INTO entries (id, tournament_id, player_id, club_id, seed, first_round, created_at) {series(2 * held)} SELECT {ids(9, 'i')}, {ids(6, '(i + 1) / 2')}, {ids(2, f'i % {people} + 1')}, {ids(1, 1)}, 1 + i % 2, 1, {now} FROM n")
    db.execute(f"INSERT INTO rounds (id, tournament_id, number, state, digest, orders, draw, drawn_at) {series(held)} SELECT {ids(10, 'i')}, {ids(6, 'i')}, 1, 'drawn', '', '{{}}', '{{}}', {now} FROM n")
    at = f"(i % {held} + 1)"
    db.execute(f"INSERT INTO matches (id, round_id, board, upper_entry_id, lower_entry_id, starter_entry_id) {series(games)} SELECT {ids(8, 'i')}, {ids(10, at)}, i / {held} + 1, {ids(9, f'{at} * 2 - 1')}, {ids(9, f'{at} * 2')}, {ids(9, f'{at} * 2')} FROM n WHERE i % 3 = 0")
    serial, = db.execute("SELECT serial FROM games WHERE id = ?", [game]).fetchone()
    end = lambda drawn, other: f"CASE WHEN i % 1000 = 0 THEN 'unfinished' WHEN i % 10 = 1 THEN {drawn} ELSE {other} END"
    copy(db, "games", f"id = '{game}'", games, id=ids(7, "i"), serial=f"i + {serial}", first_player_id=ids(2, f"i % {people} + 1"), second_player_id=ids(2, f"(i + 1 + i % 97) % {people} + 1"),
         played_on="date('2016-01-01', (i * 7919 % 3900) || ' days')", plies="CASE WHEN i % 2000 = 0 THEN 300 ELSE 20 + i % 60 END",
         result=end("'drawn'", "CASE i % 2 WHEN 0 THEN 'first' ELSE 'second' END"), termination=end("'agreement'", "CASE WHEN i % 5000 = 2 THEN 'umpire' ELSE 'resignation' END"),
         digest="printf('%016x%016x%016x%016x', i * 2654435761 % 4294967296, i, i, i)", match_id=f"CASE WHEN i % 3 = 0 THEN {ids(8, 'i')} END", number="CASE WHEN i % 3 = 0 THEN 1 END",
         tournament_id=f"CASE WHEN i % 3 = 0 THEN {ids(6, f'i % {held} + 1')} END")
    # Every game has the opening; one in ten came to the position after two turns, one in 150 to the one after six.
    walk = [row[0] for row in db.execute("SELECT class FROM positions WHERE game = ?", [serial])]
    chain, following = [], dict(db.execute("SELECT class, next FROM positions WHERE game = ?", [serial]))
    place = (set(walk) - set(following.values())).pop()
    while place:
        chain.append(place)
        place = following[place]
    for ply, share in ((0, 1), (2, 10), (6, 150), (10, 5000)):
        db.execute("INSERT OR IGNORE INTO positions SELECT ?, serial, ? FROM games WHERE serial % ? = 0 ORDER BY serial", [chain[ply], chain[ply + 1], share])
    copy(db, "audit", "1 ORDER BY seq DESC", games, seq="i + 1000", leaf="i + 1000000000", at="strftime('%Y-%m-%dT%H:%M:%S.000000Z', '2016-01-01', (i * 60) || ' seconds')",
         account_id=f"CASE WHEN i % 5000 = 0 THEN {ids(5, '1')} ELSE {ids(5, '2')} END", subject="CASE WHEN i % 5000 = 0 THEN 'club' ELSE 'game' END", subject_id=ids(7, "i"), changes="changes", hash="hash")
    db.commit()
    db.close()
    return turns


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
            page = service.send("GET", f"{path}?{query}{'&' if query else ''}limit={limit}")
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
            service.command("migrate")
            service.command("admin", "create", "--email", EMAIL, input=PASSWORD.encode())
            service.start()
            begun = time.monotonic()
            turns = fill(service, games)
            print(f"{games} games in {time.monotonic() - begun:.0f} s, {os.path.getsize(f'{folder}/records.sqlite') / 2**20:.0f} MiB", flush=True)
            services.append(service)
        slow = 0
        try:
            for service in services:
                service.start()
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
                service.stop()
        print(f"{slow} took more than twice as long")
        return slow


def chained(program, rows):
    """Rows as they were written before there was a log, each with a digest that goes on from the one before."""
    for count in (rows // 10, rows):
        with tempfile.TemporaryDirectory() as folder:
            service = Service(program, folder)
            service.command("migrate")
            db = sqlite3.connect(f"{folder}/records.sqlite")
            db.executescript("PRAGMA synchronous = OFF; DELETE FROM log_head; DELETE FROM log_tiles; DELETE FROM audit")
            changes = json.dumps({"before": None, "after": {"name": "Mahikeng Herders"}, "salt": "0" * 40})
            digest, before = hashlib.sha256(changes.encode()).hexdigest(), ""
            for seq in range(1, count + 1):
                row = ["2016-01-01T00:00:00.000000Z", None, "command line", "create_club", "club", str(seq)]
                before = hashlib.sha256(json.dumps([before, seq, *row, digest], separators=(",", ":")).encode()).hexdigest()
                db.execute("INSERT INTO audit (seq, at, account_id, origin, action, subject, subject_id, changes, changes_digest, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [seq, *row, changes, digest, before])
            db.commit()
            db.close()
            service.command("admin", "create", "--email", EMAIL, input=PASSWORD.encode())
            begun = time.monotonic()
            told = service.command("audit", "verify")
            print(f"audit verify of {count} chained rows: {time.monotonic() - begun:.2f} s; {told.stdout.decode().splitlines()[0]}", flush=True)


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
