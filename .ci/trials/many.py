"""Records of many, all of them invented: what a request made of each kind is copied in SQL; and a tournament that is played."""

import random
import signal
import sqlite3
import time

FAMILY = ["Baloyi", "Dlamini", "Khumalo", "Mokoena", "Ndlovu", "Sithole", "Tau", "Zulu"]
GIVEN = ["Anele", "Dineo", "Kagiso", "Lerato", "Mpho", "Palesa", "Thabo", "Vusi"]
NOW = "'2026-11-20T08:00:00.000000Z'"


def copy(db, table, of, count, **other):
    """Copies a row so many times, each with other values: expressions of `i`, which counts from 1."""
    columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(str(other.get(name, f'"{name}"')) for name in columns)
    db.execute(
        f"INSERT INTO {table} WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
        f"SELECT {values} FROM n, (SELECT * FROM {table} WHERE {of} LIMIT 1)"
    )


def series(db, table, columns, count, values, where="1"):
    """So many rows: expressions of `i`, which counts from 1."""
    db.execute(
        f"INSERT INTO {table} ({columns}) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
        f"SELECT {values} FROM n WHERE {where}"
    )


def a_game(service):
    """Forty turns by chance that do not end the game on the board."""
    chance = random.Random(12)
    while True:
        turns, judged = [], {"legal_turns": ["E1"]}
        while len(turns) < 40 and judged["legal_turns"]:
            turns.append(chance.choice(judged["legal_turns"]))
            judged = service.send("POST", "/v1/games/validations", {"turns": turns})
        if not judged["termination"]:
            return turns


