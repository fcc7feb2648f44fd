"""The laptop of a hall is lost after a round: a coordinator reclaims the pen. Then its file turns up, and what it did is adopted, step
by step, or dismissed."""

import os
import tempfile

from browsers import Browsers
from service import Service
from stories.venue import PLAYERS, announced, lent, results_of, somebody, with_code


def tell(browsers, world, way):
    folder, file = tempfile.mkdtemp(prefix="laptop-"), os.path.join(tempfile.mkdtemp(prefix="stick-"), "hand-in.json")
    desk = f"/desk/tournaments/{announced(world, f'Lost Laptop Open {way.name}', world.registered(PLAYERS))}"
    with somebody(browsers, way, "coordinator") as coordinator:
        coordinator.open(desk)
        at_venue = with_code(world.service, lent(coordinator, folder))
        laptop = Service(world.service.program, venue=folder)
        hall = Browsers(laptop, browsers.chromium)
        try:
            with somebody(hall, way, "umpire", at_venue) as umpire:
                results_of(umpire, desk, 1)
                umpire.open(desk)
                umpire.follow("Bring it home")
                umpire.keep(umpire.link("Save the file"), file)
                count = umpire.count
        finally:
            browsers.faults += hall.faults
            laptop.stop()
        coordinator.open(desk)
        coordinator.follow("The laptop is lost")
        coordinator.looks()
        coordinator.write("What has happened", "It was left on a bus.")
        coordinator.press("Reclaim the pen")
        coordinator.looks("reclaimed")
        coordinator.follow("Bring home what a lost laptop did")
        coordinator.attach("File of the laptop", file)
        coordinator.press("Hand it in")
        coordinator.sees("more are kept").looks("kept")
        coordinator.follow("What the lost laptop did")
        coordinator.sees("nobody has executed it").looks("kept")
        coordinator.press("Adopt it")
        coordinator.press("Adopt it")
        coordinator.sees("Adopted by")
        coordinator.write("Why nobody is to adopt it", "The round is played again.")
        coordinator.press("Dismiss it")
        coordinator.sees("Dismissed by", "The round is played again.").looks("dismissed")
        coordinator.open(desk).sees("Round 1")
        return count + coordinator.count
