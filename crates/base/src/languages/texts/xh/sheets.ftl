### Tournaments: their page, the screen in the hall, and the sheets that are printed

## What a tournament is

level-friendly = Ukhuphiswano lobuhlobo
level-club = Ukhuphiswano lweklabhu
level-school = Ukhuphiswano lwezikolo
level-student = Ukhuphiswano lwabafundi baseyunivesithi
level-regional = Ukhuphiswano lwengingqi
level-provincial = Ubuntshatsheli bephondo
level-national = Ubuntshatsheli besizwe
level-continental = Ubuntshatsheli belizwekazi
level-world = Ubuntshatsheli behlabathi
stage-regional = { $level }, inqanaba lengingqi
stage-provincial = { $level }, inqanaba lephondo
stage-national = { $level }, inqanaba lesizwe
division-of-seniors = abadala
division-of-students = abafundi baseyunivesithi
division-of-high-schools = izikolo eziphakamileyo
division-of-primary-schools = izikolo zamabanga aphantsi
for-division = lwe-{ $division }
rounds-and-games = { $rounds ->
    [one] Umjikelo o-{ $rounds }
   *[other] Imijikelo eyi-{ $rounds }
    }, imincintiswano { $games ->
    [one] yomdlalo o-{ $games }
   *[other] yemidlalo eyi-{ $games }
    }
everybody-meets-everybody = Wonke umntu udibana naye wonke umntu, kwimincintiswano { $games ->
    [one] yomdlalo o-{ $games }
   *[other] yemidlalo eyi-{ $games }
    }

## How it stands

progress-announced = Lubhengeziwe.
progress-taking-entries = Ukungena kuvuliwe.
entries-until = Ukungena kuvuliwe kude kube: { $day }.
entries-closed-on = Ukungena kuvalwe: { $day }.
progress-round-over = Umjikelo { $round } kweyi-{ $all } uphelile.
progress-round-played = Umjikelo { $round } kweyi-{ $all } uyadlalwa: { $results }.
results-of = iziphumo eziyi-{ $known } { $all ->
    [one] kwesi-{ $all }
   *[other] kweziyi-{ $all }
    }
progress-running = Luyaqhubeka.
progress-finished = Luphelile. Umanyano lusaza kuqinisekisa isiphumo.
progress-under-review = Luphelile. Umanyano lwaluqinisekisile isiphumo, ngoku luyasihlola kwakhona.
progress-ratified = Luphelile, laqinisekiswa lumanyano.
progress-cancelled = Lurhoxisiwe.
ended-early = Luphele phambi kwexesha: { $reason }

## The page of a tournament

tournament-description = { $name }, { $days }, { $place }: iibhodi, iziphumo nezikhundla.
on-this-page = Kweli phepha
last-round = Umjikelo wokugqibela
for-printing = Okokuprinta
screen-for-the-hall = Isikrini seholo
all-boards = Zonke iibhodi eziyi-{ $boards }
all-players = Bonke abadlali abayi-{ $players }
in-brackets = Kwizibiyeli: amanqaku phambi komjikelo.
the-order = Ulandelelwano { $when }
equal-points-of-teams = Kumaqela anamanqaku alinganayo, phambili lelo abachasi balo banamanqaku amaninzi bebonke.
players-entered = Abadlali abangenileyo
nobody-yet = Akukabikho mntu.
as-of-here = Ukususela ngo-{ $moment }, ixesha laseMzantsi Afrika.

## Sheets that are printed and put up

as-of = Ukususela ngo-{ $moment }
for-officials-only = Okwamagosa kuphela: kunamagama angekho sidlangalaleni. Musa ukukuxhoma.
to-the-tournament = Yiya kukhuphiswano
round-number = Umjikelo { $round }
board-number = Ibhodi { $board }
name-and-round = { $name }, umjikelo { $round }
pairings = Abadityanisiweyo
pairings-of-round = Abadityanisiweyo bomjikelo { $round }
wall-chart = Itshathi yodonga
score-sheets = Amaphepha amanqaku
score-sheets-of-round = Amaphepha amanqaku omjikelo { $round }
cross-table = Itheyibhile yokudibana
cross-table-title = Itheyibhile yokudibana { $when }
cross-table-title-final = Itheyibhile yokugqibela yokudibana { $when }
standings-title = Izikhundla { $when }
standings-title-final = Izikhundla zokugqibela { $when }
before-the-first-round = phambi komjikelo wokuqala
after-round = emva komjikelo { $round }
during-round = ngexesha lomjikelo { $round }, { $results }
row = Umqolo
result = Isiphumo
opponents-points = Abachasi
opponents-short = Ach.
opponents-points-together = Amanqaku abachasi edibene
points-short = Amanq.
points-before-the-round = Amanqaku phambi komjikelo
points-short-explained = Amanq.: amanqaku phambi komjikelo.
starts = uyaqala
starts-the-first-game = uqala umdlalo wokuqala.
starts-the-game = uqala umdlalo.
bye = I-bye
bye-short = bye
rests = Uyaphumla
withdrawn = urhoxile
disputed = kuyaphikiswa
to-be-confirmed = kusaza kuqinisekiswa
paired-by-an-umpire = Badityaniswe ngusompempe.
the-reason = Isizathu: { $reason }
the-draw-would-have-been = Ukudityaniswa bekuya kuba: { $drawn }
bye-of = i-bye: { $name }
cross-table-note = Phantsi komjikelo ngamnye: umqolo womchasi kwaye, ngqindilili, namanqaku awinileyo. n: umdlalo ekungafikwanga kuwo.
forfeit-short = n
equal-points-opponents-then-direct = Xa amanqaku elingana, kugqiba amanqaku abachasi edibene, emva koko umncintiswano phakathi kwabadlali ababini.
equal-points-direct-then-opponents = Xa amanqaku elingana, kugqiba umncintiswano phakathi kwabadlali ababini, emva koko amanqaku abachasi edibene.
equal-points-opponents = Xa amanqaku elingana, kugqiba amanqaku abachasi edibene.
equal-points-direct = Xa amanqaku elingana, kugqiba umncintiswano phakathi kwabadlali ababini.
total = Isixa
umpire = Usompempe
score-sheet-note = Phawula ibhokisi enye yomdlali ngamnye kumdlalo ngamnye: 1 uphumelele, ½ balingene, 0 woyisiwe.
counting-members = Kubalwa amanqaku { $members ->
    [one] elungu lokuqala eli-{ $members }
   *[other] amalungu okuqala ayi-{ $members }
    }; awabo bakwizibiyeli awabalwa.
awards = Iimbasa
awards-so-far = Iimbasa njengoko kunjalo ngoku
champion = Intshatsheli
best-lady = Inenekazi eligqwesileyo
best-learner = Umfundi ogqwesileyo, { $division }
shared-by = kwabelwana ngabadlali abayi-{ $players }

## The screen in the hall

name-in-the-hall = { $name } · eholweni
page-of = Iphepha { $page } kwayi-{ $pages }.
