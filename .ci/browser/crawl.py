"""Follows every link that a visitor finds, and somebody of each role; of each kind of page one is looked at closely."""

import re
import time
from collections import Counter, deque
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from browsers import NARROW, WIDE
from checks import does_not_scroll, kind, look, unpacked

# The queries of one path that are followed: filters lead to each other without end.
MOST_QUERIES = 4
# The pages of one kind that a role is led through; a visitor sees all.
MOST_OF_A_KIND = 20
# The compressed size of a page that is not looked at for what is large about it.
USUAL = 4_500
# What only those who have signed in find; everything else is for a visitor too, and was seen.
OWN = re.compile(r"/(desk|account)(/|$)")


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


class Crawl:
    def __init__(self, browsers, weights):
        self.browsers, self.weights = browsers, weights
        self.looked, self.pages, self.left_out, self.times = set(), 0, 0, {}

    def fault(self, role, path, said):
        fault = f"{path}, {role}: {said}"
        self.browsers.faults.append(fault)
        print("FAULT", fault, flush=True)

    def go(self, role, context, beginnings, only=None):
        """Follows all links from there, those alone whose path `only` matches."""
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in context.cookies())
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
            if only and kinds[kind(path)] > MOST_OF_A_KIND:
                self.left_out += 1
                continue
            page = self.read(role, link, headers)
            if page is None:
                continue
            shown = examples.setdefault(kind(path), [])
            shown.append((page.bytes, link))
            for found in page.found:
                found = urlsplit(urljoin(link, found))
                target = found.path + (f"?{found.query}" if found.query else "")
                if not found.netloc and found.path.startswith("/") and (not only or only.match(found.path)):
                    waiting.append(target)
        self.look(context, examples, role)
        return asked

    def read(self, role, link, headers):
        """The page at that link; nothing if it is none of the service's own pages."""
        status, told, body = self.browsers.service.get(link, headers)
        for _ in range(3):
            if status not in (302, 303, 307, 308):
                break
            link = told["location"]
            status, told, body = self.browsers.service.get(link, headers)
        if status != 200:
            self.fault(role, link, f"a link leads here, and it answers {status}")
            return None
        if not (told["content-type"] or "").startswith("text/html") or link.startswith("/docs"):
            return None
        self.pages += 1
        self.weights.add(link, len(body))
        page = Links(unpacked(told, body).decode())
        page.bytes = len(body)
        if page.headings != 1 and "embed" not in link:
            self.fault(role, link, f"has {page.headings} first headings")
        if page.twice:
            self.fault(role, link, f"has an id twice: {page.twice[0]}")
        return page

    def look(self, context, examples, role):
        page = context.new_page()
        for name, links in sorted(examples.items()):
            # What another role has seen in full is looked at once more where it is narrowest.
            widths = (NARROW,) if name in self.looked else (NARROW, WIDE)
            self.looked.add(name)
            # The largest that is not huge: axe takes minutes for 40,000 cells, which are all alike.
            links = sorted(links)
            usual = [link for size, link in links if size <= USUAL]
            began = time.monotonic()
            page.goto(usual[-1] if usual else links[0][1])
            look(self.browsers, page, widths)
            if links[-1][1] != page.url:
                page.goto(links[-1][1])
                does_not_scroll(self.browsers, page)
            self.times[name] = self.times.get(name, 0) + time.monotonic() - began
        page.close()

    def tell(self):
        print(f"{self.left_out} pages that are like {MOST_OF_A_KIND} others were left out. The slowest to look at:")
        for seconds, name in sorted(((seconds, name) for name, seconds in self.times.items()), reverse=True)[:5]:
            print(f"{seconds:8.1f} s  {name}")
