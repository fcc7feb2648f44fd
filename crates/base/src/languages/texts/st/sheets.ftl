### Tournaments: their page, the screen in the hall, and the sheets that are printed

## What a tournament is

level-friendly = Tlhodisano ya setswalle
level-club = Tlhodisano ya tlelapo
level-school = Tlhodisano ya dikolo
level-student = Tlhodisano ya baithuti
level-regional = Tlhodisano ya lebatowa
level-provincial = Bompodi ba profensi
level-national = Bompodi ba naha
level-continental = Bompodi ba kontinente
level-world = Bompodi ba lefatshe
stage-regional = { $level }, mokgahlelo wa lebatowa
stage-provincial = { $level }, mokgahlelo wa profensi
stage-national = { $level }, mokgahlelo wa naha
division-of-seniors = ba baholo
division-of-students = baithuti
division-of-high-schools = dikolo tse phahameng
division-of-primary-schools = dikolo tsa mathomo
for-division = ya { $division }
rounds-and-games = { $rounds ->
    [one] Potoloho e le { $rounds }
   *[other] Dipotoloho tse { $rounds }
    }, dikopano tsa { $games ->
    [one] papadi e le { $games }
   *[other] dipapadi tse { $games }
    }
everybody-meets-everybody = E mong le e mong o kopana le bohle, dikopanong tsa { $games ->
    [one] papadi e le { $games }
   *[other] dipapadi tse { $games }
    }

## How it stands

progress-announced = E phatlaladitswe.
progress-taking-entries = Ho kena ho bulehile.
entries-until = Ho kena ho bulehile ho fihlela: { $day }.
entries-closed-on = Ho kena ho kwetswe: { $day }.
progress-round-over = Potoloho ya { $round } ho tse { $all } e fedile.
progress-round-played = Potoloho ya { $round } ho tse { $all } e a bapalwa: { $results }.
results-of = diphetho tse { $known } { $all ->
    [one] ho se le { $all }
   *[other] ho tse { $all }
    }
progress-running = E a tswela pele.
progress-finished = E fedile. Mokgatlo o sa tla netefatsa sephetho.
progress-under-review = E fedile. Mokgatlo o ne o netefaditse sephetho, jwale o a se sheba hape.
progress-ratified = E fedile, mme e netefaditswe ke mokgatlo.
progress-cancelled = E hlakotswe.
ended-early = E fedile pele ho nako: { $reason }

## The page of a tournament

tournament-description = { $name }, { $days }, { $place }: diboto, diphetho le tatelano.
on-this-page = Leqepheng lena
last-round = Potoloho ya ho qetela
for-printing = Tsa ho hatisa
screen-for-the-hall = Skrine sa holo
all-boards = Diboto tsohle tse { $boards }
all-players = Dibapadi tsohle tse { $players }
in-brackets = Masakaneng: dintlha pele ho potoloho.
the-order = Tatelano { $when }
equal-points-of-teams = Ho dihlopha tse nang le dintlha tse lekanang, sa pele ke seo bahanyetsi ba sona ba nang le dintlha tse ngata ha ba kopane.
players-entered = Dibapadi tse keneng
nobody-yet = Ha ho motho hajwale.
as-of-here = Ho fihlela ka { $moment }, nako ya Afrika Borwa.

## Sheets that are printed and put up

as-of = Ho fihlela ka { $moment }
for-officials-only = Ya ba ofisiri feela: e na le mabitso a sa phatlalatswang. Se e fanyehe.
to-the-tournament = Eya tlhodisanong
round-number = Potoloho ya { $round }
board-number = Boto ya { $board }
name-and-round = { $name }, potoloho ya { $round }
pairings = Dikopano
pairings-of-round = Dikopano tsa potoloho ya { $round }
wall-chart = Tjhate ya lebota
score-sheets = Maqephe a dintlha
score-sheets-of-round = Maqephe a dintlha a potoloho ya { $round }
cross-table = Tafole ya dikopano
cross-table-title = Tafole ya dikopano { $when }
cross-table-title-final = Tafole ya ho qetela ya dikopano { $when }
standings-title = Tatelano { $when }
standings-title-final = Tatelano ya ho qetela { $when }
before-the-first-round = pele ho potoloho ya pele
after-round = kamora potoloho ya { $round }
during-round = nakong ya potoloho ya { $round }, { $results }
row = Mola
result = Sephetho
opponents-points = Bahanyetsi
opponents-short = Bah.
opponents-points-together = Dintlha tsa bahanyetsi mmoho
points-short = Dint.
points-before-the-round = Dintlha pele ho potoloho
points-short-explained = Dint.: dintlha pele ho potoloho.
starts = o a qala
starts-the-first-game = o qala papadi ya pele.
starts-the-game = o qala papadi.
bye = Bye
bye-short = bye
rests = O a phomola
withdrawn = o ikgutseditse
disputed = ho a phehiswa
to-be-confirmed = ho sa tla netefatswa
paired-by-an-umpire = Ba kopantswe ke moahlodi.
the-reason = Lebaka: { $reason }
the-draw-would-have-been = Kopano e ka be e bile: { $drawn }
bye-of = bye: { $name }
cross-table-note = Tlasa potoloho ka nngwe: mola wa mohanyetsi le, ka mongolo o motenya, dintlha tse hapilweng. n: papadi eo ho sa tlwang.
forfeit-short = n
equal-points-opponents-then-direct = Ha dintlha di lekana, ho etsa qeto dintlha tsa bahanyetsi mmoho, ebe kopano pakeng tsa dibapadi tse pedi.
equal-points-direct-then-opponents = Ha dintlha di lekana, ho etsa qeto kopano pakeng tsa dibapadi tse pedi, ebe dintlha tsa bahanyetsi mmoho.
equal-points-opponents = Ha dintlha di lekana, ho etsa qeto dintlha tsa bahanyetsi mmoho.
equal-points-direct = Ha dintlha di lekana, ho etsa qeto kopano pakeng tsa dibapadi tse pedi.
total = Kakaretso
umpire = Moahlodi
score-sheet-note = Tshwaya lebokose le le leng la sebapadi ka seng papading ka nngwe: 1 o hlotse, ½ ba lekane, 0 o hlotswe.
counting-members = Ho balwa dintlha tsa { $members ->
    [one] setho sa pele se le { $members }
   *[other] ditho tsa pele tse { $members }
    }; tsa ba masakaneng ha di balwe.
awards = Dikgau
awards-so-far = Dikgau ho ya kamoo ho leng ka teng
champion = Mmampodi
best-lady = Mosadi ya tswang pele
best-learner = Moithuti ya tswang pele, { $division }
shared-by = e abelanwe ke dibapadi tse { $players }

## The screen in the hall

name-in-the-hall = { $name } · holong
page-of = Leqephe la { $page } ho a { $pages }.
