"""What happens to people at a desk: they tap twice, two of them enter one round, a session ends in the middle of a form."""

import re

from browsers import signed_in
from hands import Keyboard, Thumb


def tell(browsers, world, _way=None):
    _, published = world.tournament("Mahikeng Friendly", 8)
    round_of = f"/desk/rounds/{published['id']}/results"
    state = signed_in(browsers, *browsers.service.passwords["coordinator"])
    other = signed_in(browsers, *browsers.service.passwords["administrator"])
    with browsers.visitor(Thumb.viewport, state, **Thumb.settings) as context:
        somebody_taps_twice(Thumb(browsers, context), world)
    with browsers.visitor(None, state) as first, browsers.visitor(None, other) as second:
        two_enter_one_round(Keyboard(browsers, first), Keyboard(browsers, second), round_of)
    with browsers.visitor(None, state) as context:
        a_session_ends(Keyboard(browsers, context), round_of)


def board(hands, number):
    return hands.page.locator(f"input[name=board-{number}]")


def somebody_taps_twice(hands, world):
    hands.open("/desk/announcement")
    name = "Announced By Two Taps"
    hands.write("Name", name)
    hands.choose("Province that runs it", "North West")
    hands.choose("Level", "Friendly tournament")
    hands.write("First day", world.today)
    hands.write("Last day", world.today)
    hands.write("Where it is played", "Mahikeng")
    button = hands.button("Announce it")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # The second tap breaks off what the first has begun, if it comes before the answer.
    hands.page.touchscreen.tap(*place)
    hands.page.touchscreen.tap(*place)
    for _ in range(100):
        if re.search("/desk/tournaments/[^/]+$", hands.page.url):
            break
        hands.page.wait_for_timeout(100)
    hands.page.wait_for_load_state("networkidle")
    hands.page.reload()
    hands.open("/desk/tournaments")
    told = hands.page.get_by_role("link", name=name).count()
    assert told == 1, f"announced {told} times"


def two_enter_one_round(first, second, results):
    """Both have the page open; what one has entered the other may have too, and nobody loses what was typed."""
    first.open(results)
    second.open(results)
    first.type(board(first, 1), "111000")
    first.press("Save these results")
    second.type(board(second, 1), "111000")
    second.type(board(second, 2), "101010")
    second.press("Save these results")
    second.sees("2 of 4 boards in")
    # The first has an older page before them, and another mark for board 2: it is refused, and what was typed is there.
    first.type(board(first, 2), "000111")
    first.type(board(first, 3), "110011")
    first.press("Save these results")
    first.looks("another was quicker")
    first.sees("has a result already")
    assert first.page.get_by_role("alert").count() == 1
    assert board(first, 3).input_value() == "110011", "what was typed is lost"


def a_session_ends(hands, results):
    hands.open(results)
    hands.type(board(hands, 4), "100110")
    # What is left is the cookie that says whose forms were the last here.
    hands.context.clear_cookies(name="session")
    hands.press("Save these results")
    hands.sees("What you typed is kept").looks("interrupted")
    hands.signs_in("coordinator")
    hands.sees("was not sent yet").looks("signed in again")
    hands.press("Send it now")
    hands.sees("3 of 4 boards in", "1 0 0 1 1 0")
