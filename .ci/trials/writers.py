"""Sixteen clients that write to PostgreSQL at the same time, each at a tournament of its own: how many games are kept a
second by one instance and by two, what each costs, and who waits for whom; then results of matches with a disk that takes
5 ms, as one far away does. Several programs are tried side by side. Needs wrk (Debian: wrk) and a C compiler."""

import argparse
import collections
import datetime
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import threading
import time

from service import Loss, Postgres, Service, a_folder, outcome

WRITERS = 16
PLAYERS = 2 * WRITERS
# Those who are entered in a tournament.
ENTERED = 16
# The tournaments whose round a client enters, one result at a time, until all are in.
TOURNAMENTS = 8
# The most seconds that this may take.
MOST = 60
TURNS = 25
# A disk that takes its time, for the server alone.
SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    usleep(5000);
    return real(file);
}
"""
# What all scripts say: each thread of wrk is a client, and has a place among them.
CLIENT = """
local headers = {["content-type"] = "application/json", ["authorization"] = "Bearer %(token)s"}
local threads = 0
function setup(thread) threads = threads + 1; thread:set("place", threads) end
local refused = 0
local function must_be_kept(status, body)
  if status ~= 201 then refused = refused + 1; if refused < 4 then io.stderr:write(status .. " " .. body .. "\\n") end end
end
"""
# Each game is of a day of its own, so that none is the same as another.
GAMES = CLIENT + """
local pairs = %(pairs)s
local count = %(first)d
function request()
  count = count + 1
  local pair, day = pairs[place], os.date("!%%Y-%%m-%%d", %(now)d - 86400 * (count %% 20000))
  local body = string.format('{"first_player_id":"%%s","second_player_id":"%%s","played_on":"%%s","turns":%(turns)s}', pair[1], pair[2], day)
  return wrk.format("POST", "/v1/games", headers, body)
end
function response(status, headers, body) must_be_kept(status, body) end
"""
# Each result is entered once; a client is done when all of its matches have one.
RESULTS = CLIENT + """
local matches = %(matches)s
local at = 0
function request()
  return wrk.format("POST", "/v1/matches/" .. matches[place][at + 1] .. "/results", headers, '{"games":%(games)s}')
end
function response(status, headers, body)
  must_be_kept(status, body)
  if status ~= 503 then at = at + 1 end
  if at >= #matches[place] then wrk.thread:stop() end
