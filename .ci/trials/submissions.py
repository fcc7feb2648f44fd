"""Sixteen clients that record games on SQLite, with 100,000 games there: how many are kept a second, how long each takes, how
large the journal becomes, and after how long a game is found by its position meanwhile; then the same games sent by one
client who pauses. Then statistics of them, read. Several programs are tried side by side, each on a copy of the same
records and with the same games; and where node is installed, Fastify with better-sqlite3, which keeps a game and an entry of
an audit trail, and does nothing else with it. Needs wrk (Debian: wrk)."""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import threading
import time

import yardstick
from service import Loss, Service, a_folder, outcome

CLIENTS = 16
PLAYERS = 200
TURNS = 22
OF_A_BATCH = 500
RINGS = "EAR"
# Each is of three junctions: along a ring from corner to corner, or across the rings.
LINES = [[f"{ring}{corner}", f"{ring}{corner + 1}", f"{ring}{(corner + 1) % 8 + 1}"] for ring in RINGS for corner in (1, 3, 5, 7)]
LINES += [[f"{ring}{place}" for ring in RINGS] for place in range(1, 9)]
JUNCTIONS = [f"{ring}{place}" for ring in RINGS for place in range(1, 9)]

LUA = """
local at = 0
local games = {}
for line in io.lines("%(file)s") do games[#games + 1] = line end
local headers = {["content-type"] = "application/json", ["authorization"] = "Bearer %(token)s"}
function request()
  at = at + 1
  if at > #games then at = 1 end
  return wrk.format("POST", "%(path)s", headers, games[at])
end
function done(summary, latency, requests)
  local p50, p99 = latency:percentile(50) / 1000, latency:percentile(99) / 1000
  io.write(string.format("p50 %%.1f p99 %%.1f longest %%.1f\\n", p50, p99, latency.max / 1000))
end
"""


def play(chance):
    """Placements of both sides of which none makes a line, so that none is shot."""
    sides, empty, turns = [set(), set()], set(JUNCTIONS), []
    while len(turns) < TURNS:
        own = sides[len(turns) % 2]
        makes_line = lambda place: any(place in line and all(other == place or other in own for other in line) for line in LINES)
        choice = [place for place in sorted(empty) if not makes_line(place)]
        if not choice:
            return play(chance)
        turns.append(chance.choice(choice))
        own.add(turns[-1])
        empty.remove(turns[-1])
    return turns


