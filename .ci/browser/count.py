"""Counts what it takes to enter a round of twelve boards of six games: at the desk by keyboard, by thumb, as a spreadsheet, as
JSON; and the seconds of each by the keystroke-level model (Card, Moran and Newell 1980). `count.py PROGRAM`."""

import json
import sys

from browsers import signed_in, started
from hands import Keyboard, Thumb
from service import Service, World

BOARDS, GAMES = 12, 6
SHEETS = ["150110", "111010", "551011", "010101", "100515", "111051"]
# Seconds, as they are in that paper: a key of what has no meaning as a word, a key of a complex code, to point at something,
# and to turn to the next thing.
KEY, CODE, POINT, THINK = 0.50, 0.75, 1.10, 1.35
# The aim: keys for a game, at the desk.
MOST_KEYS_A_GAME = 4


def at_the_desk(browsers, world, way, state):
    """What is pressed or tapped from the moment that the page is there until the results are saved."""
    _, published = world.tournament(f"Counted {way.name}", 2 * BOARDS)
    with browsers.visitor(way.viewport, state, **way.settings) as context:
        hands = way(browsers, context).open(f"/desk/rounds/{published['id']}/results")
        first = hands.page.locator("input[name=board-1]")
        hands.reach(first)
        reached = hands.count
        for board in range(1, BOARDS + 1):
            hands.type_marks(hands.page.locator(f"input[name=board-{board}]"), SHEETS[board % len(SHEETS)])
        hands.press("Save these results")
        hands.sees(f"{BOARDS} of {BOARDS} boards in")
        return reached, hands.count - reached


def as_json(boards):
    """The characters of the body that the API takes for the same."""
    results = []
    for board in boards:
        player = board["players"][0]["player"]["id"]
        marks = SHEETS[board["board"] % len(SHEETS)]
        results.append({"match_id": board["match_id"], "sheet": {"marks": {"player_id": player, "games": marks}}})
    return len(json.dumps({"results": results}, separators=(",", ":"), ensure_ascii=False))


def main(program):
    service = Service(program)
    try:
        world = World(service)
        _, published = world.tournament("Counted as JSON", 2 * BOARDS)
        with started(service) as browsers:
            state = signed_in(browsers, *service.passwords["coordinator"])
            keyboard = at_the_desk(browsers, world, Keyboard, state)
            thumb = at_the_desk(browsers, world, Thumb, state)
    finally:
        service.stop()
    games = BOARDS * GAMES
    # Each mark into a cell, and a key that leads to the next one; to save the file, and to send it.
    cells, sent = 2 * games, 6
    code = as_json(published["boards"])
    rows = [
        ("at the desk, by keyboard", sum(keyboard), sum(keyboard) * KEY + BOARDS * THINK),
        # A tap on the keys that a telephone shows is a key; one on the page is pointing.
        ("at the desk, by thumb", sum(thumb), games * KEY + (sum(thumb) - games) * POINT + BOARDS * THINK),
        ("a spreadsheet, a cell a mark", cells + sent, (cells + sent) * KEY + (BOARDS + 3) * THINK),
        ("JSON for the API", code, code * CODE + 3 * BOARDS * THINK),
    ]
    print(f"{'A round of 12 boards of 6 games':34}{'keys, taps':>12}{'a game':>9}{'seconds':>9}")
    for words, count, seconds in rows:
        print(f"{words:34}{count:12d}{count / games:9.2f}{seconds:9.0f}")
    print(f"By keyboard {keyboard[0]} of the keys lead to the first board; no mouse.")
    return 0 if sum(keyboard) / games < MOST_KEYS_A_GAME else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