end
"""


def processor(pids):
    """The seconds of processor that these have used, with those of their children that have ended."""
    used = 0
    for pid in pids:
        try:
            fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
        except OSError:
            continue
        used += sum(int(field) for field in fields[11:15])
    return used / os.sysconf("SC_CLK_TCK")


def family(pid):
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    return [pid, *map(int, children)]


class Bench:
    """A program at work on a server of its own, with people who play."""

    def __init__(self, program, folder, slow):
        environment = {"LD_PRELOAD": slow} if slow else {}
        os.environ.update(environment)
        try:
            self.postgres = Postgres(folder)
        finally:
            for name in environment:
                del os.environ[name]
        self.services = [Service(program, folder, self.postgres.url) for _ in range(2)]
        self.services[0].make_administrator()
        for service in self.services:
            service.start()
            service.sign_in()
        self.first, self.rounds, self.slow = 0, 0, slow
        club = {"code": "DIT", "name": "Herders", "kind": "community", "province": "ZA-NW"}
        person = {"birth_date": "1990-04-17", "sex": "female", "province": "ZA-NW", "club_id": self.make("/v1/clubs", club)}
        self.players = [self.make("/v1/players", {**person, "family_name": f"Mokoena{at}"}) for at in range(PLAYERS)]
        chance, self.turns, judged = random.Random(1), [], {"legal_turns": ["E1"]}
        while len(self.turns) < TURNS and judged["legal_turns"]:
            self.turns.append(chance.choice(judged["legal_turns"]))
            judged = self.services[0].send("POST", "/v1/games/validations", {"turns": self.turns})

    def make(self, path, body=None):
        return self.services[0].send("POST", path, body)["id"]

    def results(self):
        return int(self.postgres.sql("SELECT count(*) FROM results"))

    def matches(self):
        """The matches of published rounds, for each client."""
        found = [[] for _ in range(WRITERS)]
        if self.slow:
            for _ in range(TOURNAMENTS):
                for own in found:
                    own += self.round()
        return found

    def round(self):
        """The matches of a round that is published."""
        self.rounds += 1
        day = str(datetime.date.today())
        path = "/v1/tournaments/" + self.make("/v1/tournaments", {
            "name": f"Open {self.rounds}", "level": "friendly", "province": "ZA-NW", "starts_on": day, "ends_on": day,
            "venue": "Mahikeng", "rounds": 6,
        })
        self.make(f"{path}/openings")
        entries = [{"player_id": player} for player in self.players[:ENTERED]]
        self.services[0].send("POST", f"{path}/entries/batches", {"entries": entries})
        self.services[0].send("POST", f"{path}/starting-orders", {"player_ids": self.players[:ENTERED]})
        drawn = "/v1/rounds/" + self.make(f"{path}/rounds", {})
        self.make(f"{drawn}/publications")
        return [match["id"] for match in self.services[0].send("GET", f"{drawn}/matches")["items"]]

    def script(self, service, places, matches):
        """What wrk is to ask, as the clients of these places."""
        self.first += 2_000
        lua = lambda found: "{" + ",".join(found) + "}"
        file = tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False)
        file.write((RESULTS if self.slow else GAMES) % {
            "token": service.token, "first": self.first, "now": time.time(), "turns": json.dumps(self.turns),
            "pairs": lua(lua(f'"{one}"' for one in self.players[at::WRITERS]) for at in range(WRITERS)[places]),
            "matches": lua(lua(f'"{one}"' for one in own) for own in matches[places]),
            "games": json.dumps([{"result": result} for result in ["first", "second", "drawn"] * 2]),
        })
        file.close()
        return file.name

    def run(self, instances, seconds):
        """Writes a second, milliseconds of processor for each in the service and in the server, and what was waited for."""
        services, matches = self.services[:instances], self.matches()
        for service in self.services:
            service.sign_in()
        own = [service.process.pid for service in self.services]
        server = lambda: family(self.postgres.process.pid)
        waits, over, running = collections.Counter(), threading.Event(), []
        new = sum(map(len, matches))
        wanted = new and new + self.results()

        def watch():
            while not over.wait(0.2):
                if wanted and self.results() == wanted:
                    for one in running:
                        one.send_signal(signal.SIGINT)
                    return
                found = self.postgres.sql(
                    "SELECT wait_event_type || ' ' || wait_event FROM pg_stat_activity"
                    " WHERE wait_event_type IN ('Lock', 'LWLock') AND datname = 'records'"
                )
                waits.update(found.splitlines())

        used, theirs = processor(own), processor(server())
        begun, each = time.monotonic(), WRITERS // instances
        running += [
            subprocess.Popen(
                ["wrk", f"-t{each}", f"-c{each}", f"-d{MOST if wanted else seconds}s", "--timeout", "30s",
                 "-s", self.script(service, slice(at * each, (at + 1) * each), matches), f"http://127.0.0.1:{service.port}/"],
                stdout=subprocess.PIPE, text=True,
            )
            for at, service in enumerate(services)
        ]
        watching = threading.Thread(target=watch)
        watching.start()
        told = [one.communicate()[0] for one in running]
        took = time.monotonic() - begun
        over.set()
        watching.join()
        used, theirs = processor(own) - used, processor(server()) - theirs
        refused = [line for text in told for line in text.splitlines() if "Non-2xx" in line or "Socket errors" in line]
        number = lambda pattern: sum(int(found) for text in told for found in re.findall(pattern, text))
        kept = number(r"(\d+) requests in") - number(r"Non-2xx or 3xx responses: (\d+)")
        if kept <= 0:
            raise Loss(f"nothing was kept: {told}")
        if wanted and self.results() != wanted:
            raise Loss(f"{wanted - self.results()} results are not in after {MOST} s")
        return kept / took, 1000 * used / kept, 1000 * theirs / kept, dict(waits), refused

    def waits_for_checkpoints(self):
        """The seconds after which an entry has its number, sorted; none of a program without a log."""
        if self.services[0].ask("GET", "/v1/log")[0] != 200:
            return []
        found = []
        for number in range(40):
            club = {"code": f"N{number}{int(bool(self.slow))}", "name": "Herders", "kind": "community", "province": "ZA-NW"}
            headers = self.services[0].ask("POST", "/v1/clubs", club)[2]
            entry = {name.lower(): value for name, value in headers.items()}["log-entry"]
            begun = time.monotonic()
            while self.services[0].ask("GET", f"/v1/log/entries/{entry}")[0] != 200:
                if time.monotonic() > begun + 10:
                    raise Loss(f"entry {entry} has no number after 10 s")
                time.sleep(0.01)
            found.append(time.monotonic() - begun)
        return sorted(found)

    def end(self):
        trail = self.services[0].run("audit", "verify")
        for service in self.services:
            service.end()
        self.postgres.end()
        if trail.returncode != 0:
            raise Loss(trail.stdout + trail.stderr)


def trial(asked):
    with a_folder() as shim:
        source, slow = os.path.join(shim, "slow.c"), os.path.join(shim, "slow.so")
        open(source, "w").write(SLOW)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", slow, source, "-ldl"], check=True)
        os.chmod(shim, 0o755)
        for disk in (None, slow):
            print("a disk that takes 5 ms, results of matches" if disk else f"games of {TURNS} turns")
            for program in asked.program:
                with a_folder() as folder:
                    bench = Bench(program, folder, disk)
                    bench.run(1, 2)
                    # What the server does by itself within a minute: until then it knows nothing of what it plans for.
                    bench.postgres.sql("ANALYZE")
                    for instances in (1, 2):
                        rate, own, server, waits, refused = bench.run(instances, asked.seconds)
                        print(
                            f"  {program}, instances {instances}: {rate:.0f} a second,"
                            f" {own:.2f} ms of processor in the service and {server:.2f} ms in the server for each;"
                            f" waited: {waits or 'for nothing'} {' '.join(refused)}"
                        )
                    numbered = bench.waits_for_checkpoints()
                    if numbered:
                        print(f"    numbered after {numbered[len(numbered) // 2]:.2f} s in the middle, {numbered[-1]:.2f} s at most")
                    bench.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", nargs="+")
    parser.add_argument("--seconds", type=int, default=10)
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
