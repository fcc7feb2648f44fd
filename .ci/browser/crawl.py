"""Follows every link that a visitor finds, and somebody of each role; of each kind of page one is looked at closely."""

import re
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from browsers import NARROW, WIDE, signed_in
from checks import does_not_scroll, kind, look, unpacked, weight, weight_of_sheet

# The queries of one path that are followed: filters lead to each other without end.
MOST_QUERIES = 4
# The pages of one kind that a role is led through, and a visitor: there are thousands of games, which are all alike.
MOST_OF_A_KIND, MOST_OF_A_VISITOR = 20, 200
# The compressed size of a page that is not looked at for what is large about it.
USUAL = 4_500
# What only those who have signed in find; everything else is for a visitor too, and was seen.
OWN = re.compile(r"/(desk|account)(/|$)")
# Looks that are taken together, by one process.
SHARE = 8


class Links(HTMLParser):
    """Where a page leads to, and what stands on it."""

    def __init__(self, text):
        super().__init__()
        self.found, self.headings, self.ids, self.twice = [], 0, set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.headings += tag == "h1"
        own = attributes.get("id")
        if own in self.ids:
            self.twice.append(own)
        if own:
            self.ids.add(own)
        for name in ("href", "src"):
            if attributes.get(name):
                self.found.append(attributes[name])


@dataclass
class Found:
    """What somebody of a role comes upon: of each kind of page its usual and its largest example, and the largest first view."""

    role: str
    state: dict | None
    examples: dict = field(default_factory=dict)
    largest: dict = field(default_factory=dict)
    pages: int = 0
    left_out: int = 0


def crawled(browsers, role, account=None, beginnings=("/",)):
    """What a visitor finds from there, or who has that account from the desk."""
    if not account:
        return Crawl(browsers, Found(role, None)).go(beginnings)
    return Crawl(browsers, Found(role, signed_in(browsers, *account))).go(["/desk", "/account"], OWN)


class Crawl:
    def __init__(self, browsers, found):
        self.browsers, self.found, self.sheet = browsers, found, weight_of_sheet(browsers.service)

    def fault(self, path, said):
        self.browsers.faults.append(f"{path}, {self.found.role}: {said}")

    def go(self, beginnings, only=None):
        """Follows all links from there, those alone whose path `only` matches."""
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in (self.found.state or {}).get("cookies", ()))
        headers = {"accept": "text/html", "accept-encoding": "br"} | ({"cookie": cookies} if cookies else {})
        waiting, examples, asked, kinds = deque(beginnings), {}, {}, Counter()
        while waiting:
            link = waiting.popleft()
            path, _, query = link.partition("?")
            queries = asked.setdefault(path, set())
            if query in queries or len(queries) == MOST_QUERIES:
                continue
            queries.add(query)
            kinds[kind(path)] += 1
            if kinds[kind(path)] > (MOST_OF_A_KIND if only else MOST_OF_A_VISITOR):
                self.found.left_out += 1
                continue
            page = self.read(link, headers)
            if page is None:
                continue
            examples.setdefault(kind(path), []).append((page.bytes, link))
            for found in page.found:
                found = urlsplit(urljoin(link, found))
                target = found.path + (f"?{found.query}" if found.query else "")
                if not found.netloc and found.path.startswith("/") and (not only or only.match(found.path)):
                    waiting.append(target)
        self.found.examples = {name: (usual(sorted(links)), max(links)[1]) for name, links in examples.items()}
        return self.found

    def read(self, link, headers):
        """The page at that link; nothing if it is none of the service's own pages."""
        status, told, body = self.browsers.service.get(link, headers)
        for _ in range(3):
            if status not in (302, 303, 307, 308):
                break
            link = told["location"]
            status, told, body = self.browsers.service.get(link, headers)
        if status != 200:
            self.fault(link, f"a link leads here, and it answers {status}")
            return None
        if not (told["content-type"] or "").startswith("text/html") or link.startswith("/docs"):
            return None
        self.found.pages += 1
        page = Links(unpacked(told, body).decode())
        page.bytes = weight(told, body)
        largest, whole = self.found.largest, (self.sheet + page.bytes, link)
        largest[kind(link)] = max(whole, largest.get(kind(link), whole))
        if page.headings != 1 and "embed" not in link:
            self.fault(link, f"has {page.headings} first headings")
        if page.twice:
            self.fault(link, f"has an id twice: {page.twice[0]}")
        return page


def usual(links):
    """The largest that is not huge: axe takes minutes for 40,000 cells, which are all alike."""
    return next((link for size, link in reversed(links) if size <= USUAL), links[0][1])


def shared_out(found, is_all):
    """What is to be looked at, in shares: whose it is, and the kinds of pages with their examples and widths. What another role has
    seen in full is looked at once more, where it is narrowest, if all is."""
    seen, shares = set(), []
    for one in found:
        looks = [(name, links, (NARROW,) if name in seen else (NARROW, WIDE)) for name, links in sorted(one.examples.items())]
        looks = [look for look in looks if is_all or look[0] not in seen]
        seen.update(one.examples)
        shares += [(one.state, looks[first : first + SHARE]) for first in range(0, len(looks), SHARE)]
    return shares


def looked_at(browsers, share):
    """Looks closely at a share; the seconds that each kind took."""
    state, looks = share
    times = []
    with browsers.visitor(state=state) as context:
        page = context.new_page()
        for name, (usual, largest), widths in looks:
            began = time.monotonic()
            page.goto(usual)
            look(browsers, page, widths)
            if largest != usual:
                page.goto(largest)
                does_not_scroll(browsers, page)
            times.append((time.monotonic() - began, name))
    return times
