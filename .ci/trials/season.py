"""A season of a federation as random writes: clubs, players, umpires, tournaments from their announcement to their ratification,
games, rankings, colours and what the federation settles. Some of them are meant to be refused."""

import base64
import collections
import datetime
import http.client
import json
import random
import re
import time

from service import EMAIL, PASSWORD, PATIENCE, Loss
from tournament_steps import PROVINCES, Tournaments, today

# The most of each sort that are written about at a time: those that were touched last.
MOST = 40
# A token is good for 15 minutes.
SIGN_IN_EVERY = 600
SECOND = "second@federation.example"
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PNG = base64.b64decode(DOT)
CSV = '--part\r\nContent-Disposition: form-data; name="clubs"; filename="clubs.csv"\r\n\r\n{}\r\n--part--\r\n'
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Season(Tournaments):
    """What happens, one write after the other; two administrators take turns, for some steps take a second person."""

    def __init__(self, service, seed):
        super().__init__()
        self.service, self.random = service, random.Random(seed)
        self.port = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)
        self.tokens, self.signed_in, self.count = [], 0, 0
        # By the collection that their paths name, the one that was touched last at the end.
        self.things = collections.defaultdict(list)
        # The codes of certificates.
        self.codes = collections.deque(maxlen=MOST)
        # By sort of write: how many were answered 2xx, and how many were refused with which words.
        self.done, self.refused = collections.Counter(), collections.defaultdict(collections.Counter)
        # Players who were erased or merged, and are not written about any more.
        self.gone, self.last = [], "nothing"

    # How writes are sent.

    def sign_in(self):
        signed_in = [self.service.ask("POST", "/v1/tokens", {"email": one, "password": PASSWORD}) for one in (EMAIL, SECOND)]
        assert [status for status, *_ in signed_in] == [200, 200], signed_in
        self.tokens = [json.loads(body)["access_token"] for _, body, _ in signed_in]
        self.signed_in = time.monotonic()

    def send(self, method, path, body=None, kind="application/json", by=0):
        headers = {"authorization": f"Bearer {self.tokens[by]}"}
        if method == "PATCH":
            kind, headers["if-match"] = "application/merge-patch+json", "*"
        if body is not None:
            headers["content-type"] = kind
            body = body if isinstance(body, bytes) else json.dumps(body)
        if path == "/v1/imports":
            headers["idempotency-key"] = str(self.count)
        try:
            self.port.request(method, path, body, headers)
            answer = self.port.getresponse()
            return answer.status, answer.read(), answer.getheader("location")
        except (OSError, http.client.HTTPException) as error:
            self.port.close()
            raise Loss(f"{method} {path} has no answer: {error!r} {self.service.told()}") from error

    def look(self, path, by=0):
        """What an administrator reads there; nothing if it is not there."""
        status, body, _ = self.send("GET", path, by=by)
        return json.loads(body) if status == 200 else None

    def write(self):
        """Writes something; what it was, and what was answered."""
        if not self.tokens or time.monotonic() > self.signed_in + SIGN_IN_EVERY:
            self.sign_in()
        self.count += 1
        if self.gone and self.chance(0.5):
            gone = self.gone.pop()
            self.things["players"] = [one for one in self.things["players"] if one != gone]
        method, path, *rest = self.next()
        sort = f"{method} {UUID.sub('{id}', path)}"
        by = self.random.randrange(2)
        status, body, location = self.send(method, path, *rest, by=by)
        self.last = f"{method} {path} {rest[:1]}: {status}"
        if 200 <= status < 300:
            self.done[sort] += 1
            while location and "/jobs/" in location and self.look(location, by)["state"] == "waiting":
                time.sleep(0.005)
            self.note(path, body.decode(errors="replace"), location)
            if path.endswith(("/erasures", "/mergers")):
                self.gone.append(rest[0]["duplicate_id"] if rest else path.split("/")[3])
                self.touch("players", self.gone[-1])
        elif 300 <= status < 500:
            self.refused[sort][json.loads(body)["code"]] += 1
        else:
            raise Loss(f"{self.last} {body[:500]}")
        return self.last

    def note(self, path, body, location):
        """Keeps the ids that the path and the answer name, those that were created last."""
        for match in re.findall(rf'"match_id":"({UUID.pattern})"', body)[-4:]:
            self.touch("matches", match)
        for where in (path, location or ""):
            if named := re.match(rf"/v1/([a-z-]+)/({UUID.pattern})", where):
                self.touch(*named.groups())
        if path == "/v1/tournaments":
            self.underway.append(json.loads(body)["id"])
        if (path == "/v1/accreditations" or path.endswith("/approvals")) and (award := location or path.rsplit("/", 1)[0]):
            code = self.look(f"{award}/code")
            self.codes.extend([code["code"]] if code else [])

    def touch(self, sort, one):
        things = self.things[sort]
        if one in things:
            things.remove(one)
        things.append(one)
        del things[:-MOST]

    # What is written.

    def next(self):
        """Something to write: method, path, body, and its kind if it is not JSON."""
        if self.count == 1:
            return "PATCH", "/v1/federation", {"name": "Federation of the Platteland"}
        while True:
            kind = self.random.choices(list(KINDS), list(KINDS.values()))[0]
            try:
                if write := kind(self):
                    return write
            except (IndexError, ValueError):
                # There is nothing yet to do it with.
                continue

    def one(self, sort):
        return self.random.choice(self.things[sort])

    def chance(self, likely):
        return self.random.random() < likely

    def any(self, *values):
        return self.random.choice(values)

    def year(self):
        return today().year + (today().month > 10) + self.any(0, 0, 0, 0, -1)

    def club(self):
        number = self.any(self.count, self.count, self.count, max(1, self.count - 1))
        if len(self.things["clubs"]) > 6 and self.chance(0.7):
            changes = self.any({"name": f"Herders {number}"}, {"kind": self.any("community", "school")}, {"code": f"C{number}"})
            return "PATCH", f"/v1/clubs/{self.one('clubs')}", changes
        club = {"code": f"C{number}", "name": f"Herders {number}", "kind": self.any("community", "school", "university")}
        return "POST", "/v1/clubs", {**club, "province": self.any(*PROVINCES)}

    def contacts(self):
        return "PATCH", f"/v1/clubs/{self.one('clubs')}/contacts", {"secretary": {"name": f"Lindiwe {self.count}"}}

    def affiliation(self):
        paid = {"paid_on": self.any(None, str(today()))}
        return self.any(
            lambda: ("POST", "/v1/affiliations", {"club_id": self.one("clubs"), "year": self.year(), **paid}),
            lambda: ("PATCH", f"/v1/affiliations/{self.one('affiliations')}", paid),
            lambda: ("POST", f"/v1/affiliations/{self.one('affiliations')}/withdrawals", {"reason": "It was the wrong club."}),
        )()

    def imported(self):
        rows = f"code,name,kind,province\nI{self.count},Imported {self.count},school,ZA-NW\n"
        return "POST", "/v1/imports", CSV.format(rows).encode(), "multipart/form-data; boundary=part"

    def player(self):
        if len(self.things["players"]) >= MOST and self.chance(0.5):
            return None
        names = {"family_name": self.any("Mokoena", "Molefe", "Tshabalala"), "given_names": f"Thandiwe {self.count}"}
        return "POST", "/v1/players", {
            **names, "birth_date": f"{self.born()}-04-17", "sex": self.any("female", "male"),
            "province": self.any(*PROVINCES), "club_id": self.one("clubs"), "nationality": self.any("ZA", "ZA", "BW"),
        }

    def born(self):
        return self.random.randrange(1960, 2000) if self.chance(0.7) else self.random.randrange(2000, 2017)

    def particulars(self):
        changes = self.any(
            {"family_name": f"Molefe {self.count}"}, {"sex": self.any("female", "male")}, {"nationality": "LS"},
            {"birth_date": f"{self.born()}-{today():%m-%d}"}, {"given_names": None},
        )
        return "PATCH", f"/v1/players/{self.one('players')}/particulars", changes

    def residence(self):
        day = today() - datetime.timedelta(self.random.randrange(30))
        return "POST", f"/v1/players/{self.one('players')}/residences", {"since": str(day), "province": self.any(*PROVINCES)}

    def leaves(self):
        """An erasure, or the merger of two entries."""
        if len(self.things["players"]) < 20:
            return None
        one, other = self.random.sample(self.things["players"], 2)
        if self.chance(0.5):
            return "POST", f"/v1/players/{one}/erasures"
        return "POST", f"/v1/players/{one}/mergers", {"duplicate_id": other, "reason": "It is the same person."}

    def transfer(self):
        return self.any(
            *[lambda: ("POST", "/v1/transfers", {"player_id": self.one("players"), "club_id": self.one("clubs")})] * 2,
            lambda: ("POST", f"/v1/transfers/{self.things['transfers'][-1]}/releases"),
            lambda: ("POST", f"/v1/transfers/{self.things['transfers'][-1]}/acceptances"),
            lambda: ("POST", f"/v1/transfers/{self.things['transfers'][-1]}/acceptances"),
            lambda: ("POST", f"/v1/transfers/{self.one('transfers')}/refusals", {"reason": "The player stays."}),
        )()

    def consent(self):
        if self.chance(0.3):
            return "POST", f"/v1/consents/{self.one('consents')}/withdrawals"
        who = self.any({"relation": "self"}, {"relation": "parent", "guardian": "Lindiwe Mokoena"})
        wording = {"purpose": self.any("publish_name", "publish_name", "share_colours"), "wording": f"{today().year}-1"}
        return "POST", f"/v1/players/{self.one('players')}/consents", {**who, **wording, "given_on": str(today())}

    def registration(self):
        paid = {"paid_on": self.any(None, str(today()), str(today()))}
        body = {"year": self.year(), "basis": "member", "division": self.any("senior", "senior", "high_school")}
        return self.any(
            *[lambda: ("POST", "/v1/registrations", {**body, **self.member()})] * 3,
            lambda: ("PATCH", f"/v1/registrations/{self.one('registrations')}", paid),
            lambda: ("PATCH", f"/v1/registrations/{self.things['registrations'][-1]}", paid),
            lambda: ("POST", f"/v1/registrations/{self.one('registrations')}/withdrawals", {"reason": "It was the wrong year."}),
        )()

    def member(self):
        """A player, and the club; or a player of another club."""
        player = self.one("players")
        read = self.look(f"/v1/players/{player}") or {}
        return {"player_id": player, "club_id": read.get("club_id") or self.one("clubs")}

    def suspension(self):
        if self.chance(0.5):
            return "POST", f"/v1/suspensions/{self.one('suspensions')}/liftings", {"reason": "The appeal was upheld."}
        suspended = {"begins_on": str(today()), "reason": "Struck an opponent."}
        return "POST", f"/v1/players/{self.one('players')}/suspensions", suspended

    def bar(self):
        if self.chance(0.4):
            return "POST", f"/v1/pairing-bars/{self.one('pairing-bars')}/withdrawals", {"reason": "They are not related."}
        both = self.random.sample(self.things["players"], 2)
        return "POST", "/v1/pairing-bars", {"player_ids": both, "relation": self.any("partner", "siblings", "declared")}

    def umpire(self):
        """A course, who passed it, and an accreditation."""
        marks = {"marks_regulations": self.random.randrange(60, 100), "marks_rules": self.random.randrange(60, 100)}
        hall = {"venue": f"Hall {self.count}"}
        held = {**hall, "held_on": str(today()), "province": self.any(*PROVINCES), "held_by": "The umpires"}
        candidates, corrected = "/v1/umpire-courses/{}/candidates", {**marks, "reason": "Recounted."}
        return self.any(
            lambda: ("POST", "/v1/umpire-courses", held),
            lambda: ("PATCH", f"/v1/umpire-courses/{self.one('umpire-courses')}", hall),
            lambda: ("POST", candidates.format(self.one("umpire-courses")), {"player_id": self.registered(), **marks}),
            lambda: ("POST", f"/v1/umpire-candidates/{self.one('umpire-candidates')}/corrections", corrected),
            *[self.accreditation] * 3,
        )()

    def accreditation(self):
        level = self.any("level_1", "level_1", "national")
        begins = {"level": level, "valid_from": str(today()), "without_course": "Examined before."}
        return "POST", "/v1/accreditations", {"player_id": self.registered(), **begins}

    def registered(self):
        there = self.look(f"/v1/registrations?year={today().year + (today().month > 10)}&paid=true&division=senior&limit=50")
        ids = [one["player"]["id"] for one in there["items"]]
        return self.random.choice([one for one in ids if one in self.things["players"]])

    def sanction(self):
        accreditation = f"/v1/accreditations/{self.one('accreditations')}"
        suspended = {"begins_on": str(today()), "reason": "Ruled on a match of a relative."}
        return self.any(
            ("POST", f"{accreditation}/suspensions", suspended), ("POST", f"{accreditation}/reinstatements"),
            ("POST", f"{accreditation}/renewals", {}), ("POST", f"{accreditation}/revocations", {"reason": "Took money."}),
        )

    def game(self):
        if not self.chance(0.5):
            return self.change_of_game()
        first, second = self.random.sample(self.things["players"], 2)
        game = {"first_player_id": first, "second_player_id": second, "played_on": str(today()), **self.turns()}
        return self.any(*[("POST", "/v1/games", game)] * 2, ("POST", "/v1/games/batches", {"games": [game]}))

    def turns(self):
        """Some placements, of which nobody makes a line; now and then on a junction that is taken."""
        turns = [f"{ring}{number}" for ring in "ER" for number in range(1, 9)]
        turns = self.random.sample(turns, self.random.randrange(1, 5))
        ended = self.any({}, {"result": self.any("first", "second"), "termination": "resignation"})
        return {"turns": turns + turns[:1] * self.chance(0.1), "rule_set": self.any("mssa-gar", "beads", "botswana"), **ended}

    def change_of_game(self):
        game = self.one("games")
        read = self.look(f"/v1/games/{game}")
        if not read or not read["first"]["id"] or not read["second"]["id"]:
            return None
        body = {"version": read["version"] + self.chance(0.1), "reason": "It was read wrongly."}
        if self.chance(0.3):
            return "POST", f"/v1/games/{game}/withdrawals", body
        now = {name: read[name] for name in ("played_on", "match_id", "number") if read[name]}
        now |= {f"{side}_player_id": read[side]["id"] for side in ("first", "second")}
        return "POST", f"/v1/games/{game}/corrections", {**body, "game": {**now, **self.turns()}}

    def ranking(self):
        method = self.any("game-points", "super-league", "glicko-2")
        last = self.look(f"/v1/rankings?method={method}&limit=1")["items"]
        replaced = {"replaces_id": last[0]["id"], "reason": "A result was corrected."} if last else {}
        return "POST", "/v1/rankings", {"method": method, "on": str(today()), **replaced}

    def colours(self):
        award = {
            "player_id": self.one("players"), "level": self.any("regional", "provincial", "provincial", "provincial"),
            "division": "senior", "year": self.year(), "basis": "discretion", "reason": "Has taught the game.",
        }
        decided = {"reason": "The result was corrected."}
        selected = {
            "role": "player", "team": "province", "province": self.any(*PROVINCES), "division": "senior", "year": self.year(),
            "selected_on": str(today()), "reference": "Minutes, item 4", "player_id": self.registered(),
        }
        if not self.things["colours"] or self.chance(0.3):
            return self.any(*[("POST", "/v1/colours", award)] * 2, ("POST", "/v1/selections", selected))
        there, newer = f"/v1/colours/{self.things['colours'][-1]}", {**decided, "successor_id": self.one("colours")}
        return self.any(
            *[("POST", f"{there}/approvals", {"reference": "Minutes"})] * 3, ("POST", f"{there}/refusals", decided),
            ("POST", f"{there}/revocations", decided), ("POST", f"{there}/supersessions", newer),
        )

    def federation(self):
        number = self.count
        settings = self.any(
            {"name": f"Federation {number}"}, {"short_name": f"F{number}"}, {"website": f"https://example.org/{number}"},
            {"readings": {"bye_value": self.any("average", "half")}}, {"umpires": {"accreditation_years": self.any(2, 3)}},
            {"ranking": {"months": self.any(12, 24)}}, {"awarding_bodies": {"national": f"Body {number}"}},
        )
        criteria = {"year": self.year() + self.any(0, 1, 2), "name": f"As decided {number}", "items": [
            {"level": "provincial", "divisions": ["senior"], "basis": "discretion"},
        ]}
        wording = {"purpose": "publish_name", "version": f"{today().year}-{number}", "text": "The name may be told."}
        boards = {"level": "friendly", "board": 490, "junction": 25, "counter_size": 25, "valid_from": str(today())}
        return self.any(
            *[("PATCH", "/v1/federation", settings)] * 4, ("POST", "/v1/colours-criteria", criteria),
            ("PUT", "/v1/federation/logo", PNG, "image/png"), ("DELETE", "/v1/federation/logo"), ("POST", "/v1/signing-keys"),
            ("POST", "/v1/consent-wordings", wording), ("POST", "/v1/equipment-specifications", boards),
        )


# How often each sort of thing happens.
KINDS = {
    Season.club: 6, Season.contacts: 1, Season.affiliation: 4, Season.imported: 0.5, Season.player: 12, Season.particulars: 4,
    Season.residence: 1, Season.leaves: 2, Season.transfer: 4, Season.consent: 4, Season.registration: 10, Season.suspension: 2,
    Season.bar: 2, Season.umpire: 6, Season.sanction: 1, Season.game: 8, Season.ranking: 2, Season.colours: 6,
    Season.federation: 4, Season.announcement: 3, Season.step: 60, Season.mends: 8, Season.dispute: 6,
}
