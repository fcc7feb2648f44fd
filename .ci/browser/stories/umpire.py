"""An umpire runs a provincial championship of 24 over six rounds, with a second official who confirms: somebody comes late,
somebody leaves, somebody does not come, a result is corrected, another disputed."""

from contextlib import contextmanager

from browsers import signed_in

PLAYERS, ROUNDS, BOARDS = 24, 6, 12
# Marks of the player named first, one sheet after the other.
SHEETS = ["1½0110", "111010", "½½1011", "010101", "100½1½", "1110½1"]


def tell(browsers, world, way):
    players = world.registered(PLAYERS + 1)
    numbers = [player["number"] for player in players]
    with browsers.visitor(way.viewport, **way.settings) as first, second(browsers, way) as coordinator:
        umpire = way(browsers, first)
        desk = announced(coordinator, world, way)
        umpire.open("/sign-in").looks()
        umpire.signs_in("umpire").looks()
        umpire.follow("Your desk")
        umpire.looks().follow("Your tournaments")
        umpire.looks().follow(name_of(way))
        assert umpire.path() == desk, umpire.path()
        entered(umpire, numbers[:PLAYERS])
        here(umpire)
        for number in range(1, ROUNDS + 1):
            drawn(umpire, number)
            results(umpire, coordinator, number)
            if number == 3:
                corrected(umpire, coordinator)
            if number == 4:
                disputed(umpire, coordinator)
            umpire.open(desk)
            umpire.press(f"Close round {number}")
            if number == 1:
                somebody_comes_and_somebody_leaves(umpire, numbers[PLAYERS])
        umpire.sees("Finished.").looks("finished")
        recognised(umpire)
        umpire.open(desk)
        umpire.follow("The tournament's page")
        umpire.sees("Standings", players[0]["name"])
        return umpire.count


@contextmanager
def second(browsers, way):
    """The second official works in the same way."""
    state = signed_in(browsers, *browsers.service.passwords["coordinator"])
    with browsers.visitor(way.viewport, state, **way.settings) as context:
        yield way(browsers, context)


def name_of(way):
    return f"North West Championship {way.name}"


def announced(coordinator, world, way):
    """The path of the desk of a tournament that takes entries."""
    coordinator.open("/desk/tournaments").follow("Announce a tournament")
    coordinator.looks()
    coordinator.write("Name", name_of(way))
    coordinator.choose("Province that runs it", "North West")
    coordinator.choose("Level", "Provincial championship")
    coordinator.write("First day", world.today)
    coordinator.write("Last day", world.today)
    coordinator.write("Where it is played", "Mmabatho High School, Mahikeng")
    coordinator.press("Announce it")
    desk = coordinator.path()
    coordinator.looks("announced").press("Open it for entries")
    coordinator.follow("What an official tournament needs, umpires, boards and counters")
    coordinator.write("Umpire's number", world.umpire()["number"])
    coordinator.press("Appoint this umpire")
    return desk


def entered(umpire, numbers):
    umpire.follow("Enter players, late ones too, and withdraw them")
    umpire.looks()
    umpire.write("Numbers of the players", f"{numbers[0]} M-0000001-X")
    umpire.press("Enter them")
    umpire.sees("M-0000001-X").looks("refused")
    umpire.write("Numbers of the players", " ".join(numbers))
    umpire.press("Enter them")
    umpire.looks("entered").press("Keep this order")
    umpire.follow(umpire.page.locator("p.way a").first.inner_text())
    # Whoever goes back and forth, or loads the page once more, enters nobody twice.
    umpire.page.go_back()
    umpire.page.reload()
    assert umpire.page.locator("ol.entries > li").count() == PLAYERS
    umpire.page.go_forward()


