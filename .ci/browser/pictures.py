"""Takes pictures of all pages, at 390 and 1,280 px, in light and in dark, into `target/pictures`, and sheets of them to look
through; and makes those of the documentation anew: `pictures.py PROGRAM`."""

import io
import os
import re
import sys
import tempfile
from glob import glob

from PIL import Image, ImageDraw

from browsers import NARROW, WIDE, Browsers, signed_in, started
from crawl import crawled
from hands import Keyboard
from service import MARKS, Service, World
from stories.venue import lent, with_code

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALL, SHOWN = os.path.join(ROOT, "target", "pictures"), os.path.join(ROOT, "docs", "pictures")
# No picture of the documentation has more bytes.
MOST_BYTES = 60_000
SHOWN_WIDE, HALL = {"width": 1000, "height": 800}, {"width": 1280, "height": 720}
# The sheets: pictures beside each other, rows, and the width and height of each.
SHEETS = {NARROW["width"]: (6, 2, 260, 780), WIDE["width"]: (3, 3, 520, 600)}


def pictures(page, name):
    """As much of a page as two people would scroll: a table of 200 is the same all the way down."""
    words = re.sub(r"[^a-z-]+", "-", name.lower()).strip("-") or "home"
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        for size in (NARROW, WIDE):
            page.set_viewport_size(size)
            height = page.evaluate("() => document.documentElement.scrollHeight")
            clip = {"x": 0, "y": 0, "width": size["width"], "height": min(height, 2400)}
            page.screenshot(path=os.path.join(ALL, f"{words}.{size['width']}.{mode}.png"), full_page=True, clip=clip)


def everything(browsers):
    """Follows every link, and takes pictures of the largest page of each kind, as the first role sees it that comes there."""
    taken = set()
    for role, account in {"a visitor": None, **browsers.service.passwords}.items():
        found = crawled(browsers, role, account)
        with browsers.visitor(state=found.state) as context:
            page = context.new_page()
            for name, (_, largest) in sorted(found.examples.items()):
                if name not in taken:
                    taken.add(name)
                    page.goto(largest)
                    pictures(page, name)


def certificates(browsers, world):
    """What somebody sees who checks a certificate: one that is good, and others that are not."""
    service = world.service
    accredited = service.read("/v1/accreditations?limit=1")["items"][0]["id"]
    good = service.read(f"/v1/accreditations/{accredited}/code")["code"]
    codes, erased = [], None
    for player in world.registered(2):
        proposal = {"player_id": player["id"], "level": "provincial", "division": "senior", "year": world.year}
        proposal |= {"basis": "discretion", "reason": "Has taught the game in eleven schools."}
        award = f"/v1/colours/{service.post('/v1/colours', proposal, role='coordinator')['id']}"
        service.post(f"{award}/approvals", {"reference": "Minutes of the board, item 7"})
        codes.append(service.read(f"{award}/code")["code"])
        # The last is taken back; of the first the holder's data is erased.
        erased = erased or player["id"]
    service.post(f"{award}/revocations", {"reason": "The results were corrected."})
    service.post(f"/v1/players/{erased}/erasures")
    forged = good[:-1] + ("2" if good[-1] == "3" else "3")
    with browsers.visitor() as context:
        page = context.new_page()
        for name, code in {"good": good, "revoked": codes[1], "erased": codes[0], "forged": forged}.items():
            page.goto(f"/verify?code={code}")
            pictures(page, f"verify {name}")


