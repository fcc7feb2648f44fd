"""Sixteen clients that record games on PostgreSQL at the same time: how many are kept a second by one instance and by two,
what each costs, and who waits for whom; then small games with a disk that takes 5 ms, as one far away does. Several
programs are tried side by side. Needs wrk (Debian: wrk) and a C compiler."""

import argparse
import collections
import json
import os
import random
import subprocess
import tempfile
import threading
import time

from service import Loss, Postgres, Service, a_folder, outcome

WRITERS = 16
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
# Each game is of a day and of two players of its own, so that none is the same as another.
LUA = """
local count = %(first)d
local pairs = %(pairs)s
function request()
  count = count + 1
  local pair = pairs[count %% #pairs + 1]
  local day = os.date("!%%Y-%%m-%%d", %(now)d - 86400 * (math.floor(count / #pairs) %% 20000))
  local body = string.format('{"first_player_id":"%%s","second_player_id":"%%s","played_on":"%%s","turns":%(turns)s}', pair[1], pair[2], day)
  return wrk.format("POST", "/v1/games", {["content-type"] = "application/json", ["authorization"] = "Bearer %(token)s"}, body)
end
local refused = 0
function response(status, headers, body)
  if status ~= 201 then refused = refused + 1; if refused < 4 then io.stderr:write(status .. " " .. body .. "\\n") end end
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
        self.first, self.slow = 0, slow
        ask = lambda path, body: json.loads(self.services[0].ask("POST", path, body)[1])
        club = ask("/v1/clubs", {"code": "DIT", "name": "Herders", "kind": "community", "province": "ZA-NW"})["id"]
        person = {"birth_date": "1990-04-17", "sex": "female", "province": "ZA-NW", "club_id": club}
        names = [f"Mokoena{letter}" for letter in "abcdefghijklmnopqrstuvwxyzABCDEF"]
        players = [ask("/v1/players", {**person, "family_name": name})["id"] for name in names]
        self.pairs = [(players[at], players[at + WRITERS]) for at in range(WRITERS)]
        chance, self.turns, judged = random.Random(1), [], {"legal_turns": ["E1"]}
        while len(self.turns) < (2 if slow else TURNS) and judged["legal_turns"]:
            self.turns.append(chance.choice(judged["legal_turns"]))
            judged = ask("/v1/games/validations", {"turns": self.turns})

    def script(self, service, at):
        listed = "{" + ",".join(f'{{"{one}","{other}"}}' for one, other in self.pairs) + "}"
        self.first += 1_000_000
        facts = {"first": self.first, "pairs": listed, "now": time.time(), "turns": json.dumps(self.turns), "token": service.token}
        file = tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False)
        file.write(LUA % facts)
        file.close()
        return file.name

    def run(self, instances, seconds):
        """Games a second, milliseconds of processor for each in the service and in the server, and what was waited for."""
        services = self.services[:instances]
        for service in self.services:
            service.sign_in()
        games = lambda: int(self.postgres.sql("SELECT count(*) FROM games"))
        own = [service.process.pid for service in self.services]
        server = lambda: family(self.postgres.process.pid)
        waits, over = collections.Counter(), threading.Event()

        def watch():
            while not over.wait(0.2):
                found = self.postgres.sql(
                    "SELECT wait_event_type || ' ' || wait_event FROM pg_stat_activity"
                    " WHERE wait_event_type IN ('Lock', 'LWLock') AND datname = 'records'"
                )
                waits.update(found.splitlines())

        before, used, theirs = games(), processor(own), processor(server())
        watching = threading.Thread(target=watch)
        watching.start()
        begun = time.monotonic()
        running = [
            subprocess.Popen(
                ["wrk", "-t1", f"-c{WRITERS // instances}", f"-d{seconds}s", "--timeout", "30s", "-s", self.script(service, at),
                 f"http://127.0.0.1:{service.port}/"],
                stdout=subprocess.PIPE, text=True,
            )
            for at, service in enumerate(services)
        ]
        told = [one.communicate()[0] for one in running]
        took = time.monotonic() - begun
        over.set()
        watching.join()
        kept = games() - before
        used, theirs = processor(own) - used, processor(server()) - theirs
        refused = [line for text in told for line in text.splitlines() if "Non-2xx" in line or "Socket errors" in line]
        if kept == 0:
            raise Loss(f"nothing was kept: {told}")
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
            print("a disk that takes 5 ms, games of 2 turns" if disk else f"games of {TURNS} turns")
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
