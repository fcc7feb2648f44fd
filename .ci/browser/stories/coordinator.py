"""A coordinator's evening: what waits is looked through, a transfer is released and accepted, a club is registered and affiliated,
and two entries of one person become one."""


def tell(browsers, world, way):
    asked = transfer(world)
    one, other = twice(world, way)
    with browsers.visitor(way.viewport, **way.settings) as context:
        coordinator = way(browsers, context).open("/sign-in")
        coordinator.signs_in("coordinator")
        coordinator.follow("Your desk")
        coordinator.looks().follow("What waits for you")
        lets_go(coordinator.looks(), asked)
        coordinator.open("/desk/inbox").follow("Clubs")
        registers(coordinator.looks(), world, way)
        coordinator.open("/desk/inbox").follow("Entries that may be of one person")
        merges(coordinator.looks(), one, other)
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


def merges(coordinator, one, other):
    coordinator.follow(one["name"])
    coordinator.looks().follow(f"Keep {one['number']}, and merge the other into it")
    coordinator.looks().write("How you know that they are one person", "The club has confirmed it.")
    coordinator.press("Merge them")
    coordinator.sees(one["name"])
    coordinator.open(f"/desk/register/comparison?first={one['number']}&second={other['number']}")
    coordinator.sees("Type the numbers of two entries that are on record.")
