"""Copies the records at random moments while several clients write, goes back to each of these moments, and holds what is there
then against the copy, against what was acknowledged, and against the records."""

import argparse
import collections
import contextlib
import hashlib
import json
import os
import random
import sqlite3
import tempfile
import time

from service import Loss, Postgres, Service, Writes, a_folder, integrity, outcome

LISTS = [
    "/v1/clubs", "/v1/players", "/v1/games", "/v1/openings", "/v1/provinces", "/v1/regions", "/v1/statistics?year=2027",
    "/v1/log/checkpoint",
]
SUBJECTS = {"/v1/clubs": "club", "/v1/players": "player", "/v1/games": "game"}
# Each tenth copy is made while nobody writes, so that what strangers read of it can be told beforehand.
QUIET = 10
# Tables with rows that do not stay as they are while clubs, players and games are added. The last entries of the trail may wait
# for their numbers. What is counted of games is counted anew with each, and `doctor` recounts it.
CHANGING = {"audit", "log_head", "openings", "projections", "games_to_project", "game_endings", "game_lengths"}

Copy = collections.namedtuple("Copy", "file moment before seconds meanwhile public")


def ids(service, path):
    return {item["id"] for item in service.items(path)}


def public(service):
    """Everything that strangers read: the lists whole, and each thing on them."""
    read = {path: service.ask_as_stranger(path)[:2] for path in LISTS}
    for path in SUBJECTS:
        cursor = ""
        while cursor is not None:
            page = f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else "")
            read[page] = service.ask_as_stranger(page)[:2]
            body = json.loads(read[page][1])
            for item in body["items"]:
                one = f"{path}/{item['id']}"
                read[one] = service.ask_as_stranger(one)[:2]
            cursor = body.get("next_cursor")
    wrong = {path: answer for path, answer in read.items() if answer[0] != 200}
    if wrong:
        raise Loss(f"{len(wrong)} paths are not answered: {list(wrong.items())[:2]}")
    return read


def tables(file):
    """The rows of each table, as digests, and how many there are of each."""
    found = {}
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            # When the schema was made is another time where it is made anew.
            columns = "version" if name == "__diesel_schema_migrations" else "*"
            rows = connection.execute(f'SELECT {columns} FROM "{name}"')
            found[name] = collections.Counter(hashlib.sha256(repr(row).encode()).digest() for row in rows)
    return found


def last_entry(file):
    """The place of the last entry in the audit trail."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT max(seq) FROM audit").fetchone()[0]


def head_of_log(file):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT checkpoint FROM log_head").fetchone()[0]


def rows_until(file, seq):
    """The ids of what was created by the rows of the trail so far, by their sort."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        created = connection.execute(
            "SELECT subject, subject_id FROM audit WHERE seq <= ? AND action LIKE 'create%'", (seq,)
        )
        there = {}
        for subject, subject_id in created:
            there.setdefault(subject, set()).add(subject_id)
        return there


class Records:
    """The records, and the copies that are made of them."""

    def __init__(self, asked, folder):
        self.asked, self.chance = asked, random.Random(asked.seed)
        self.server = Postgres(folder) if asked.postgres else None
        self.copies = os.path.join(folder, "copies")
        os.mkdir(self.copies)
        self.service = self.served_from(folder, self.server.url if self.server else None)
        self.writes = Writes(self.service, asked.seed, pause=0.05)

    def served_from(self, folder, url=None):
        service = Service(self.asked.program, folder, url)
        service.environment["PUBLIC_URL"] = "http://records.example"
        return service

    def copy(self, of_strangers=None):
        """A copy under a name such as the service gives, by the moment."""
        with self.writes.lock:
            before = {path: set(known) for path, known in self.writes.ids.items()}
            written = len(self.writes.acknowledged)
        begun, moment = time.monotonic(), int(time.time())
        file = os.path.join(self.copies, time.strftime("records-%Y%m%dT%H%M%SZ.sqlite", time.gmtime(moment)))
        done = self.service.run("backup", file)
        if done.returncode != 0:
            raise Loss(f"no copy was made: {done.stderr}")
        with self.writes.lock:
            meanwhile = len(self.writes.acknowledged) - written
        seconds, checkpoint = time.monotonic() - begun, head_of_log(file)
        if checkpoint.strip() not in done.stdout:
            raise Loss(f"the checkpoint that was told is not that of the copy: {done.stdout}")
        return Copy(file, moment, before, seconds, meanwhile, of_strangers)

    def make_copies(self):
        copies, count = [], self.asked.copies
        while len(copies) < count:
            with self.writes.going_on(self.asked.threads):
                for _ in range(min(QUIET, count - len(copies)) - 1):
                    time.sleep(1 + self.chance.uniform(0, 1))
                    copies.append(self.copy())
                time.sleep(1 + self.chance.uniform(0, 1))
            self.writes.settle()
            # Everything has its number in the log.
            time.sleep(1)
            copies.append(self.copy(public(self.service)))
        return copies

    @contextlib.contextmanager
    def gone_back_to(self, number, copies):
        """The service as of some moment after that copy was begun and before the next one was."""
        copy = copies[number]
        next_one = copies[number + 1].moment if number + 1 < len(copies) else copy.moment + 60
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.chance.randrange(copy.moment, next_one)))
        with tempfile.TemporaryDirectory() as folder:
            url = None
            if self.server:
                self.server.sql("CREATE DATABASE restored", "postgres")
                url = self.server.url.replace("/records?", "/restored?")
            restored = self.served_from(folder, url)
            done = restored.run("restore", "--at", moment, self.copies)
            if done.returncode != 0:
                raise Loss(f"the copy is not put back: {done.stdout[-500:]}{done.stderr}")
            doctor = restored.run("doctor")
            if doctor.returncode != 0:
                raise Loss(f"the copy is not sound: {doctor.stdout}{doctor.stderr}")
            try:
                yield restored
            finally:
                restored.end()
                if self.server:
                    self.server.sql("DROP DATABASE restored WITH (FORCE)", "postgres")


