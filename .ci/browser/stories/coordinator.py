"""A coordinator's evening: what waits is looked through, a transfer is released and accepted, a club is registered and
affiliated, a spreadsheet of players is taken in as a teacher has made it, two entries of one person become one, a fee that has
come in is recorded, and colours are proposed."""

import datetime
import os
import time

import openpyxl


def tell(browsers, world, way):
    asked = transfer(world)
    one, other = twice(world, way)
    owing, honoured = owes(world), world.registered(1)[0]
    with browsers.visitor(way.viewport, **way.settings) as context:
        coordinator = way(browsers, context).open("/sign-in")
        coordinator.signs_in("coordinator")
        coordinator.follow("Your desk")
        coordinator.looks().follow("What waits for you")
        lets_go(coordinator.looks(), asked)
        coordinator.open("/desk/inbox").follow("Clubs")
        registers(coordinator.looks(), world, way)
        coordinator.open("/desk").follow("Lists of clubs and players")
        takes_in(coordinator.looks(), browsers.service.folder, way)
        coordinator.open("/desk/inbox").follow("Entries that may be of one person")
        merges(coordinator.looks(), one, other)
        coordinator.open("/desk/inbox").follow("Fees that are not paid")
        pays(coordinator.looks(), owing, world)
        coordinator.open("/desk/inbox").follow("Colours of this year to propose")
        coordinator.looks().follow("Propose somebody at the board's discretion")
        proposes(coordinator.looks(), honoured, world)
        return coordinator.count


def transfer(world):
    """Somebody of the North West whom another club there asks for."""
    player, club = world.player(next(world.numbers), world.club()), world.club()
    world.service.post("/v1/transfers", {"player_id": player["id"], "club_id": club})
    return player


def twice(world, way):
    """Somebody who was registered twice, by two clubs."""
    number = next(world.numbers)
    return [world.player(number, world.club(), born=f"199{len(way.name) % 10}-03-04") for _ in range(2)]


def owes(world):
    """Somebody who is registered, and has not paid."""
    player = world.player(next(world.numbers), world.club())
    asked = {"player_id": player["id"], "club_id": player["club_id"], "year": world.year}
    world.service.post("/v1/registrations", asked | {"basis": "member", "division": "senior"})
    return player


def lets_go(coordinator, player):
    coordinator.follow("Transfers")
    coordinator.looks().follow(player["name"])
    coordinator.looks().press("Release the player")
    if coordinator.path().endswith("/transfers"):
        coordinator.follow(player["name"])
    coordinator.press("Accept the transfer")
    coordinator.looks("accepted")


def registers(coordinator, world, way):
    name = f"Setlagole Kraal {way.name}"
    coordinator.follow("Register a club")
    coordinator.looks()
    coordinator.write("Name", name)
    coordinator.write("Short code", "1")
    coordinator.choose("Kind", "Community club")
    coordinator.choose("Province", "North West")
    coordinator.press("Register the club")
    coordinator.looks("refused")
    assert coordinator.field("Name").input_value() == name, "what was typed is lost"
    coordinator.write("Short code", "SET" + way.name.replace("by ", "")[:4].strip().upper())
    coordinator.press("Register the club")
    coordinator.sees(name).looks("registered")
    coordinator.choose("Gaming year", str(world.year))
    coordinator.write("Day on which the fee was paid", world.today)
    coordinator.press("Affiliate the club")
    coordinator.sees("Paid on").looks("affiliated")


def takes_in(coordinator, folder, way):
    """A list with a row that nobody can read is refused as a whole; mended, it is looked at, and saved."""
    file = os.path.join(folder, f"Learners of {way.__name__}.xlsx")
    # Each way of working has people of its own.
    rows = [
        (f"Seleka {way.__name__}", "Onthatile", datetime.date(1999, 4, 17), "F"),
        ("Tau", f"Kabelo {way.__name__}", datetime.date(2001, 11, 3), "male"),
    ]
    workbook(file, [*rows, ("Modise", "Palesa", "somewhen", "F")])
    sends(coordinator, file)
    coordinator.sees("Nothing was saved", "Row").looks("refused")
    coordinator.open("/desk/imports")
    workbook(file, rows)
    sends(coordinator, file)
    coordinator.sees("There is nothing wrong with these lists.", "Nothing is saved yet.").looks("looked at")
    coordinator.press("Save them")
    done(coordinator)
    coordinator.sees("The lists are taken in.").looks("saved")


def workbook(file, rows):
    """As somebody makes it: headings in words, dates as dates, an empty row at the end."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Surname", "First names", "Date of birth", "Gender", "Province", "Club code"])
    for row in rows:
        sheet.append([*row, "NW", "dit"])
    sheet.append([None, None, None, None, None, " "])
    book.save(file)


def sends(coordinator, file):
    coordinator.attach("Players", file)
    coordinator.press("Look at them")
    done(coordinator)


def done(coordinator):
    """The page looks again by itself; who cannot wait looks sooner."""
    for _ in range(100):
        if not coordinator.page.locator("p.next[role=status]").count():
            return
        time.sleep(0.2)
        coordinator.page.reload()
    raise AssertionError("the list is never done")


def merges(coordinator, one, other):
    coordinator.follow(one["name"])
    coordinator.looks().follow(f"Keep {one['number']}, and merge the other into it")
    coordinator.looks().write("How you know that they are one person", "The club has confirmed it.")
    coordinator.press("Merge them")
    coordinator.sees(one["name"])
    coordinator.open(f"/desk/register/comparison?first={one['number']}&second={other['number']}")
    coordinator.sees("Type the numbers of two entries that are on record.")


def pays(coordinator, player, world):
    coordinator.sees(player["name"])
    coordinator.press("Record")
    coordinator.looks("refused")
    coordinator.tick(coordinator.page.locator("li", has_text=player["number"]).get_by_role("checkbox"))
    coordinator.press("Record")
    assert player["number"] not in coordinator.told(), "the fee is still owed"
    coordinator.follow("Clubs without this year's fee")
    coordinator.looks()


def proposes(coordinator, player, world):
    coordinator.write("Number of the player", player["number"])
    coordinator.choose("Colours", "rovincial")
    coordinator.choose("Division", "eniors")
    coordinator.choose("Gaming year", str(world.year))
    coordinator.write("Why", "Has taught the game in eleven schools.")
    coordinator.press("Propose the colours")
    waiting = world.service.read("/v1/colours-particulars?state=proposed&limit=200")["items"]
    assert player["number"] in str(waiting), "nobody is proposed"
