#!/usr/bin/env python3
"""More than the service can do, for minutes, and then all at once.

    overload.py PROGRAM [--minutes 15] [--files 1024] [--postgres]

Eight threads write clubs, players and games, each the next as soon as the one before is answered, and 32 connections read
lists and pages as fast as they are answered. Every minute it prints the requests a second of both and the resident memory,
and how much of that is no file's; at the end the median and the 99th percentile, and the answers by status. Then 2,000
connections are opened at one moment, each with one request, and 600 are opened that send nothing; and nine files of 10 MiB
are sent at once, byte by byte. All of it on the loopback, and bounded in number and time. The service may have --files file
descriptors.

The exit status is 1 if an answer has a status of 500 or more other than 503, if a 503 has no Retry-After, if the service
dies, if the memory of the last minute is more than a fifth over that of the third, or if anything lets it grow by more than
150 MB. Needs wrk (Debian: wrk).
"""

import argparse
import asyncio
import collections
import http.client
import json
import os
import re
import resource
import subprocess
import tempfile
import threading
import time

from service import PATIENCE, Loss, Postgres, Service, Writes, a_folder, outcome

READERS, WRITERS, BURST, SILENT, FILES = 32, 8, 2000, 600, 9
PATHS = ["/v1/clubs?limit=50", "/v1/players?limit=50", "/v1/games?limit=20", "/v1/provinces", "/", "/players", "/readyz"]
# The most that anything here lets the memory grow by, in megabytes: the room for files is 64 MB, each of which is held once more while it is read.
GROWTH = 150

READ = """
local paths = { %s }
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init() count = 0; statuses = {} end
function request()
  count = count + 1
  return wrk.format("GET", paths[count %% #paths + 1])
end
function response(status) statuses[status] = (statuses[status] or 0) + 1 end
function done(summary, latency)
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do print("status " .. status .. " " .. count) end
  end
  print("p50 " .. latency:percentile(50) / 1000 .. " p99 " .. latency:percentile(99) / 1000)
  print("errors " .. summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout)
end
"""


def memory(service, sort="VmRSS"):
    status = open(f"/proc/{service.process.pid}/status").read()
    return int(re.search(rf"{sort}:\s+(\d+)", status)[1]) / 1024


def in_words(service, megabytes):
    """The memory as it is told: all of it, and what is not a file's."""
    return f"{megabytes:,.0f} MB, {memory(service, 'RssAnon'):,.0f} of them no file's"


