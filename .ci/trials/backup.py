"""Copies the records while several clients write, puts each copy back, and holds it against what was acknowledged.

    backup.py PROGRAM [--copies 10] [--threads 6] [--seed 1]

Whatever was acknowledged before a copy was begun is in it; nothing is that was never sent; it is whole and sound; and what
strangers read of it is, byte for byte, what they read of the records when they had come as far: of the last copy, which is
made while nobody writes, and of each other one by a second way, the rows of the records as they were then.
"""

import argparse
import contextlib
import json
import os
import re
import sqlite3
import sys
import tempfile
import time

from service import Loss, Postgres, Service, Writes, integrity

LISTS = ["/v1/clubs", "/v1/players", "/v1/games", "/v1/openings", "/v1/provinces", "/v1/regions", "/v1/statistics?year=2027"]


def ids(service, path):
    return {item["id"] for item in service.items(path)}


def public(service):
    """Everything that strangers read: the lists whole, and each thing on them."""
    token, service.token = service.token, None
    read = {}
    try:
        for path in LISTS:
            read[path] = service.ask("GET", path)[:2]
        for path in ["/v1/clubs", "/v1/players", "/v1/games"]:
            cursor = ""
            while cursor is not None:
                page = f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else "")
                read[page] = service.ask("GET", page)[:2]
                body = json.loads(read[page][1])
                for item in body["items"]:
                    one = f"{path}/{item['id']}"
                    read[one] = service.ask("GET", one)[:2]
                cursor = body.get("next_cursor")
    finally:
        service.token = token
    wrong = {path: answer for path, answer in read.items() if answer[0] != 200}
    if wrong:
        raise Loss(f"{len(wrong)} paths are not answered: {list(wrong.items())[:2]}")
    return read


def served(program, file, check):
    """What the check finds of a copy that was put back and is served."""
    with tempfile.TemporaryDirectory() as folder:
        restored = Service(program, folder)
        done = restored.run("restore", file)
        if done.returncode != 0:
            raise Loss(f"the copy is not put back: {done.stdout[-500:]}{done.stderr}")
        doctor = restored.run("doctor")
        if doctor.returncode != 0:
            raise Loss(f"the copy is not sound: {doctor.stdout}{doctor.stderr}")
        integrity(restored.file)
        restored.environment["PUBLIC_URL"] = "http://records.example"
        restored.start()
        try:
            return check(restored)
        finally:
            restored.end()


def trail(file):
    """The number of rows in the audit trail, and the hash of the last."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1").fetchone()


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--threads", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        url = None
        if asked.postgres:
            server = Postgres(folder)
            stack.callback(lambda: server.process.terminate())
            url = server.url
        service = Service(asked.program, folder, url)
        service.environment["PUBLIC_URL"] = "http://records.example"
        service.make_administrator()
        service.start()
        stack.callback(service.end)
        service.sign_in()
        writes = Writes(service, asked.seed)
        copies = []
        with writes.going_on(asked.threads):
            time.sleep(2)
            for number in range(asked.copies):
                with writes.lock:
                    before = {path: set(known) for path, known in writes.ids.items()}
                    written = len(writes.acknowledged)
                begun = time.monotonic()
                file = os.path.join(folder, f"copy-{number}.sqlite")
                done = service.run("backup", file)
                if done.returncode != 0:
                    raise Loss(f"no copy was made: {done.stderr}")
                seconds = time.monotonic() - begun
                with writes.lock:
                    meanwhile = len(writes.acknowledged) - written
                head = re.search(r"head is (\w+)", done.stdout).group(1)
                copies.append((file, before, seconds, meanwhile, head))
                time.sleep(0.5)
        writes.settle()
        last = os.path.join(folder, "last.sqlite")
        assert service.run("backup", last).returncode == 0
        original = public(service)
        trail_of_all = trail(last)
        everything = {path: ids(service, path) for path in writes.ids}
        service.end(15)
        for file, before, seconds, meanwhile, head in copies:
            seq, hash_of_last = trail(file)
            if hash_of_last != head:
                raise Loss("the head that was told is not that of the copy")
            created = rows_until(last, seq)

            def check(restored):
                restored.sign_in()
                for path, subject in (("/v1/clubs", "club"), ("/v1/players", "player"), ("/v1/games", "game")):
                    there = ids(restored, path)
                    if before[path] - there:
                        raise Loss(f"{len(before[path] - there)} of {path} were acknowledged before the copy and are gone")
                    if there - everything[path]:
                        raise Loss(f"{len(there - everything[path])} of {path} are in the copy and were never there")
                    if there != created.get(subject, set()):
                        raise Loss(f"{path} is not as the trail has it at row {seq}")
                # What stands in it is what the records say of the same things.
                for path in ("/v1/clubs", "/v1/players", "/v1/games"):
                    for one in sorted(ids(restored, path))[:200]:
                        same = original[f"{path}/{one}"]
                        if restored.ask("GET", f"{path}/{one}")[:2] != same:
                            raise Loss(f"{path}/{one} is answered otherwise than by the records")

            served(asked.program, file, check)
            size = os.path.getsize(file)
            print(
                f"{os.path.basename(file)}: {size:,} bytes in {seconds:.2f} s, {meanwhile} writes acknowledged meanwhile, "
                f"row {seq} of the trail"
            )
        restored = served(asked.program, last, public)
        different = [path for path in original if restored.get(path) != original[path]]
        if different or restored.keys() != original.keys():
            raise Loss(f"{len(different)} of {len(original)} paths are answered otherwise, such as {different[:3]}")
        slowest = max(seconds for _, _, seconds, _, _ in copies)
        print(
            f"{len(copies)} copies while {asked.threads} clients wrote {len(writes.acknowledged)} things; the slowest took "
            f"{slowest:.2f} s. All whole, sound, and as the records were. {len(original)} public paths are byte for byte the "
            f"same of the last, at row {trail_of_all[0]}. Answers: {writes.answers}"
        )


if __name__ == "__main__":
    try:
        main()
    except Loss as loss:
        print(f"LOST: {loss}")
        sys.exit(1)