def file_of(restored):
    """What was put back, as a file."""
    if restored.url == restored.file:
        return restored.file
    done = restored.run("backup", restored.file)
    if done.returncode != 0:
        raise Loss(f"what was put back cannot be read: {done.stderr}")
    return restored.file


def compare(records, number, copies, last, original):
    """Goes back to a copy; the number of tables and of rows in it."""
    copy = copies[number]
    seq = last_entry(copy.file)
    created = rows_until(last.file, seq)
    with records.gone_back_to(number, copies) as restored:
        file, rows = file_of(restored), tables(copy.file)
        integrity(file)
        there = tables(file)
        different = [name for name in rows.keys() | there.keys() if rows.get(name) != there.get(name)]
        if different:
            raise Loss(f"{different} of {copy.file} are not the same where it was put back")
        in_last = tables(last.file)
        changed = {name for name, some in rows.items() if some - in_last[name]}
        if changed - CHANGING:
            raise Loss(f"{changed - CHANGING} have rows that were never in the records")
        restored.start()
        if copy.public and public(restored) != copy.public:
            raise Loss("strangers are answered otherwise than by the records at that moment")
        restored.sign_in()
        for path, subject in SUBJECTS.items():
            there = ids(restored, path)
            if copy.before[path] - there:
                raise Loss(f"{len(copy.before[path] - there)} of {path} were acknowledged before the copy and are gone")
            if there != created.get(subject, set()):
                raise Loss(f"{path} is not as the trail has it at row {seq}")
            for one in sorted(there)[:200]:
                if restored.ask("GET", f"{path}/{one}")[:2] != original[f"{path}/{one}"]:
                    raise Loss(f"{path}/{one} is answered otherwise than by the records")
    return len(rows), sum(sum(some.values()) for some in rows.values())


def trial(asked):
    with a_folder() as folder:
        records = Records(asked, folder)
        service = records.service
        try:
            service.make_administrator()
            service.start()
            service.sign_in()
            copies = records.make_copies()
            service.end()
            last, compared, paths = copies[-1], [], 0
            for number, copy in enumerate(copies):
                compared.append(compare(records, number, copies, last, last.public))
                paths += len(copy.public or {})
            seconds = sorted(copy.seconds for copy in copies)
            print(
                f"{len(copies)} copies while {asked.threads} clients wrote {len(records.writes.acknowledged)} things: made in"
                f" {seconds[len(seconds) // 2]:.2f} s in the middle, {seconds[-1]:.2f} s at most;"
                f" {sum(copy.meanwhile for copy in copies)} writes acknowledged meanwhile"
            )
            print(
                f"gone back to each: whole, sound, as the records were; {compared[0][0]} tables equal, up to {compared[-1][1]} rows,"
                f" and {paths} public paths of {len(copies) // QUIET} of them byte for byte"
            )
            print(f"answers: {records.writes.answers}")
        finally:
            service.end()
            if records.server:
                records.server.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--copies", type=int, default=50)
    parser.add_argument("--threads", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
