"""The service as the browser meets it, on a scratch file: with the demonstration, or with nothing on record but its first
administrator; and its API for what a story begins with."""

import datetime
import http.client
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from urllib.parse import urlencode, urlsplit

# Nobody is kept from asking: what strangers may do in a minute is tested elsewhere.
UNLIMITED = {
    name: "1000000" for name in ("ASKS_A_MINUTE", "SIGN_INS_A_MINUTE", "STRANGERS_A_MINUTE", "TOKENS_A_MINUTE")
}


class Refused(Exception):
    """An answer of the API that was not expected."""


class Client:
    """A running service as it is asked; the words of `passwords` are the roles of the demonstration."""

    def __init__(self, program, url, passwords, folder):
        self.program, self.url, self.passwords, self.folder = program, url, passwords, folder
        self.host = urlsplit(url).netloc
        self.connection, self.used, self.tokens = None, 0.0, {}

    def get(self, path, headers=None):
        """The answer to a plain GET: status, headers, body as it came."""
        return self._asked("GET", path, None, headers or {})

    def _asked(self, method, path, body, headers):
        # What has been idle for long may be closed by the service at any time.
        if not self.connection or time.monotonic() - self.used > 2:
            self.connection = http.client.HTTPConnection(self.host, timeout=120)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        body, self.used = answer.read(), time.monotonic()
        return answer.status, answer.headers, body

    def token(self, role):
        if role not in self.tokens:
            email, password = self.passwords[role]
            told = self.call("POST", "/v1/tokens", {"email": email, "password": password}, role=None)
            self.tokens[role] = told["access_token"]
        return self.tokens[role]

    def call(self, method, path, body=None, role="administrator", headers=None):
        """What the API answers to somebody of that role."""
        headers = {"accept": "application/json", **(headers or {})}
        if role:
            headers["authorization"] = f"Bearer {self.token(role)}"
        sent = None
        if body is not None:
            headers.setdefault("content-type", "application/json")
            sent = json.dumps(body)
        status, _, answer = self._asked(method, path, sent, headers)
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {answer[:600]}")
        return json.loads(answer) if answer else None

    def form(self, path, fields):
        """What is answered to a program that sends a form, as OAuth has it."""
        media_type = {"content-type": "application/x-www-form-urlencoded"}
        status, _, answer = self._asked("POST", path, urlencode(fields), media_type)
        if status >= 400:
            raise Refused(f"POST {path}: {status} {answer[:600]}")
        return json.loads(answer)

    def post(self, path, body=None, role="administrator"):
        return self.call("POST", path, body, role)

    def read(self, path, role="administrator"):
        return self.call("GET", path, None, role)


