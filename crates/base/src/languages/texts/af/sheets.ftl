### Tournaments: their page, the screen in the hall, and the sheets that are printed

## What a tournament is

level-friendly = Vriendskaplike toernooi
level-club = Klubtoernooi
level-school = Skoletoernooi
level-student = Studentetoernooi
level-regional = Streekstoernooi
level-provincial = Provinsiale kampioenskap
level-national = Nasionale kampioenskap
level-continental = Kontinentale kampioenskap
level-world = Wêreldkampioenskap
stage-regional = { $level }, streeksfase
stage-provincial = { $level }, provinsiale fase
stage-national = { $level }, nasionale fase
division-of-seniors = seniors
division-of-students = studente
division-of-high-schools = hoërskole
division-of-primary-schools = laerskole
for-division = vir { $division }
rounds-and-games = { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
    }, wedstryde van { $games ->
    [one] { $games } spel
   *[other] { $games } spelle
    }
everybody-meets-everybody = Almal speel teen almal, in wedstryde van { $games ->
    [one] { $games } spel
   *[other] { $games } spelle
    }

## How it stands

progress-announced = Aangekondig.
progress-taking-entries = Inskrywings is oop.
entries-until = Inskrywings tot { $day }.
entries-closed-on = Inskrywings het op { $day } gesluit.
progress-round-over = Ronde { $round } van { $all } is verby.
progress-round-played = Ronde { $round } van { $all } word gespeel: { $results } ontvang.
results-of = { $known } van { $all ->
    [one] { $all } uitslag
   *[other] { $all } uitslae
    }
progress-running = Aan die gang.
progress-finished = Klaar. Die federasie moet die uitslag nog bevestig.
progress-under-review = Klaar. Die federasie het die uitslag bevestig, en kyk weer daarna.
progress-ratified = Klaar, en deur die federasie bevestig.
progress-cancelled = Gekanselleer.
ended-early = Dit het vroeg geëindig: { $reason }

## The page of a tournament

tournament-description = { $name }, { $days }, { $place }: borde, uitslae en puntestand.
on-this-page = Op hierdie bladsy
last-round = Laaste ronde
for-printing = Om te druk
screen-for-the-hall = Die skerm vir die saal
all-boards = Al { $boards } borde
all-players = Al { $players } spelers
in-brackets = Tussen hakies: punte voor die ronde.
the-order = Die volgorde { $when }
equal-points-of-teams = Van spanne met gelyke punte is die een eerste wie se teenstanders saam meer punte het.
players-entered = Ingeskrewe spelers
nobody-yet = Nog niemand nie.
as-of-here = Soos op { $moment }, Suid-Afrikaanse tyd.

## Sheets that are printed and put up

as-of = Soos op { $moment }
for-officials-only = Net vir ampsdraers: daar is name op wat nie openbaar is nie. Moenie dit ophang nie.
to-the-tournament = Na die toernooi
round-number = Ronde { $round }
board-number = Bord { $board }
name-and-round = { $name }, ronde { $round }
pairings = Parings
pairings-of-round = Parings van ronde { $round }
wall-chart = Muurkaart
score-sheets = Puntevelle
score-sheets-of-round = Puntevelle van ronde { $round }
cross-table = Kruistabel
cross-table-title = Kruistabel { $when }
cross-table-title-final = Finale kruistabel { $when }
standings-title = Puntestand { $when }
standings-title-final = Finale puntestand { $when }
before-the-first-round = voor die eerste ronde
after-round = ná ronde { $round }
during-round = tydens ronde { $round }, met { $results }
row = Ry
result = Uitslag
opponents-points = Teenstanders
opponents-short = Teenst.
opponents-points-together = Die teenstanders se punte saam
points-short = Pte
points-before-the-round = Punte voor die ronde
points-short-explained = Pte: punte voor die ronde.
starts = begin
starts-the-first-game = begin die eerste spel.
starts-the-game = begin die spel.
bye = Loslootjie
bye-short = los
rests = Rus
withdrawn = onttrek
disputed = betwis
to-be-confirmed = moet bevestig word
paired-by-an-umpire = Deur ’n skeidsregter gepaar.
the-reason = Die rede: { $reason }
the-draw-would-have-been = Die loting sou gewees het: { $drawn }
bye-of = loslootjie: { $name }
cross-table-note = Onder elke ronde: die ry van die teenstander en, in vetdruk, die punte wat gewen is. v: ’n spel is verbeur.
forfeit-short = v
equal-points-opponents-then-direct = By gelyke punte beslis die teenstanders se punte saam, dan die wedstryd tussen die twee spelers.
equal-points-direct-then-opponents = By gelyke punte beslis die wedstryd tussen die twee spelers, dan die teenstanders se punte saam.
equal-points-opponents = By gelyke punte beslis die teenstanders se punte saam.
equal-points-direct = By gelyke punte beslis die wedstryd tussen die twee spelers.
total = Totaal
umpire = Skeidsregter
score-sheet-note = Merk een blokkie vir elke speler in elke spel: 1 gewen, ½ gelykop, 0 verloor.
counting-members = Die punte van die eerste { $members ->
    [one] { $members } lid
   *[other] { $members } lede
    } tel; dié tussen hakies tel nie.
awards = Toekennings
awards-so-far = Toekennings soos sake nou staan
champion = Kampioen
best-lady = Beste dame
best-learner = Beste leerder, { $division }
shared-by = gedeel deur { $players } spelers

## The screen in the hall

name-in-the-hall = { $name } · in die saal
page-of = Bladsy { $page } van { $pages }.
