"""Takes pictures of all pages, at 390 and 1,280 px, into `target/pictures`, and makes those of the documentation anew:
`pictures.py PROGRAM`."""

import io
import os
import re
import sys

from PIL import Image

from browsers import NARROW, WIDE, signed_in, started
from crawl import OWN, Crawl
from hands import Keyboard
from service import MARKS, Service, World

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALL, SHOWN = os.path.join(ROOT, "target", "pictures"), os.path.join(ROOT, "docs", "pictures")
# No picture of the documentation has more bytes.
MOST_BYTES = 60_000
# These are taken in the dark too.
DARK = ["/", "/rankings/{id}", "/tournaments/{id}", "/desk/tournaments/{id}", "/desk/rounds/{id}/results"]


class Gallery(Crawl):
    """Follows every link, and takes a picture of one page of each kind instead of looking closely."""

    def __init__(self, browsers):
        super().__init__(browsers, Unweighed())

    def look(self, context, examples, role):
        page = context.new_page()
        for name, links in sorted(examples.items()):
            if name in self.looked:
                continue
            self.looked.add(name)
            page.goto(sorted(links)[-1][1])
            for width in (NARROW, WIDE):
                page.set_viewport_size(width)
                picture(page, name, f"{width['width']}")
            if name in DARK:
                page.emulate_media(color_scheme="dark")
                picture(page, name, "dark")
                page.emulate_media(color_scheme="light")
        page.close()


class Unweighed:
    def add(self, path, size):
        pass


def picture(page, name, sort):
    words = re.sub(r"[^a-z-]+", "-", name.lower()).strip("-") or "home"
    # As much as two people would scroll: a table of 200 is the same all the way down.
    clip = {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": min(height(page), 2400)}
    page.screenshot(path=os.path.join(ALL, f"{words}.{sort}.png"), full_page=True, clip=clip)


def height(page):
    return page.evaluate("() => document.documentElement.scrollHeight")


def shown(page, name, pixels):
    """A picture of the documentation: the page from its top, in as few colours as it needs."""
    taken = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    taken = taken.crop((0, 0, taken.width, min(taken.height, pixels)))
    for colours in (64, 32, 16, 8):
        held = io.BytesIO()
        taken.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(held, "PNG", optimize=True)
        if len(held.getvalue()) <= MOST_BYTES:
            break
    assert len(held.getvalue()) <= MOST_BYTES, f"{name} is too large"
    with open(os.path.join(SHOWN, f"{name}.png"), "wb") as file:
        file.write(held.getvalue())
    print(f"docs/pictures/{name}.png: {len(held.getvalue())} bytes")


def document(browsers, made, published, state):
    """The pictures of the documentation: a championship in its fourth round."""
    results = f"/desk/rounds/{published['id']}/results"
    with browsers.visitor({"width": 1000, "height": 800}, state) as context:
        hands = Keyboard(browsers, context).open(results)
        for board in range(1, 8):
            hands.type_marks(hands.page.locator(f"input[name=board-{board}]"), MARKS[board % len(MARKS)].replace("½", "5"))
        shown(hands.page, "desk-results", 820)
        hands.press("Save these results")
        hands.open(f"/desk/tournaments/{made}")
        shown(hands.page, "desk-tournament", 820)
        hands.open(f"/tournaments/{made}")
        shown(hands.page, "tournament", 900)
        hands.open(f"/tournaments/{made}/hall")
        shown(hands.page, "hall", 800)
    with browsers.visitor(NARROW, state, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(results)
        shown(page, "desk-results-telephone", 844)


def main(program):
    os.makedirs(ALL, exist_ok=True)
    service = Service(program)
    try:
        world = World(service)
        made, published = world.tournament("North West Championship", 24, 3, "provincial")
        player = world.player(7, world.club())
        service.passwords["player"] = world.holder(player["id"], player["name"], "self")
        with started(service) as browsers:
            gallery = Gallery(browsers)
            with browsers.visitor() as context:
                gallery.go("a visitor", context, ["/"])
            for role, account in service.passwords.items():
                with browsers.visitor(state=signed_in(browsers, *account)) as context:
                    gallery.go(role, context, ["/desk", "/account"], OWN)
            print(f"{len(gallery.looked)} kinds of pages in {ALL}")
            document(browsers, made, published, signed_in(browsers, *service.passwords["coordinator"]))
    finally:
        service.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
