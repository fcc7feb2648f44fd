"""The program at work in a folder of its own, the database beside it, and those who call it."""

import collections
import contextlib
import glob
import http.client
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import uuid

EMAIL = "administrator@federation.example"
PASSWORD = "a cow in the kraal"
# Within this time a service or a server that was started answers.
PATIENCE = 60


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


class Service:
    """The program, at the same port whenever it is started, so that its tokens stay good."""

    def __init__(self, program, folder, url=None):
        self.program, self.folder, self.port = os.path.abspath(program), folder, free_port()
        self.file = os.path.join(folder, "records.sqlite")
        self.url = url or self.file
        self.process = None
        self.environment = {
            **os.environ,
            "DATABASE_URL": self.url,
            "LISTEN": f"127.0.0.1:{self.port}",
            "LOG": "off",
        }
        self.token = None

    def run(self, *arguments, text="", url=None):
        environment = {**self.environment, **({"DATABASE_URL": url} if url else {})}
        return subprocess.run(
            [self.program, *arguments],
            input=text,
            text=True,
            capture_output=True,
            cwd=self.folder,
            env=environment,
        )

    def make_administrator(self, email=EMAIL):
        made = self.run("admin", "create", "--email", email, text=PASSWORD + "\n")
        assert made.returncode == 0, made.stderr

    def start(self):
        """Starts, and waits until it is ready; the seconds that took."""
        begun = time.monotonic()
        told = open(os.path.join(self.folder, "told"), "a")
        self.process = subprocess.Popen(
            [self.program, "serve"], cwd=self.folder, env=self.environment, stdout=told, stderr=told
        )
        told.close()
        while self.ask("GET", "/readyz")[0] != 200:
            if self.process.poll() is not None:
                raise Loss(f"it does not start any more: {self.told()}")
            if time.monotonic() > begun + PATIENCE:
                raise Loss(f"it is not ready: {self.ask('GET', '/readyz')} {self.told()}")
            time.sleep(0.005)
        return time.monotonic() - begun

    def told(self):
        return open(os.path.join(self.folder, "told")).read()[-500:].strip()

    def is_alive(self):
        return self.process.poll() is None

    def end(self, how=signal.SIGKILL):
        if self.process:
            self.process.send_signal(how)
            self.process.wait()

    def sign_in(self):
        who = {"email": EMAIL, "password": PASSWORD}
        status, body, _ = self.ask("POST", "/v1/tokens", who)
        assert status == 200, body
        self.token = json.loads(body)["access_token"]

    def ask(self, method, path, body=None, key=None, connection=None):
        """The status, the body and the headers of the answer; status 0 if there was none."""
        headers = {"content-type": "application/json"} if body is not None else {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if key:
            headers["idempotency-key"] = key
        return self.exchange(method, path, body, headers, connection)

    def send(self, method, path, body=None, connection=None):
        """The answer, of something that must not be refused."""
        status, text, _ = self.ask(method, path, body, connection=connection)
        if not 200 <= status < 300:
            raise Loss(f"{method} {path} is answered {status}: {text[:500]}")
        return json.loads(text) if text else None

    def ask_as_stranger(self, path, seen=None, connection=None):
        """What somebody who is not signed in reads, having seen that entry of the log."""
        return self.exchange("GET", path, None, {"log-entry": seen} if seen else {}, connection)

    def exchange(self, method, path, body, headers, connection):
        one = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            one.request(method, path, body if body is None or isinstance(body, bytes) else json.dumps(body), headers)
            answer = one.getresponse()
            return answer.status, answer.read().decode(), {name.lower(): value for name, value in answer.getheaders()}
        except (OSError, http.client.HTTPException) as error:
            one.close()
            return 0, str(error), {}
        finally:
            if not connection:
                one.close()

    def items(self, path):
        """Everything on a list."""
        items, cursor = [], ""
        while cursor is not None:
            status, body, _ = self.ask("GET", f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else ""))
            if status != 200:
                raise Loss(f"{path} is answered {status}: {body}")
            page = json.loads(body)
            items += page["items"]
            cursor = page.get("next_cursor")
        return items


class Loss(Exception):
    """Something that was acknowledged is gone, or something was told that is not so."""


