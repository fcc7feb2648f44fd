"""A mother is asked by a link whether her child's name may be read, and answers on her telephone; and a player looks after
what is on record of them, and disputes a result."""


def tell(browsers, world, way):
    child = world.child()
    with browsers.visitor(way.viewport, **way.settings) as desk, browsers.visitor(way.viewport, **way.settings) as home:
        secretary = way(browsers, desk).open("/sign-in").signs_in("club_secretary")
        link = asked(secretary, child)
        mother = way(browsers, home).open(link)
        answers(mother)
        secretary.page.reload()
        secretary.sees("Answered")
    with browsers.visitor(way.viewport, **way.settings) as context:
        player = way(browsers, context)
        disputes(player, world)
        return secretary.count + mother.count + player.count


def asked(secretary, child):
    """The path of the link, which is shown this once."""
    secretary.open(f"/desk/players/{child['id']}/consent-link").looks()
    secretary.press("Make a link")
    address = secretary.looks("made").page.locator("#address").input_value()
    return "/consents/" + address.rsplit("/consents/", 1)[1]


def answers(mother):
    mother.looks()
    for name, answer in [("publish_name", "yes"), ("share_colours", "no")]:
        mother.pick(mother.page.locator(f"select[name='answers/{name}']"), answer)
    mother.write("Your name", "Lindiwe Molefe")
    mother.choose("You are the player's", "mother or father")
    mother.press("Send the answers")
    mother.sees("Thank you, the answers are kept").looks("answered")


def disputes(player, world):
    service, name = world.service, f"Disputed {player.name}"
    _, published = world.tournament(name, 8)
    first = published["boards"][0]["players"][0]["player"]
    account = world.holder(first["id"], first["name"], "self")
    world.enter(published, 0)
    player.open("/sign-in").signs_in(account)
    player.looks("of a player").follow(first["name"])
    own = player.path()
    player.looks().follow("Consents")
    player.looks().press("I agree")
    player.sees("Take it back").press("Take it back")
    player.open(own).follow(name)
    player.looks()
    player.onward(player.page.locator("main a[href*='/matches/']").first)
    player.looks().write("What is wrong with the result", "I have won the second game.")
    player.press("Dispute it")
    player.sees("I have won the second game.").looks("disputed")
    assert service.read(f"/v1/matches/{published['boards'][0]['match_id']}")["state"] == "disputed"
