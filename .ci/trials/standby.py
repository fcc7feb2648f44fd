"""A PostgreSQL server and a synchronous standby, which take turns: the one that writes is killed, the other is promoted and the
first follows it, again and again, while eight clients write and four strangers read."""

import argparse
import collections
import http.client
import os
import random
import signal
import threading
import time

from service import PATIENCE, Loss, Postgres, Service, Writes, a_folder, outcome

WRITERS = 8
READERS = 4
# A token is good for 15 minutes.
SIGN_IN_EVERY = 600
# Strangers go over to the new standby within this time.
RETURN = 120
LIST = "/v1/clubs?limit=5"
# The name under which the service reads for strangers.
STRANGERS = "strangers"


class Clients(Writes):
    """Clients that send each thing again until it is acknowledged."""

    def __init__(self, service, seed):
        super().__init__(service, seed, pause=0.2)
        # Since when the service says that it is ready; none during a change.
        self.ready = None
        self.failed, self.failed_again = set(), 0

    def send(self, key, path, body, connection=None):
        begun = time.monotonic()
        if super().send(key, path, body, connection):
            return True
        with self.lock:
            if self.ready and begun > self.ready:
                self.failed_again += key in self.failed
                self.failed.add(key)
        return False

    def write(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        while not self.stop.is_set():
            one = self.next()
            while not self.send(*one, connection) and not self.stop.is_set():
                time.sleep(0.05)
            time.sleep(self.pause)


class Strangers:
    """Readers who are not signed in, while the block runs: half of them read what was written a moment ago, and say what they
    have seen; the others read lists that may be a moment old."""

    def __init__(self, writes):
        self.writes, self.service = writes, writes.service
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.answers, self.stale, self.wrong = collections.Counter(), [], []

    def read(self, chance):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        while not self.stop.is_set():
            with self.writes.lock:
                path, entry = chance.choice(self.writes.newest) if self.writes.newest else (LIST, None)
            if chance.random() < 0.5:
                path, entry = LIST, None
            status, body, _ = self.service.ask_as_stranger(path, entry, connection)
            with self.lock:
                self.answers["list" if path == LIST else "thing", status] += 1
                self.stale += [path] if status == 404 else []
                self.wrong += [f"{path} {status} {body}"] if status not in (200, 404, 503) else []
            time.sleep(0.005)

    def __enter__(self):
        self.working = [threading.Thread(target=self.read, args=(random.Random(number),)) for number in range(READERS)]
        for thread in self.working:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.working:
            thread.join()


def until(what, is_so):
    """Waits until it is so; the seconds that took."""
    begun = time.monotonic()
    while not is_so():
        if time.monotonic() > begun + RETURN:
            raise Loss(f"not {what} after {RETURN} s")
        time.sleep(0.01)
    return time.monotonic() - begun


def keep_in_both(primary):
    """From now on nothing is acknowledged that is not on the disks of both."""
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'walreceiver'")
    primary.sql("SELECT pg_reload_conf()")
    states = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'"
    until("kept in both", lambda: primary.sql(states) == "1")


def promote(standby):
    """Makes the standby the one that writes, alone until another follows it."""
    standby.sql("ALTER SYSTEM RESET synchronous_standby_names")
    standby.sql("SELECT pg_reload_conf()")
    standby.sql("SELECT pg_promote()")


def checkpoint(service):
    """The head of the log, as strangers are told it."""
    status, body, _ = service.ask_as_stranger("/v1/log/checkpoint")
    return [body] if status == 200 else []


def strangers_read(server):
    """Whether the service reads for strangers there."""
    return server.sql(f"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{STRANGERS}'") != "0"


def lose_standby(clients, strangers, primary, standby):
    """While the standby is gone nothing is acknowledged, and reading goes on, until somebody decides to go on with one server. What
    strangers are answered meanwhile."""
    standby.kill_whole()
    # What it has still confirmed is on its way.
    time.sleep(1)
    acknowledged, before = len(clients.acknowledged), strangers.answers.copy()
    time.sleep(3)
    if len(clients.acknowledged) > acknowledged:
        raise Loss("acknowledged while it was on one disk alone")
    answers = strangers.answers - before
    primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
    primary.sql("SELECT pg_reload_conf()")
    until("acknowledged", lambda: len(clients.acknowledged) > acknowledged)
    return answers


def middle(seconds):
    return f"{sorted(seconds)[len(seconds) // 2]:.2f} s in the middle, {max(seconds):.2f} s at most"


def trial(asked):
    with a_folder() as folder:
        primary = Postgres(folder, "one")
        # What it wrote last is compared when it is to follow another.
        primary.sql("ALTER SYSTEM SET wal_keep_size = '256MB'")
        servers = [primary, Postgres(folder, "other", primary)]
        keep_in_both(primary)
        hosts = ",".join(server.folder.replace("/", "%2F") for server in servers)
        url = f"postgres://records@/records?host={hosts}&target_session_attrs="
        service = Service(asked.program, folder, url + "read-write")
        service.environment["DATABASE_READ_URL"] = url + f"prefer-standby&application_name={STRANGERS}"
        try:
            service.make_administrator()
            service.start()
            change_again_and_again(asked, service, servers)
        finally:
            service.end(signal.SIGKILL)
            for server in servers:
                server.end()


def change_again_and_again(asked, service, servers):
    chance, (primary, standby) = random.Random(asked.seed), servers
    service.sign_in()
    signed_in = time.monotonic()
    clients, heads, gone, outages, meanwhile = Clients(service, asked.seed), [], [], [], collections.Counter()
    with clients.going_on(WRITERS), Strangers(clients) as strangers:
        for _ in range(asked.times):
            clients.ready = time.monotonic()
            time.sleep(chance.uniform(0.2, 1))
            heads += checkpoint(service)
            clients.ready = None
            primary.kill_whole()
            killed, before = time.monotonic(), strangers.answers.copy()
            time.sleep(chance.uniform(0, 0.5))
            promote(standby)
            promoted = time.monotonic()
            until("ready", lambda: service.ask("GET", "/readyz")[0] == 200)
            clients.ready = time.monotonic()
            meanwhile += strangers.answers - before
            gone.append(clients.ready - promoted)
            outages.append(clients.ready - killed)
            # The timeline that the other one has to follow begins with a checkpoint.
            standby.sql("CHECKPOINT")
            primary.follow(standby)
            primary, standby = standby, primary
            keep_in_both(primary)
            if time.monotonic() - signed_in > SIGN_IN_EVERY:
                service.sign_in()
                signed_in = time.monotonic()
        back = until("read by strangers", lambda: strangers_read(standby) and not strangers_read(primary))
        alone = lose_standby(clients, strangers, primary, standby)
    service.sign_in()
    clients.settle()
    kept = len(clients.acknowledged)
    print(f"changed over {asked.times} times: ready {middle(gone)} after the promotion, {middle(outages)} after the end of the other")
    print(f"answers to writes: {', '.join(f'{word} × {count}' for word, count in sorted(clients.answers.items()))}")
    print(f"  once it was ready again: refused {len(clients.failed)}, refused again when sent again {clients.failed_again}")
    print(f"answers to strangers: {told(strangers.answers)}; stale {len(strangers.stale)}")
    print(f"  while nobody could write: {told(meanwhile)}; all read from the new standby {back:.0f} s after it followed")
    print(f"answers to strangers while the standby is gone and nothing is acknowledged: {told(alone)}")
    print(clients.verify().splitlines()[0])
    print(f"acknowledged {kept}, lost 0, doubled 0")
    for head in heads:
        file = os.path.join(service.folder, "checkpoint")
        open(file, "w").write(head)
        verified = service.run("audit", "verify", "--checkpoint", file)
        if verified.returncode != 0:
            raise Loss(f"the log does not go on from a head that was told: {head}{verified.stdout}{verified.stderr}")
    print(f"the log goes on from {len(heads)} heads that were told before a change")
    wrong = strangers.wrong + [word for word in clients.answers if word.startswith("500")]
    if wrong or strangers.stale or clients.failed_again:
        raise Loss(f"{wrong[:3]} stale: {strangers.stale[:3]} refused again: {clients.failed_again}")


def told(answers):
    return ", ".join(f"{what} {status} × {count}" for (what, status), count in sorted(answers.items()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
