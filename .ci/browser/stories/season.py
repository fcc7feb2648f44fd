"""A season of a federation that begins with nothing on record but its first administrator, on a service of its own: it is named,
and people are let in; clubs affiliate, players are registered, an umpire is accredited; a championship is played and ratified, a
ranking is published, and colours that were earned are approved; and a stranger checks their certificate."""

import re
from contextlib import contextmanager

from browsers import Browsers
from crawl import crawled
from service import PASSWORD, Service
from stories.umpire import confirm, mark_of, recognised

FEDERATION = "Bushveld Morabaraba Federation"
ADMINISTRATOR = ("administrator@bushveld.example", PASSWORD)
# The role, the name, and what else the role needs.
COORDINATOR = ("coordinator", "Nomsa Tau", {"Province": "North West"})
OFFICIAL = ("umpire", "Refilwe Modise", {})
CLUBS = {"MAH": "Mahikeng Herders", "RUS": "Rustenburg Kraal"}
# By their strength. Four can meet each other in three rounds; a senior who wins all of them has earned colours.
PLAYERS = [
    ("Mokoena", "Thandiwe", "1998-04-17", "female", "MAH"),
    ("van der Merwe", "Pieter", "1991-02-03", "male", "RUS"),
    ("Hlophe", "Lerato", "2000-08-09", "female", "MAH"),
    ("Moatshe", "Sipho", "1987-12-16", "male", "RUS"),
]
UMPIRE = ("Modise", "Refilwe", "1980-05-27", "female", "MAH")
CHAMPION = "Thandiwe Mokoena"
CHAMPIONSHIP, ROUNDS, BOARDS = "North West Championship", 3, 2


def tell(browsers, world, way):
    service = Service(world.service.program, ADMINISTRATOR)
    own = Browsers(service, browsers.chromium)
    season = Season(own, way, world.today)
    try:
        season.goes()
    finally:
        browsers.faults += own.faults
        service.stop()
    return season.count


