"""How long others wait for an import: `import.py PROGRAM [sqlite|postgres] [new|renewed|dry|games|killed|dense]… [small]`;
without the last ones, all of them on both databases.

Starts PROGRAM on a database of its own and sends files near the limit of 10 MiB, full of invented people: `new`, a
province's clubs, affiliations, players and registrations, none of them known; `renewed`, the same people by their
numbers, each with another home, other given names and another payment; `dry`, the same as a dry run; `games`, a file of
friendly games of 40 turns; `killed`, a province's file again, whose service is killed in the middle, while another one
with the same records runs; `dense`, small files that unpack to much, each to a service that has just started: printed are
their bytes, what they were told, and the memory that they took; the status is 1 if one took more than 64 MiB beside eight
times its size. Meanwhile another client registers clubs, one after the other, each on a new connection as
a stranger's would be. Printed are the seconds from the upload to the end of the job, the most memory that the service had
meanwhile, and how long that client waited for a club, from its first attempt until it was told 201: the median, the 99th
percentile, the longest; and how often it was told to come back (503). With `small`, files of 1 MiB. Where PostgreSQL is not
installed, that half is skipped.
"""

import datetime
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zipfile

from service import Service

# A little is left of 10 MiB.
MOST_BYTES = 10 * 1024 * 1024 - 4096
CHECK = "ABCDEFGHKLMNPQRSTUVWXYZ"
FAMILY = """Baloyi Botha Dlamini Fourie Gumede Jacobs Khumalo Khoza Kgosi Langa Mabaso Mabuza Mahlangu Maluleke Mashaba
    Masondo Mathebula Mkhize Modise Mofokeng Mohlala Mokoena Molefe Moloi Motaung Mthembu Naidoo Ndlovu Ngcobo Nkosi
    Nkuna Ntuli Nxumalo Petersen Phiri Pillay Radebe Ramaphoko Seabi Sithole Skosana Tau Tshabalala Venter Vilakazi
    Xaba Zulu Zungu""".split()
GIVEN = """Anele Ayanda Boitumelo Bongani Dineo Fikile Gift Hlengiwe Itumeleng Johan Kabelo Karabo Kagiso Katlego
    Khanyisile Lebo Lerato Lindiwe Lungile Mandla Mpho Naledi Nandi Neo Nomsa Nthabiseng Palesa Pieter Precious Refilwe
    Sandile Sibusiso Sipho Tebogo Thabo Thandiwe Themba Tshepo Vusi Zanele""".split()
REGIONS = ["DC37", "DC38", "DC39", "DC40"]
CLUBS = 400
# Files of some 20,000 games each.
FILES_OF_GAMES = 2


def number(n):
    return f"M-{n:07}-{CHECK[n % 23]}"


