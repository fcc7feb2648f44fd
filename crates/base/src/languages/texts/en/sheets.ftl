### Tournaments: their page, the screen in the hall, and the sheets that are printed

## What a tournament is

level-friendly = Friendly tournament
level-club = Club tournament
level-school = School tournament
level-student = Student tournament
level-regional = Regional tournament
level-provincial = Provincial championship
level-national = National championship
level-continental = Continental championship
level-world = World championship
stage-regional = { $level }, regional stage
stage-provincial = { $level }, provincial stage
stage-national = { $level }, national stage
division-of-seniors = seniors
division-of-students = students
division-of-high-schools = high schools
division-of-primary-schools = primary schools
for-division = for { $division }
rounds-and-games = { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
    }, matches of { $games ->
    [one] { $games } game
   *[other] { $games } games
    }
everybody-meets-everybody = Everybody meets everybody, in matches of { $games ->
    [one] { $games } game
   *[other] { $games } games
    }

## How it stands

progress-announced = Announced.
progress-taking-entries = Taking entries.
entries-until = Entries until { $day }.
entries-closed-on = Entries closed on { $day }.
progress-round-over = Round { $round } of { $all } is over.
progress-round-played = Round { $round } of { $all } is being played: { $results } in.
results-of = { $known } of { $all ->
    [one] { $all } result
   *[other] { $all } results
    }
progress-running = Running.
progress-finished = Finished. The federation has still to confirm the result.
progress-under-review = Finished. The federation had confirmed the result, and looks at it again.
progress-ratified = Finished, and confirmed by the federation.
progress-cancelled = Cancelled.
ended-early = It ended early: { $reason }

## The page of a tournament

tournament-description = { $name }, { $days }, { $place }: boards, results and standings.
on-this-page = On this page
last-round = Last round
for-printing = For printing
screen-for-the-hall = The screen for the hall
all-boards = All { $boards } boards
all-players = All { $players } players
in-brackets = In brackets: points before the round.
the-order = The order { $when }
equal-points-of-teams = Of teams with equal points, the one is first whose opponents have more points together.
players-entered = Players entered
nobody-yet = Nobody yet.
as-of-here = As of { $moment }, South African time.

## Sheets that are printed and put up

as-of = As of { $moment }
for-officials-only = For officials only: it has names that are not public. Do not put it up.
to-the-tournament = To the tournament
round-number = Round { $round }
board-number = Board { $board }
name-and-round = { $name }, round { $round }
pairings = Pairings
pairings-of-round = Pairings of round { $round }
wall-chart = Wall chart
score-sheets = Score sheets
score-sheets-of-round = Score sheets of round { $round }
cross-table = Cross-table
cross-table-title = Cross-table { $when }
cross-table-title-final = Final cross-table { $when }
standings-title = Standings { $when }
standings-title-final = Final standings { $when }
before-the-first-round = before the first round
after-round = after round { $round }
during-round = during round { $round }, with { $results }
row = Row
result = Result
opponents-points = Opponents
opponents-short = Opp.
opponents-points-together = The opponents’ points together
points-short = Pts
points-before-the-round = Points before the round
points-short-explained = Pts: points before the round.
starts = starts
starts-the-first-game = starts the first game.
starts-the-game = starts the game.
bye = Bye
bye-short = bye
rests = Rests
withdrawn = withdrawn
disputed = disputed
to-be-confirmed = to be confirmed
paired-by-an-umpire = Paired by an umpire.
the-reason = The reason: { $reason }
the-draw-would-have-been = The draw would have been: { $drawn }
bye-of = bye: { $name }
cross-table-note = Under each round: the row of the opponent and, in bold, the points won. f: a game was forfeited.
forfeit-short = f
equal-points-opponents-then-direct = Between equal points the opponents’ points together decide, then the match between two players.
equal-points-direct-then-opponents = Between equal points the match between two players decides, then the opponents’ points together.
equal-points-opponents = Between equal points the opponents’ points together decide.
equal-points-direct = Between equal points the match between two players decides.
total = Total
umpire = Umpire
score-sheet-note = Mark one box for each player in every game: 1 won, ½ drawn, 0 lost.
counting-members = The points of the first { $members ->
    [one] { $members } member
   *[other] { $members } members
    } count; of those in brackets they do not.
awards = Awards
awards-so-far = Awards as things stand
champion = Champion
best-lady = Best lady
best-learner = Best learner, { $division }
shared-by = shared by { $players } players

## The screen in the hall

name-in-the-hall = { $name } · in the hall
page-of = Page { $page } of { $pages }.
