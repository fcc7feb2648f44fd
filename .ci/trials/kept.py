"""A season of random writes, and after each of them everything that strangers can read, twice: as they ask, who may be given an
answer that was kept, and with `Log-Entry: 0`, which is answered anew. Both must be the same."""

import argparse
import collections
import json
import random
import re
import signal
import socket
import threading
import time
import urllib.parse
import urllib.request
import zlib

from season import SECOND, UUID, Season
from service import PASSWORD, PATIENCE, Loss, Postgres, Service, a_folder, free_port, outcome
from tournament_steps import today

# The connections on which a crawl is written.
PIPES = 4
# The requests of a crawl that are repeated in each other coding, and the most of those that are repeated with a tag.
CODED, TAGGED = 6, 24
# The most tags that are remembered.
TAGS = 20000
# After so many seconds a pair that differed is read again.
LOOKS = (0, 0.05, 0.2, 0.4, 0.6, 0.7)
# What the service itself brings up to date a moment after a write, and a token, which tells its second: only these may differ
# at first, since that may have come between the two reads.
LATER = re.compile(r"/v1/log|/v1/openings|/v1/games/statistics|/v1/games\?(opening|position)=|/v1/certificates/[^/]*/token")
PAGES = [
    "/", "/players", "/players?q=mokoena", "/players?province=ZA-NW", "/clubs", "/clubs?q=herders", "/tournaments", "/games",
    "/tournaments?level=friendly", "/rankings", "/rankings?method=glicko-2", "/umpires", "/umpires?level=level_1", "/federation",
    "/statistics", "/colours/criteria", "/verify", "/robots.txt", "/favicon.svg",
    "/players/{players}", "/players/{players}/chart.svg", "/clubs/{clubs}", "/games?player_id={players}", "/games/{games}",
    "/tournaments/{tournaments}", "/tournaments/{tournaments}/hall", "/rankings/{rankings}",
    "/rankings/{rankings}?province=ZA-NW", "/rankings/{rankings}/rows/{players}", "/verify?code={code}",
]
# What stands for the parameters of paths that are not ids, and for those of queries.
FIXED = {
    "/v1/provinces/{code}": "ZA-NW", "/v1/regions/{code}": "DC38", "/v1/problems/{code}": "not-found", "{name}": "game.js",
    "{level}": "0", "{index}": "000.p/1", "{entry}": "1", "{ply}": "1", "{code}": "{code}", "{player_id}": "{players}",
}
QUERIES = {
    "player_id": "{players}", "opponent_id": "{others}&player_id={players}", "tournament_id": "{tournaments}",
    "club_id": "{clubs}", "province": "ZA-NW", "rule_set": "mssa-gar", "opening": "E1",
    "position": "......../......../........ X 12 12 0 - -",
    "since": "1", "last": "E1", "number": "M-0000049-D", "type": "match.changed",
}
UNSEEN = {"If-None-Match", "cursor"}

Asked = collections.namedtuple("Asked", "path accept coding tag method", defaults=("", "", "", "GET"))
Answer = collections.namedtuple("Answer", "status type cache tag coding body")


class Pipes:
    """A few connections on which many requests are written at once; their answers are read afterwards."""

    def __init__(self, port, count=PIPES):
        self.port, self.files = port, [None] * count

    def ask(self, requests, more=""):
        """The answers, in the order of the requests."""
        answers = [None] * len(requests)
        for again in (False, True):
            shares = [range(pipe, len(requests), len(self.files)) for pipe in range(len(self.files))]
            try:
                for pipe, share in enumerate(shares):
                    self.file(pipe).write(b"".join(text(requests[place], more) for place in share))
                    self.file(pipe).flush()
                for pipe, share in enumerate(shares):
                    for place in share:
                        answers[place] = read(self.file(pipe), requests[place].method)
                return answers
            except (OSError, IndexError, ValueError):
                self.files = [None] * len(self.files)
                if again:
                    raise Loss("a connection is ended without an answer") from None

    def file(self, pipe):
        if not self.files[pipe]:
            connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
            self.files[pipe] = connection.makefile("rwb", buffering=1 << 17)
        return self.files[pipe]