def code(n):
    return "".join(chr(ord("A") + n // 26**place % 26) for place in range(4))


class People:
    """A province's clubs and players, as many as an upload has room for; nobody is there twice."""

    def __init__(self):
        chance, self.players, known = random.Random(2026), [], set()
        sizes = [len(self.upload([], renewed)) for renewed in (False, True)]
        while True:
            name = (chance.choice(FAMILY), chance.choice(GIVEN) + " " + chance.choice(GIVEN))
            born = datetime.date(1950, 1, 1) + datetime.timedelta(days=chance.randrange(22000))
            if (name, born) in known:
                continue
            player = (*name, born, chance.choice(["female", "male"]), chance.randrange(CLUBS))
            sizes = [size + len("".join(self.rows(1, player, renewed))) for renewed, size in enumerate(sizes)]
            if max(sizes) > MOST_BYTES:
                return
            known.add((name, born))
            self.players.append(player)

    @staticmethod
    def rows(n, player, renewed):
        family, given, born, sex, club = player
        if renewed:
            return (
                f"{number(n)},{family},{given} Joy,{born},{sex},ZA-GP,,{code(club)}\n",
                f"{number(n)},,,,{code(club)},2027,member,student,2026-11-20\n",
            )
        return (
            f",{family},{given},{born},{sex},ZA-NW,{REGIONS[n % 4]},{code(club)}\n",
            f",{family},{given},{born},{code(club)},2027,member,senior,\n",
        )

    def upload(self, players, renewed):
        kind, paid = ("university", "2026-11-20") if renewed else ("community", "")
        files = {
            "clubs": ["code,name,kind,province\n"],
            "affiliations": ["club,year,paid_on\n"],
            "players": ["number,family_name,given_names,birth_date,sex,province,region,club\n"],
            "registrations": ["number,family_name,given_names,birth_date,club,year,basis,division,paid_on\n"],
        }
        for n in range(CLUBS):
            files["clubs"].append(f"{code(n)},{code(n)} Herders,{kind},ZA-NW\n")
            files["affiliations"].append(f"{code(n)},2027,{paid}\n")
        for n, player in enumerate(players, 1):
            for file, row in zip(["players", "registrations"], self.rows(n, player, renewed)):
                files[file].append(row)
        return multipart({name: "".join(rows) for name, rows in files.items()})


def multipart(files):
    parts = [f'--trial\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in files.items()]
    return ("".join(parts) + "--trial--\r\n").encode()


class Importing(Service):
    """PROGRAM on a database of its own, or on one that another has begun, and its administrator."""

    def __init__(self, program, url, folder, is_first=True):
        super().__init__(program, folder, url)
        if is_first:
            self.make_administrator()
        self.start()
        self.sign_in()

    def sign_in(self):
        self.token, self.since = None, time.monotonic()
        super().sign_in()

    def send(self, method, path, body=None, headers=None):
        """The status and the answer, each on a connection of its own."""
        if time.monotonic() - self.since > 600:
            self.sign_in()
        kind = {"content-type": "application/json"} if isinstance(body, dict) else {}
        own = {"authorization": f"Bearer {self.token}", **kind, **(headers or {})}
        status, text, _ = self.exchange(method, path, body, own, None)
        return status, json.loads(text) if text else None

    def finished(self, path, body):
        """Uploads, and waits for the end of the job."""
        headers = {"content-type": "multipart/form-data; boundary=trial", "idempotency-key": str(uuid.uuid4())}
        status, job = self.send("POST", path, body, headers)
        assert status == 202, job
        while job["state"] == "waiting":
            time.sleep(0.1)
            job = self.send("GET", f"/v1/jobs/{job['id']}")[1]
        return job

    def memory(self):
        """The most memory that the service has had, in MiB, since this was asked before."""
        with open(f"/proc/{self.process.pid}/status") as status:
            most = int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as refs:
            refs.write("5")
        return most


class Registrar(threading.Thread):
    """Registers clubs, one after the other, and notes how long each took."""

    def __init__(self, service, tag):
        super().__init__()
        self.service, self.tag, self.going, self.waits, self.sent_back = service, tag, True, [], 0

    def run(self):
        n = 0
        while self.going:
            n += 1
            club = {"code": f"{self.tag}{n}", "name": f"{self.tag} {n}", "kind": "school", "province": "ZA-GP"}
            begun = time.monotonic()
            while (answer := self.service.send("POST", "/v1/clubs", club))[0] != 201:
                assert answer[0] == 503, answer
                self.sent_back += 1
                time.sleep(0.05)
            self.waits.append(time.monotonic() - begun)
            time.sleep(0.005)

    def told(self):
        waits = sorted(self.waits)
        at = lambda share: waits[min(len(waits) - 1, int(len(waits) * share))] * 1000
        return (
            f"{len(waits)} clubs, each waited for {at(0.5):.0f} ms (median), {at(0.99):.0f} ms (p99), "
            f"{waits[-1] * 1000:.0f} ms (longest), sent back {self.sent_back} times"
        )


def trial(service, tag, name, path, body):
    registrar = Registrar(service, tag)
    registrar.start()
    time.sleep(0.5)
    begun = time.monotonic()
    job = service.finished(path, body)
    took = time.monotonic() - begun
    registrar.going = False
    registrar.join()
    assert job["state"] == "done", str(job)[:2000]
    rows = [[file[key] for key in ("rows", "created", "changed", "unchanged")] for file in job["report"]["files"]]
    games = job["report"].get("games")
    assert not games or not games["faults"], str(games)[:2000]
    what = f"{games['recorded']} games" if games else f"{sum(row[0] for row in rows)} rows"
    per_second = (games["recorded"] if games else sum(row[0] for row in rows)) / took
    print(f"{name}: {len(body) / 2**20:.1f} MiB, {what}, {took:.1f} s, {per_second:.0f} a second, at most {service.memory():.0f} MiB of memory; {registrar.told()}", flush=True)


def killed(program, url, folder, database, people):
    """Kills the service that works on an import: another one takes it up, and all of it is taken."""
    one, other = (Importing(program, url, folder, is_first=False) for _ in range(2))
    headers = {"content-type": "multipart/form-data; boundary=trial", "idempotency-key": str(uuid.uuid4())}
    path = f"/v1/jobs/{one.send('POST', '/v1/imports', people.upload(people.players, True), headers)[1]['id']}"
    try:
        while (job := other.send("GET", path)[1])["done"] == 0:
            time.sleep(0.1)
        one.end()
        left, killed_at = other.send("GET", path)[1]["done"], time.monotonic()
        while (job := other.send("GET", path)[1])["done"] <= left:
            time.sleep(0.1)
        taken_up = time.monotonic() - killed_at
        while (job := other.send("GET", path)[1])["state"] == "waiting":
            time.sleep(0.1)
        assert job["state"] == "done" and job["done"] == job["total"], str(job)[:2000]
        print(f"{database}, killed: after {left} of {job['total']} rows; taken up after {taken_up:.1f} s, and taken whole", flush=True)
    finally:
        one.end()
        other.end(signal.SIGTERM)


def workbook(styles="", texts="", rows=""):
    """A workbook of one sheet, with a row that is a club's beside those."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = lambda *parts: "<Relationships>" + "".join(f'<Relationship Id="{id}" Type="{kind}/{of}" Target="{target}"/>' for id, of, target in parts) + "</Relationships>"
    row = lambda cells: "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells) + "</row>"
    table = row(["code", "name", "kind", "province"]) + row(["DIT", "Herders", "school", "ZA-NW"])
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("_rels/.rels", parts(("a", "officeDocument", "xl/workbook.xml")))
        sheet, others = ("a", "worksheet", "worksheets/sheet1.xml"), (("b", "styles", "styles.xml"), ("c", "sharedStrings", "sharedStrings.xml"))
        archive.writestr("xl/_rels/workbook.xml.rels", parts(sheet, *others))
        archive.writestr("xl/workbook.xml", '<workbook><sheets><sheet name="A" sheetId="1" r:id="a"/></sheets></workbook>')
        archive.writestr("xl/styles.xml", f"<styleSheet>{styles}</styleSheet>")
        archive.writestr("xl/sharedStrings.xml", f"<sst>{texts}</sst>")
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{table}{rows}</sheetData></worksheet>")
    return file.getvalue()


def dense():
    """Small files that unpack to much, or are read into much, each under its name."""
    long = "x" * 30_000
    players = "number,family_name,given_names,birth_date,sex,province,region,club,nationality\n"
    yield "formats", "clubs", workbook(styles="<cellXfs>" + "<xf/>" * 8_000_000 + "</cellXfs>")
    yield "fonts", "clubs", workbook(styles="<fonts>" + "<font/>" * 8_000_000 + "</fonts>")
    yield "texts", "clubs", workbook(texts="<si/>" * 12_000_000)
    yield "one text", "clubs", workbook(texts=f"<si><t>{long * 2000}</t></si>")
    yield "much text", "clubs", workbook(texts=f"<si><t>{long}</t></si>" * 2000)
    yield "one text in many cells", "clubs", workbook(texts=f"<si><t>{long}</t></si>", rows='<row><c t="s"><v>0</v></c></row>' * 2200)
    yield "one tag", "clubs", workbook(styles=f"<a b='{long * 2000}'/>")
    yield "attributes", "clubs", workbook(rows="<row " + 'a="" ' * 12_000_000 + "/>")
    yield "nested tags", "clubs", workbook(rows="<a>" * 20_000_000)
    yield "empty cells", "clubs", workbook(rows="<row>" + "<c/>" * 14_000_000 + "</row>")
    yield "empty cells of text", "clubs", b"code;name;kind;province\n" + b";" * (9 << 20) + b"x"
    yield "faults", "players", players.encode() + b"x,,,x,x,x,x,x,x\n" * 100_000


def run_dense(program):
    """Imports each of the small files; whether all of them stayed small."""
    stays = True
    for name, part, content in dense():
        with tempfile.TemporaryDirectory() as folder:
            service = Importing(program, f"sqlite:{folder}/records.sqlite", folder)
            try:
                service.memory()
                before = service.memory()
                head = f'--trial\r\nContent-Disposition: form-data; name="{part}"\r\n\r\n'.encode()
                job = service.finished("/v1/imports?dry_run=true", head + content + b"\r\n--trial--\r\n")
                took = service.memory() - before
            finally:
                service.end()
        faults = job["report"]["faults"]
        stays = stays and took <= 64 + 8 * len(content) / 2**20
        told = f"{len(faults)} faults, the first {faults[0]['code']}" if faults else job["state"]
        print(f"dense, {name}: {len(content)} bytes, {took:.0f} MiB of memory; {told}", flush=True)
    return stays


def games(service, people, seed):
    """Games of two hundred courses, each by chance, between two players of the import on one day."""
    chance, courses = random.Random(12 + seed), []
    while len(courses) < 200:
        turns, judged = [], {"legal_turns": ["E1"]}
        while len(turns) < 40 and judged["legal_turns"]:
            turns.append(chance.choice(judged["legal_turns"]))
            judged = service.send("POST", "/v1/games/validations", {"turns": turns})[1]
        if judged["termination"]:
            continue  # Only those that can be agreed to be drawn.
        pairs = [" ".join(turns[at : at + 2]) for at in range(0, len(turns), 2)]
        courses.append(" ".join(f"{n}. {pair}" for n, pair in enumerate(pairs, 1)))
    told, size = [], 0
    while size < MOST_BYTES - 2000:
        first, second = chance.sample(range(1, 1 + len(people.players)), 2)
        day = datetime.date(2025, 1, 1) + datetime.timedelta(days=chance.randrange(600))
        tags = {"Date": day.strftime("%Y.%m.%d"), "FirstId": number(first), "SecondId": number(second)}
        tags |= {"Result": "1/2-1/2", "Termination": "agreement"}
        game = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
        told.append(f"{game}\n{chance.choice(courses)} 1/2-1/2\n\n")
        size += len(told[-1])
    return multipart({"games": "".join(told)})


def run(program, url, folder, database, wanted):
    people = People()
    service = Importing(program, url, folder)
    try:
        new, renewed = (people.upload(people.players, is_renewed) for is_renewed in (False, True))
        trial(service, "XA", f"{database}, new", "/v1/imports", new)
        if "dry" in wanted:
            trial(service, "XB", f"{database}, dry", "/v1/imports?dry_run=true", renewed)
        if "renewed" in wanted:
            trial(service, "XC", f"{database}, renewed", "/v1/imports", renewed)
        if "games" in wanted:
            for n in range(FILES_OF_GAMES):
                trial(service, f"X{'DEFG'[n]}", f"{database}, games", "/v1/imports/games", games(service, people, n))
    finally:
        service.end(signal.SIGTERM)
    if "killed" in wanted:
        killed(program, url, folder, database, people)
    check = service.run("audit", "verify")
    assert check.returncode == 0, check.stdout + check.stderr


def on_postgres(program, wanted):
    binaries = [path for path in [shutil.which("initdb")] if path]
    root = "/usr/lib/postgresql"
    if os.path.isdir(root):
        binaries += [os.path.join(root, version, "bin", "initdb") for version in sorted(os.listdir(root), reverse=True)]
    if not binaries:
        print("postgres: not installed, skipped")
        return
    binaries = os.path.dirname(os.path.realpath(binaries[0]))
    # PostgreSQL does not start as root.
    user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        pg = lambda name, *rest: subprocess.run([*user, os.path.join(binaries, name), f"--pgdata={folder}/data", *rest], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        pg("initdb", "--username=records", "--auth=trust", "--encoding=UTF8", "--locale=C")
        pg("pg_ctl", f"--log={folder}/log", "--wait", "start", "-o", f"-c listen_addresses='' -c unix_socket_directories='{folder}'")
        try:
            run(program, f"postgres://records@/postgres?host={folder.replace('/', '%2F')}", folder, "postgres", wanted)
        finally:
            pg("pg_ctl", "--wait", "--mode=fast", "stop")


def main(program, *words):
    global MOST_BYTES
    program = os.path.abspath(program)
    if "small" in words:
        MOST_BYTES //= 10
    databases = [word for word in words if word in ("sqlite", "postgres")] or ["sqlite", "postgres"]
    every = ["new", "dry", "renewed", "games", "killed", "dense"]
    wanted = [word for word in words if word not in (*databases, "small")] or every
    stays = "dense" not in wanted or run_dense(program)
    if wanted == ["dense"]:
        databases = []
    if "sqlite" in databases:
        with tempfile.TemporaryDirectory() as folder:
            run(program, f"sqlite:{folder}/records.sqlite", folder, "sqlite", wanted)
    if "postgres" in databases:
        on_postgres(program, wanted)
    sys.exit(0 if stays else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