class Service(Client):
    """The service, from its start to its end; `administrator` is the address and the password of the first one of a federation
    that begins with nothing, and `venue` the folder of a laptop at a venue, in which its keys and its bundle are. Without them the
    invented federation is loaded."""

    def __init__(self, program, administrator=None, venue=None):
        self.program, self.folder = os.path.abspath(program), venue or tempfile.mkdtemp(prefix="browser-")
        environment = {**os.environ, **UNLIMITED, "LISTEN": "127.0.0.1:0", "LOG": "warn"}
        environment["DATABASE_URL"] = f"sqlite://{self.folder}/federation.sqlite"
        run = {"cwd": self.folder, "env": environment}
        options = ["--demo", "--demo-pace", "0"]
        if administrator:
            options = begun(self.program, run, *administrator)
        if venue:
            options = ["--venue", "bundle.json"]
        self.log = open(os.path.join(self.folder, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([self.program, "serve", *options], stderr=self.log, **run)
        try:
            told = self._listening()
        except BaseException:
            self.stop()
            raise
        url = re.search(r"Listening.*?(http://[0-9.:]+)", told).group(1)
        # A line for each account: the role, the address, the password.
        accounts = re.findall(r"^ +(\w+) +(\S+@\S+) +(\S+)$", told, re.M)
        passwords = {role: (email, password) for role, email, password in accounts}
        if administrator:
            passwords["administrator"] = administrator
        super().__init__(self.program, url, passwords, self.folder)

    def client(self):
        """The same for another process."""
        return Client(self.program, self.url, self.passwords, self.folder)

    def _listening(self):
        for _ in range(1800):
            self.log.flush()
            told = open(self.log.name, encoding="utf-8").read()
            if "Listening" in told:
                return told
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"The service did not start: {told}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        self.log.close()
        shutil.rmtree(self.folder)


def begun(program, run, email, password):
    """Makes the first administrator of a federation; the options with which it is served at an address that certificates name."""
    create = [program, "admin", "create", "--email", email]
    subprocess.run(create, input=f"{password}\n", text=True, check=True, capture_output=True, **run)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "{}:{}".format(*free.getsockname())
    return ["--listen", address, "--public-url", f"http://{address}"]


class World:
    """People and clubs of the North West, of which stories tell; those of different numbers are different people."""

    def __init__(self, service, number=0):
        self.service, self.number = service, number
        self.clubs, self.numbers = [], itertools.count(100 + 10 * number)
        self.birthdays = itertools.count(number, 10)
        # The day in South Africa, whatever the clock of the machine says.
        self.today = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 2 * 3600))
        club = service.read("/v1/clubs?limit=1")["items"][0]["id"]
        self.year = service.read(f"/v1/clubs/{club}/standing?on={self.today}")["year"]

    def club(self):
        code = "".join(chr(65 + int(digit, 16)) for digit in uuid.uuid4().hex[:8])
        name = f"{CLUBS[len(self.clubs) % len(CLUBS)]} {100 * self.number + len(self.clubs) + 1}"
        club = {"code": code, "name": name, "kind": "community", "province": "ZA-NW"}
        made = self.service.post("/v1/clubs", club)["id"]
        fee = {"club_id": made, "year": self.year, "paid_on": self.today}
        self.service.post("/v1/affiliations", fee)
        self.clubs.append(made)
        return made

    def player(self, number, club, born=None):
        # No two are taken for one person: each has a birthday of their own, and is of age.
        born = born or str(datetime.date(1970, 1, 1) + datetime.timedelta(days=next(self.birthdays)))
        # Twenty and eleven have no factor in common: the first 220 names are all different.
        family, given = FAMILIES[number % len(FAMILIES)], GIVEN[number % len(GIVEN)]
        player = {"family_name": family, "given_names": given, "birth_date": born, "sex": "female"}
        player |= {"nationality": "ZA", "province": "ZA-NW", "club_id": club}
        return self.service.post("/v1/players", player) | {"name": f"{given} {family}", "club_id": club}

    def players(self, count):
        """So many players, of so many clubs that few are of the same."""
        clubs = [self.club() for _ in range(max(2, min(count // 3, 20)))]
        return [self.player(number, clubs[number % len(clubs)]) for number in range(count)]

    def registered(self, count):
        """So many players who are registered and may enter."""
        players = self.players(count)
        for player in players:
            asked = {"player_id": player["id"], "club_id": player["club_id"], "year": self.year}
            asked |= {"basis": "member", "division": "senior"}
            made = self.service.post("/v1/registrations", asked)["id"]
            paid, headers = {"paid_on": self.today}, {"content-type": "application/merge-patch+json", "if-match": "*"}
            self.service.call("PATCH", f"/v1/registrations/{made}", paid, headers=headers)
        return players

    def holder(self, player, name, relation):
        """An account that holds for a player; its address and password."""
        service, email = self.service, f"{uuid.uuid4().hex[:12]}@family.example"
        asked = {"email": email, "name": name, "relation": relation}
        held = service.post(f"/v1/players/{player}/accounts", asked)["id"]
        code = service.post(f"/v1/player-accounts/{held}/password-codes")["code"]
        service.post("/v1/passwords", {"code": code, "password": PASSWORD}, role=None)
        return email, PASSWORD

    def coordinator(self, name):
        """An account of a coordinator of the North West; its address and password."""
        service, email = self.service, f"{uuid.uuid4().hex[:12]}@federation.example"
        made = service.post("/v1/accounts", {"email": email, "name": name})["id"]
        service.post(f"/v1/accounts/{made}/grants", {"role": "coordinator", "province": "ZA-NW"})
        code = service.post(f"/v1/accounts/{made}/password-codes")["code"]
        service.post("/v1/passwords", {"code": code, "password": PASSWORD}, role=None)
        return email, PASSWORD

    def umpire(self):
        """The player who umpires in the demonstration, as whoever has that role signs in."""
        name = self.service.read("/v1/me", role="umpire")["account"]["name"]
        accredited = self.service.read("/v1/accreditations?limit=200")["items"]
        return next(one["umpire"] for one in accredited if one["umpire"]["name"] == name)

    def members(self, club):
        """The members of the club of that name, of age and registered for the year, and their names."""
        clubs = self.service.read("/v1/clubs?province=ZA-NW&limit=200")["items"]
        club = next(one["id"] for one in clubs if one["name"] == club)
        registered = f"/v1/registrations?club_id={club}&year={self.year}&paid=true&division=senior&limit=200"
        return [one["player"] for one in self.service.read(registered)["items"]]

    def opened(self, name, level="friendly", **more):
        """A tournament of that name takes entries; its id."""
        plan = {"name": name, "level": level, "province": "ZA-NW", "venue": "Mmabatho High School, Mahikeng"}
        plan |= {"starts_on": self.today, "ends_on": self.today, **more}
        made = self.service.post("/v1/tournaments", plan)["id"]
        self.service.post(f"/v1/tournaments/{made}/openings")
        return made

    def tournament(self, name, count, played=0, level="friendly"):
        """A tournament of so many players with so many rounds played, and the next one published; its id, and what was
        published."""
        service, made = self.service, self.opened(name, level)
        path = f"/v1/tournaments/{made}"
        players = self.registered(count) if level != "friendly" else self.players(count)
        self.seat(path, players)
        for number in range(played + 1):
            drawn = service.post(f"{path}/rounds", {})["id"]
            published = service.post(f"/v1/rounds/{drawn}/publications")
            if number < played:
                self.play(published, number)
        return made, published

    def seat(self, path, players):
        """Enters the players in that order."""
        ids = [player["id"] for player in players]
        for player in ids:
            self.service.post(f"{path}/entries", {"player_id": player})
        self.service.post(f"{path}/starting-orders", {"player_ids": ids})

    def finished(self, name, count):
        """A friendly tournament of one round that is over, with all that the federation asks of one; its id."""
        service, made = self.service, self.opened(name, rounds=1)
        path = f"/v1/tournaments/{made}"
        service.post(f"{path}/appointments", {"player_id": self.umpire()["id"]})
        service.post(f"{path}/rounds-agreements", {"rounds": 1, "reason": "The hall is to be had for one evening."})
        equipment = {"board": 490, "junction": 25, "counters": "pvc", "counter_size": 25}
        equipment |= {"marked": True, "federation_mark": True}
        service.post(f"{path}/equipment-confirmations", equipment, role="umpire")
        self.seat(path, self.players(count))
        drawn = service.post(f"{path}/rounds", {})["id"]
        self.play(service.post(f"/v1/rounds/{drawn}/publications"), 0)
        return made

    def child(self):
        """A child of the club whose secretary signs in."""
        club = self.service.read("/v1/clubs?province=ZA-NW&limit=200")["items"]
        club = next(one["id"] for one in club if one["name"] == "Ditsobotla Herders")
        return self.player(next(self.numbers), club, born="2014-06-16")

    def play(self, published, number):
        """All results of a round, confirmed by a second person where that is needed, and the round closed."""
        service, drawn, results = self.service, published["id"], self.enter(published, number)
        confirmed = {"confirmations": [{"match_id": one["match_id"], "version": 1} for one in results]}
        if service.read(f"/v1/matches/{results[0]['match_id']}")["state"] != "confirmed":
            service.post(f"/v1/rounds/{drawn}/confirmations", confirmed, role="coordinator")
        service.post(f"/v1/rounds/{drawn}/closings")

    def enter(self, published, number):
        """All results of a round; what was entered."""
        results = []
        for board in published["boards"]:
            marks = MARKS[(board["board"] * 5 + number) % len(MARKS)]
            first = board["players"][0]["player"]["id"]
            sheet = {"marks": {"player_id": first, "games": marks}}
            results.append({"match_id": board["match_id"], "sheet": sheet})
        self.service.post(f"/v1/rounds/{published['id']}/results", {"results": results})
        return results


# Marks of the player named first.
MARKS = ["1½0110", "111010", "½½1011", "010101", "100½1½", "1110½1", "011100"]
PASSWORD = "a cow in the kraal"
CLUBS = ["Molopo Herders", "Lichtenburg Stones", "Taung Corner", "Zeerust Kraal", "Vryburg Boards", "Klerksdorp Cattle"]
FAMILIES = ["Mokoena", "Dlamini", "Nkosi", "van der Merwe", "Mabaso", "Naidoo", "Sithole", "Baloyi", "Botha", "Mahlangu"]
FAMILIES += ["Khumalo", "Ramaphala", "Tshabangu", "Moatshe", "Pieterse", "Zwane", "Letsoalo", "Adams", "Mthembu", "Ngobeni"]
GIVEN = ["Thandiwe", "Sipho", "Leoné", "Kagiso", "Nomsa", "Pieter", "Lerato", "Themba", "Zanele", "Johan", "Ayanda"]