class Season:
    """The people who run it, each at a desk of their own, and a stranger."""

    def __init__(self, browsers, way, today):
        self.browsers, self.way, self.today = browsers, way, today
        self.count = 0

    @contextmanager
    def somebody(self, account=None):
        """A stranger, or who has that account."""
        with self.browsers.visitor(self.way.viewport, **self.way.settings) as context:
            hands = self.way(self.browsers, context).open("/sign-in" if account else "/")
            yield hands.signs_in(account) if account else hands
            self.count += hands.count

    def goes(self):
        with self.somebody() as stranger, self.somebody(ADMINISTRATOR) as administrator:
            stranger.sees("Nothing is announced.").looks("empty")
            for role, account in {"a visitor": None, "an administrator": ADMINISTRATOR}.items():
                crawled(self.browsers, f"{role} of nothing", account)
            names(administrator)
            accounts = [self.invited(administrator, *one) for one in (COORDINATOR, OFFICIAL)]
            counts_small_events(self.browsers.service)
            with self.somebody(accounts[0]) as coordinator, self.somebody(accounts[1]) as umpire:
                numbers = self.begins(coordinator)
                self.accredits(coordinator, administrator, numbers[-1], accounts[1])
                self.announces(coordinator, numbers)
                plays(umpire, coordinator)
                ratifies(administrator)
                ranks(administrator)
                proposes(coordinator)
                self.checks(stranger, approves(administrator))

    def invited(self, administrator, role, name, scope):
        """Somebody who has an account with that role, and has set a password; how they sign in."""
        email = f"{name.split()[0].lower()}@bushveld.example"
        administrator.open("/desk/federation").follow("Accounts")
        administrator.follow("Invite somebody")
        administrator.write("Name", name)
        administrator.write("E-mail address", email)
        administrator.press("Make the account")
        administrator.choose("Role", role)
        for label, words in scope.items():
            administrator.choose(label, words)
        administrator.press("Give the role")
        administrator.press("Make a code")
        code = administrator.page.locator("p.code").inner_text()
        with self.somebody() as invited:
            invited.follow("Sign in")
            invited.follow("Invited, or forgotten your password? Set one by a code")
            invited.write("Code", code)
            invited.write("New password", PASSWORD)
            invited.write("The new password once more", PASSWORD)
            invited.press("Set the password")
        return email, PASSWORD

    def begins(self, coordinator):
        """Clubs are affiliated, and their members registered; the members' numbers."""
        for code, name in CLUBS.items():
            coordinator.open("/desk").follow("Clubs")
            coordinator.follow("Register a club")
            coordinator.write("Name", name)
            coordinator.write("Short code", code)
            coordinator.choose("Kind", "Community club")
            coordinator.choose("Province", "North West")
            coordinator.press("Register the club")
            coordinator.write("Day on which the fee was paid", self.today)
            coordinator.press("Affiliate the club")
            coordinator.sees("Paid on")
        numbers = [registered(coordinator, *person) for person in (*PLAYERS, UMPIRE)]
        coordinator.open("/desk/inbox").follow("Fees that are not paid")
        for box in coordinator.page.get_by_role("checkbox").all():
            coordinator.tick(box)
        coordinator.press("Record the payments")
        coordinator.sees("Nobody.")
        return numbers

    def accredits(self, coordinator, administrator, number, account):
        """The umpire passes a course, and is accredited with that account."""
        coordinator.open("/desk/inbox").follow("Courses for umpires")
        coordinator.follow("Record a course")
        coordinator.write("Day of the examination", self.today)
        coordinator.write("Where it was held", "Mahikeng")
        coordinator.write("Who held it", "Umpires' committee")
        coordinator.choose("Province that keeps it", "North West")
        coordinator.press("Record the course")
        coordinator.write("Number of the player", number)
        coordinator.write("Marks for the regulations", "84")
        coordinator.write("Marks for the rules of the game", "91")
        coordinator.press("Record the result")
        coordinator.sees("Refilwe Modise", "passed")
        administrator.open("/desk/inbox").follow("Courses for umpires")
        administrator.follow(re.compile("^Mahikeng, "))
        administrator.follow("Accredit Refilwe Modise")
        administrator.looks()
        administrator.choose("Level", "Level 1 umpire")
        administrator.write("E-mail address", account[0])
        administrator.press("Accredit the umpire")
        administrator.sees("Level 1 umpire, until")
        administrator.follow("Certificate of Refilwe Modise")
        administrator.looks().sees("The certificate to be printed")

    def announces(self, coordinator, numbers):
        """The championship is announced and opened, the umpire appointed, and the others entered."""
        coordinator.open("/desk").follow("Your tournaments")
        coordinator.follow("Announce a tournament")
        coordinator.write("Name", CHAMPIONSHIP)
        coordinator.choose("Province that runs it", "North West")
        coordinator.choose("Level", "Provincial championship")
        coordinator.write("First day", self.today)
        coordinator.write("Last day", self.today)
        coordinator.write("Where it is played", "Mmabatho High School, Mahikeng")
        coordinator.write("Rounds", str(ROUNDS))
        coordinator.press("Announce it")
        coordinator.press("Open it for entries")
        desk = coordinator.path()
        coordinator.follow("What an official tournament needs, umpires, boards and counters")
        coordinator.write("Umpire's number", numbers[-1])
        coordinator.press("Appoint this umpire")
        coordinator.open(desk).follow("Enter players")
        coordinator.write("Numbers of the players", " ".join(numbers[:-1]))
        coordinator.press("Enter them")
        # Nobody stands on a ranking yet: round 1 is drawn in the order in which they were entered.
        coordinator.press("Keep this order")

    def checks(self, stranger, code):
        """The certificate of the colours, by the code that stands on it."""
        stranger.open("/").sees(FEDERATION, CHAMPIONSHIP, CHAMPION).looks("with a season")
        stranger.follow("Check a certificate")
        stranger.type(stranger.page.locator("#code"), code)
        stranger.press("Check", "main")
        stranger.sees("This certificate is good.", CHAMPION, "Provincial colours", FEDERATION).looks("colours")


