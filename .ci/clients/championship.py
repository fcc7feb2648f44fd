"""A small championship, played through the client that openapi-python-client makes from the document, while a mirror follows
what is told of it: `championship.py URL EMAIL PASSWORD`. The marks and the standings are told as JSON, for others to compare;
the mirror has read nothing but the events and the paths that they name, and has to have every answer as it is now.
"""

import datetime
import itertools
import json
import sys
import threading
import uuid

from federation_records import AuthenticatedClient, Client
from federation_records.api.accounts import create_token
from federation_records.api.clubs import create_club
from federation_records.api.events import list_events
from federation_records.api.games import create_game
from federation_records.api.players import create_player
from federation_records.api.tournaments import (
    create_entry,
    create_round,
    create_round_closing,
    create_round_publication,
    create_round_results,
    create_starting_order,
    create_tournament,
    create_tournament_opening,
    read_match,
    read_round,
    read_standings,
)
from federation_records.models import (
    ClubKind,
    CreateClub,
    CreateEntry,
    CreateGame,
    CreatePlayer,
    CreateRound,
    CreateRoundResults,
    CreateStartingOrder,
    CreateTournament,
    Problem,
    RoundResult,
    ScoreSheet,
    ScoreSheetMarks,
    Sex,
    SignIn,
    TournamentLevel,
)
from federation_records.types import UNSET

PROVINCE = "ZA-NW"
ROUNDS = 3
MARKS = ["111010", "½½1011", "1110½1", "0½1110"]
# What is copied: rankings, standings, games, and whose they are.
COPIED = ("/v1/clubs/", "/v1/games/", "/v1/players/", "/v1/rankings/", "/v1/tournaments/")
FAMILIES = ["Mokoena", "Qwabe", "Nkosi", "Botha", "Letsoalo", "Naidoo", "Sithole", "Zwane"]


def done(answer):
    """The answer, unless it is a refusal, or of a kind that the document does not name."""
    assert answer is not None and not isinstance(answer, Problem), answer
    return answer


class Mirror(threading.Thread):
    """A copy of what everyone may read, made of the feed alone, from its beginning."""

    def __init__(self, url):
        super().__init__(daemon=True)
        self.client, self.after = Client(base_url=url), 0
        self.kept, self.until, self.fault = {}, None, None
        # Rounds and matches stay in their tournament.
        self.tournaments = {}

    def read(self, path):
        return self.client.get_httpx_client().get(path).content

    def follow(self, event):
        if event.path and event.path.startswith(COPIED):
            self.kept[event.path] = None
        # A round takes its tournament on, and a result moves its standings.
        if event.type_.startswith("round."):
            self.again(event.id, read_round)
        if event.type_.startswith("match."):
            self.again(event.id, read_match)

    def again(self, part, read):
        if part not in self.tournaments:
            self.tournaments[part] = done(read.sync(part, client=self.client)).tournament_id
        tournament = self.tournaments[part]
        for path in (f"/v1/tournaments/{tournament}", f"/v1/tournaments/{tournament}/standings"):
            self.kept[path] = None

    def run(self):
        try:
            while self.until is None or self.after < self.until:
                page = done(list_events.sync(client=self.client, after=self.after, wait=1, limit=200))
                for event in page.items:
                    self.follow(event)
                for path in [path for path, kept in self.kept.items() if kept is None]:
                    self.kept[path] = self.read(path)
                self.after = page.next_after
        except Exception as fault:  # told where it is looked at
            self.fault = fault

    def end(self, until):
        """Ends once it has followed up to that number: how many paths it keeps, all of them as they are now."""
        self.until = until
        # It begins with the whole season before.
        self.join(600)
        assert self.fault is None and not self.is_alive(), self.fault
        for path, kept in self.kept.items():
            assert kept == self.read(path), path
        assert all(any(path.startswith(copied) for path in self.kept) for copied in COPIED), self.kept.keys()
        return len(self.kept)


def last_number(client):
    """The number up to which the feed goes now."""
    after, page = UNSET, None
    while page is None or page.next_after != after:
        after = page.next_after if page else UNSET
        page = done(list_events.sync(client=client, after=after, limit=200))
    return page.next_after


def played(client):
    """A tournament of eight players; the marks of each board, and the standings."""
    tag = uuid.uuid4().hex[:6].upper()
    key = (f"{tag}-{number}" for number in itertools.count())
    code = "".join(chr(65 + int(digit, 16)) for digit in tag)
    clubs = [
        done(create_club.sync(client=client, body=CreateClub(f"{code}{n}", ClubKind.COMMUNITY, f"{place} {tag}", PROVINCE)))
        for n, place in zip("AB", ["Taung Corner", "Molopo Herders"])
    ]
    today = datetime.date.today()
    plan = CreateTournament(
        today, TournamentLevel.FRIENDLY, f"Platteland Open {tag}", PROVINCE, today, "Taung Hall", rounds=ROUNDS
    )
    tournament = done(create_tournament.sync(client=client, body=plan)).id
    done(create_tournament_opening.sync(tournament, client=client))
    players = []
    for number, family in enumerate(FAMILIES):
        born = datetime.date(1980, 1, 1) + datetime.timedelta(days=int(tag[:4], 16) % 7000 + number)
        person = CreatePlayer(born, clubs[number % 2].id, family, PROVINCE, Sex.FEMALE, given_names="Lerato", nationality="ZA")
        player = done(create_player.sync(client=client, body=person))
        done(create_entry.sync(tournament, client=client, body=CreateEntry(player.id)))
        players.append(player.id)
    done(create_starting_order.sync(tournament, client=client, body=CreateStartingOrder(players)))
    boards = []
    for _ in range(ROUNDS):
        drawn = done(create_round.sync(tournament, client=client, body=CreateRound()))
        published = done(create_round_publication.sync(drawn.id, client=client))
        results = []
        for board in published.boards:
            first, second = (seat.player.id for seat in board.players)
            marks = MARKS[board.board % len(MARKS)]
            boards.append([str(first), str(second), marks])
            results.append(RoundResult(board.match_id, ScoreSheet(marks=ScoreSheetMarks(marks, first))))
        entered = CreateRoundResults(results)
        done(create_round_results.sync(drawn.id, client=client, body=entered, idempotency_key=next(key)))
        game = CreateGame(players[0], today, players[1], turns=["E1", "R1", "E2", "R2", "E3xR1"])
        game.played_on -= datetime.timedelta(days=len(boards))
        done(create_game.sync(client=client, body=game, idempotency_key=next(key)))
        done(create_round_closing.sync(drawn.id, client=client))
    return boards, done(read_standings.sync(tournament, client=client))


def main():
    url, email, password = sys.argv[1:]
    stranger = Client(base_url=url)
    tokens = done(create_token.sync(client=stranger, body=SignIn(email, password)))
    client = AuthenticatedClient(base_url=url, token=tokens.access_token)
    mirror = Mirror(url)
    mirror.start()
    boards, standings = played(client)
    kept = mirror.end(last_number(stranger))
    rows = [[row.rank, str(row.player.id), row.points_fraction] for row in standings.items]
    print(json.dumps({"boards": boards, "standings": rows, "settled": standings.settled, "mirrored": kept}))


if __name__ == "__main__":
    main()
