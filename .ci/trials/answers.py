"""What strangers read, a second: kept from before, found unchanged, and made anew, beside a handler that sends the same bytes
and does nothing else, and beside Fastify with better-sqlite3 where node is installed; then the memory, at the start, after the
reads, after a minute of sign-ins, and at rest. `answers.py PROGRAM BARE [OTHER…]`: further programs are tried side by side.
Needs wrk (Debian: wrk)."""

import argparse
import collections
import contextlib
import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import threading
import time

import yardstick
from many import a_field, a_game, fill
from service import PASSWORD, Service, a_folder, free_port, outcome

CONNECTIONS = 32
# Somebody who has seen something is answered anew.
ANEW = {"log-entry": "0"}
USUAL = {"accept": "application/json"}
PAGE = {"accept": "text/html"}
PLAYERS = "a page of 50 players"
SIGNS_IN = "somebody@signs.example"
OWN = ["bare", "kept", "unchanged", "anew"]
VALIDATION = """
wrk.method, wrk.body = "POST", [[%s]]
wrk.headers["content-type"] = "application/json"
"""


def rate(seconds, url, headers, script=None):
    """Answers a second, and the milliseconds below which 99 of 100 stay."""
    asked = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")] + (["-s", script] if script else [])
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", *asked, url]
    told = subprocess.run(command, capture_output=True, text=True).stdout
    if "Non-2xx" in told and "if-none-match" not in headers:
        raise SystemExit(f"{url}: {told}")
    late = re.search(r"^\s+99%\s+(\S+)", told, re.M)[1]
    return float(re.search(r"Requests/sec:\s+(\S+)", told)[1]), milliseconds(late)


def milliseconds(told):
    number, unit = re.match(r"([\d.]+)(\D+)", told).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def resident(process):
    """Megabytes of memory that are the process's own, and those of the processes that it has started."""
    children = open(f"/proc/{process}/task/{process}/children").read().split()
    told = open(f"/proc/{process}/status").read()
    return int(re.search(r"RssAnon:\s+(\d+)", told)[1]) / 1024 + sum(resident(child) for child in children)


def paths(service):
    """The things that are read, as far as there are such: by their names, the paths and what is accepted."""
    first = lambda path: next(iter(service.send("GET", f"{path}?limit=1")["items"]), {}).get("id")
    tournament = max(service.items("/v1/tournaments"), key=lambda one: one.get("entries", 0), default={}).get("id")
    player, game = first("/v1/players"), first("/v1/games")
    found = {
        PLAYERS: ("/v1/players?limit=50", USUAL),
        "a player": (f"/v1/players/{player}", USUAL),
        "a game": (f"/v1/games/{game}", USUAL),
        "standings": (f"/v1/tournaments/{tournament}/standings", USUAL),
        "a tournament's page": (f"/tournaments/{tournament}", PAGE),
        "games of a player": (f"/v1/games?player_id={player}&limit=50", USUAL),
        "statistics of games": ("/v1/games/statistics", USUAL),
    }
    return {name: asked for name, asked in found.items() if "None" not in asked[0]}


def made(asked, folder):
    """Records of many, made by the program that is named last: one that is newer takes up what an older one has made."""
    service, begun = Service([asked.program, *asked.others][-1], folder), time.monotonic()
    fill(service, asked.games, asked.players)
    service.start()
    service.sign_in()
    a_field(service)
    service.end(2)
    size, took = os.path.getsize(service.file) / 1e6, time.monotonic() - begun
    print(f"{asked.players} players, {asked.games} games and a field of 200: {size:.0f} MB, made in {took:.0f} s", flush=True)
    return service.file


def started(asked, records, folder, stack):
    """The programs on copies of the records, and the yardstick in one process and in two, by the names of their columns."""
    services, yardsticks = [], {}
    for number, program in enumerate([asked.program, *asked.others]):
        own = os.path.join(folder, str(number))
        os.mkdir(own)
        service = Service(program, own)
        service.environment["LOG"] = asked.log
        shutil.copy(records, service.file)
        service.make_administrator(SIGNS_IN)
        stack.callback(service.end)
        service.start()
        services.append(service)
    if missing := yardstick.missing():
        print(f"without Fastify: {missing}")
        return services, yardsticks
    file = os.path.join(folder, "yardstick.sqlite")
    shutil.copy(records, file)
    for processes in (1, 2):
        one = yardsticks[f"Fastify, {processes}"] = yardstick.Yardstick(folder, file, processes)
        stack.callback(one.end)
    return services, yardsticks