def here(umpire):
    """All have arrived but one, who comes in a moment later."""
    umpire.follow("Tick who is here")
    umpire.looks()
    for box in umpire.page.get_by_role("checkbox").all()[1:]:
        umpire.tick(box)
    umpire.press("Save who is here")
    umpire.sees(f"{PLAYERS - 1} of {PLAYERS} here").looks("ticked")
    umpire.follow(umpire.page.locator("p.way a").first.inner_text())
    umpire.sees(f"1 of {PLAYERS} are not here yet").looks("missing")
    umpire.follow("Tick who is here")
    umpire.tick(umpire.page.get_by_role("checkbox").first)
    umpire.press("Save who is here")
    umpire.follow(umpire.page.locator("p.way a").first.inner_text())


def drawn(umpire, number):
    umpire.press(f"Draw round {number}")
    if number == 1:
        umpire.looks("drawn").press("Throw the draw away")
        umpire.press("Draw round 1")
    umpire.press(f"Publish round {number}")
    umpire.looks("published").follow("Enter and confirm results")


def marks(board, number):
    return SHEETS[(board + number) % len(SHEETS)]


def results(umpire, coordinator, number):
    """All boards of a round: typed by the umpire, confirmed by the coordinator."""
    if number == 1:
        refused_at_its_board(umpire)
    for board in range(1, BOARDS + 1):
        if number == 2 and board == BOARDS:
            umpire.choose(f"Board {board}: did not come", "did not come")
            continue
        umpire.type(mark_of(umpire, board), marks(board, number).replace("½", "5"))
    umpire.press("Save these results")
    umpire.sees(f"{BOARDS} of {BOARDS} boards in").looks("entered")
    confirm(umpire, coordinator)


def mark_of(hands, board):
    return hands.page.locator(f"input[name=board-{board}]")


def refused_at_its_board(umpire):
    umpire.type(mark_of(umpire, 1), "10")
    umpire.type(mark_of(umpire, 2), "111000")
    umpire.press("Save these results")
    umpire.looks("refused")
    assert umpire.page.locator("li.wrong").count() == 1
    assert mark_of(umpire, 2).input_value() == "111000", "what was typed is lost"


def confirm(umpire, coordinator):
    coordinator.open(umpire.path())
    for box in coordinator.page.get_by_role("checkbox").all():
        coordinator.tick(box)
    coordinator.looks("to confirm").press("Confirm those that are ticked")
    assert not coordinator.page.get_by_role("checkbox").count()


def somebody_comes_and_somebody_leaves(umpire, late):
    umpire.follow("Enter players, late ones too, and withdraw them")
    umpire.write("Numbers of the players", late)
    umpire.press("Enter them")
    umpire.press("Withdraw", umpire.page.locator("ol.entries > li").nth(4))
    umpire.sees("withdrawn").looks("withdrawn")
    umpire.follow(umpire.page.locator("p.way a").first.inner_text())


def corrected(umpire, coordinator):
    """A sheet was read wrongly: the correction has its reason, and is confirmed anew."""
    round_path = umpire.path()
    umpire.follow("3", "table.results")
    umpire.looks()
    umpire.write("Marks of the player named first", "110110")
    umpire.write("Why", "The sheet was read from the other side.")
    umpire.press("Put this in its place")
    umpire.sees("1 1 0 1 1 0", "read from the other side").looks("corrected")
    umpire.open(round_path)
    confirm(umpire, coordinator)


def disputed(umpire, coordinator):
    umpire.follow("2", "table.results")
    umpire.write("What is disputed", "The fourth game was given up before the last cow was shot.")
    umpire.press("Keep the dispute")
    coordinator.open(umpire.path())
    coordinator.looks("disputed")
    coordinator.write("The ruling", "The result stands: both players have signed the sheet.")
    coordinator.press("Rule")
    coordinator.sees("Ruling: The result stands")


def recognised(umpire):
    umpire.follow("What an official tournament needs, umpires, boards and counters")
    umpire.write("Side of the boards in millimetres", "490")
    umpire.write("Diameter of the junctions in millimetres", "25")
    umpire.choose("Counters are of", "PVC")
    umpire.write("Size of the counters in millimetres", "25")
    umpire.choose("Notation marked from the top left corner", "yes")
    umpire.choose("Mark of the federation on boards and counters", "yes")
    umpire.press("Confirm the boards and counters")
    umpire.sees("Boards and counters: met").looks("recognised")
