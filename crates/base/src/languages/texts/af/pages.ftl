### Pages that everybody reads

## The frame of every page

federation-unnamed = Federasierekords
page-description = { $title }. Die rekords van morabaraba.
to-the-content = Na die inhoud
navigation-main = Hoofnavigasie
navigation-more = Meer
language = Taal
check-a-certificate = Gaan ’n sertifikaat na
your-desk = U lessenaar
your-account = U rekening
sign-in = Teken in
criteria-of-colours = Vereistes vir kleure
the-federation = Die federasie
the-year-in-numbers = Die jaar in syfers
for-programs = Vir programme

## Words that stand alone, above lists and in tables

tournaments = Toernooie
tournament = Toernooi
rankings = Ranglyste
players = Spelers
player = Speler
clubs = Klubs
club = Klub
games = Spelle
game = Spel
umpires = Skeidsregters
colours = Kleure
teams = Spanne
team = Span
board = Bord
boards = Borde
standings = Puntestand
points = Punte
place = Plek
rank = Rang
number = Nommer
name = Naam
province = Provinsie
level = Vlak
division = Afdeling
kind = Soort
method = Metode
year = Jaar
all = alle
search = Soek
show = Wys
check = Kontroleer
next-page = Volgende bladsy
from-to = { $first } tot { $last }
yes = ja
no = nee
if-any = (indien enige)
to-the-beginning = Na die begin

## Days

month-1 = Januarie
month-2 = Februarie
month-3 = Maart
month-4 = April
month-5 = Mei
month-6 = Junie
month-7 = Julie
month-8 = Augustus
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Desember
weekday-1 = Maandag
weekday-2 = Dinsdag
weekday-3 = Woensdag
weekday-4 = Donderdag
weekday-5 = Vrydag
weekday-6 = Saterdag
weekday-7 = Sondag

## The beginning, and the list of tournaments

home-about = Die rekords van morabaraba: toernooie, spelers, ranglyste en kleure.
on-now = Nou aan die gang
last-results = Jongste uitslae
coming-up = Binnekort
nothing-is-announced = Niks is aangekondig nie.
all-tournaments = Alle toernooie
just-over = Pas verby
find-a-player-or-a-club = Soek ’n speler of ’n klub
name-or-number-of-a-player = Naam of nommer van ’n speler
or-a-club = Of ’n klub
the-newest-rankings = Die nuutste ranglyste
is-this-certificate-good = Is hierdie sertifikaat geldig?
code-on-the-certificate = Die kode op die sertifikaat
state-announced = aangekondig
state-entries-closed = inskrywings is gesluit
state-entries-open = inskrywings is oop
state-being-played = word gespeel
state-over = verby
state-ratified = verby, en bekragtig
state-under-review = verby, en onder hersiening
state-cancelled = gekanselleer
not-over-before = Nie verby voor
there-is-no-tournament = Daar is geen.
year-before-too = Ook dié van die jaar tevore
subscribe-to-the-calendar = Teken in op die kalender

## Clubs

club-community = Gemeenskapsklub
club-school = Skoolklub
club-university = Universiteitsklub
standing = Status
standing-good = Opbetaal en in orde
standing-grace = Hierdie jaar se geld is betaalbaar teen { $day }
standing-lapsed = Hierdie jaar se geld is nie betaal nie
no-club-is-found = Geen klub is gevind nie.
places-among-the-clubs = Plekke onder die klubs
list-of = Lys van
members = Lede
no-member-is-on-record = Geen is op rekord nie.

## Players

name-or-number = Naam of nommer
players-under-18 = Spelers onder 18 verskyn met hul voorletters, en word deur hul nommer gevind.
nobody-is-found = Niemand is gevind nie.
full-name-is-not-public = Die volle naam is nie openbaar nie.
no-tournament-yet = Nog geen nie.
rank-of = { $rank } van { $players }
rank-from-list-to-list = Die rang van lys tot lys
chart-of-the-rank = ’n Grafiek van die rang volgens spelpunte van lys tot lys

## Games

games-of = Spelle van { $player }
all-games = Alle spelle
games-about = Elke spel open op ’n bord, beurt vir beurt.
no-game-is-on-record = Geen spel is op rekord nie.
the-first-won = die eerste het gewen
the-second-won = die tweede het gewen
drawn = gelykop
not-finished = nie klaargespeel nie
turns-counted = { $turns ->
    [one] { $turns } beurt
   *[other] { $turns } beurte
    }

## A game on its board

