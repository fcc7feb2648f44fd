"""Counts what it takes to enter a round of twelve boards of six games: at the desk by keyboard, by thumb, as a spreadsheet, as
JSON; the seconds of each by the keystroke-level model (Card, Moran and Newell 1980); and, by a clock, what the page itself makes
somebody wait between two boards. `count.py PROGRAM`."""

import json
import statistics
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
# Milliseconds from a key to what it does that nobody notices (Miller 1968).
UNNOTICED = 100
# From the last key of a board until the next field has the focus, and the page is drawn with it there.
CLOCK = """() => {
    let pressed;
    window.waits = [];
    addEventListener("keydown", event => pressed = event.timeStamp, true);
    addEventListener("focusin", event => {
        const since = pressed, taken = performance.now() - since;
        if (!/^board-/.test(event.target.name)) return;
        requestAnimationFrame(() => setTimeout(() => waits.push([taken, performance.now() - since])));
    });
}"""


def at_the_desk(browsers, world, way, state):
    """What is pressed or tapped from the moment that the page is there until the results are saved; and the milliseconds
    between each board and the next: until a key may be pressed, and until that is seen."""
    _, published = world.tournament(f"Counted {way.name}", 2 * BOARDS)
    with browsers.visitor(way.viewport, state, **way.settings) as context:
        hands = way(browsers, context).open(f"/desk/rounds/{published['id']}/results")
        first = hands.page.locator("input[name=board-1]")
        hands.reach(first)
        reached = hands.count
        hands.page.evaluate(CLOCK)
        for board in range(1, BOARDS + 1):
            hands.type_marks(hands.page.locator(f"input[name=board-{board}]"), SHEETS[board % len(SHEETS)])
        hands.page.wait_for_function("most => waits.length >= most", arg=BOARDS - 1)
        waits = hands.page.evaluate("waits")
        hands.press("Save these results")
        hands.sees(f"{BOARDS} of {BOARDS} boards in")
        return (reached, hands.count - reached), waits


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
            keyboard, waits = at_the_desk(browsers, world, Keyboard, state)
            thumb, _ = at_the_desk(browsers, world, Thumb, state)
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
    for words, times in zip(["takes the next key", "is drawn, a frame later"], zip(*waits, strict=True), strict=True):
        print(f"The next board {words}: {statistics.median(times):.1f} ms after the last key of one, {max(times):.1f} at most.")
    swift = max(ready for ready, _ in waits) < UNNOTICED
    return 0 if swift and sum(keyboard) / games < MOST_KEYS_A_GAME else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
