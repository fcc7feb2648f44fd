"""What a browser has to say about the service: `gate.py PROGRAM [--all]`. Prints what was seen, and at the end what is wrong.

A story is done by keyboard, and by thumb and without scripts where a page of it works otherwise then; each kind of page is looked
at once. With `--all` every story is done in every way, and the pages of each role are looked at."""

import os
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import stories.administrator
import stories.attacks
import stories.bursaries
import stories.club
import stories.coordinator
import stories.elsewhere
import stories.families
import stories.interruptions
import stories.lost_laptop
import stories.programs
import stories.season
import stories.umpire
import stories.venue
from browsers import Browsers, launched
from checks import FIRST_VIEW, work
from crawl import crawled, looked_at, shared_out
from hands import Keyboard, Plain, Thumb
from service import Service, World

# The longest first, so that nobody waits for it at the end. Of the ways of one, those who look closely at pages go together; the
# last are the ways in which it is done with `--all` alone.
STORIES = [
    ("a championship", stories.umpire, [Keyboard, Thumb], []),
    ("a championship", stories.umpire, [Plain], []),
    ("a season from nothing", stories.season, [Keyboard], []),
    ("a weekend without a network", stories.venue, [Keyboard], [Thumb, Plain]),
    ("a laptop that is lost", stories.lost_laptop, [Keyboard], []),
    ("a day of an administrator", stories.administrator, [Keyboard], [Thumb, Plain]),
    ("an evening of a coordinator", stories.coordinator, [Keyboard], [Thumb, Plain]),
    ("a mother and a player", stories.families, [Keyboard], [Thumb, Plain]),
    ("somebody's programs", stories.programs, [Keyboard], [Thumb, Plain]),
    ("what interrupts somebody", stories.interruptions, [None], []),
    ("an afternoon of a secretary", stories.club, [Keyboard], [Thumb, Plain]),
    ("three certificates", stories.bursaries, [Keyboard], [Thumb, Plain]),
    ("pages of others that attack", stories.attacks, [None], []),
    ("a club's own page elsewhere", stories.elsewhere, [None], []),
]
# Milliseconds that the largest page may take: told, not held, since machines differ.
SWIFT = 200
LARGE, LARGE_ROUNDS = 200, 2
# Processes that share the work, each with a browser of its own; all ask one service. A browser waits for itself often enough
# that one more than there are cores is of use.
WORKERS = 1 + max(2, min(os.cpu_count() or 2, 4))


def main(program, is_all):
    since = time.monotonic()
    service = Service(program)
    try:
        with ProcessPoolExecutor(WORKERS, get_context("spawn"), begins, (service.client(),)) as pool:
            faults = everything(Work(pool, since), service, is_all)
    finally:
        service.stop()
    for fault in faults:
        print("FAULT", fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


class Work:
    """What the processes do, and what they find wrong."""

    def __init__(self, pool, since):
        self.pool, self.since, self.faults = pool, since, []

    def all(self, do, *parts):
        """The answers of as many calls as there are arguments; one that breaks off, or takes its process with it, is a fault."""
        begun = [self.pool.submit(do, *arguments) for arguments in zip(*parts, strict=True)]
        answers = []
        for one in begun:
            try:
                answer, faults = one.result()
                answers.append(answer)
            except Exception as broken:  # Whatever it is: it is told, and the others go on.
                faults = [f"{do.__name__} breaks off: {broken!r}"]
            self.faults += [fault for fault in faults if fault not in self.faults]
        return answers

    def step(self, words):
        print(f"{time.monotonic() - self.since:6.1f} s since the beginning: {words}", flush=True)


def everything(work, service, is_all):
    world = World(service)
    player = world.player(7, world.club())
    service.passwords["player"] = world.holder(player["id"], player["name"], "self")
    large = f"/tournaments/{world.tournament('Platteland Friendly', LARGE, LARGE_ROUNDS)[0]}"
    work.step(f"a tournament of {LARGE}")
    work.all(told, range(len(STORIES)), [is_all] * len(STORIES))
    work.step("all stories")
    roles = {"a visitor": None, **service.passwords}
    found = work.all(crawls, roles, roles.values(), [large] * len(roles))
    work.step(f"{sum(one.pages for one in found)} pages; {sum(one.left_out for one in found)} more are like others")
    times = sum(work.all(looks, shared_out(found, is_all)), [])
    work.step(f"looked closely at {len(times)} of {len({name for _, name in times})} kinds, the slowest of them:")
    for seconds, name in sorted(times, reverse=True)[:5]:
        print(f"{seconds:8.1f} s  {name}")
    weighed(work, found)
    for whole, parts in work.all(labours, [large]):
        print(f"The page of {LARGE} players: {whole:.0f} ms of work, {parts:.0f} of style, layout and scripts; {SWIFT} is the aim")
    return work.faults


def weighed(work, found):
    largest = {}
    for one in found:
        for name, weight in one.largest.items():
            largest[name] = max(weight, largest.get(name, weight))
    print("The largest first views, page and style sheet:")
    for size, path in sorted(largest.values(), reverse=True)[:5]:
        print(f"{size:8d} bytes  {path}")
    work.faults += [f"{path}: {size} bytes, more than {FIRST_VIEW}" for size, path in largest.values() if size > FIRST_VIEW]


# What is done in a process of its own: each gives an answer, and the faults it came upon.
def begins(client):
    global BROWSERS
    # It ends with its process.
    BROWSERS = Browsers(client, launched())


def faults():
    found, BROWSERS.faults = BROWSERS.faults, []
    return found


def told(number, is_all):
    """A story, in one way after the other; where one breaks off, the others are told all the same."""
    words, story, ways, more = STORIES[number]
    world = World(BROWSERS.service, number + 1)
    for way in ways + (more if is_all else []):
        name, began, count = f"{words}, {way.name}" if way else words, time.monotonic(), None
        try:
            count = story.tell(BROWSERS, world, way)
            ended = f": {count} keys and taps" if count else ""
        except Exception as broken:  # Whatever it is: a story that breaks off is a fault.
            BROWSERS.faults.append(f"{name} breaks off: {traceback.format_exc()}")
            ended = f" BREAKS OFF: {str(broken)[:150]!r}"
        print(f"{time.monotonic() - began:6.1f} s  {name}{ended}", flush=True)
    return None, faults()


def crawls(role, account, large):
    began = time.monotonic()
    found = crawled(BROWSERS, role, account, ["/", large])
    print(f"{time.monotonic() - began:6.1f} s  {role} reads {found.pages} pages of {len(found.examples)} kinds", flush=True)
    return found, faults()


def looks(share):
    return looked_at(BROWSERS, share), faults()


def labours(path):
    with BROWSERS.visitor() as context:
        return work(context, path), faults()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--all" in sys.argv))