def sheets():
    """All pictures of a width and mode beside each other, a few to a sheet."""
    for width, (across, rows, wide, high) in SHEETS.items():
        for mode in ("light", "dark"):
            files = sorted(glob(os.path.join(ALL, f"*.{width}.{mode}.png")))
            for first in range(0, len(files), across * rows):
                sheet = Image.new("RGB", (across * (wide + 8), rows * (high + 24)), "#808080")
                for place, file in enumerate(files[first : first + across * rows]):
                    x, y = place % across * (wide + 8), place // across * (high + 24)
                    taken = Image.open(file).convert("RGB")
                    taken = taken.resize((wide, taken.height * wide // taken.width), Image.Resampling.LANCZOS)
                    sheet.paste(taken.crop((0, 0, wide, min(high, taken.height))), (x, y + 20))
                    ImageDraw.Draw(sheet).text((x + 2, y + 4), os.path.basename(file).split(".")[0], fill="white")
                sheet.quantize(128).save(os.path.join(ALL, f"sheet-{width}-{mode}-{first // (across * rows) + 1:02}.png"))


def shown(page, name, pixels):
    """A picture of the documentation: the page from its top, as it stands on a screen that is so high, in as few colours as it
    needs."""
    page.set_viewport_size({"width": page.viewport_size["width"], "height": pixels})
    page.evaluate("() => scrollTo(0, 0)")
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for colours in (64, 32, 16, 8):
        held = io.BytesIO()
        taken.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(held, "PNG", optimize=True)
        if len(held.getvalue()) <= MOST_BYTES:
            break
    assert len(held.getvalue()) <= MOST_BYTES, f"{name} is too large"
    with open(os.path.join(SHOWN, f"{name}.png"), "wb") as file:
        file.write(held.getvalue())
    print(f"docs/pictures/{name}.png: {len(held.getvalue())} bytes, {colours} colours")


def document(browsers):
    """The pictures of the documentation: the championship that is being played, as its umpire and everyone see it, and a game."""
    service = browsers.service
    tournaments = service.read("/v1/tournaments?limit=200")["items"]
    played = next(f"/tournaments/{one['id']}" for one in tournaments if one["state"] == "running")
    results = f"/desk/rounds/{service.read(f'/v1{played}/rounds')['items'][-1]['id']}/results"
    state = signed_in(browsers, *service.passwords["umpire"])
    with browsers.visitor(NARROW, state, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(results)
        shown(page, "desk-results-telephone", 844)
    with browsers.visitor(SHOWN_WIDE, state) as context:
        hands = Keyboard(browsers, context).open(results)
        fields = hands.page.locator("input[name^=board-]").all()
        for field, marks in zip(fields[:5], MARKS):
            hands.type_marks(field, marks.replace("½", "5"))
        shown(hands.page, "desk-results", 820)
        hands.press("Save these results")
        hands.open(f"/desk{played}")
        shown(hands.page, "desk-tournament", 820)
    with browsers.visitor(SHOWN_WIDE) as context:
        page = context.new_page()
        for name, path, pixels in [("home", "/", 1030), ("tournament", played, 900), ("game", game(service, tournaments), 985)]:
            page.goto(path)
            page.wait_for_load_state("networkidle")
            shown(page, name, pixels)
    with browsers.visitor(HALL) as context:
        page = context.new_page()
        page.goto(f"{played}/hall")
        shown(page, "hall", HALL["height"])


def away(browsers):
    """The pictures of the same championship while a laptop has its pen: at the federation, and on a telephone that asks the laptop."""
    service, folder = browsers.service, tempfile.mkdtemp(prefix="laptop-")
    tournaments = service.read("/v1/tournaments?state=running")["items"]
    desk = f"/desk/tournaments/{tournaments[0]['id']}"
    with browsers.visitor(SHOWN_WIDE, signed_in(browsers, *service.passwords["coordinator"])) as context:
        coordinator = Keyboard(browsers, context).open(desk)
        codes = lent(coordinator, folder)
        coordinator.open(desk)
        shown(coordinator.page, "pen-lent", 560)
    laptop = Service(service.program, venue=folder)
    try:
        hall = Browsers(laptop, browsers.chromium)
        state = signed_in(hall, *with_code(service, codes)["umpire"])
        with hall.visitor(NARROW, state, has_touch=True, is_mobile=True) as context:
            page = context.new_page()
            page.goto(desk)
            shown(page, "pen-laptop", 844)
    finally:
        laptop.stop()


def game(service, tournaments):
    """The path of a board: in the shortest game of the national champion that went on until two cows were left, when a cow was
    shot last while cows were placed."""
    over = next(one["id"] for one in tournaments if one["level"] == "national" and one["state"] == "ratified")
    champion = service.read(f"/v1/tournaments/{over}/standings")["awards"]["champions"][0]["id"]
    found = f"/v1/games?tournament_id={over}&player_id={champion}&termination=two-cows&limit=200"
    one = min(service.read(found)["items"], key=lambda game: game["plies"])["id"]
    turns = service.read(f"/v1/games/{one}")["turns"][:24]
    return f"/games/{one}?turn={max(number for number, turn in enumerate(turns, 1) if 'x' in turn)}"


def main(program):
    os.makedirs(ALL, exist_ok=True)
    for old in glob(os.path.join(ALL, "*.png")):
        os.remove(old)
    service = Service(program)
    try:
        world = World(service)
        player = world.player(7, world.club())
        service.passwords["player"] = world.holder(player["id"], player["name"], "self")
        with started(service) as browsers:
            document(browsers)
            everything(browsers)
            certificates(browsers, world)
            away(browsers)
        sheets()
        print(f"{len(glob(os.path.join(ALL, '*.390.light.png')))} pages in {ALL}; the sheets are of several pages each")
    finally:
        service.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