game-description = ’n Spel morabaraba, beurt vir beurt: { $players }. { $result }.
game-facts = { $result }. Gespeel op { $day } volgens die { $rules }.
game-facts-in = { $result }. Gespeel op { $day } volgens die { $rules }, in { $tournament }.
rules-generally-accepted = algemeen aanvaarde reëls
rules-traditional-world-games = reëls van die tradisionele wêreldspele
rules-schools = skole se reëls, sonder gelykop
rules-botswana = reëls van Botswana
rules-encyclopaedia = ensiklopedie se reëls
rules-own = spel se eie reëls
game-won = { $player } het gewen: { $end }
game-drawn = Gelykop: { $end }
game-unfinished = Nie tot die einde gespeel nie
end-two-cows = die ander kant het twee koeie oorgehad
end-no-move = die ander kant kon nie skuif nie
end-ten-moves = tien skuiwe elk sonder ’n skoot
end-resignation = oorgawe
end-agreement = ooreenkoms
end-umpire = beslissing van die skeidsregter
end-time = tyd
end-forfeit = verbeur
end-unfinished = nie tot die einde gespeel nie
about = Meer oor { $name }
game-opening = Die opening: { $player } begin
board-after-turn = Die bord ná beurt { $turn }
turn = Beurt
turns = Beurte
turn-of = Beurt { $turn } van { $turns }
slider-at-opening = die opening
slider-at-turn = beurt { $turn }, { $played }
cows-on-the-board = { $first } (eerste, vol) het koeie op { $cows } en { $hand } in die hand; { $second } (tweede, hol) op { $others } en { $rest } in die hand.
no-cows = geen
position-cannot-be-shown = Die stelling kan nie gewys word nie.
game-cannot-be-stepped-through = Daar kan nie deur die spel gestap word nie.
show-the-board = Wys die bord
step-with-the-keys = Stap met die pyltjies ← →, { $home } en { $end }, of vee oor die bord.
game-record-as-text = Die spelrekord as teks
step-through = Stap deur die spel
to-the-opening = Na die opening
one-turn-back = Een beurt terug
one-turn-on = Een beurt vorentoe
to-the-end = Na die einde

## Rankings

method-game-points = Spelpunte
method-super-league = Superligapunte
method-rating = Gradering
no-list-is-published = Nog geen lys is gepubliseer nie.
the-newest = Die nuutste
all-lists = Alle lyste
players-counted = { $players ->
    [one] { $players } speler
   *[other] { $players } spelers
    }
ranking-facts = { $players ->
    [one] { $players } speler
   *[other] { $players } spelers
    }, volgens die toernooie van { $first } tot { $last }.
list-corrects = Hierdie lys stel ’n vroeëre een reg: { $reason }
list-was-corrected = Hierdie lys is reggestel.
list-result-corrected = ’n Uitslag waarop hierdie lys berus, is op { $day } reggestel, nadat die lys gepubliseer is.
list-that-holds = Die lys wat geld
ladies-or-men = Dames of mans
ladies = Dames
men = Mans
before = Vantevore
the-list-before = Die vorige lys
the-points-open = Die punte wys, as dit oopgemaak word, waaruit dit bestaan.
the-ratings-open = Die graderings wys, as dit oopgemaak word, waaruit dit bestaan. Ná ± staan die afwyking; ’n gradering is voorlopig solank die afwyking groot is.
provisional = voorlopig
new = nuut
up = op
down = af
rank-and-points = Rang { $rank } van { $players }, { $points }
about-the-player = Meer oor die speler
all-that-makes-the-figure = Alles waaruit die syfer bestaan, soos dit op rekord was toe die lys gepubliseer is.
at-the-beginning = Aan die begin
umpired = As skeidsregter
played = Gespeel
in-place = plek { $place }
bout = Ronde { $round }: { $other }, { $own } teen { $theirs }

## Umpires

umpire-level-1 = Skeidsregter, vlak 1
umpire-national = Nasionale skeidsregter
umpire-international = Internasionale skeidsregter
accredited-on = Geakkrediteer op { $day }.
no-umpire-is-found = Geen is gevind nie.
until-day = tot { $day }

## The federation, and how it reads the rules

