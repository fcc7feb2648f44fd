"""A tournament goes to a hall without a network: a coordinator lends the pen, an umpire runs three rounds on the laptop, on the same
pages, with somebody who comes late, and what was done comes home by files. Meanwhile the federation has suspended somebody."""

import json
import os
import shlex
import subprocess
import tempfile
from contextlib import contextmanager

from browsers import Browsers
from service import Service
from stories.umpire import mark_of, marks

PLAYERS, BOARDS, ROUNDS = 8, 4, 3


def tell(browsers, world, way):
    folder = tempfile.mkdtemp(prefix="laptop-")
    name, players = f"North West Hall Open {way.name}", world.registered(PLAYERS + 1)
    desk = f"/desk/tournaments/{announced(world, name, players[:PLAYERS])}"
    with somebody(browsers, way, "coordinator") as coordinator:
        coordinator.open(desk)
        at_venue = with_code(world.service, lent(coordinator, folder))
        coordinator.open(desk).sees("Hall laptop has the pen").looks("lent")
        suspended(world, players[0])
        laptop = Service(world.service.program, venue=folder)
        hall = Browsers(laptop, browsers.chromium)
        try:
            count = played(hall, way, at_venue, desk, players[PLAYERS]["number"], folder)
            brought_home(coordinator, desk, folder)
            with somebody(hall, way, "umpire", at_venue) as umpire:
                umpire.open(f"{desk}/pen")
                umpire.attach("File of the federation", os.path.join(folder, "receipt.json"))
                umpire.press("Bring the receipt")
                umpire.open(desk).sees("nothing on this laptop is needed any more").looks("told")
                count += umpire.count
        finally:
            browsers.faults += hall.faults
            laptop.stop()
        coordinator.open(f"/tournaments/{desk.split('/')[-1]}").sees("Standings")
        return count + coordinator.count


@contextmanager
def somebody(browsers, way, role, passwords=None):
    """Who has that role, signed in."""
    with browsers.visitor(way.viewport, **way.settings) as context:
        yield way(browsers, context).open("/sign-in").signs_in((passwords or browsers.service.passwords)[role])


def announced(world, name, players):
    """A tournament of these players, who are entered in their order; its id."""
    made = world.opened(name, rounds=ROUNDS)
    path = f"/v1/tournaments/{made}"
    world.service.post(f"{path}/appointments", {"player_id": world.umpire()["id"]})
    world.seat(path, players)
    return made


def with_code(service, codes):
    """How people sign in at the venue: the umpire with the code that was shown for it."""
    email, _ = service.passwords["umpire"]
    return {"umpire": (email, codes[service.read("/v1/me", role="umpire")["account"]["name"]])}


def lent(coordinator, folder):
    """The keys are made on the laptop, which is given the federation's words, and the pen is lent to them; the codes
    of the officials by their names."""
    coordinator.follow("Take this tournament to the hall")
    coordinator.looks()
    shown = coordinator.page.get_by_text("federation-records pen key").first.inner_text()
    made = [coordinator.browsers.service.program, *shlex.split(shown)[1:]]
    keys = json.loads(subprocess.run(made, cwd=folder, capture_output=True, text=True, check=True).stdout)
    coordinator.write("Name of the laptop", "Hall laptop")
    coordinator.write("Its sealing key", "a key that is none")
    coordinator.write("Its signing key", keys["signing_key"])
    for box in coordinator.page.get_by_role("group", name="Who signs in there").get_by_role("checkbox").all():
        coordinator.tick(box)
    coordinator.press("Lend the pen")
    coordinator.sees("Must be a public key of the laptop").looks("refused")
    coordinator.write("Its sealing key", keys["sealing_key"])
    coordinator.press("Lend the pen")
    coordinator.sees("They are shown this once").looks("codes")
    codes = dict(zip(*(coordinator.page.locator(part).all_inner_texts() for part in ("dt", "dd"))))
    coordinator.keep(coordinator.button("Save the file"), os.path.join(folder, "bundle.json"))
    return codes


def suspended(world, player):
    told = {"begins_on": world.today, "reason": "Struck an opponent."}
    world.service.post(f"/v1/players/{player['id']}/suspensions", told)


def played(hall, way, passwords, desk, late, folder):
    """Three rounds in the hall; how many keys and taps they took."""
    with somebody(hall, way, "umpire", passwords) as umpire:
        umpire.open(desk).sees("This laptop has the pen").looks("on the laptop")
        umpire.follow("Enter players, late ones too, and withdraw them")
        umpire.write("Numbers of the players", late)
        umpire.press("Enter them")
        umpire.sees(late)
        umpire.press("Keep this order")
        for number in range(1, ROUNDS + 1):
            results_of(umpire, desk, number)
            umpire.open(desk)
            umpire.press(f"Close round {number}")
        umpire.follow("Bring it home")
        umpire.looks("at the laptop")
        umpire.choose("Lay the pen down", "yes")
        umpire.press("Lay the pen down")
        umpire.sees("The pen is laid down on this laptop")
        umpire.keep(umpire.link("Save the file"), os.path.join(folder, "hand-in.json"))
        return umpire.count


def results_of(umpire, desk, number):
    """A round is drawn, published, and its results are sent."""
    umpire.open(desk)
    umpire.press(f"Draw round {number}")
    umpire.press(f"Publish round {number}")
    umpire.follow("Enter and confirm results")
    for board in range(1, BOARDS + 1):
        umpire.type(mark_of(umpire, board), marks(board, number).replace("½", "5"))
    umpire.press("Save these results")


def brought_home(coordinator, desk, folder):
    coordinator.open(desk)
    coordinator.follow("Bring it home")
    coordinator.looks("to bring home")
    coordinator.attach("File of the laptop", os.path.join(folder, "hand-in.json"))
    coordinator.press("Hand it in")
    coordinator.sees("The pen is the federation's again").looks("home")
    coordinator.keep(coordinator.link("Save the receipt"), os.path.join(folder, "receipt.json"))
    coordinator.open(desk)
    coordinator.follow("See to them")
    coordinator.sees("no longer admits the player").looks("found")
    coordinator.write("What came of it", "The suspension began after the draw of round 1.")
    coordinator.press("Settle it")
    coordinator.looks("settled")