def names(administrator):
    administrator.follow("Your desk")
    administrator.looks("empty").follow("The federation", "main")
    administrator.looks("empty").sees("The federation has no name yet.")
    administrator.follow("Name the federation")
    administrator.write("Name", FEDERATION)
    administrator.write("Website", "https://bushveld.example")
    administrator.press("Save")
    administrator.sees(FEDERATION)


def registered(coordinator, family, given, born, sex, club):
    """Somebody who is on record as a member of a club, and registered for the year; the number."""
    coordinator.open("/desk").follow("Players")
    coordinator.follow("Register a player")
    coordinator.write("Code of the club", club)
    coordinator.write("Surname", family)
    coordinator.write("First names", given)
    coordinator.write("Date of birth", born)
    coordinator.choose("Sex", sex)
    coordinator.choose("Province in which the player lives", "North West")
    coordinator.press("Register the player")
    coordinator.choose("Division", "seniors")
    coordinator.press("Register the player")
    coordinator.sees("Seniors")
    return re.search(r"M-\d{7}-.", coordinator.told()).group()


def plays(umpire, coordinator):
    """All rounds: whoever is stronger wins five games of six."""
    umpire.follow("Your desk")
    umpire.follow("Your tournaments")
    umpire.follow(CHAMPIONSHIP)
    desk = umpire.path()
    for number in range(1, ROUNDS + 1):
        umpire.press(f"Draw round {number}")
        umpire.press(f"Publish round {number}")
        umpire.follow("Enter and confirm results")
        strengths = [strength(sheet.inner_text()) for sheet in umpire.page.locator("ol.sheet label").all()]
        others = [strength(sheet.inner_text()) for sheet in umpire.page.locator("ol.sheet .other").all()]
        for board, (one, other) in enumerate(zip(strengths, others, strict=True), 1):
            umpire.type(mark_of(umpire, board), "111101" if one < other else "000010")
        umpire.press("Save these results")
        umpire.sees(f"{BOARDS} of {BOARDS} boards in")
        confirm(umpire, coordinator)
        umpire.open(desk).press(f"Close round {number}")
    umpire.sees("Finished.")
    recognised(umpire)


def strength(told):
    """The place among the players of who is named there."""
    return next(place for place, (family, *_) in enumerate(PLAYERS) if family in told)


def counts_small_events(service):
    """The criteria of colours ask for no more than four players and three rounds."""
    criteria = service.call("GET", "/v1/colours-criteria")
    least = {"rounds": ROUNDS, "entrants": len(PLAYERS)}
    items = [
        {name: value for name, value in item.items() if name != "sentence"} | (least if item.get("rounds") else {})
        for item in criteria["items"]
    ]
    asked = {"year": criteria["year"], "name": "For a small federation", "items": items}
    service.call("POST", "/v1/colours-criteria", asked)


def ratifies(administrator):
    administrator.open("/desk/federation").follow("Tournaments to ratify")
    administrator.follow(CHAMPIONSHIP)
    administrator.press("Ratify it")


def ranks(administrator):
    administrator.open("/desk/federation").follow("Rankings", "main")
    administrator.follow("Publish a list")
    administrator.choose("Method", "Game points")
    administrator.press("Look at it")
    administrator.sees("Not published yet.", CHAMPION).press("Publish it")


def proposes(coordinator):
    """All who have earned colours are proposed: the one who has won all rounds."""
    coordinator.open("/desk/inbox").follow("Colours of this year to propose")
    coordinator.sees(CHAMPION, f"won {ROUNDS} of {ROUNDS} rounds").looks("earned")
    (only,) = coordinator.page.get_by_role("checkbox").all()
    coordinator.tick(only)
    coordinator.press("Propose those that are ticked")
    coordinator.sees("proposed, to be approved by a second person")


def approves(administrator):
    """The colours are approved; the code of their certificate."""
    administrator.open("/desk/federation").follow("Colours")
    administrator.follow(f"{CHAMPION}, Provincial colours")
    administrator.write("Where it is written", "Minutes of the board, item 4")
    administrator.press("Approve it")
    administrator.sees("awarded", "The certificate").looks("approved")
    return administrator.page.locator("p.code").inner_text()
