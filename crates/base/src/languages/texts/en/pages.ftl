### Pages that everybody reads

## The frame of every page

federation-unnamed = Federation records
page-description = { $title }. The records of Morabaraba.
to-the-content = To the content
navigation-main = Main
navigation-more = More
language = Language
check-a-certificate = Check a certificate
your-desk = Your desk
your-account = Your account
sign-in = Sign in
criteria-of-colours = Criteria of colours
the-federation = The federation
the-year-in-numbers = The year in numbers
for-programs = For programs

## Words that stand alone, above lists and in tables

tournaments = Tournaments
tournament = Tournament
rankings = Rankings
players = Players
player = Player
clubs = Clubs
club = Club
games = Games
game = Game
umpires = Umpires
colours = Colours
teams = Teams
team = Team
board = Board
boards = Boards
standings = Standings
points = Points
place = Place
rank = Rank
number = Number
name = Name
province = Province
level = Level
division = Division
kind = Kind
method = Method
year = Year
all = all
search = Search
show = Show
check = Check
next-page = Next page
from-to = { $first } to { $last }
yes = yes
no = no
if-any = (if any)
to-the-beginning = To the beginning

## Days

month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
weekday-1 = Monday
weekday-2 = Tuesday
weekday-3 = Wednesday
weekday-4 = Thursday
weekday-5 = Friday
weekday-6 = Saturday
weekday-7 = Sunday

## The beginning, and the list of tournaments

home-about = The records of Morabaraba: tournaments, players, rankings and colours.
on-now = On now
last-results = Last results
coming-up = Coming up
nothing-is-announced = Nothing is announced.
all-tournaments = All tournaments
just-over = Just over
find-a-player-or-a-club = Find a player or a club
name-or-number-of-a-player = Name or number of a player
or-a-club = Or a club
the-newest-rankings = The newest rankings
is-this-certificate-good = Is this certificate good?
code-on-the-certificate = The code on the certificate
state-announced = announced
state-entries-closed = entries are closed
state-entries-open = entries are open
state-being-played = being played
state-over = over
state-ratified = over, and ratified
state-under-review = over, and under review
state-cancelled = cancelled
not-over-before = Not over before
there-is-no-tournament = There is none.
year-before-too = Those of the year before too
subscribe-to-the-calendar = Subscribe to the calendar

## Clubs

club-community = Community club
club-school = School club
club-university = University club
standing = Standing
standing-good = In good standing
standing-grace = The fee of this year is due by { $day }
standing-lapsed = The fee of this year is not paid
no-club-is-found = No club is found.
places-among-the-clubs = Places among the clubs
list-of = List of
members = Members
no-member-is-on-record = None is on record.

## Players

name-or-number = Name or number
players-under-18 = Players under 18 appear by their initials, and are found by their number.
nobody-is-found = Nobody is found.
full-name-is-not-public = The full name is not public.
no-tournament-yet = None yet.
rank-of = { $rank } of { $players }
rank-from-list-to-list = The rank from list to list
chart-of-the-rank = A chart of the rank by game points from list to list

## Games

games-of = Games of { $player }
all-games = All games
games-about = Each game opens on a board, turn by turn.
no-game-is-on-record = No game is on record.
the-first-won = the first won
the-second-won = the second won
drawn = drawn
not-finished = not finished
turns-counted = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
    }

## A game on its board

game-description = A game of Morabaraba, turn by turn: { $players }. { $result }.
game-facts = { $result }. Played on { $day } by the { $rules }.
game-facts-in = { $result }. Played on { $day } by the { $rules }, in { $tournament }.
rules-generally-accepted = generally accepted rules
rules-traditional-world-games = rules of the traditional world games
rules-schools = rules of schools, without draws
rules-botswana = rules of Botswana
rules-encyclopaedia = encyclopaedia’s rules
rules-own = rules of its own
game-won = { $player } won: { $end }
game-drawn = Drawn: { $end }
game-unfinished = Not played to an end
end-two-cows = the other side had two cows left
end-no-move = the other side could not move
end-ten-moves = ten moves each without a shot
end-resignation = resignation
end-agreement = agreement
end-umpire = decision of the umpire
end-time = time
end-forfeit = forfeit
end-unfinished = not played to an end
about = About { $name }
game-opening = The opening: { $player } begins
board-after-turn = The board after turn { $turn }
turn = Turn
turns = Turns
turn-of = Turn { $turn } of { $turns }
slider-at-opening = the opening
slider-at-turn = turn { $turn }, { $played }
cows-on-the-board = { $first } (first, full) has cows on { $cows } and { $hand } in hand; { $second } (second, hollow) on { $others } and { $rest } in hand.
no-cows = none
position-cannot-be-shown = The position cannot be shown.
game-cannot-be-stepped-through = The game cannot be stepped through.
show-the-board = Show the board
step-with-the-keys = Step with the arrow keys ← →, { $home } and { $end }, or by swiping the board.
game-record-as-text = The game record as text
step-through = Step through the game
to-the-opening = To the opening
one-turn-back = One turn back
one-turn-on = One turn on
to-the-end = To the end