def looks(asked, services, yardsticks, folder, stack):
    """By the name of what is read and the column: the address, the headers, and a script if it is not a mere GET."""
    first, bodies, port, found = services[0], [], free_port(), {}

    def bare(body):
        bodies.append(os.path.join(folder, f"{len(bodies)}.body"))
        with open(bodies[-1], "w") as file:
            file.write(body)
        return f"http://127.0.0.1:{port}/{len(bodies) - 1}"

    at = lambda service, path: f"http://127.0.0.1:{service.port}{path}"
    for name, (path, headers) in paths(first).items():
        # What is told to strangers is what is kept.
        status, body, told = first.exchange("GET", path, None, headers, None)
        if status != 200:
            raise SystemExit(f"{path}: {status} {body}")
        found[name] = {
            "bare": (bare(body), headers),
            "kept": (at(first, path), headers),
            "unchanged": (at(first, path), {**headers, "if-none-match": told["etag"]}),
            "anew": (at(first, path), {**headers, **ANEW}),
        }
        for number, other in enumerate(services[1:], 2):
            found[name][f"kept, {number}"] = (at(other, path), headers)
            found[name][f"anew, {number}"] = (at(other, path), {**headers, **ANEW})
        if name == PLAYERS:
            found[name] |= {column: (at(one, "/players?limit=50"), headers) for column, one in yardsticks.items()}
    game, script = {"turns": a_game(first)[:25]}, os.path.join(folder, "validation.lua")
    with open(script, "w") as file:
        file.write(VALIDATION % json.dumps(game))
    found["validation only"] = {"bare": (f"http://127.0.0.1:{port}/validations", {}, script)}
    for number, service in enumerate(services, 1):
        column = "anew" if number == 1 else f"anew, {number}"
        found["validation only"][column] = (at(service, "/v1/games/validations"), {}, script)
    process = subprocess.Popen([asked.bare, str(port), *bodies])
    stack.callback(process.kill)
    time.sleep(0.5)
    return found


def sign_ins(service, seconds):
    """Passwords, every other one right, from 64 addresses of this machine; how often each status was answered."""
    until, answers = time.monotonic() + seconds, collections.Counter()

    def knock(number):
        count = 0
        while time.monotonic() < until:
            count += 1
            who = {"email": SIGNS_IN, "password": PASSWORD}
            if count % 2:
                who = {"email": f"nobody{count}@signs.example", "password": "a goat in the kraal"}
            own = (f"127.0.{1 + number}.{1 + count // 2 % 4}", 0)
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60, source_address=own)
            status, *_ = service.exchange("POST", "/v1/tokens", who, {"content-type": "application/json"}, connection)
            connection.close()
            answers[status] += 1
            if status not in (200, 401):
                time.sleep(0.1)

    threads = [threading.Thread(target=knock, args=[number]) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ", ".join(f"{count} times {status}" for status, count in sorted(answers.items()))


def table(asked, found, yardsticks):
    """Prints a row for each thing that is read."""
    others = [f"{kind}, {number}" for number in range(2, 2 + len(asked.others)) for kind in ("kept", "anew")]
    columns = [*OWN, *yardsticks, *others]
    print("answers a second, and how many times as many as of the bare handler" + "; 2 and so on are the others" * bool(others))
    print(f"{'':22}" + "".join(f"{column:>16}" for column in columns) + f"{'p99 anew, ms':>14}")
    for name, row in found.items():
        rounds = [{column: rate(asked.seconds, *look) for column, look in row.items()} for _ in range(asked.rounds)]
        rates = {column: statistics.median(one[column][0] for one in rounds) for column in row}
        late = statistics.median(one["anew"][1] for one in rounds)
        of = lambda column: f"{rates[column]:.0f} ({rates[column] / rates['bare']:.2f})" if column in rates else "-"
        print(f"{name:22}" + "".join(f"{of(column):>16}" for column in columns) + f"{late:14.1f}", flush=True)


def trial(asked):
    with a_folder() as folder, contextlib.ExitStack() as stack:
        records = asked.records or made(asked, folder)
        services, yardsticks = started(asked, records, folder, stack)
        processes = [one.process.pid for one in (*services, *yardsticks.values())]
        memory = [[resident(process)] for process in processes]
        table(asked, looks(asked, services, yardsticks, folder, stack), yardsticks)
        for row, process in zip(memory, processes):
            row.append(resident(process))
        for row, service in zip(memory, services):
            print(f"passwords sent to {service.program} for {asked.sign_ins} s: {sign_ins(service, asked.sign_ins)}", flush=True)
            row.append(resident(service.process.pid))
            time.sleep(10)
            row.append(resident(service.process.pid))
        names = [*(service.program for service in services), *yardsticks]
        width = max(23, *map(len, names))
        print(f"{'resident, anonymous, MB':{width}}" + "".join(f"{at:>10}" for at in ("start", "reads", "sign-ins", "at rest")))
        for name, row in zip(names, memory):
            print(f"{name:{width}}" + "".join(f"{megabytes:10.0f}" for megabytes in row))


if __name__ == "__main__":
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("program")
    asking.add_argument("bare")
    asking.add_argument("others", nargs="*")
    asking.add_argument("--records", help="an SQLite file to read, as `serve --demo` makes one; without it, one is made")
    asking.add_argument("--players", type=int, default=100_000, help="of records that are made")
    asking.add_argument("--games", type=int, default=100_000, help="of records that are made")
    asking.add_argument("--seconds", type=int, default=3, help="of each look")
    asking.add_argument("--rounds", type=int, default=3)
    asking.add_argument("--sign-ins", type=int, default=60, help="for so many seconds")
    asking.add_argument("--log", default="info,actix_server=warn,actix_http=off", help="the service's LOG")
    asked = asking.parse_args()
    outcome(lambda: trial(asked))