class Games:
    """Games that differ from each other: no two are of the same pair and day."""

    def __init__(self, players):
        self.players, self.chance, self.count = players, random.Random(1), 0

    def next(self):
        self.count += 1
        pair = self.count % (PLAYERS // 2)
        day = time.time() - 86400 * (1 + self.count // (PLAYERS // 2))
        return {
            "first_player_id": self.players[2 * pair],
            "second_player_id": self.players[2 * pair + 1],
            "played_on": time.strftime("%Y-%m-%d", time.gmtime(day)),
            "turns": play(self.chance),
            "result": self.chance.choice(["first", "second"]),
            "termination": "resignation",
        }


def fill(service, count):
    """Records that many games; the players."""
    service.make_administrator()
    service.start()
    service.sign_in()
    ask = lambda path, body: service.send("POST", path, body)
    club = ask("/v1/clubs", {"code": "DIT", "name": "Herders", "kind": "community", "province": "ZA-NW"})["id"]
    person = {"birth_date": "1990-04-17", "sex": "female", "province": "ZA-NW", "club_id": club, "given_names": "Thandiwe"}
    letters = lambda number: chr(97 + number // 26) + chr(97 + number % 26)
    players = [ask("/v1/players", {**person, "family_name": f"Mokoena{letters(number)}"})["id"] for number in range(PLAYERS)]
    games = Games(players)
    while games.count < count:
        batch = ask("/v1/games/batches", {"games": [games.next() for _ in range(OF_A_BATCH)]})
        wrong = [item for item in batch["items"] if item.get("outcome") != "recorded"]
        if wrong:
            raise Loss(f"a game was not recorded: {wrong[0]}")
        if games.count % 10_000 == 0:
            service.sign_in()
    time.sleep(3)
    service.end(2)
    return games


class Seeker:
    """Records a game from time to time, and looks for it by its last position until it is found."""

    def __init__(self, service, games):
        self.service, self.games, self.waits, self.over = service, games, [], threading.Event()
        self.thread = threading.Thread(target=self.seek)

    def seek(self):
        while not self.over.wait(0.3):
            game = self.games.next()
            status = self.service.ask("POST", "/v1/games", game)[0]
            begun = time.monotonic()
            if status != 201:
                raise Loss(f"a game is answered {status}")
            opening = "+".join(game["turns"])
            while not json.loads(self.service.ask("GET", f"/v1/games?opening={opening}")[1])["items"]:
                if time.monotonic() > begun + 120:
                    raise Loss("a game is not found after two minutes")
                time.sleep(0.01)
            self.waits.append(time.monotonic() - begun)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def wrk(seconds, *arguments):
    command = ["wrk", "-t1", f"-d{seconds}s", "--timeout", "30s", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Journal:
    """How large the journal of a file becomes while the block runs."""

    def __init__(self, file):
        self.file, self.largest, self.over = f"{file}-wal", 0, threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self):
        while not self.over.wait(0.05):
            self.largest = max(self.largest, os.path.getsize(self.file))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def submit(port, path, token, lines, folder, seconds):
    """Sends those games; how many a second were kept, and what wrk tells of it."""
    script = os.path.join(folder, "submit.lua")
    open(script, "w").write(LUA % {"file": lines, "path": path, "token": token})
    told = wrk(seconds, f"-c{CLIENTS}", "-s", script, f"http://127.0.0.1:{port}/")
    refused = [line.strip() for line in told.splitlines() if "Non-2xx" in line or "Socket errors" in line]
    return float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1]), f"{told.splitlines()[-1]} ms {' '.join(refused)}".strip()


def of_program(program, file, lines, games, seconds):
    """What the program does, on a copy of the file; how many games it keeps a second."""
    with a_folder() as own:
        shutil.copy(file, own)
        service = Service(program, own)
        service.start()
        service.sign_in()
        with Journal(service.file) as journal, Seeker(service, games) as seeker:
            rate, told = submit(service.port, "/v1/games", service.token, lines, own, seconds)
        waits = sorted(seeker.waits)
        print(
            f"  {program}: {rate:.0f} a second, {told}; journal {journal.largest / 1e6:.0f} MB at most;"
            f" found by position after {waits[len(waits) // 2]:.2f} s in the middle, {waits[-1]:.2f} s at most",
            flush=True,
        )
        # Until everything is projected.
        with Seeker(service, games):
            time.sleep(1)
        with Seeker(service, games) as seeker:
            time.sleep(3)
        print(f"  {program}: at rest, found by position after {max(seeker.waits):.2f} s at most", flush=True)
        for path in ("", "?rule_set=mssa-gar", "?from=2025-11-01&until=2026-10-31", "?from=2025-11-15&until=2026-10-15"):
            read(service, "/v1/games/statistics" + path, program)
        service.end(2)
        if service.run("doctor").returncode != 0:
            raise Loss(service.run("doctor").stdout)
        return rate


def of_fastify(file, lines, seconds, rates):
    """What Fastify does in one process, since SQLite has one writer, beside what the programs did."""
    with a_folder() as own:
        file = shutil.copy(file, own)
        server = yardstick.Yardstick(own, file)
        try:
            with Journal(file) as journal:
                rate, told = submit(server.port, "/games", "", lines, own, seconds)
        finally:
            server.end()
        print(f"  Fastify: {rate:.0f} a second, {told}; journal {journal.largest / 1e6:.0f} MB at most")
        for program, own_rate in rates.items():
            print(f"  {program}: {own_rate / rate:.2f} times as many as Fastify", flush=True)


def read(service, path, name):
    told = wrk(3, "-c4", f"http://127.0.0.1:{service.port}{path}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])
    print(f"  {name}: {path} {rate:.0f} a second", flush=True)


def trial(asked):
    with a_folder() as folder:
        filling = Service(asked.program[0], folder)
        games = fill(filling, asked.games)
        print(f"{asked.games} games, the file {os.path.getsize(filling.file) / 1e6:.0f} MB", flush=True)
        if missing := yardstick.missing():
            print(f"without Fastify: {missing}")
        lines = os.path.join(folder, "games")
        with open(lines, "w") as file:
            for _ in range(4000 * asked.seconds):
                file.write(json.dumps(games.next()) + "\n")
        for _ in range(asked.times):
            rates = {program: of_program(program, filling.file, lines, games, asked.seconds) for program in asked.program}
            if not missing:
                of_fastify(filling.file, lines, asked.seconds, rates)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", nargs="+")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--times", type=int, default=1)
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