## Rankings

method-game-points = Game points
method-super-league = Super league points
method-rating = Rating
no-list-is-published = No list is published yet.
the-newest = The newest
all-lists = All lists
players-counted = { $players ->
    [one] { $players } players
   *[other] { $players } players
    }
ranking-facts = { $players ->
    [one] { $players } players
   *[other] { $players } players
    }, by the tournaments from { $first } to { $last }.
list-corrects = This list corrects an earlier one: { $reason }
list-was-corrected = This list was corrected.
list-result-corrected = A result on which this list rests was corrected on { $day }, after the list was published.
list-that-holds = The list that holds
ladies-or-men = Ladies or men
ladies = Ladies
men = Men
before = Before
the-list-before = The list before
the-points-open = The points open into what they are made of.
the-ratings-open = The ratings open into what they are made of. After ± stands the deviation; a rating is provisional while that is large.
provisional = provisional
new = new
up = up
down = down
rank-and-points = Rank { $rank } of { $players }, { $points }
about-the-player = About the player
all-that-makes-the-figure = All that makes the figure, as it was on record when the list was published.
at-the-beginning = At the beginning
umpired = Umpired
played = Played
in-place = place { $place }
bout = Round { $round }: { $other }, { $own } to { $theirs }

## Umpires

umpire-level-1 = Level 1 umpire
umpire-national = National umpire
umpire-international = International umpire
accredited-on = Accredited on { $day }.
no-umpire-is-found = None is found.
until-day = until { $day }

## The federation, and how it reads the rules

federation = Federation
short-name = Short name
website = Website
contact = Contact
how-it-reads-the-rules = How it reads the rules
draws-by-moves = Draws by moves
shots = Shots
equal-points = Equal points
byes = Byes
odd-groups = Odd groups in the draw
club-mates = Club mates in the draw
second-person = A second person
ladies-honoured = Ladies honoured
the-first-round = The first round
players-are-seeded-by = Players are seeded by their { $seeding }.
seeding-game-points = game points
seeding-super-league = super league points
seeding-rating = rating
umpires-accredited-from = Accredited from the age of { $age }, for { $years } years; international umpires for one year.
umpires-accredited-today = Umpires accredited today
divisions = Divisions
divisions-about = By the age on 1 January. Among seniors everybody competes.
years-from-to = { $youngest } to { $oldest } years
the-criteria-of-colours = The criteria of colours
division-seniors = Seniors
division-students = Students
division-high-schools = High schools
division-primary-schools = Primary schools
reading-ten-moves-each = In an endgame without a shot the game is drawn after ten moves by each side.
reading-ten-moves-both = In an endgame without a shot the game is drawn after ten moves by both sides together.
reading-shot-must = Who makes a line must shoot a cow.
reading-shot-may = Who makes a line may decline to shoot.
reading-opponents-then-direct = The points of the opponents together decide, then the match between two players.
reading-direct-then-opponents = The match between two players decides, then the points of the opponents together.
reading-opponents = The points of the opponents together decide.
reading-direct = The match between two players decides.
reading-bye-average = A bye counts the average of the player’s own matches.
reading-bye-zero = A bye counts nothing.
reading-bye-half = A bye counts half of what a match can bring.
reading-bye-full = A bye counts all that a match can bring.
reading-floater-median = Of a group of equal points that cannot all be paired, the one nearest the middle drops.
reading-floater-lowest = Of a group of equal points that cannot all be paired, the lowest drops.
reading-clubs-round = As few club mates meet as can be, even if players then leave their groups.
reading-clubs-bracket = Club mates meet rather than that one more player leaves a group.
reading-confirmations-by-level = In championships a second person confirms each result: in national events and higher ones before the round is closed, in others before ratification.
reading-confirmations-closing = In championships a second person confirms each result before the round is closed.
reading-confirmations-ratification = In championships a second person confirms each result before ratification.
reading-one-lady = The best lady of a tournament is honoured.
reading-three-ladies = The three best ladies of a tournament are honoured.

## The year in numbers

gaming-year-in-numbers = The gaming year { $year } in numbers
other-years = Other years
numbers-by-province = The numbers by province
registered = Registered
entrants = Entrants
recorded = Recorded
statistics-about = Clubs have paid their fee for the year. Registered players and entrants are people: each counts once, and under the club that registers or enters them. Tournaments stand under the province that ran them. Games are those of matches, without forfeits; recorded are those of which the turns are kept. A game between two provinces counts in both, and once for the federation.