def fill(service, games, players):
    """Makes an administrator and one of each thing, ends the service, and copies what is there; the turns of all the games."""
    service.make_administrator()
    service.start()
    service.sign_in()
    make = lambda path, **body: service.send("POST", path, body)["id"]
    club, other = (
        make("/v1/clubs", code=code, name=f"{town} Herders", kind="community", province="ZA-NW")
        for code, town in (("MAH", "Mahikeng"), ("VRY", "Vryburg"))
    )
    person = {"family_name": "Mokoena", "given_names": "Lerato", "sex": "female", "nationality": "ZA", "province": "ZA-NW"}
    pair = [make("/v1/players", **person, birth_date=born, club_id=club) for born in ("1998-04-17", "1999-04-17")]
    make("/v1/registrations", player_id=pair[0], club_id=club, year=2027, basis="member", division="senior")
    make("/v1/transfers", player_id=pair[1], club_id=other)
    days = {"starts_on": "2026-11-28", "ends_on": "2026-11-29"}
    tournament = make("/v1/tournaments", name="Mahikeng Open", level="friendly", **days, province="ZA-NW", venue="The hall")
    turns = a_game(service)
    both = {"first_player_id": pair[0], "second_player_id": pair[1], "played_on": "2026-11-20"}
    game = make("/v1/games", **both, turns=turns, result="first", termination="resignation")
    # Its positions are put down a little later.
    while not service.send("GET", f"/v1/games?opening={'+'.join(turns)}")["items"]:
        time.sleep(0.05)
    service.end(signal.SIGTERM)

    db = sqlite3.connect(service.file)
    db.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY; BEGIN")
    of = {"clubs": club, "players": pair[0], "mover": pair[1], "tournament": tournament, "game": game}
    copy_people(db, of, players, max(20, games // 1000), games // 50)
    copy_games(db, of, games, games // 100, players)
    count_games(db)
    db.commit()
    db.close()
    return turns


def ids(tag, n):
    return f"printf('019aa0cb-0000-7{tag:03x}-8000-%012x', {n})"


def pick(words, n):
    return f"(CASE {n} % {len(words)} " + " ".join(f"WHEN {n} THEN '{word}'" for n, word in enumerate(words)) + " END)"


def provinces(db):
    return pick([code for code, in db.execute("SELECT code FROM provinces ORDER BY code")], "i")


def copy_people(db, of, people, clubs, accounts):
    """Clubs, players with what is on record of each, and accounts."""
    province, family, given = provinces(db), f"({pick(FAMILY, 'i')} || (i / 1000))", pick(GIVEN, "(i / 8)")
    a_club = ids(1, f"i % {clubs} + 1")
    copy(
        db, "clubs", f"id = '{of['clubs']}'", clubs, id=ids(1, "i"), code="printf('K%05d', i)",
        name="printf('Herders %d', i)", name_key="printf('herders %d', i)", province_code=province,
    )
    player = f"player_id = '{of['players']}'"
    copy(
        db, "players", f"id = '{of['players']}'", people, id=ids(2, "i"), number="i + 100", family_name=family, given_names=given,
        name_key=f"lower(' ' || {given} || ' ' || {family})", sort_key=f"lower({family} || ' ' || {given})",
        birth_date="date('1950-01-01', (i * 7919 % 21000) || ' days')", province_code=province, club_id=a_club,
    )
    for word in (family, given):
        copy(db, "player_words", player, people, word=f"lower({word})", player_id=ids(2, "i"))
    copy(db, "residences", player, people, player_id=ids(2, "i"), province_code=province)
    copy(
        db, "registrations", player, people, id=ids(3, "i"), player_id=ids(2, "i"), club_id=a_club,
        year="2020 + i % 8", paid_on="CASE WHEN i % 3 THEN '2026-11-20' END",
    )
    copy(
        db, "transfers", f"player_id = '{of['mover']}'", people // 10, id=ids(4, "i"), player_id=ids(2, "i * 9"),
        from_club_id=a_club, to_club_id=ids(1, f"(i + 1) % {clubs} + 1"),
        released_at="asked_at", accepted_at="CASE WHEN i % 50 THEN asked_at END",
    )
    address = "printf('somebody%d@federation.example', i)"
    copy(db, "accounts", "1", accounts, id=ids(5, "i"), email=address, email_key=address, name=f"{given} || ' ' || {family}")


def copy_games(db, of, games, held, people):
    """Tournaments of two with the matches of their games, games with some of their positions, and the audit trail."""
    day = lambda later="": f"date('2016-01-01', (i * 7919 % 3900{later}) || ' days')"
    copy(
        db, "tournaments", f"id = '{of['tournament']}'", held, id=ids(6, "i"),
        name="printf('Mahikeng Open %d', i)", name_key="printf(' mahikeng open %d', i)",
        level="CASE WHEN i % 200 = 0 THEN 'world' WHEN i % 20 = 0 THEN 'national' ELSE 'friendly' END",
        starts_on=day(), ends_on=day(" + 1"), province_code=provinces(db),
    )
    series(
        db, "entries", "id, tournament_id, player_id, club_id, seed, first_round, created_at", 2 * held,
        f"{ids(9, 'i')}, {ids(6, '(i + 1) / 2')}, {ids(2, f'i % {people} + 1')}, {ids(1, 1)}, 1 + i % 2, 1, {NOW}",
    )
    series(
        db, "rounds", "id, tournament_id, number, state, digest, orders, draw, drawn_at", held,
        f"{ids(10, 'i')}, {ids(6, 'i')}, 1, 'drawn', '', '{{}}', '{{}}', {NOW}",
    )
    at, in_match = f"(i % {held} + 1)", lambda value: f"CASE WHEN i % 3 = 0 THEN {value} END"
    entries = [ids(9, f"{at} * 2 - 1"), ids(9, f"{at} * 2"), ids(9, f"{at} * 2")]
    series(
        db, "matches", "id, round_id, board, upper_entry_id, lower_entry_id, starter_entry_id", games,
        f"{ids(8, 'i')}, {ids(10, at)}, i / {held} + 1, {', '.join(entries)}", "i % 3 = 0",
    )
    serial, = db.execute("SELECT serial FROM games WHERE id = ?", [of["game"]]).fetchone()
    end = lambda drawn, other: f"CASE WHEN i % 1000 = 0 THEN 'unfinished' WHEN i % 10 = 1 THEN {drawn} ELSE {other} END"
    copy(
        db, "games", f"id = '{of['game']}'", games, id=ids(7, "i"), serial=f"i + {serial}",
        first_player_id=ids(2, f"i % {people} + 1"), second_player_id=ids(2, f"(i + 1 + i % 97) % {people} + 1"),
        played_on=day(), plies="CASE WHEN i % 2000 = 0 THEN 300 ELSE 20 + i % 60 END",
        result=end("'drawn'", "CASE i % 2 WHEN 0 THEN 'first' ELSE 'second' END"),
        termination=end("'agreement'", "CASE WHEN i % 5000 = 2 THEN 'umpire' ELSE 'resignation' END"),
        digest="printf('%016x%016x%016x%016x', i * 2654435761 % 4294967296, i, i, i)",
        match_id=in_match(ids(8, "i")), number=in_match("1"), tournament_id=in_match(ids(6, at)),
    )
    # Every game has the opening; one in ten came to the position after two turns, one in 150 to the one after six.
    following = dict(db.execute("SELECT class, next FROM positions WHERE game = ?", [serial]))
    chain, place = [], (set(following) - set(following.values())).pop()
    while place:
        chain.append(place)
        place = following[place]
    some = "SELECT ?, serial, ? FROM games WHERE serial % ? = 0 ORDER BY serial"
    for ply, share in ((0, 1), (2, 10), (6, 150), (10, 5000)):
        db.execute(f"INSERT OR IGNORE INTO positions {some}", [chain[ply], chain[ply + 1], share])
    rare = lambda value, other: f"CASE WHEN i % 5000 = 0 THEN {value} ELSE {other} END"
    copy(
        db, "audit", "1 ORDER BY seq DESC", games, seq="i + 1000", leaf="i + 1000000000",
        at="strftime('%Y-%m-%dT%H:%M:%S.000000Z', '2016-01-01', (i * 60) || ' seconds')",
        account_id=rare(ids(5, "1"), ids(5, "2")), subject=rare("'club'", "'game'"), subject_id=ids(7, "i"),
    )


def count_games(db):
    """How the games ended and how many turns they had, in sums, as the statistics take them."""
    month = "12 * CAST(substr(played_on, 1, 4) AS INTEGER) + CAST(substr(played_on, 6, 2) AS INTEGER)"
    for table, columns in (("game_endings", "result, termination"), ("game_lengths", "plies")):
        into = f"INSERT INTO {table} (month, rule_set, level, {columns}, games)"
        db.execute(f"DELETE FROM {table}")
        db.execute(
            f"{into} SELECT {month}, games.rule_set, COALESCE(level, ''), {columns}, COUNT(*) FROM games"
            f" LEFT JOIN tournaments ON tournaments.id = tournament_id GROUP BY 1, 2, 3, {columns}"
        )
        db.execute(f"{into} SELECT 0, rule_set, level, {columns}, SUM(games) FROM {table} GROUP BY rule_set, level, {columns}")
        db.execute(f"{into} SELECT month, '', '', {columns}, SUM(games) FROM {table} GROUP BY month, {columns}")


def a_field(service, count=200, rounds=2):
    """A tournament of today with so many of the players, 200 at most, and rounds that are played by chance; its id."""
    chance, today = random.Random(200), time.strftime("%Y-%m-%d")
    announced = {"name": "Potchefstroom Open", "level": "friendly", "province": "ZA-NW", "venue": "The hall"}
    one = service.send("POST", "/v1/tournaments", {**announced, "starts_on": today, "ends_on": today})["id"]
    path = f"/v1/tournaments/{one}"
    service.send("POST", f"{path}/openings")
    players = [player["id"] for player in service.send("GET", f"/v1/players?limit={count}")["items"]]
    service.send("POST", f"{path}/entries/batches", {"entries": [{"player_id": player} for player in players]})
    service.send("POST", f"{path}/starting-orders", {"player_ids": players})
    for _ in range(rounds):
        drawn = f"/v1/rounds/{service.send('POST', f'{path}/rounds', {})['id']}"
        service.send("POST", f"{drawn}/publications")
        marks = lambda: "".join(chance.choice("1½0") for _ in range(6))
        results = [{"board": board, "marks": marks()} for board in range(1, len(players) // 2 + 1)]
        service.send("POST", f"{drawn}/marks", {"results": results})
        service.send("POST", f"{drawn}/closings")
    return one