federation = Federasie
short-name = Kort naam
website = Webwerf
contact = Kontak
how-it-reads-the-rules = Hoe dit die reëls lees
draws-by-moves = Gelykop volgens skuiwe
shots = Skote
equal-points = Gelyke punte
byes = Loslootjies
odd-groups = Onewe groepe in die loting
club-mates = Klubmaats in die loting
second-person = ’n Tweede persoon
ladies-honoured = Dames wat vereer word
the-first-round = Die eerste ronde
players-are-seeded-by = Spelers word volgens hul { $seeding } gekeur.
seeding-game-points = spelpunte
seeding-super-league = superligapunte
seeding-rating = gradering
umpires-accredited-from = Geakkrediteer vanaf die ouderdom van { $age }, vir { $years } jaar; internasionale skeidsregters vir een jaar.
umpires-accredited-today = Skeidsregters wat vandag geakkrediteer is
divisions = Afdelings
divisions-about = Volgens die ouderdom op 1 Januarie. Onder seniors ding almal mee.
years-from-to = { $youngest } tot { $oldest } jaar
the-criteria-of-colours = Die vereistes vir kleure
division-seniors = Seniors
division-students = Studente
division-high-schools = Hoërskole
division-primary-schools = Laerskole
reading-ten-moves-each = In ’n eindspel sonder ’n skoot is die spel gelykop ná tien skuiwe deur elke kant.
reading-ten-moves-both = In ’n eindspel sonder ’n skoot is die spel gelykop ná tien skuiwe deur albei kante saam.
reading-shot-must = Wie ’n lyn maak, moet ’n koei skiet.
reading-shot-may = Wie ’n lyn maak, mag weier om te skiet.
reading-opponents-then-direct = Die teenstanders se punte saam beslis, dan die wedstryd tussen die twee spelers.
reading-direct-then-opponents = Die wedstryd tussen die twee spelers beslis, dan die teenstanders se punte saam.
reading-opponents = Die teenstanders se punte saam beslis.
reading-direct = Die wedstryd tussen die twee spelers beslis.
reading-bye-average = ’n Loslootjie tel die gemiddelde van die speler se eie wedstryde.
reading-bye-zero = ’n Loslootjie tel niks.
reading-bye-half = ’n Loslootjie tel die helfte van wat ’n wedstryd kan bring.
reading-bye-full = ’n Loslootjie tel alles wat ’n wedstryd kan bring.
reading-floater-median = Van ’n groep met gelyke punte wat nie almal gepaar kan word nie, val die een naaste aan die middel af.
reading-floater-lowest = Van ’n groep met gelyke punte wat nie almal gepaar kan word nie, val die laagste af.
reading-clubs-round = So min klubmaats as moontlik ontmoet mekaar, al verlaat spelers dan hul groepe.
reading-clubs-bracket = Klubmaats ontmoet mekaar eerder as dat nog ’n speler ’n groep verlaat.
reading-confirmations-by-level = In kampioenskappe bevestig ’n tweede persoon elke uitslag: in nasionale en hoër byeenkomste voordat die ronde gesluit word, in ander voor bekragtiging.
reading-confirmations-closing = In kampioenskappe bevestig ’n tweede persoon elke uitslag voordat die ronde gesluit word.
reading-confirmations-ratification = In kampioenskappe bevestig ’n tweede persoon elke uitslag voor bekragtiging.
reading-one-lady = Die beste dame van ’n toernooi word vereer.
reading-three-ladies = Die drie beste dames van ’n toernooi word vereer.

## The year in numbers

gaming-year-in-numbers = Die speljaar { $year } in syfers
other-years = Ander jare
numbers-by-province = Die syfers per provinsie
registered = Geregistreer
entrants = Deelnemers
recorded = Opgeteken
statistics-about = Klubs het hul geld vir die jaar betaal. Geregistreerde spelers en deelnemers is mense: elkeen tel een keer, onder die klub wat hom of haar registreer of inskryf. Toernooie staan onder die provinsie wat hulle aangebied het. Spelle is dié van wedstryde, sonder verbeurings; opgeteken is dié waarvan die beurte bewaar word. ’n Spel tussen twee provinsies tel in albei, en een keer vir die federasie.

## Colours

criteria-of-colours-in = Die vereistes vir kleure in { $year }
gaming-year-goes = Die speljaar { $year } loop van { $first } tot { $last }.
criteria-of-colours-about = Dit is genoeg om aan een van die reëls vir ’n vlak en ’n afdeling te voldoen. Net toernooie wat die federasie bevestig het, tel. ’n Speler hoort by die provinsie waarin hy of sy op die laaste dag van die geleentheid woon, of op die dag van die keuring.
colours-regional = Streekskleure
colours-provincial = Provinsiale kleure
colours-national-federation = Nasionale federasiekleure
colours-national = Nasionale kleure

## Whether a certificate is good

