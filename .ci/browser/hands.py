"""Ways to work with a page: by keyboard alone, by thumb, by mouse without a script. A story is told once, and done by each."""

import re

from playwright.sync_api import TimeoutError

from browsers import NARROW, WIDE
from checks import kind, look

# Whoever is further from it than this looks for another way.
MOST_STEPS = 400
# Milliseconds until a page or what is on it counts as missing; the machine may have other work.
PATIENCE = 30_000


class Hands:
    """Somebody at a page. What is pressed or tapped is counted."""

    settings, viewport = {}, WIDE

    def __init__(self, browsers, context):
        self.browsers, self.page = browsers, context.new_page()
        self.context, self.count = context, 0

    # Each of these is a way of its own.
    def reach(self, thing):
        raise NotImplementedError

    def activate(self, thing):
        raise NotImplementedError

    def type(self, thing, text):
        raise NotImplementedError

    def pick(self, thing, words):
        raise NotImplementedError

    def tick(self, thing):
        self.activate(thing)

    # What a story says.
    def open(self, path):
        """By the address alone, as whoever begins does."""
        self.page.goto(path)
        return self

    def within(self, inside):
        return self.page.locator(inside) if isinstance(inside, str) else inside or self.page.locator("body")

    def link(self, words, inside=None):
        """The link with those words; what the page is about comes before the ways that all pages have."""
        found = self.within(inside or "main").get_by_role("link", name=words, exact=True)
        if not inside and not found.count():
            found = self.within(None).get_by_role("link", name=words, exact=True)
        return found.first

    def button(self, words, inside=None):
        return self.within(inside).get_by_role("button", name=words).first

    def field(self, label, inside=None):
        return self.within(inside).get_by_label(label).first

    def follow(self, words, inside=None):
        self.onward(self.link(words, inside))

    def press(self, words, inside=None):
        self.onward(self.button(words, inside))

    def keep(self, thing, file):
        """Goes where a file to keep comes from, and keeps it."""
        self.reach(self.there(thing))
        with self.page.expect_download(timeout=PATIENCE) as kept:
            self.activate(thing)
        kept.value.save_as(file)

    def onward(self, thing):
        """Goes where that leads; the page that comes is another one, or the same anew."""
        self.reach(self.there(thing))
        try:
            with self.page.expect_navigation(timeout=PATIENCE):
                self.activate(thing)
        except TimeoutError:
            raise AssertionError(f"{self.path()}: {thing} leads nowhere: {self.told()[:1500]}") from None

    def there(self, thing):
        """The thing, once it is on the page; who does not find it is told what is there instead."""
        try:
            thing.wait_for(timeout=PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{self.path()} has no {thing}: {self.told()[:1500]}") from None
        return thing

    def type_marks(self, thing, marks):
        """Marks into a field that is empty; where the one before has led here already, nothing else is needed."""
        if not thing.evaluate("one => one === document.activeElement"):
            self.reach(thing)
        self.count += len(marks)
        self.page.keyboard.type(marks)

    def write(self, label, text, inside=None):
        self.type(self.there(self.field(label, inside)), text)

    def choose(self, label, words, inside=None):
        self.pick(self.there(self.field(label, inside)), words)

    def attach(self, label, file):
        """Chooses a file: the list of files is the machine's own."""
        self.count += 2
        self.there(self.field(label)).set_input_files(file)

    def path(self):
        return self.page.url.removeprefix(self.browsers.service.url)

    def told(self):
        return re.sub(r"\s+", " ", self.page.locator("main").inner_text())

    def sees(self, *words):
        told = self.told()
        for one in words:
            assert one in told, f"{self.path()} does not say {one!r}: {told[:1500]}"
        return self

    def looks(self, name=""):
        """Looks closely at the page, once for each kind and name, whoever comes to it first."""
        known = kind(self.path()), name
        if known not in self.browsers.looked:
            self.browsers.looked.add(known)
            look(self.browsers, self.page, (NARROW, WIDE))
        return self

    def signs_in(self, account):
        """With an address and a password, or as whoever has that role in the demonstration."""
        email, password = account if isinstance(account, tuple) else self.browsers.service.passwords[account]
        self.write("E-mail address", email)
        self.write("Password", password)
        self.press("Sign in", "main")
        return self


class Keyboard(Hands):
    """By keys alone, on an old laptop."""

    name = "by keyboard"

    def key(self, key):
        self.count += 1
        self.page.keyboard.press(key)

    def reach(self, thing):
        here = thing.evaluate(
            """one => one === document.activeElement ? 0 : document.activeElement === document.body
                || document.activeElement.compareDocumentPosition(one) & 4 ? 1 : -1"""
        )
        for _ in range(MOST_STEPS):
            if here == 0:
                return
            self.key("Tab" if here > 0 else "Shift+Tab")
            if thing.evaluate("one => one === document.activeElement"):
                return
        raise AssertionError(f"{self.path()}: no key leads to {thing}")

    def activate(self, thing):
        self.reach(thing)
        box = thing.get_attribute("type") in ("checkbox", "radio")
        self.key("Space" if box else "Enter")

    def type(self, thing, text):
        self.reach(thing)
        if thing.get_attribute("type") == "date":
            return self.type_day(thing, text)
        self.key("Control+a")
        if not text:
            return self.key("Delete")
        self.count += len(text)
        self.page.keyboard.type(text)

    def type_day(self, thing, text):
        # The parts stand in the order of the machine's language.
        year, month, day = text.split("-")
        for parts in ([year, month, day], [month, day, year], [day, month, year]):
            self.count += 8
            self.page.keyboard.type("".join(parts))
            if thing.input_value() == text:
                return
            for _ in range(2):
                self.key("ArrowLeft")
        raise AssertionError(f"{self.path()}: no keys make {text} of {thing.input_value()}")

    def pick(self, thing, words):
        self.reach(thing)
        self.key("Home")
        told = "one => one.selectedOptions[0].textContent.trim()"
        for _ in range(60):
            if words in thing.evaluate(told):
                return
            self.key("ArrowDown")
        raise AssertionError(f"{self.path()}: {words!r} cannot be chosen")


class Thumb(Hands):
    """By touch, on a telephone."""

    name, viewport = "by thumb", NARROW
    settings = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

    def reach(self, thing):
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= NARROW["width"] + 1, f"{thing} is out of reach"

    def activate(self, thing):
        self.count += 1
        self.reach(thing)
        thing.tap()

    def type_marks(self, thing, marks):
        if not thing.evaluate("one => one === document.activeElement"):
            self.activate(thing)
        super().type_marks(thing, marks)

    def type(self, thing, text):
        if not thing.evaluate("one => one === document.activeElement"):
            self.activate(thing)
        self.count += len(text)
        if thing.get_attribute("type") == "date":
            # The telephone shows a calendar of its own.
            return thing.fill(text)
        thing.evaluate("one => one.select()")
        if not text:
            return self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)

    def pick(self, thing, words):
        # The telephone shows a list of its own: a tap to open it, and one to choose.
        self.count += 2
        thing.select_option(option(thing, words))


def option(thing, words):
    """The first option with those words in it, as it is sent."""
    return thing.locator("option", has_text=words).first.get_attribute("value")


class Plain(Hands):
    """With a mouse, in a browser that runs no script."""

    name = "without scripts"
    settings = {"java_script_enabled": False}

    def reach(self, thing):
        thing.scroll_into_view_if_needed()

    def activate(self, thing):
        self.count += 1
        thing.click()

    def type(self, thing, text):
        self.count += 1 + len(text)
        thing.fill(text)

    def pick(self, thing, words):
        self.count += 2
        thing.select_option(option(thing, words))

    def looks(self, name=""):
        # What looks closely is a script, and the same page was looked at before.
        return self