class Load:
    """Writers in threads, who never stop to think."""

    def __init__(self, service):
        self.service, self.writes = service, Writes(service, 1)
        self.statuses, self.took, self.lock = collections.Counter(), [], threading.Lock()
        self.stop, self.bare = threading.Event(), 0

    def write(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        while not self.stop.is_set():
            key, path, body = self.writes.next()
            begun = time.monotonic()
            status, answer, headers = self.service.ask("POST", path, body, key, connection)
            with self.lock:
                self.took.append(time.monotonic() - begun)
                self.statuses[status] += 1
                self.bare += status == 503 and "retry-after" not in {name.lower() for name in headers}
                if status == 201:
                    self.writes.ids[path].append(json.loads(answer)["id"])
            if status != 201:
                time.sleep(0.1)


def steady(service, minutes):
    load = Load(service)
    script = tempfile.NamedTemporaryFile("w", suffix=".lua")
    script.write(READ % ", ".join(f'"{path}"' for path in PATHS))
    script.flush()
    command = ["wrk", "-t1", f"-c{READERS}", f"-d{minutes * 60}s", "--timeout", "30s", "-s", script.name]
    reading = subprocess.Popen(
        [*command, f"http://127.0.0.1:{service.port}/"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    threads = [threading.Thread(target=load.write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    at_minutes, before = [], 0
    try:
        for minute in range(1, minutes + 1):
            time.sleep(60)
            # A token is good for 15 minutes.
            if minute % 10 == 0:
                service.sign_in()
            with load.lock:
                written = load.statuses[201]
            at_minutes.append(memory(service))
            print(f"minute {minute}: {(written - before) / 60:,.0f} writes/s, {in_words(service, at_minutes[-1])}", flush=True)
            before = written
    finally:
        load.stop.set()
        for thread in threads:
            thread.join()
    told = reading.communicate()[0]
    statuses = {int(status): int(count) for status, count in re.findall(r"status (\d+) (\d+)", told)}
    p50, p99 = re.search(r"p50 (\S+) p99 (\S+)", told).groups()
    errors = int(re.search(r"errors (\d+)", told)[1])
    print(f"reads: {sum(statuses.values()) / minutes / 60:,.0f}/s, p50 {float(p50):,.1f} ms, p99 {float(p99):,.1f} ms, {statuses}")
    took = sorted(load.took)
    p50, p99 = (took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))
    print(f"writes: {len(took) / minutes / 60:,.0f}/s, p50 {p50:,.1f} ms, p99 {p99:,.1f} ms, {dict(load.statuses)}")
    every = collections.Counter(statuses) + load.statuses
    if wrong := {status for status in every if status == 0 or status >= 500 and status != 503}:
        raise Loss(f"answers {wrong}, or none")
    if errors:
        raise Loss(f"{errors} reads broke off")
    if load.bare:
        raise Loss(f"{load.bare} answers 503 without Retry-After")
    if minutes >= 5 and at_minutes[-1] > at_minutes[2] * 1.2:
        raise Loss("the memory grows")


async def one(port, path, statuses, timeout=60):
    """One connection with one request; its status, or why there is none."""
    try:
        async with asyncio.timeout(timeout):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
                await reader.readexactly(length)
                status = int(head.split()[1])
                bare = status == 503 and b"retry-after" not in head.lower()
                statuses["503 without Retry-After" if bare else status] += 1
            finally:
                writer.close()
    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
        statuses[type(error).__name__] += 1


async def burst(service):
    statuses = collections.Counter()
    begun, most = time.monotonic(), 0
    asking = asyncio.gather(*(one(service.port, PATHS[number % 5], statuses) for number in range(BURST)))
    while not asking.done():
        most = max(most, memory(service))
        await asyncio.wait([asking], timeout=0.05)
    print(f"{BURST} connections at once: {dict(statuses)} within {time.monotonic() - begun:.1f} s, {most:,.0f} MB at most")
    if set(statuses) - {200, 503}:
        raise Loss("some were neither served nor sent away with 503")
    return most


async def silent(service):
    """Connections that are held open: somebody else still finds a place, since those that ask nothing are ended."""
    opened = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", service.port) for _ in range(SILENT)))
    begun, statuses = time.monotonic(), collections.Counter()
    await one(service.port, "/v1/provinces", statuses)
    print(f"beside {SILENT} connections that send nothing: {dict(statuses)} after {time.monotonic() - begun:.1f} s")
    for _, writer in opened:
        writer.close()
    if statuses != {200: 1}:
        raise Loss("nobody else is served")


async def files(service):
    """Files of 10 MiB that come slowly: so many are taken, and the next are told to come back."""
    head = (
        "POST /v1/imports HTTP/1.1\r\nHost: x\r\nIdempotency-Key: {key}\r\nAuthorization: Bearer {token}\r\n"
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 10485760\r\n\r\n"
        '--b\r\nContent-Disposition: form-data; name="clubs"; filename="clubs.csv"\r\n\r\n'
    )
    statuses, most = collections.Counter(), 0

    async def send(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(head.format(key=f"file-{number}", token=service.token).encode())
        answer = asyncio.ensure_future(reader.readuntil(b"\r\n\r\n"))
        for _ in range(100):
            if answer.done():
                break
            writer.write(b"x" * (90 << 10))
            await asyncio.sleep(0.05)
        statuses[int(answer.result().split()[1]) if answer.done() else "being taken"] += 1
        answer.cancel()
        writer.close()

    sending = asyncio.gather(*(send(number) for number in range(FILES)))
    while not sending.done():
        most = max(most, memory(service))
        await asyncio.wait([sending], timeout=0.1)
    sending.result()
    print(f"{FILES} files at once: {dict(statuses)}, {most:,.0f} MB at most")
    if set(statuses) - {"being taken", 503} or not statuses[503]:
        raise Loss("files are not bounded")
    return most


def trial(asked):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (asked.files, hard))
    with a_folder() as folder:
        postgres = Postgres(folder) if asked.postgres else None
        service = Service(asked.program, folder, postgres.url if postgres else None)
        try:
            service.make_administrator()
            service.start()
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
            service.sign_in()
            steady(service, asked.minutes)
            before = memory(service)
            service.sign_in()
            most = max(asyncio.run(burst(service)), asyncio.run(files(service)))
            asyncio.run(silent(service))
            time.sleep(2)
            print(f"memory: {before:,.0f} MB before, {most:,.0f} MB at most, {in_words(service, memory(service))} after")
            if most > before + GROWTH:
                raise Loss("the memory grows")
            if service.ask("GET", "/readyz")[0] != 200:
                raise Loss("it is not ready")
        finally:
            service.end()
            if postgres:
                postgres.end()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--minutes", type=int, default=15)
    arguments.add_argument("--files", type=int, default=1024)
    arguments.add_argument("--postgres", action="store_true")
    asked = arguments.parse_args()
    outcome(lambda: trial(asked))


main()