def text(asked, more):
    headers = f"accept: {asked.accept}\r\n" if asked.accept else ""
    headers += f"accept-encoding: {asked.coding}\r\n" if asked.coding else ""
    headers += more or (f"if-none-match: {asked.tag}\r\n" if asked.tag else "")
    return f"{asked.method} {asked.path} HTTP/1.1\r\nhost: records\r\n{headers}\r\n".encode()


def read(file, method):
    status, headers = int(file.readline().split()[1]), {}
    while len(line := file.readline()) > 2:
        name, _, value = line.partition(b":")
        headers[name.lower()] = value.strip().decode()
    body = b""
    if method != "HEAD" and status not in (204, 304):
        if b"content-length" in headers:
            body = file.read(int(headers[b"content-length"]))
        else:
            while size := int(file.readline(), 16):
                body += file.read(size + 2)[:-2]
            file.readline()
    about = [headers.get(name, "") for name in (b"content-type", b"cache-control", b"etag", b"content-encoding")]
    return Answer(status, *about, body)


def plain(tag):
    """The tag of an answer as it is when it is not sent in a coding."""
    return re.sub(r'-(br|gzip|zstd)"$', '"', tag)


def agree(asked, kept, fresh):
    """Whether a stranger was told what is so."""
    if asked.tag and asked.tag == fresh.tag and fresh.status == 200:
        return (kept.status, kept.tag, kept.body) == (304, fresh.tag, b"")
    if (*kept[:3], plain(kept.tag)) != (*fresh[:3], plain(fresh.tag)):
        return False
    if asked.method == "HEAD":
        return kept.body == b""
    if kept.coding != fresh.coding:
        # One of them was not compressed, for there was no room; the tag says that they are the same.
        return bool(kept.tag)
    return kept.body == fresh.body or (kept.status >= 300 and anonymous(kept.body) == anonymous(fresh.body))


def anonymous(body):
    """A refusal without the id of the request."""
    return re.sub(UUID.pattern.encode(), b"", body)