verification-of-a-certificate = Verifikasie van ’n sertifikaat
code-stands-below = Die kode staan onder die vierkant op die sertifikaat.
another-code = Nog ’n kode
the-code = Die kode
certificate-erased = Niemand word meer deur hierdie kode gesertifiseer nie: die houer se data is uitgewis.
no-such-certificate = Daar is geen sertifikaat met hierdie kode nie.
no-token-of-ours = Dit is nie ’n sertifikaat van ons nie.
token-was-altered = Die teken is nie met een van ons sleutels onderteken nie, of is verander of afgesny. Vra die houer weer vir die sertifikaat.
asked-for-was = Gevra is { $code }.
compare-with-the-paper = Vergelyk dit met die papier, teken vir teken: ’n kode het twintig tekens in vyf groepe.
letters-of-a-code = Dit het nie die letters I, L, O en U nie; I en L word as 1 gelees, en O as 0.
paper-is-not-from = As dit dieselfde op die papier is, kom die papier nie van { $federation } nie. Vra die houer weer vir die sertifikaat, of vra die federasie self.
paper-is-not-from-contact = As dit dieselfde op die papier is, kom die papier nie van { $federation } nie. Vra die houer weer vir die sertifikaat, of vra die federasie self: { $contact }
verdict-good = Hierdie sertifikaat is geldig.
verdict-future = Hierdie sertifikaat is nog nie geldig nie: sy termyn het nog nie begin nie.
verdict-expired = Hierdie sertifikaat is nie meer geldig nie: sy termyn is verby.
verdict-suspended = Hierdie sertifikaat is nie nou geldig nie: die akkreditasie is opgeskort.
verdict-revoked = Hierdie sertifikaat is nie meer geldig nie: dit is herroep.
verdict-superseded = Hierdie sertifikaat is nie meer geldig nie: ’n ander toekenning het sy plek geneem.
valid = Geldig
holder = Houer
holder-today = Naam vandag, wat sedert die toekenning verander het
award = Toekenning
awarded-by-today = Die naam daarvan vandag
awarded-on = Toegeken op
award-in-other-languages = Die toekenning soos dit op ’n sertifikaat in ’n ander taal staan
name-and-award-must-be = Die naam en die toekenning op die sertifikaat moet dié wees. Die spel is morabaraba.
either-name-and-award-must-be = Die toekenning op die sertifikaat moet hierdie een wees, en die naam dié van die toekenning of, as dit later gedruk is, dié van vandag. Die spel is morabaraba.
checked-on = Nagegaan op { $day } in die rekords van { $federation }.
its-own-pages = Sy eie bladsye: { $website }.
contact-is = Kontak: { $contact }

## Signing in

e-mail-address = E-posadres
password = Wagwoord
authenticator-code = Kode van u verifieerder
you-are-signed-in = U is ingeteken
signed-in = Ingeteken
typed-is-still-here = Wat u getik het, is nog hier en is nog nie gestuur nie.
send-it-now = Stuur dit nou
do-not-send-it = Moenie dit stuur nie
your-session-has-ended = U sessie is verby. Wat u getik het, word bewaar en gewys sodra u ingeteken het.
invited-or-forgotten = Genooi, of u wagwoord vergeet? Stel een met ’n kode
code-for-this-venue = Op hierdie skootrekenaar teken u in met die kode wat u vir hierdie speelplek gekry het, in die plek van u wagwoord. Is dit weg? Wie die skootrekenaar het, maak ’n ander een.
accounts-are-for = Rekeninge is vir ampsdraers van die federasie, sekretarisse van klubs en spelers. Wie daar na u omsien, nooi u uit.

## What went wrong with a page

address-asks-for-something = Die adres vra vir iets wat hierdie bladsy nie ken nie. Dit is afgesny, of verkeerd getik.
page-without-it = Die bladsy daarsonder

## The questions that a parent or guardian answers

consent-subject-name = Die volle naam in die openbaar
consent-subject-colours = Kleure, vir beurskantore en universiteite
consent-question-name = Mag die volle naam openbaar wees?
consent-question-colours = Mag die kleure gedeel word?
relation-parent = ma of pa
relation-guardian = voog
relation-themselves = die speler
your-name = U naam
your-name-hint = Voornaam en van van die ouer of voog wat antwoord.
you-are-the-players = U is die speler se
questions-to-a-guardian = Vrae aan ’n ouer of voog
guardian-is-asked-about = { $federation } vra u oor ’n speler van { $club }: { $player }, gebore in { $year }.
only-initials-stand-here = Net voorletters staan hier, want enigiemand wat hierdie skakel het, kan dit oopmaak. Is dit nie u kind nie? Antwoord dan niks nie, en sê vir die klub.
both-answers-are-free = Albei antwoorde is vry: wie nee sê, speel steeds. U kan later van plan verander; die klub sorg daarvoor.
text-has-changed = ’n Teks het verander sedert u hierdie bladsy oopgemaak het. Lees dit asseblief weer.
who-answers = Wie antwoord
send-the-answers = Stuur die antwoorde
link-can-be-answered-once = Die skakel kan een keer beantwoord word, tot { $moment }.
answers-are-kept = Dankie, die antwoorde is bewaar
can-be-taken-back = Wat u toelaat, kan enige tyd teruggetrek word: sê vir die klub, en dit eindig dadelik.
federation-is-reached-here = Die federasie is hier bereikbaar: { $contact }
