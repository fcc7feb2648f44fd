"""What strangers read, a second: kept from before, found unchanged, and made anew, beside a handler that sends the same bytes
and does nothing else. `answers.py PROGRAM BARE [OTHER…]`: further programs are tried side by side. Needs wrk (Debian: wrk)."""

import argparse
import contextlib
import os
import re
import shutil
import statistics
import subprocess
import time

from service import Service, a_folder, free_port, outcome

CONNECTIONS = 32
# Seconds of each look.
LOOK = 3
# Somebody who has seen something is answered anew.
ANEW = {"log-entry": "0"}
USUAL = {"accept": "application/json"}
PAGE = {"accept": "text/html"}


def rate(url, headers):
    """Answers a second, and the milliseconds below which 99 of 100 stay."""
    asked = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{LOOK}s", "--latency", *asked, url]
    told = subprocess.run(command, capture_output=True, text=True).stdout
    if "Non-2xx" in told and "if-none-match" not in headers:
        raise SystemExit(f"{url}: {told}")
    late = re.search(r"^\s+99%\s+(\S+)", told, re.M)[1]
    return float(re.search(r"Requests/sec:\s+(\S+)", told)[1]), milliseconds(late)


def milliseconds(told):
    number, unit = re.match(r"([\d.]+)(\D+)", told).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def resident(process):
    """Megabytes of memory that are the process's own."""
    told = open(f"/proc/{process.pid}/status").read()
    return int(re.search(r"RssAnon:\s+(\d+)", told)[1]) / 1024


def paths(service):
    """The things that are read, as far as there are such: by their names, the paths and what is accepted."""
    first = lambda path: next(iter(service.items(path)), {}).get("id")
    tournament = max(service.items("/v1/tournaments"), key=lambda one: one.get("entries", 0), default={}).get("id")
    player, game = first("/v1/players"), first("/v1/games")
    found = {
        "a page of 50 players": ("/v1/players?limit=50", USUAL),
        "a player": (f"/v1/players/{player}", USUAL),
        "a game": (f"/v1/games/{game}", USUAL),
        "standings": (f"/v1/tournaments/{tournament}/standings", USUAL),
        "a tournament's page": (f"/tournaments/{tournament}", PAGE),
        "games of a player": (f"/v1/games?player_id={player}&limit=50", USUAL),
        "statistics of games": ("/v1/games/statistics", USUAL),
    }
    return {name: asked for name, asked in found.items() if "None" not in asked[0]}


def trial(asked):
    with a_folder() as folder, contextlib.ExitStack() as stack:
        services = []
        for number, program in enumerate([asked.program, *asked.others]):
            own = os.path.join(folder, str(number))
            os.mkdir(own)
            service = Service(program, own)
            service.environment["LOG"] = asked.log
            shutil.copy(asked.records, service.file)
            stack.callback(service.end)
            service.start()
            services.append(service)
        looked_at = paths(services[0])
        bodies, tags = [], {}
        for name, (path, _) in looked_at.items():
            status, body, told = services[0].ask("GET", path)
            if status != 200:
                raise SystemExit(f"{path}: {status} {body}")
            bodies.append(os.path.join(folder, f"{len(bodies)}.body"))
            with open(bodies[-1], "w") as file:
                file.write(body)
            tags[name] = told["etag"]
        port = free_port()
        bare = subprocess.Popen([asked.bare, str(port), *bodies])
        stack.callback(bare.kill)
        time.sleep(0.5)
        print(f"{'':24}{'bare':>9}{'kept':>9}{'':7}{'unchanged':>9}{'':7}{'anew':>9}{'':7}  p99 ms   others, kept and anew")
        for number, (name, (path, headers)) in enumerate(looked_at.items()):
            rounds = [a_round(services, path, headers, tags[name], f"http://127.0.0.1:{port}/{number}") for _ in range(asked.rounds)]
            least, kept, unchanged, anew, late, *others = [statistics.median(column) for column in zip(*rounds)]
            of = lambda value: f"{value:9.0f} ({value / least:.2f})"
            print(f"{name:24}{least:9.0f}{of(kept)}{of(unchanged)}{of(anew)}{late:8.1f}   "
                  + " ".join(f"{value:.0f}" for value in others), flush=True)
        print("resident, anonymous: " + ", ".join(f"{resident(service.process):.0f} MB" for service in services))


def a_round(services, path, headers, tag, bare):
    """Answers a second: bare, kept, unchanged, anew and the milliseconds of the slowest; and of the others kept and anew."""
    own, *others = [f"http://127.0.0.1:{service.port}{path}" for service in services]
    anew, late = rate(own, {**headers, **ANEW})
    found = [rate(bare, headers)[0], rate(own, headers)[0], rate(own, {**headers, "if-none-match": tag})[0], anew, late]
    for other in others:
        found += [rate(other, headers)[0], rate(other, {**headers, **ANEW})[0]]
    return found


if __name__ == "__main__":
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("program")
    asking.add_argument("bare")
    asking.add_argument("others", nargs="*")
    asking.add_argument("--records", required=True, help="an SQLite file to read, as `serve --demo` makes one")
    asking.add_argument("--rounds", type=int, default=3)
    asking.add_argument("--log", default="info,actix_server=warn,actix_http=off", help="the service's LOG")
    asked = asking.parse_args()
    outcome(lambda: trial(asked))