def difference(asked, kept, fresh):
    """The first difference of two answers."""
    for name, one, other in zip(Answer._fields[:5], kept, fresh):
        if one != other and name != "coding":
            told = f"{name} {one!r}, and anew {other!r}"
            break
    else:
        told = "the same but for the body"
    one, other = (zlib.decompress(each.body, 31) if each.coding == "gzip" else each.body for each in (kept, fresh))
    at = next((place for place, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
    about = slice(max(0, at - 60), at + 60)
    return f"{told}; at {at} of {len(one)} and {len(other)} bytes: {one[about]!r}, and anew {other[about]!r}"


def pattern(path):
    path, _, query = re.sub(r"(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}", "{code}", path).partition("?")
    return UUID.sub("{id}", path) + ("?" + re.sub(r"=[^&]*", "=", query) if query else "")


class Crawl:
    """Everything that strangers can read: each public path of the document in each form, by its filters; and the pages."""

    def __init__(self, service, season, seed):
        self.season, self.random, self.pipes = season, random.Random(seed), Pipes(service.port)
        self.templates = [(page, "") for page in PAGES] + list(documented(json.loads(service.ask("GET", "/openapi.json")[1])))
        # The tag that the answer to each request had last.
        self.tags = {}
        self.now, self.crawls, self.asked, self.pairs, self.seconds = [], 0, 0, 0, 0
        self.again, self.statuses, self.found = collections.Counter(), collections.Counter(), collections.defaultdict(bool)

    def things(self):
        """Of each sort of thing the one that was touched last, and any other."""
        chosen = {sort: there[-1:] + [self.random.choice(there)] for sort, there in self.season.things.items() if there}
        chosen["others"] = chosen.get("players", [])[::-1]
        if self.season.codes:
            chosen["code"] = [self.season.codes[-1], self.random.choice(self.season.codes)]
        return chosen

    def requests(self):
        things, asked = self.things(), {}
        for template, accept in self.templates:
            sorts = re.findall(r"\{([a-z-]+)\}", template)
            count = min((len(things.get(sort, [])) for sort in sorts), default=1)
            places = range(count)
            if "?" in template or template.endswith("/document"):
                # Of the filters one half at a time; and what takes long to make only now and then.
                likely = 0.5 if "?" in template else 0.1
                places = [self.random.randrange(count)] if count and self.random.random() < likely else []
            for place in places:
                asked[Asked(re.sub(r"\{([a-z-]+)\}", lambda sort: things[sort[1]][place], template), accept)] = None
        asked = list(asked)
        repeated = [one._replace(coding=coding) for coding in ("br", "gzip") for one in self.random.sample(asked, CODED)]
        repeated += [one._replace(tag=self.tags[one]) for one in self.random.sample(asked, TAGGED) if self.tags.get(one)]
        asked += repeated
        self.random.shuffle(asked)
        return asked

    def crawl(self):
        """Reads everything twice, and compares."""
        begun, self.day = time.monotonic(), today()
        self.now = asked = self.requests()
        kept = self.ask(asked)
        # By itself: in a row of requests the head of an answer would come with a body.
        alone = [one._replace(method="HEAD", tag="") for one in asked[:2]]
        kept += [self.ask([one])[0] for one in alone]
        asked = asked + alone
        fresh = self.pipes.ask([one._replace(method="GET") for one in asked], "log-entry: 0\r\n")
        for one, told, so in zip(asked, kept, fresh):
            self.statuses[so.status] += 1
            self.found[pattern(one.path)] |= so.status == 200
            if not agree(one, told, so):
                self.look_again(one, told, so)
            if max(told.status, so.status) >= 500 or so.status == 429:
                raise Loss(f"after {self.season.last}\n{one} is answered {told.status} and {so.status}: {so.body[:300]}")
            # What nobody may store has no tag that anybody could send.
            if one.method == "GET" and not one.coding and so.status == 200 and "no-store" not in so.cache:
                self.tags[one._replace(tag="")] = so.tag
        if len(self.tags) > TAGS:
            self.tags.clear()
        self.crawls, self.pairs = self.crawls + 1, self.pairs + len(asked)
        self.seconds += time.monotonic() - begun

    def ask(self, asked):
        self.asked += len(asked)
        return self.pipes.ask(asked)

    def look_again(self, asked, kept, fresh):
        """A fault, unless the service itself has written between the two reads, or the day has ended."""
        told = f"after {self.season.last}\n{asked} is answered otherwise than it is: {difference(asked, kept, fresh)}"
        for seconds in LOOKS:
            time.sleep(seconds)
            if agree(asked, *self.ask([asked]), *self.pipes.ask([asked._replace(method="GET")], "log-entry: 0\r\n")):
                self.again[pattern(asked.path)] += 1
                if not LATER.match(asked.path) and today() == self.day:
                    raise Loss(f"{told}\nIt is told a moment later.")
                return
        raise Loss(told)


def documented(document):
    """The public paths, with what stands for their parameters: each form of each, and each filter of a list."""
    for path, item in document["paths"].items():
        get = item.get("get", {})
        if get.get("security") != [{}]:
            continue
        whole = re.sub(r"^(/v1|)/([a-z-]+)/\{id\}", r"\1/\2/{\2}", path)
        for name in re.findall(r"\{[a-z_]+\}", path):
            if name != "{id}":
                if not (known := FIXED.get(path) or FIXED.get(name)):
                    raise Loss(f"the crawl does not know what {name} of {path} is")
                whole = whole.replace(name, known)
        queries = [one for one in get.get("parameters", []) if one.get("in") == "query" and one["name"] not in UNSEEN]
        needed = "&".join(f"{one['name']}={value(one, document)[0]}" for one in queries if one.get("required"))
        # A stream has no end, and is never kept.
        forms = [form for form in get["responses"]["200"].get("content", {""}) if form != "text/event-stream"]
        for form in forms:
            yield whole + (f"?{needed}" if needed else ""), form if form != forms[0] else ""
        for one in queries:
            for said in value(one, document) if not one.get("required") else []:
                yield f"{whole}?{needed}{'&' if needed else ''}{one['name']}={said}", ""


def value(parameter, document):
    """What a parameter of a query may be."""
    name, schema = parameter["name"], parameter["schema"]
    schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
    if name == "q":
        return ["mokoena", "herders", "open"]
    if name in QUERIES:
        return [QUERIES[name] if "{" in QUERIES[name] else urllib.parse.quote(QUERIES[name])]
    if "enum" in schema:
        return schema["enum"][:3]
    if schema.get("format") == "date":
        return [today()]
    return {"boolean": ["true", "false"], "integer": [today().year if name == "year" else 3]}[schema["type"]]


def figure(metrics, name):
    told = urllib.request.urlopen(f"http://{metrics}/metrics").read().decode()
    return int(re.search(rf"^{name} (\d+)", told, re.M)[1])


def keep_warm(crawl, service, stop, counts):
    """Reads what the crawl reads, as fast as it is answered, also while something is written."""
    pipes, chance = Pipes(service.port, 1), random.Random()
    while not stop.is_set():
        asked = chance.sample(crawl.now, min(50, len(crawl.now)))
        counts.append(len(pipes.ask(asked)))
        time.sleep(0.001)


def play(asked, service, metrics, season, crawl):
    stop, counts = threading.Event(), []
    reading = [threading.Thread(target=keep_warm, args=(crawl, service, stop, counts), daemon=True) for _ in range(asked.readers)]
    begun = time.monotonic()
    try:
        crawl.crawl()
        for thread in reading:
            thread.start()
        for _ in range(asked.writes):
            season.write()
            crawl.crawl()
    finally:
        stop.set()
        for thread in reading:
            thread.join()
        report(season, crawl, time.monotonic() - begun)
        if service.is_alive():
            told = crawl.asked + sum(counts)
            repeated = figure(metrics, "records_requests_repeated_total")
            print(f"of {told} answers to strangers {repeated / max(1, told):.0%} were kept ones")


def report(season, crawl, seconds):
    print(f"{season.count} writes, {sum(season.done.values())} of them answered 2xx and the rest refused:")
    for sort in sorted(season.done.keys() | season.refused.keys()):
        codes = ", ".join(f"{code} {count}" for code, count in season.refused[sort].most_common(4))
        print(f"  {season.done[sort]:6} {sum(season.refused[sort].values()):6}  {sort}{'  ' if codes else ''}{codes}")
    print(f"{crawl.crawls} crawls, {crawl.pairs} pairs compared, {crawl.seconds / max(1, crawl.crawls) * 1000:.0f} ms a crawl")
    print(f"answers: {', '.join(f'{status} × {count}' for status, count in sorted(crawl.statuses.items()))}")
    print(f"never found: {', '.join(sorted(path for path, found in crawl.found.items() if not found)) or 'none'}")
    print(f"read a second time, since the service itself had written between: {dict(crawl.again.most_common()) or 'none'}")
    print(f"{seconds:.0f} seconds")


def trial(asked):
    with a_folder() as folder:
        postgres = Postgres(folder) if asked.postgres else None
        service = Service(asked.program, folder, postgres.url if postgres else None)
        metrics = f"127.0.0.1:{free_port()}"
        service.environment |= {"METRICS_LISTEN": metrics, "PUBLIC_URL": "http://records.example", "ASKS_A_MINUTE": "1000000"}
        try:
            service.make_administrator()
            made = service.run("admin", "create", "--email", SECOND, text=PASSWORD + "\n")
            assert made.returncode == 0, made.stderr
            service.start()
            season = Season(service, asked.seed)
            play(asked, service, metrics, season, Crawl(service, season, asked.seed))
        finally:
            service.end(signal.SIGKILL)
            if postgres:
                postgres.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--writes", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--readers", type=int, default=0, help="read the same paths all the while")
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
