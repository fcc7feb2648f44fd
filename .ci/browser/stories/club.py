"""A secretary's afternoon: somebody new is registered, another renewed, players are entered for a tournament, and one is asked
for who plays for another club."""


def tell(browsers, world, way):
    other = world.registered(1)[0]
    opened = f"Club Evening {way.name}"
    world.opened(opened)
    with browsers.visitor(way.viewport, **way.settings) as context:
        secretary = way(browsers, context).open("/sign-in")
        secretary.signs_in("club_secretary")
        secretary.follow("Your desk")
        secretary.looks().follow("Ditsobotla Herders")
        desk = secretary.path()
        registers(secretary.looks(), way, world.year)
        secretary.open(desk).follow("Enter tournaments")
        enters(secretary.looks(), opened, way, world.members("Ditsobotla Herders")[0]["name"])
        secretary.open(desk).follow("Transfers")
        asks(secretary.looks(), other)
        return secretary.count


def registers(secretary, way, year):
    family = f"Motaung {way.name.title()}"
    secretary.follow("Register a new player")
    secretary.looks()
    secretary.write("Surname", family)
    secretary.write("First names", "Boitumelo")
    secretary.write("Date of birth", "2030-02-03")
    secretary.choose("Sex", "female")
    secretary.choose("Province in which the player lives", "North West")
    secretary.press("Register the player")
    secretary.looks("refused")
    assert secretary.field("Surname").input_value() == family, "what was typed is lost"
    secretary.write("Date of birth", "1996-02-03")
    secretary.press("Register the player")
    secretary.sees(family).looks("registered")
    secretary.choose("Gaming year", str(year))
    secretary.choose("Division", "seniors")
    secretary.press("Register the player")
    secretary.sees("Seniors")


def enters(secretary, opened, way, member):
    secretary.follow(opened)
    secretary.looks()
    secretary.tick(secretary.field(f"Boitumelo Motaung {way.name.title()}"))
    secretary.tick(secretary.field(member))
    secretary.press("Enter those who are ticked")
    secretary.sees(member).looks("entered")


def asks(secretary, other):
    secretary.write("Number of the player", "M-0000001-X")
    secretary.press("Ask for the player")
    secretary.looks("refused")
    secretary.write("Number of the player", other["number"])
    secretary.press("Ask for the player")
    secretary.sees(other["name"]).looks("asked")