## Colours

criteria-of-colours-in = The criteria of colours in { $year }
gaming-year-goes = The gaming year { $year } goes from { $first } to { $last }.
criteria-of-colours-about = To meet one of the rules for a level and a division is enough. Only tournaments that the federation has confirmed count. A player belongs to the province in which they live on the last day of the event, or on the day of the selection.
colours-regional = Regional colours
colours-provincial = Provincial colours
colours-national-federation = National federation colours
colours-national = National colours

## Whether a certificate is good

verification-of-a-certificate = Verification of a certificate
code-stands-below = The code stands below the square on the certificate.
another-code = Another code
the-code = The code
certificate-erased = Nobody is certified by this code any more: the holder's data was erased.
no-such-certificate = There is no certificate with this code.
no-token-of-ours = This is no certificate of ours.
token-was-altered = The token is not signed with one of our keys, or was altered or cut. Ask the holder for the certificate once more.
asked-for-was = Asked for was { $code }.
compare-with-the-paper = Compare it with the paper, sign by sign: a code has twenty signs in five groups.
letters-of-a-code = It has no letters I, L, O and U; I and L are read as 1, and O as 0.
paper-is-not-from = If it is the same on the paper, the paper is not from { $federation }. Ask the holder for the certificate once more, or ask the federation itself.
paper-is-not-from-contact = If it is the same on the paper, the paper is not from { $federation }. Ask the holder for the certificate once more, or ask the federation itself: { $contact }
verdict-good = This certificate is good.
verdict-future = This certificate is not good yet: its term has not begun.
verdict-expired = This certificate is no longer good: its term is over.
verdict-suspended = This certificate is not good now: the accreditation is suspended.
verdict-revoked = This certificate is no longer good: it was revoked.
verdict-superseded = This certificate is no longer good: another award has taken its place.
valid = Valid
holder = Holder
holder-today = Name today, which has changed since the award
award = Award
awarded-by-today = Its name today
awarded-on = Awarded on
award-in-other-languages = The award as it stands on a certificate in another language
name-and-award-must-be = The name and the award on the certificate must be these. The game is Morabaraba.
either-name-and-award-must-be = The award on the certificate must be this, and the name the one of the award or, if it was printed later, the one of today. The game is Morabaraba.
checked-on = Checked on { $day } in the records of { $federation }.
its-own-pages = Its own pages: { $website }.
contact-is = Contact: { $contact }

## Signing in

e-mail-address = E-mail address
password = Password
authenticator-code = Code of your authenticator
you-are-signed-in = You are signed in
signed-in = Signed in
typed-is-still-here = What you had typed is still here, and was not sent yet.
send-it-now = Send it now
do-not-send-it = Do not send it
your-session-has-ended = Your session has ended. What you typed is kept, and shown once you have signed in.
invited-or-forgotten = Invited, or forgotten your password? Set one by a code
code-for-this-venue = On this laptop you sign in with the code that you were given for this venue, in the place of your password. Lost it? Whoever has the laptop makes another.
accounts-are-for = Accounts are for officials of the federation, secretaries of clubs and players. Whoever looks after you there invites you.

## What went wrong with a page

address-asks-for-something = The address asks for something that this page does not know. It was cut off, or typed wrongly.
page-without-it = The page without it

## The questions that a parent or guardian answers

consent-subject-name = The full name in public
consent-subject-colours = Colours, for bursary offices and universities
consent-question-name = May the full name be public?
consent-question-colours = May the colours be shared?
relation-parent = mother or father
relation-guardian = guardian
relation-themselves = the player
your-name = Your name
your-name-hint = First name and surname of the parent or guardian who answers.
you-are-the-players = You are the player's
questions-to-a-guardian = Questions to a parent or guardian
guardian-is-asked-about = { $federation } asks you about a player of { $club }: { $player }, born in { $year }.
only-initials-stand-here = Only initials stand here, because anybody who has this link can open it. Is this not your child? Then answer nothing, and tell the club.
both-answers-are-free = Both answers are free: whoever says no plays all the same. You can change your mind later; the club sees to it.
text-has-changed = A text has changed since you opened this page. Please read it once more.
who-answers = Who answers
send-the-answers = Send the answers
link-can-be-answered-once = The link can be answered once, until { $moment }.
answers-are-kept = Thank you, the answers are kept
can-be-taken-back = What you allow can be taken back at any time: tell the club, and it ends at once.
federation-is-reached-here = The federation is reached here: { $contact }
