"""Everything that a browser has to say about the service: `gate.py PROGRAM`. Prints what was seen, and what is wrong."""

import sys
import time
import traceback

from playwright.sync_api import Error

import stories.administrator
import stories.bursaries
import stories.club
import stories.coordinator
import stories.families
import stories.interruptions
import stories.umpire
from browsers import signed_in, started
from checks import FIRST_VIEW, Weights, work
from crawl import OWN, Crawl
from hands import WAYS
from service import Service, World

STORIES = [
    ("a championship", stories.umpire),
    ("an afternoon of a secretary", stories.club),
    ("an evening of a coordinator", stories.coordinator),
    ("a day of an administrator", stories.administrator),
    ("three certificates", stories.bursaries),
    ("a mother and a player", stories.families),
]
# Milliseconds that the largest page may take: told, not held, since machines differ.
SWIFT = 200
LARGE, LARGE_ROUNDS = 200, 2


def main(program):
    since = time.monotonic()

    def step(words):
        print(f"{time.monotonic() - since:6.1f} s  {words}", flush=True)

    service = Service(program)
    try:
        world = World(service)
        with started(service) as browsers:
            for words, story in STORIES:
                for way in WAYS:
                    told(browsers, step, f"{words}, {way.name}", lambda: story.tell(browsers, world, way))
            told(browsers, step, "what interrupts somebody", lambda: stories.interruptions.tell(browsers, world))
            crawled(browsers, world, step)
            wrong = len(browsers.faults)
    finally:
        service.stop()
    print(f"{wrong} faults")
    return 1 if wrong else 0


def told(browsers, step, words, tell):
    """A story that breaks off is a fault; the others are told all the same."""
    try:
        count = tell()
        step(f"{words}: {count} keys and taps" if count else words)
    except (AssertionError, Error) as broken:
        traceback.print_exc()
        browsers.faults.append(f"{words}: {broken}")
        step(f"FAULT {words} breaks off")


def crawled(browsers, world, step):
    service, weights = browsers.service, Weights(browsers.service)
    crawl = Crawl(browsers, weights)
    player = world.player(7, world.club())
    service.passwords["player"] = world.holder(player["id"], player["name"], "self")
    large, _ = world.tournament("Platteland Friendly", LARGE, LARGE_ROUNDS)
    step(f"a tournament of {LARGE}")
    with browsers.visitor() as context:
        crawl.go("a visitor", context, ["/", f"/tournaments/{large}"])
    step(f"a visitor: {crawl.pages} pages of {len(crawl.looked)} kinds")
    for role, account in service.passwords.items():
        before = crawl.pages
        with browsers.visitor(state=signed_in(browsers, *account)) as context:
            crawl.go(role, context, ["/desk", "/account"], OWN)
        step(f"{role}: {crawl.pages - before} pages; {len(crawl.looked)} kinds by now")
    crawl.tell()
    print("The largest first views, page and style sheet:")
    for size, path in weights.told()[:5]:
        print(f"{size:8d} bytes  {path}")
        if size > FIRST_VIEW:
            browsers.faults.append(path)
            print(f"FAULT {path}: more than {FIRST_VIEW} bytes")
    with browsers.visitor() as context:
        whole, parts = work(context, f"/tournaments/{large}")
    print(f"The page of {LARGE} players: {whole:.0f} ms of work, {parts:.0f} of style, layout and scripts; {SWIFT} are the aim")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
