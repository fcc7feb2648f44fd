### Tournaments: their page, the screen in the hall, and the sheets that are printed

## What a tournament is

level-friendly = Kgaisano ya botsalano
level-club = Kgaisano ya tlelapo
level-school = Kgaisano ya dikolo
level-student = Kgaisano ya baithuti
level-regional = Kgaisano ya kgaolo
level-provincial = Bompodi jwa porofense
level-national = Bompodi jwa bosetšhaba
level-continental = Bompodi jwa kontinente
level-world = Bompodi jwa lefatshe
stage-regional = { $level }, legato la kgaolo
stage-provincial = { $level }, legato la porofense
stage-national = { $level }, legato la bosetšhaba
division-of-seniors = ba bagolo
division-of-students = baithuti
division-of-high-schools = dikolo tse dikgolwane
division-of-primary-schools = dikolo tse dipotlana
for-division = ya { $division }
rounds-and-games = { $rounds ->
    [one] Modikologo o le { $rounds }
   *[other] Medikologo e le { $rounds }
    }, dikopano tsa { $games ->
    [one] motshameko o le { $games }
   *[other] metshameko e le { $games }
    }
everybody-meets-everybody = Mongwe le mongwe o kopana le botlhe, mo dikopanong tsa { $games ->
    [one] motshameko o le { $games }
   *[other] metshameko e le { $games }
    }

## How it stands

progress-announced = E itsisitswe.
progress-taking-entries = Go tsena go butswe.
entries-until = Go tsena go butswe go fitlha: { $day }.
entries-closed-on = Go tsena go tswaletswe: { $day }.
progress-round-over = Modikologo wa { $round } mo go e le { $all } o fedile.
progress-round-played = Modikologo wa { $round } mo go e le { $all } o a tshamekiwa: { $results }.
results-of = dipholo di le { $known } { $all ->
    [one] mo go e le { $all }
   *[other] mo go di le { $all }
    }
progress-running = E a tswelela.
progress-finished = E fedile. Mokgatlho o sa ntse o tla netefatsa dipholo.
progress-under-review = E fedile. Mokgatlho o ne o netefaditse dipholo, jaanong o a di lebelela gape.
progress-ratified = E fedile, mme e netefaditswe ke mokgatlho.
progress-cancelled = E phimotswe.
ended-early = E fedile pele ga nako: { $reason }

## The page of a tournament

tournament-description = { $name }, { $days }, { $place }: diboto, dipholo le tatelano.
on-this-page = Mo tsebeng e
last-round = Modikologo wa bofelo
for-printing = Tsa go gatisa
screen-for-the-hall = Sekirini sa holo
all-boards = Diboto tsotlhe di le { $boards }
all-players = Batshameki botlhe ba le { $players }
in-brackets = Mo masakaneng: dintlha pele ga modikologo.
the-order = Tatelano { $when }
equal-points-of-teams = Mo ditlhopheng tse di nang le dintlha tse di lekanang, sa ntlha ke se baganetsi ba sone ba nang le dintlha tse dintsi mmogo.
players-entered = Batshameki ba ba tseneng
nobody-yet = Ga go ise go nne ope.
as-of-here = Go fitlha ka { $moment }, nako ya Aforika Borwa.

## Sheets that are printed and put up

as-of = Go fitlha ka { $moment }
for-officials-only = Ya batlhankedi fela: e na le maina a a seng mo pontsheng. Se e lepeletse.
to-the-tournament = Ya kwa kgaisanong
round-number = Modikologo wa { $round }
board-number = Boto ya { $board }
name-and-round = { $name }, modikologo wa { $round }
pairings = Dikopano
pairings-of-round = Dikopano tsa modikologo wa { $round }
wall-chart = Tšhate ya lebota
score-sheets = Ditsebe tsa dintlha
score-sheets-of-round = Ditsebe tsa dintlha tsa modikologo wa { $round }
cross-table = Lenaneo la dikopano
cross-table-title = Lenaneo la dikopano { $when }
cross-table-title-final = Lenaneo la bofelo la dikopano { $when }
standings-title = Tatelano { $when }
standings-title-final = Tatelano ya bofelo { $when }
before-the-first-round = pele ga modikologo wa ntlha
after-round = morago ga modikologo wa { $round }
during-round = ka nako ya modikologo wa { $round }, { $results }
row = Mola
result = Dipholo
opponents-points = Baganetsi
opponents-short = Bag.
opponents-points-together = Dintlha tsa baganetsi mmogo
points-short = Dint.
points-before-the-round = Dintlha pele ga modikologo
points-short-explained = Dint.: dintlha pele ga modikologo.
starts = o a simolola
starts-the-first-game = o simolola motshameko wa ntlha.
starts-the-game = o simolola motshameko.
bye = Bye
bye-short = bye
rests = O a ikhutsa
withdrawn = o ikgogetse morago
disputed = go a ganediwa
to-be-confirmed = go sa tla netefadiwa
paired-by-an-umpire = Ba kopantswe ke moatlhodi.
the-reason = Lebaka: { $reason }
the-draw-would-have-been = Kopano e ka bo e nnile: { $drawn }
bye-of = bye: { $name }
cross-table-note = Ka fa tlase ga modikologo mongwe le mongwe: mola wa moganetsi le, ka mokwalo o montsho, dintlha tse di fentsweng. n: motshameko o go sa tliwang kwa go one.
forfeit-short = n
equal-points-opponents-then-direct = Fa dintlha di lekana, go swetsa dintlha tsa baganetsi mmogo, go bo go nna kopano magareng ga batshameki ba babedi.
equal-points-direct-then-opponents = Fa dintlha di lekana, go swetsa kopano magareng ga batshameki ba babedi, go bo go nna dintlha tsa baganetsi mmogo.
equal-points-opponents = Fa dintlha di lekana, go swetsa dintlha tsa baganetsi mmogo.
equal-points-direct = Fa dintlha di lekana, go swetsa kopano magareng ga batshameki ba babedi.
total = Palogotlhe
umpire = Moatlhodi
score-sheet-note = Tshwaya lebokoso le le lengwe la motshameki mongwe le mongwe mo motshamekong mongwe le mongwe: 1 o fentse, ½ ba lekane, 0 o fentswe.
counting-members = Go balwa dintlha tsa { $members ->
    [one] leloko la ntlha le le { $members }
   *[other] maloko a ntlha a le { $members }
    }; tsa ba ba mo masakaneng ga di balwe.
awards = Dikgele
awards-so-far = Dikgele go ya ka fa go ntseng ka teng
champion = Mmampodi
best-lady = Mosadi yo o gaisitseng
best-learner = Moithuti yo o gaisitseng, { $division }
shared-by = e abelanwe ke batshameki ba le { $players }

## The screen in the hall

name-in-the-hall = { $name } · mo holong
page-of = Tsebe ya { $page } mo go di le { $pages }.
