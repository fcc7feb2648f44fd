"""A log that is altered, cut, or told in two versions, a thousand times, by somebody who has the records and their keys; and
one honest witness. Then a hundred people are erased, and every proof has to hold."""

import argparse
import base64
import collections
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess

from service import Loss, Service, a_folder, outcome

COLUMNS = ["origin", "action", "subject", "subject_id", "hash", "changes", "changes_digest"]


def club(code):
    return {"code": code, "name": f"Herders {code}", "kind": "community", "province": "ZA-NW"}


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def holds(receipt):
    """Whether a receipt proves what it says (RFC 9162, 2.1.3.2), computed without the program."""
    size, root = receipt["checkpoint"].splitlines()[1:3]
    at, last = receipt["leaf"], int(size) - 1
    hash = hashlib.sha256(b"\0" + bytes.fromhex(receipt["digest"])).digest()
    for step in map(base64.b64decode, receipt["proof"]):
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            hash = node(step, hash)
            while at % 2 == 0 and at != 0:
                at, last = at >> 1, last >> 1
        else:
            hash = node(hash, step)
        at, last = at >> 1, last >> 1
    return last == 0 and hash == base64.b64decode(root)


class Attacker:
    """Somebody with a copy of the records, who can write what they like."""

    def __init__(self, service, folder, chance):
        self.service, self.folder, self.chance = service, folder, chance
        self.file = os.path.join(folder, "forged.sqlite")

    def forge(self, original, work):
        shutil.copy(original, self.file)
        connection = sqlite3.connect(self.file)
        work(connection)
        connection.commit()
        connection.close()

    def alter(self, connection):
        (last,) = connection.execute("SELECT max(leaf) FROM audit").fetchone()
        leaf, column = self.chance.randint(1, last), self.chance.choice(COLUMNS)
        connection.execute(f"UPDATE audit SET {column} = coalesce({column}, '') || 'x' WHERE leaf = ?", (leaf,))

    def remove(self, connection):
        (last,) = connection.execute("SELECT max(leaf) FROM audit").fetchone()
        connection.execute("DELETE FROM audit WHERE leaf = ?", (self.chance.randint(1, last),))

    def swap(self, connection):
        (last,) = connection.execute("SELECT max(leaf) FROM audit").fetchone()
        one, other = self.chance.sample(range(1, last + 1), 2)
        connection.executescript(
            f"UPDATE audit SET leaf = -1 WHERE leaf = {one}; UPDATE audit SET leaf = {one} WHERE leaf = {other};"
            f" UPDATE audit SET leaf = {other} WHERE leaf = -1"
        )


def sign(witness, service):
    size = witness.run("witness", "size").stdout.strip()
    proof = service.ask("GET", f"/v1/log/consistency?since={size}")[1]
    return witness.run("witness", "sign", text=proof)


def trial(asked):
    chance = random.Random(asked.seed)
    with a_folder() as folder, a_folder() as elsewhere:
        service, witness = Service(asked.program, folder), Service(asked.program, elsewhere)
        service.make_administrator()
        service.start()
        service.sign_in()
        begun = witness.run("witness", "begin", text=service.ask("GET", "/v1/log")[1])
        if begun.returncode != 0:
            raise Loss(begun.stdout + begun.stderr)
        older = os.path.join(folder, "older.sqlite")
        for number in range(300):
            service.ask("POST", "/v1/clubs", club(f"C{number}"))
            if number == 200:
                # A copy that is whole: what a log that was cut looks like, with its head and its signature.
                sqlite3.connect(service.file).execute("VACUUM INTO ?", (older,))
        signed = sign(witness, service)
        if signed.returncode != 0:
            raise Loss(f"the witness refused an honest log: {signed.stdout}{signed.stderr}")
        kept = os.path.join(elsewhere, "kept")
        open(kept, "w").write(signed.stdout)
        service.end()
        sqlite3.connect(service.file).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        attacker, found = Attacker(service, folder, chance), collections.Counter()
        verify = lambda url, *more: service.run("audit", "verify", *more, url=url).returncode
        if verify(service.file, "--checkpoint", kept) != 0 or verify(older) != 0:
            raise Loss("an honest log is not taken for one")
        for number in range(asked.times):
            kind = chance.choice(["altered", "removed", "swapped", "cut"])
            if kind == "cut":
                shutil.copy(older, attacker.file)
            else:
                attacker.forge(service.file, {"altered": attacker.alter, "removed": attacker.remove, "swapped": attacker.swap}[kind])
            if verify(attacker.file, "--checkpoint", kept) == 0:
                raise Loss(f"{kind} was not found, the {number}th time")
            found[kind] += 1
        # Two versions from one past: whoever signed the one refuses the other.
        for number in range(asked.views):
            fork = os.path.join(folder, f"fork{number}.sqlite")
            shutil.copy(older, fork)
            other = Service(asked.program, folder, fork)
            other.start()
            other.sign_in()
            for more in range(100 + number):
                other.ask("POST", "/v1/clubs", club(f"F{more}"))
            if sign(witness, other).returncode == 0:
                raise Loss("the witness signed two versions of the log")
            found["told in two versions"] += 1
            other.end()
        print("found: " + ", ".join(f"{kind} {count}" for kind, count in sorted(found.items())))
        erase(service)


def erase(service):
    service.start()
    service.sign_in()
    home = json.loads(service.ask("POST", "/v1/clubs", club("HOME"))[1])["id"]
    entries, players = [], []
    for number in range(100):
        person = {"family_name": f"Mokoena{chr(97 + number % 26)}", "birth_date": f"{1950 + number % 50}-04-17", "sex": "female"}
        status, body, headers = service.ask("POST", "/v1/players", {**person, "province": "ZA-NW", "club_id": home})
        assert status == 201, body
        players.append(json.loads(body)["id"])
        entries.append(headers["log-entry"])
    receipts = {entry: json.loads(service.ask("GET", f"/v1/log/entries/{entry}")[1]) for entry in entries}
    for player in players:
        status, body, headers = service.ask("POST", f"/v1/players/{player}/erasures")
        assert status in (200, 201, 204), body
        entries.append(headers.get("log-entry"))
    after = [json.loads(service.ask("GET", f"/v1/log/entries/{entry}")[1]) for entry in entries if entry]
    wrong = [receipt for receipt in [*receipts.values(), *after] if not holds(receipt)]
    if wrong:
        raise Loss(f"{len(wrong)} proofs do not hold: {wrong[0]}")
    verified = service.run("audit", "verify")
    if verified.returncode != 0:
        raise Loss(verified.stdout)
    print(f"erased: 100; of {len(receipts)} receipts of before and {len(after)} of after all hold")
    service.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--views", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
