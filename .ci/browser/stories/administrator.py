"""An administrator's day: somebody is invited and given a role, the address of the federation changes, a tournament is ratified,
proposed colours are approved, a ranking is looked at and published, a player's data is erased, and the trail tells of it."""

# A list of a day is published once by each method: who comes last is told that there is one.
METHODS = {"Keyboard": "Game points", "Thumb": "Rating"}


def tell(browsers, world, way):
    proposed, leaving = colours(world), world.player(next(world.numbers), world.club())
    over = f"Friendly Evening {way.name}"
    world.finished(over, 4)
    with browsers.visitor(way.viewport, **way.settings) as context:
        administrator = way(browsers, context).open("/sign-in")
        administrator.signs_in("administrator")
        administrator.follow("Your desk")
        administrator.looks().follow("The federation", "main")
        begin = administrator.looks().path()
        invites(administrator, way)
        moves(administrator.open(begin), world, way)
        ratifies(administrator.open(begin), over)
        approves(administrator.open(begin), proposed)
        publishes(administrator.open(begin), way)
        erases(administrator.open(begin), leaving)
        administrator.open(begin).follow("The trail of changes")
        administrator.looks().sees("erased" if "erased" in administrator.told() else "player")
        return administrator.count


def colours(world):
    """Somebody whom a coordinator proposes for colours."""
    player = world.registered(1)[0]
    proposal = {"player_id": player["id"], "level": "provincial", "division": "senior", "year": world.year}
    proposal |= {"basis": "discretion", "reason": "Has taught the game in eleven schools."}
    world.service.post("/v1/colours", proposal, role="coordinator")
    return player


def invites(administrator, way):
    name = f"Refilwe Seakamela {way.name}"
    administrator.follow("Accounts")
    administrator.looks().follow("Invite somebody")
    administrator.looks()
    administrator.write("Name", name)
    administrator.write("E-mail address", f"refilwe.{way.__name__.lower()}@federation.example")
    administrator.press("Make the account")
    administrator.sees(name, "None yet.").looks("new")
    administrator.choose("Role", "coordinator")
    administrator.press("Give the role")
    administrator.looks("refused")
    administrator.choose("Province", "North West")
    administrator.press("Give the role")
    administrator.sees("North West")
    administrator.press("Make a code")
    administrator.sees("It is shown this once.").looks("code")


def moves(administrator, world, way):
    administrator.follow("Settings")
    administrator.looks().follow("Change: Name and address")
    administrator.looks()
    administrator.write("Website", "no address")
    administrator.press("Save")
    administrator.looks("refused")
    administrator.write("Website", f"https://{way.__name__.lower()}.example")
    administrator.press("Save")
    administrator.sees(f"https://{way.__name__.lower()}.example").looks("saved")


def ratifies(administrator, name):
    administrator.follow("Tournaments to ratify")
    administrator.looks().follow(name)
    administrator.looks().press("Ratify it")
    administrator.looks("ratified")


def approves(administrator, player):
    administrator.follow("Colours")
    administrator.looks("proposed").follow(f"{player['name']}, Provincial colours")
    administrator.looks("proposed")
    administrator.write("Where it is written", "Minutes of the board, item 7")
    administrator.press("Approve it")
    administrator.sees("awarded").looks("approved")


def publishes(administrator, way):
    method = METHODS.get(way.__name__)
    administrator.follow("Rankings", "main")
    administrator.looks().follow("Publish a list")
    administrator.looks()
    administrator.choose("Method", method or "Rating")
    administrator.press("Look at it")
    if not method:
        administrator.sees("There is a list for this day")
        return
    administrator.sees("Not published yet.", method).looks("not published")
    administrator.press("Publish it")
    administrator.sees(method).looks("published")


def erases(administrator, player):
    administrator.follow("Erase a person’s data")
    administrator.looks()
    administrator.write("Player's number", player["number"])
    administrator.press("Look at the player")
    administrator.sees(player["name"], "It cannot be taken back.").looks()
    administrator.choose("Why", "The person has asked for it")
    administrator.write("Type the number once more", "M-0000001-X")
    administrator.press("Erase it for good")
    administrator.looks("refused")
    administrator.write("Type the number once more", player["number"])
    administrator.press("Erase it for good")
    assert player["name"] not in administrator.told(), "the name is still there"
    administrator.looks("erased")
