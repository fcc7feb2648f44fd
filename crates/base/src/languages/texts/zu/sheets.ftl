### Tournaments: their page, the screen in the hall, and the sheets that are printed

## What a tournament is

level-friendly = Umqhudelwano wobungani
level-club = Umqhudelwano wekilabhu
level-school = Umqhudelwano wezikole
level-student = Umqhudelwano wabafundi basenyuvesi
level-regional = Umqhudelwano wesifunda
level-provincial = Ubuqhawe besifundazwe
level-national = Ubuqhawe bezwe
level-continental = Ubuqhawe bezwekazi
level-world = Ubuqhawe bomhlaba
stage-regional = { $level }, isigaba sesifunda
stage-provincial = { $level }, isigaba sesifundazwe
stage-national = { $level }, isigaba sezwe
division-of-seniors = abadala
division-of-students = abafundi basenyuvesi
division-of-high-schools = izikole eziphakeme
division-of-primary-schools = izikole zamabanga aphansi
for-division = okwe-{ $division }
rounds-and-games = { $rounds ->
    [one] Umjikelezo ongu-{ $rounds }
   *[other] Imijikelezo engu-{ $rounds }
    }, imincintiswano { $games ->
    [one] yomdlalo ongu-{ $games }
   *[other] yemidlalo engu-{ $games }
    }
everybody-meets-everybody = Wonke umuntu uhlangana nawo wonke umuntu, emincintiswaneni { $games ->
    [one] yomdlalo ongu-{ $games }
   *[other] yemidlalo engu-{ $games }
    }

## How it stands

progress-announced = Umenyezelwe.
progress-taking-entries = Ukungenela kuvuliwe.
entries-until = Ukungenela kuvuliwe kuze kube: { $day }.
entries-closed-on = Ukungenela kuvalwe: { $day }.
progress-round-over = Umjikelezo { $round } kwengu-{ $all } uphelile.
progress-round-played = Umjikelezo { $round } kwengu-{ $all } uyadlalwa: { $results }.
results-of = imiphumela engu-{ $known } { $all ->
    [one] kongu-{ $all }
   *[other] kwengu-{ $all }
    }
progress-running = Uyaqhubeka.
progress-finished = Uphelile. Inhlangano isazoqinisekisa umphumela.
progress-under-review = Uphelile. Inhlangano yayiwuqinisekisile umphumela, manje isawubuyekeza.
progress-ratified = Uphelile, futhi uqinisekiswe yinhlangano.
progress-cancelled = Ukhanseliwe.
ended-early = Uphele ngaphambi kwesikhathi: { $reason }

## The page of a tournament

tournament-description = { $name }, { $days }, { $place }: amabhodi, imiphumela nezikhundla.
on-this-page = Kuleli khasi
last-round = Umjikelezo wokugcina
for-printing = Okokuphrinta
screen-for-the-hall = Isikrini sehholo
all-boards = Wonke amabhodi angu-{ $boards }
all-players = Bonke abadlali abangu-{ $players }
in-brackets = Kubakaki: amaphuzu ngaphambi komjikelezo.
the-order = Ukulandelana { $when }
equal-points-of-teams = Kumaqembu anamaphuzu alinganayo, phambili kuba yilelo abaphikisi balo abanamaphuzu amaningi behlangene.
players-entered = Abadlali abangenele
nobody-yet = Akekho okwamanje.
as-of-here = Kusukela ngo-{ $moment }, isikhathi saseNingizimu Afrika.

## Sheets that are printed and put up

as-of = Kusukela ngo-{ $moment }
for-officials-only = Okwezikhulu kuphela: kunamagama angekho obala. Ungakuphanyeki.
to-the-tournament = Yiya emqhudelwaneni
round-number = Umjikelezo { $round }
board-number = Ibhodi { $board }
name-and-round = { $name }, umjikelezo { $round }
pairings = Ababhangqiwe
pairings-of-round = Ababhangqiwe bomjikelezo { $round }
wall-chart = Ishadi lodonga
score-sheets = Amashidi amaphuzu
score-sheets-of-round = Amashidi amaphuzu omjikelezo { $round }
cross-table = Ithebula lokuhlangana
cross-table-title = Ithebula lokuhlangana { $when }
cross-table-title-final = Ithebula lokugcina lokuhlangana { $when }
standings-title = Izikhundla { $when }
standings-title-final = Izikhundla zokugcina { $when }
before-the-first-round = ngaphambi komjikelezo wokuqala
after-round = ngemva komjikelezo { $round }
during-round = ngesikhathi somjikelezo { $round }, { $results }
row = Umugqa
result = Umphumela
opponents-points = Abaphikisi
opponents-short = Aph.
opponents-points-together = Amaphuzu abaphikisi ehlangene
points-short = Amaph.
points-before-the-round = Amaphuzu ngaphambi komjikelezo
points-short-explained = Amaph.: amaphuzu ngaphambi komjikelezo.
starts = uyaqala
starts-the-first-game = uqala umdlalo wokuqala.
starts-the-game = uqala umdlalo.
bye = I-bye
bye-short = bye
rests = Uyaphumula
withdrawn = uhoxile
disputed = kuyaphikiswana
to-be-confirmed = kusazoqinisekiswa
paired-by-an-umpire = Babhangqwe ngunompempe.
the-reason = Isizathu: { $reason }
the-draw-would-have-been = Ukubhangqwa bekuyoba: { $drawn }
bye-of = i-bye: { $name }
cross-table-note = Ngaphansi komjikelezo ngamunye: umugqa womphikisi kanye, ngokugqamile, namaphuzu awinile. n: umdlalo obungavelwanga.
forfeit-short = n
equal-points-opponents-then-direct = Uma amaphuzu elingana, kunquma amaphuzu abaphikisi ehlangene, bese kuba ngumncintiswano phakathi kwabadlali ababili.
equal-points-direct-then-opponents = Uma amaphuzu elingana, kunquma umncintiswano phakathi kwabadlali ababili, bese kuba ngamaphuzu abaphikisi ehlangene.
equal-points-opponents = Uma amaphuzu elingana, kunquma amaphuzu abaphikisi ehlangene.
equal-points-direct = Uma amaphuzu elingana, kunquma umncintiswano phakathi kwabadlali ababili.
total = Isamba
umpire = Unompempe
score-sheet-note = Maka ibhokisi elilodwa lomdlali ngamunye emdlalweni ngamunye: 1 unqobile, ½ balingane, 0 uhluliwe.
counting-members = Kubalwa amaphuzu { $members ->
    [one] elungu lokuqala elingu-{ $members }
   *[other] amalungu okuqala angu-{ $members }
    }; awalabo abakubakaki awabalwa.
awards = Imiklomelo
awards-so-far = Imiklomelo njengoba kunje
champion = Iqhawe
best-lady = Owesifazane ohamba phambili
best-learner = Umfundi ohamba phambili, { $division }
shared-by = kwabelwana ngabadlali abangu-{ $players }

## The screen in the hall

name-in-the-hall = { $name } · ehholo
page-of = Ikhasi { $page } kwangu-{ $pages }.
