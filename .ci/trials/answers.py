"""What strangers read, a second: kept from before, found unchanged, and made anew, beside a handler that sends the same bytes
and does nothing else. `answers.py PROGRAM BARE [OTHER…]`: further programs are tried side by side. Needs wrk (Debian: wrk)."""

import argparse
import os
import re
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


def rate(port, path, headers, connections=CONNECTIONS):
    """Answers a second, and the milliseconds below which half and 99 of 100 stay."""
    asked = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    url = f"http://127.0.0.1:{port}{path}"
    told = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{LOOK}s", "--latency", *asked, url], capture_output=True, text=True)
    if "Non-2xx" in told.stdout and "if-none-match" not in headers:
        raise SystemExit(f"{path}: {told.stdout}")
    each = lambda percent: milliseconds(re.search(rf"{percent}%\s+(\S+)", told.stdout)[1])
    return float(re.search(r"Requests/sec:\s+(\S+)", told.stdout)[1]), each(50), each(99)


def milliseconds(told):
    number, unit = re.match(r"([\d.]+)(\D+)", told).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def resident(process):
    """Megabytes of memory that are the process's own."""
    told = open(f"/proc/{process.pid}/status").read()
    return int(re.search(r"RssAnon:\s+(\d+)", told)[1]) / 1024


def paths(service):
    """The things that are read: by their names, the paths and what is accepted."""
    first = lambda path: next(iter(service.items(path)), {}).get("id")
    tournament = max(service.items("/v1/tournaments"), key=lambda one: one.get("entries", 0), default={}).get("id")
    player, game = first("/v1/players"), first("/v1/games")
    return {
        "a page of 50 players": ("/v1/players?limit=50", USUAL),
        "a player": (f"/v1/players/{player}", USUAL),
        "a game": (f"/v1/games/{game}", USUAL),
        "standings": (f"/v1/tournaments/{tournament}/standings", USUAL),
        "a tournament's page": (f"/tournaments/{tournament}", PAGE),
        "games of a player": (f"/v1/games?player_id={player}&limit=50", USUAL),
        "statistics of games": ("/v1/games/statistics", USUAL),
    }


def trial(asked):
    with a_folder() as folder:
        services = []
        for number, program in enumerate([asked.program, *asked.others]):
            own = os.path.join(folder, str(number))
            os.mkdir(own)
            service = Service(program, own)
            service.environment["LOG"] = asked.log
            if asked.records:
                subprocess.run(["cp", asked.records, service.file], check=True)
            service.make_administrator()
            service.start()
            service.sign_in()
            services.append(service)
        looked_at = paths(services[0])
        bodies, tags = [], {}
        for name, (path, headers) in looked_at.items():
            services[0].token, token = None, services[0].token
            status, body, told = services[0].ask("GET", path)
            services[0].token = token
            if status != 200:
                raise SystemExit(f"{path}: {status} {body}")
            bodies.append(os.path.join(folder, f"{len(bodies)}.body"))
            open(bodies[-1], "w").write(body)
            tags[name] = told["etag"]
        port = free_port()
        bare = subprocess.Popen([asked.bare, str(port), *bodies])
        time.sleep(0.5)
        print(f"{'':24}{'bare':>9}{'kept':>9}{'':6}{'unchanged':>10}{'':6}{'anew':>9}{'':6}  p99 ms   others, kept and anew")
        for number, (name, (path, headers)) in enumerate(looked_at.items()):
            rounds = []
            for _ in range(asked.rounds):
                one = [rate(port, f"/{number}", headers)[0], rate(services[0].port, path, headers)[0]]
                one.append(rate(services[0].port, path, {**headers, "if-none-match": tags[name]})[0])
                anew = rate(services[0].port, path, {**headers, **ANEW})
                one += [anew[0], anew[2]]
                for other in services[1:]:
                    one += [rate(other.port, path, headers)[0], rate(other.port, path, {**headers, **ANEW})[0]]
                rounds.append(one)
            least, kept, unchanged, anew, late, *others = [statistics.median(column) for column in zip(*rounds)]
            of = lambda value: f" ({value / least:.2f})"
            print(f"{name:24}{least:9.0f}{kept:9.0f}{of(kept)}{unchanged:10.0f}{of(unchanged)}{anew:9.0f}{of(anew)}{late:8.1f}   "
                  + " ".join(f"{value:.0f}" for value in others), flush=True)
        print("resident, anonymous: " + ", ".join(f"{resident(service.process):.0f} MB" for service in services))
        for service in services:
            service.end()
        bare.kill()


if __name__ == "__main__":
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("program")
    asking.add_argument("bare")
    asking.add_argument("others", nargs="*")
    asking.add_argument("--records", help="an SQLite file to read")
    asking.add_argument("--rounds", type=int, default=3)
    asking.add_argument("--log", default="info,actix_server=warn,actix_http=off", help="the service's LOG")
    asked = asking.parse_args()
    outcome(lambda: trial(asked))