def code_of(status, body):
    """A word for an answer: its status, and the code of the problem if it is one."""
    if status == 0:
        return "no answer"
    return f"{status} {json.loads(body).get('code', '')}" if status >= 400 else str(status)


def integrity(file):
    """What SQLite itself says of the file."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        said = [row[0] for row in connection.execute("PRAGMA integrity_check")]
    if said != ["ok"]:
        raise Loss(f"the file is damaged: {said}")
    return "ok"


class Writes:
    """Writes by several threads: clubs, players and games, each sent under a key of its own until it is acknowledged."""

    def __init__(self, service, seed, pause=0):
        # After each write a thread pauses for so many seconds, so that there is not more than can be looked at.
        self.service, self.random, self.pause = service, random.Random(seed), pause
        self.lock, self.stop = threading.Lock(), threading.Event()
        # By key: the path, the body, and the answer once it has come.
        self.acknowledged, self.pending, self.answers = {}, {}, {}
        self.ids = {"/v1/clubs": [], "/v1/players": [], "/v1/games": []}
        # What was acknowledged last, with the entry of the log that tells of it.
        self.newest = collections.deque(maxlen=64)
        self.count = 0

    def next(self):
        """Something to write that was not written yet."""
        with self.lock:
            self.count += 1
            number, chance = self.count, self.random
            clubs, players = self.ids["/v1/clubs"], self.ids["/v1/players"]
            kind = chance.random()
            if not clubs or kind < 0.2:
                body = {"code": f"C{number}", "name": f"Herders {number}", "kind": "community", "province": "ZA-NW"}
                return str(uuid.uuid4()), "/v1/clubs", body
            if len(players) < 2 or kind < 0.6:
                body = {
                    "family_name": f"Mokoena {number}",
                    "given_names": "Thandiwe",
                    "birth_date": f"{1960 + number % 40}-04-17",
                    "sex": "female",
                    "province": "ZA-NW",
                    "club_id": chance.choice(clubs),
                }
                return str(uuid.uuid4()), "/v1/players", body
            first, second = chance.sample(players, 2)
            day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400 * (number % 20000)))
            body = {"first_player_id": first, "second_player_id": second, "played_on": day}
            return str(uuid.uuid4()), "/v1/games", {**body, "turns": ["E1", "R1", "E2", "R2"]}

    def send(self, key, path, body, connection=None):
        """Sends once; whether it was acknowledged."""
        status, answer, headers = self.service.ask("POST", path, body, key, connection)
        with self.lock:
            word = code_of(status, answer)
            self.answers[word] = self.answers.get(word, 0) + 1
            if status == 201:
                self.pending.pop(key, None)
                self.acknowledged[key] = (path, body, answer)
                one = json.loads(answer)["id"]
                self.ids[path].append(one)
                self.newest.append((f"{path}/{one}", headers.get("log-entry")))
                return True
            if status in (0, 500, 503):
                self.pending[key] = (path, body)
                return False
        raise Loss(f"{path} is answered {status}: {answer}")

    def write(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        while not self.stop.is_set():
            if not self.send(*self.next(), connection):
                time.sleep(0.02)
            time.sleep(self.pause)

    @contextlib.contextmanager
    def going_on(self, threads=4):
        """Threads that write while the block runs."""
        self.stop.clear()
        failures, working = [], []

        def work():
            try:
                self.write()
            except BaseException as failure:
                failures.append(failure)

        for _ in range(threads):
            working.append(threading.Thread(target=work))
            working[-1].start()
        try:
            yield
        finally:
            self.stop.set()
            for thread in working:
                thread.join()
        if failures:
            raise failures[0]

    def settle(self):
        """Sends again what was not acknowledged."""
        for key, (path, body) in list(self.pending.items()):
            for _ in range(100):
                if self.send(key, path, body):
                    break
                time.sleep(0.1)
            else:
                raise Loss(f"{path} is not answered any more")

    def verify(self):
        """Everything acknowledged is there exactly once, and nothing else; the trail holds; repeats answer as before."""
        service = self.service
        for path, ids in self.ids.items():
            there = [item["id"] for item in service.items(path)]
            lost, more = set(ids) - set(there), set(there) - set(ids)
            if lost or more or len(there) != len(set(there)):
                raise Loss(f"of {len(ids)} acknowledged at {path} {len(lost)} are gone, and {len(more)} are there beside")
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)
        for number, (key, (path, body, answer)) in enumerate(self.acknowledged.items()):
            if number % 1000 == 0:
                # A slow machine takes longer than a token is good for.
                service.sign_in()
            status, again, headers = service.ask("POST", path, body, key, connection)
            if (status, again) != (201, answer):
                raise Loss(f"repeated, {path} is answered {status} {again}, not {answer}")
        connection.close()
        trail = service.run("audit", "verify")
        if trail.returncode != 0:
            raise Loss(f"the audit trail: {trail.stdout}{trail.stderr}")
        return trail.stdout.strip()


class Postgres:
    """A cluster of its own, as a user who is not root; or one that follows another."""

    def __init__(self, folder, name="postgres", primary=None):
        self.folder = os.path.join(folder, name)
        os.makedirs(self.folder)
        places = glob.glob("/usr/lib/postgresql/*/bin") + [os.environ["PATH"]]
        self.environment = {**os.environ, "PATH": ":".join(places)}
        self.as_user = []
        if os.getuid() == 0:
            os.chmod(folder, 0o755)
            shutil.chown(self.folder, "nobody", "nogroup")
            self.as_user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.data = os.path.join(self.folder, "data")
        self.process = None
        self.url = f"postgres://records@/records?host={self.folder.replace('/', '%2F')}"
        if primary:
            following = ["--checkpoint=fast", "--write-recovery-conf", "--username=records"]
            self.run("pg_basebackup", f"--pgdata={self.data}", f"--host={primary.folder}", *following)
            self.start()
            return
        kind = ["--username=records", "--auth=trust", "--encoding=UTF8", "--locale=C", "--data-checksums"]
        self.run("initdb", f"--pgdata={self.data}", *kind)
        self.start()
        self.sql("CREATE DATABASE records", "postgres")

    def run(self, name, *arguments):
        command = [*self.as_user, name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=self.environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def start(self):
        until = time.monotonic() + PATIENCE
        while True:
            log = open(os.path.join(self.folder, "log"), "a")
            settings = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}"]
            command = [*self.as_user, "postgres", "-D", self.data, *settings, "-c", "shared_buffers=32MB"]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=self.environment)
            log.close()
            while self.process.poll() is None and time.monotonic() < until:
                try:
                    self.sql("SELECT 1", "postgres")
                    return
                except AssertionError:
                    time.sleep(0.02)
            # Processes of the one that was killed may still be at work in its memory.
            assert time.monotonic() < until, open(os.path.join(self.folder, "log")).read()[-2000:]
            time.sleep(0.05)

    def sql(self, text, database="records"):
        return self.run("psql", "-qtAX", "-h", self.folder, "-U", "records", "-c", text, database)

    def backends(self):
        children = subprocess.run(
            ["ps", "--ppid", str(self.process.pid), "-o", "pid=,args="], capture_output=True, text=True
        ).stdout.splitlines()
        return [int(line.split()[0]) for line in children if "records records" in line]

    def kill(self):
        """Kills the server itself, and starts it again."""
        self.process.kill()
        self.process.wait()
        self.start()

    def kill_whole(self):
        """Kills the server with all its processes at once, as when the machine goes."""
        self.process.send_signal(signal.SIGSTOP)
        for process in subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
        self.process.kill()
        self.process.wait()

    def follow(self, primary):
        """Becomes a standby of the one that went on without it, and starts."""
        source = f"host={primary.folder} user=records dbname=postgres"
        self.run("pg_rewind", f"--target-pgdata={self.data}", f"--source-server={source}", "--write-recovery-conf")
        self.start()

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()


@contextlib.contextmanager
def a_folder():
    with tempfile.TemporaryDirectory(prefix="trial-") as folder:
        yield folder


def outcome(trial):
    """Runs a trial; the status with which the script ends."""
    try:
        trial()
    except (Loss, AssertionError) as loss:
        print(f"LOSS: {loss}")
        sys.exit(1)
    print("nothing lost")
