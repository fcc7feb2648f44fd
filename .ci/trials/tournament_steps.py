"""Tournaments as random writes: the steps from the announcement to the ratification, steps back, and what comes too late."""

import datetime

PROVINCES = ["ZA-NW", "ZA-GP"]
SOUTH_AFRICA = datetime.timezone(datetime.timedelta(hours=2))
# The most tournaments that are on their way at a time.
MOST = 3
# The id of nothing.
UNKNOWN = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"
BOARDS = {"board": 490, "junction": 25, "counters": "pvc", "counter_size": 25, "marked": True, "federation_mark": True}


def today():
    return datetime.datetime.now(SOUTH_AFRICA).date()


class Tournaments:
    """The part of a `Season` that is about tournaments: requests as method, path and body; none if there is nothing to do."""

    def __init__(self):
        # Tournaments that are not over, and how many players of each there were when their order was set.
        self.underway, self.ordered = [], {}

    def announcement(self):
        if len(self.underway) >= MOST:
            return None
        days = {"starts_on": str(today()), "ends_on": str(today())}
        sort = self.any({}, {}, {"system": "round_robin"}, {"team_size": 1})
        level = self.any(*["friendly"] * 8, "club", "provincial")
        return "POST", "/v1/tournaments", {
            "name": f"Open {self.count}", "level": level, "province": self.any(*PROVINCES), **days, "venue": "Mahikeng",
            "rounds": self.any(1, 2, 3), **sort,
        }

    def step(self):
        """The next step of a tournament on the way to its ratification."""
        tournament = self.any(self.underway[0], self.random.choice(self.underway))
        path = f"/v1/tournaments/{tournament}"
        plan = self.look(path)
        if plan["state"] in ("ratified", "cancelled"):
            self.underway.remove(tournament)
            return None
        if self.chance(0.01):
            return "POST", f"{path}/cancellations", {"reason": "The hall has burnt down."}
        met = {item["requirement"]: item["met"] for item in self.look(f"{path}/recognition")["items"]}
        if not met["umpire"] and self.chance(0.4):
            umpires = [one["umpire"]["id"] for one in self.look("/v1/accreditations?state=valid")["items"]]
            there = [one["umpire"]["id"] for one in self.look(f"{path}/appointments")["items"]]
            if new := [one for one in umpires if one not in there and one in self.things["players"]]:
                return "POST", f"{path}/appointments", {"player_id": self.random.choice(new)}
            if not umpires or self.chance(0.2):
                return self.accreditation()
        if not met["equipment"] and self.chance(0.5):
            return "POST", f"{path}/equipment-confirmations", BOARDS
        if plan["state"] in ("planned", "open") and not met["rounds"] and self.chance(0.5):
            return "POST", f"{path}/rounds-agreements", {"rounds": plan["rounds"], "reason": "The hall is to be had for a day."}
        if plan["state"] == "finished":
            if not all(met.values()) and self.chance(0.1):
                self.underway.remove(tournament)
            return ("POST", f"{path}/ratifications") if all(met.values()) or self.chance(0.3) else None
        if plan["state"] == "planned":
            return "POST", f"{path}/openings"
        return self.start(path, plan) if plan["state"] == "open" else self.round(path)

    def start(self, path, plan):
        """Enters players, sets their order, and begins."""
        entries = self.look(f"{path}/entries")["items"]
        number = str(self.count)
        if plan["team_size"] and entries and self.chance(0.2):
            team = {"name": f"Team {number}", "entry_ids": [self.random.choice(entries)["id"]]}
            return "POST", f"{path}/teams", team
        if len(entries) < 4 or (len(entries) < 6 and self.chance(0.3)):
            player = self.one("players") if plan["level"] == "friendly" or self.chance(0.3) else self.registered()
            if self.chance(0.8) and any(player == one["player"]["id"] for one in entries):
                return None
            visitor = ("POST", f"{path}/visitors", {"family_name": "Molefe", "given_names": number, "country": "BW"})
            entry = ("POST", f"{path}/entries", {"player_id": player})
            batch = ("POST", f"{path}/entries/batches", {"entries": [{"player_id": player}]})
            return self.any(*[entry] * 4, batch, *[visitor] * (plan["level"] != "friendly" or self.chance(0.3)))
        if self.ordered.get(path) != len(entries):
            self.ordered[path] = len(entries)
            return "POST", f"{path}/starting-orders", {"player_ids": [one["player"]["id"] for one in entries]}
        return self.draw(path)

    def draw(self, path):
        drawn = self.look(f"{path}/draw")
        if not drawn or drawn["outdated"] or self.chance(0.1):
            self.ordered.pop(path, None)
            return "POST", f"{path}/rounds", {}
        return "POST", f"/v1/rounds/{drawn['id']}/publications"

    def round(self, path):
        """Plays the round that is published, or draws the next."""
        last = self.look(f"{path}/rounds")["items"][-1]
        round = f"/v1/rounds/{last['id']}"
        if last["state"] == "closed":
            return self.draw(path)
        matches = self.look(f"{round}/matches")["items"]
        unplayed = [one for one in matches if one["state"] == "open"]
        entered = [{"match_id": one["id"], "version": one["version"]} for one in matches if one["state"] == "entered"]
        if disputed := [one for one in matches if one["state"] == "disputed" and self.chance(0.7)]:
            disputes = self.look(f"/v1/matches/{disputed[0]['id']}/disputes")["items"]
            return "POST", f"/v1/disputes/{disputes[-1]['id']}/rulings", {"ruling": "Nobody saw it."}
        if unplayed and self.chance(0.5):
            return "POST", f"/v1/matches/{unplayed[0]['id']}/results", self.sheet(unplayed[0])
        if unplayed:
            results = [{"match_id": one["id"], "sheet": self.sheet(one)} for one in unplayed]
            return "POST", f"{round}/results", {"results": results}
        if entered and self.chance(0.7):
            one = {"version": entered[0]["version"]}
            return self.any(
                ("POST", f"{round}/confirmations", {"confirmations": entered}),
                ("POST", f"/v1/matches/{entered[0]['match_id']}/confirmations", one),
            )
        return "POST", f"{round}/closings"

    def sheet(self, one):
        if self.chance(0.1):
            return {"forfeited_by": one["players"][0]["player"]["id"]}
        return {"games": [{"result": self.any("first", "second", "drawn")} for _ in range(6)]}

    def mending(self, path):
        """Takes a step of a tournament back, or changes something in it; often it is too late for that."""
        because = {"reason": "It was so."}
        if self.chance(0.4):
            ranking, number = {"ranking_id": (self.things["rankings"] or [UNKNOWN])[-1]}, self.count
            last = (self.look(f"{path}/rounds")["items"] or [{"id": UNKNOWN, "state": "drawn"}])[-1]
            return self.any(
                *[("POST", f"/v1/rounds/{last['id']}/undos", {"state": last["state"]})] * 2,
                ("PATCH", path, {"venue": f"Hall {number}"}), ("PATCH", path, {"name": f"Open {number}"}),
                ("POST", f"{path}/seedings", ranking),
                ("POST", f"{path}/endings", because), ("POST", f"{path}/ending-acceptances", because),
                *[("POST", f"{path}/cancellations", because)] * self.chance(0.3),
            )
        entry = self.random.choice(self.look(f"{path}/entries")["items"])["id"]
        team = {"name": f"Team {self.count}", "entry_ids": [entry]}
        here = f"/v1/entries/{entry}"
        return self.any(
            lambda: ("POST", f"{here}/byes", {"round": self.any(1, 2), "value": self.any("zero", "average")}),
            lambda: ("POST", f"/v1/byes/{self.things['byes'][-1]}/withdrawals"),
            lambda: ("POST", f"{here}/withdrawals"), lambda: ("POST", f"{here}/returns"), lambda: ("POST", f"{here}/check-ins"),
            lambda: ("POST", f"{here}/check-in-withdrawals"), lambda: ("POST", f"{here}/removals", because),
            lambda: ("POST", f"{path}/teams", team), lambda: ("POST", f"/v1/teams/{self.things['teams'][-1]}/withdrawals"),
            lambda: ("POST", f"/v1/teams/{self.things['teams'][-1]}/line-ups", {"entry_ids": [entry]}),
            lambda: ("POST", f"/v1/appointments/{self.things['appointments'][-1]}/endings"),
        )()

    def mends(self):
        return self.mending(f"/v1/tournaments/{self.any(*self.underway, self.one('tournaments'))}")

    def dispute(self):
        """Something about a match: a correction, a dispute, a ruling, a game of it."""
        match = self.one("matches")
        read = self.look(f"/v1/matches/{match}")
        if not read:
            return None
        path, version = f"/v1/matches/{match}", {"version": read["version"] or 1}
        corrected = {"published_rounds": read["published_rounds"], "sheet": self.sheet(read)}
        players = [one["player"]["id"] for one in read["players"]]
        self.random.shuffle(players)
        game = {"first_player_id": players[0], "second_player_id": players[1], "match_id": match, "number": self.any(1, 2)}
        because = {"reason": "It was misread."}
        return self.any(
            *[("POST", f"{path}/corrections", {**version, **because, **corrected})] * 2,
            ("POST", f"{path}/undos", version), ("POST", f"{path}/disputes", because),
            ("POST", "/v1/games", {**game, "played_on": str(today()), **self.turns(), "rule_set": "mssa-gar"}),
            ("POST", f"/v1/disputes/{(self.things['disputes'] or [UNKNOWN])[-1]}/rulings", {"ruling": "Nobody saw it."}),
        )
