### Pages that everybody reads

## The frame of every page

federation-unnamed = Iirekhodi zomanyano
page-description = { $title }. Iirekhodi zomlabalaba.
to-the-content = Yiya kumxholo
navigation-main = Okuphambili
navigation-more = Okunye
language = Ulwimi
check-a-certificate = Jonga isatifikethi
your-desk = Idesika yakho
your-account = I-akhawunti yakho
sign-in = Ngena
criteria-of-colours = Imiqathango yemibala
the-federation = Umanyano
the-year-in-numbers = Unyaka ngamanani
for-programs = Okweenkqubo zekhompyutha

## Words that stand alone, above lists and in tables

tournaments = Iikhuphiswano
tournament = Ukhuphiswano
rankings = Amanqanaba
players = Abadlali
player = Umdlali
clubs = Iiklabhu
club = Iklabhu
games = Imidlalo
game = Umdlalo
umpires = Oosompempe
colours = Imibala
teams = Amaqela
team = Iqela
board = Ibhodi
boards = Iibhodi
standings = Izikhundla
points = Amanqaku
place = Indawo
rank = Inqanaba
number = Inombolo
name = Igama
province = Iphondo
level = Inqanaba
division = Icandelo
kind = Uhlobo
method = Indlela
year = Unyaka
all = zonke
search = Khangela
show = Bonisa
check = Jonga
next-page = Iphepha elilandelayo
from-to = { $first } ukuya ku-{ $last }
yes = ewe
no = hayi
if-any = (ukuba ikhona)
to-the-beginning = Yiya ekuqaleni

## Days

month-1 = Janyuwari
month-2 = Februwari
month-3 = Matshi
month-4 = Epreli
month-5 = Meyi
month-6 = Juni
month-7 = Julayi
month-8 = Agasti
month-9 = Septemba
month-10 = Okthobha
month-11 = Novemba
month-12 = Disemba
weekday-1 = UMvulo
weekday-2 = ULwesibini
weekday-3 = ULwesithathu
weekday-4 = ULwesine
weekday-5 = ULwesihlanu
weekday-6 = UMgqibelo
weekday-7 = ICawa

## The beginning, and the list of tournaments

home-about = Iirekhodi zomlabalaba: iikhuphiswano, abadlali, amanqanaba nemibala.
on-now = Eziqhubekayo ngoku
last-results = Iziphumo zakutshanje
coming-up = Ezizayo
nothing-is-announced = Akukho nto ibhengeziweyo.
all-tournaments = Zonke iikhuphiswano
just-over = Ezisanda kuphela
find-a-player-or-a-club = Fumana umdlali okanye iklabhu
name-or-number-of-a-player = Igama okanye inombolo yomdlali
or-a-club = Okanye iklabhu
the-newest-rankings = Amanqanaba amatsha
is-this-certificate-good = Ingaba esi satifikethi siyasebenza?
code-on-the-certificate = Ikhowudi ekwisatifikethi
state-announced = lubhengeziwe
state-entries-closed = ukungena kuvaliwe
state-entries-open = ukungena kuvuliwe
state-being-played = luyadlalwa
state-over = luphelile
state-ratified = luphelile, laqinisekiswa
state-under-review = luphelile, luyahlolwa kwakhona
state-cancelled = lurhoxisiwe
not-over-before = Olungapheli phambi kwe
there-is-no-tournament = Alukho.
year-before-too = Nezonyaka ongaphambili
subscribe-to-the-calendar = Bhalisela ikhalenda

## Clubs

club-community = Iklabhu yoluntu
club-school = Iklabhu yesikolo
club-university = Iklabhu yeyunivesithi
standing = Isimo
standing-good = Ikwisimo esihle
standing-grace = Imali yalo nyaka kufuneka ihlawulwe ngomhla we-{ $day }
standing-lapsed = Imali yalo nyaka ayihlawulwanga
no-club-is-found = Akukho klabhu ifunyenweyo.
places-among-the-clubs = Iindawo phakathi kweeklabhu
list-of = Uluhlu lomhla
members = Amalungu
no-member-is-on-record = Akukho libhalisiweyo.

## Players

name-or-number = Igama okanye inombolo
players-under-18 = Abadlali abangaphantsi kwe-18 bavela ngoonobumba bokuqala, bafunyanwa ngenombolo yabo.
nobody-is-found = Akukho mntu ufunyenweyo.
full-name-is-not-public = Igama elipheleleyo alikho esidlangalaleni.
no-tournament-yet = Akukho okwangoku.
rank-of = { $rank } kwabayi-{ $players }
rank-from-list-to-list = Inqanaba ukusuka kuluhlu ukuya kolunye
chart-of-the-rank = Itshathi yenqanaba ngamanqaku emidlalo ukusuka kuluhlu ukuya kolunye

## Games

games-of = Imidlalo ka-{ $player }
all-games = Yonke imidlalo
games-about = Umdlalo ngamnye uvuleka kwibhodi, ithuba nethuba.
no-game-is-on-record = Akukho mdlalo ubhaliweyo.
the-first-won = kuphumelele owokuqala
the-second-won = kuphumelele owesibini
drawn = balingene
not-finished = awugqitywanga
turns-counted = { $turns ->
    [one] ithuba eli-{ $turns }
   *[other] amathuba ayi-{ $turns }
    }

## A game on its board

game-description = Umdlalo womlabalaba, ithuba nethuba: { $players }. { $result }.
game-facts = { $result }. Udlalwe ngomhla we-{ $day } { $rules }.
game-facts-in = { $result }. Udlalwe ngomhla we-{ $day } { $rules }, kolu khuphiswano: { $tournament }.
rules-generally-accepted = ngemithetho eyamkelekileyo
rules-traditional-world-games = ngemithetho yemidlalo yemveli yehlabathi
rules-schools = ngemithetho yezikolo, engenakulingana
rules-botswana = ngemithetho yaseBotswana
rules-encyclopaedia = ngemithetho ye-encyclopaedia
rules-own = ngemithetho yawo
game-won = Kuphumelele u-{ $player }: { $end }
game-drawn = Balingene: { $end }
game-unfinished = Awudlalwanga wagqitywa
end-two-cows = elinye icala lalisele neenkomo ezimbini
end-no-move = elinye icala lalingenako ukuhamba
end-ten-moves = iintshukumo ezilishumi umntu ngamnye kungadutyulwanga
end-resignation = ukunikezela
end-agreement = isivumelwano
end-umpire = isigqibo sikasompempe
end-time = ixesha
end-forfeit = ukungabikho
end-unfinished = awudlalwanga wagqitywa
about = Malunga no-{ $name }
game-opening = Ukuqala: u-{ $player } uyaqala
board-after-turn = Ibhodi emva kwethuba { $turn }
turn = Ithuba
turns = Amathuba
turn-of = Ithuba { $turn } kwayi-{ $turns }
slider-at-opening = ukuqala
slider-at-turn = ithuba { $turn }, { $played }
cows-on-the-board = U-{ $first } (wokuqala, ezizeleyo) uneenkomo ku-{ $cows } nezi-{ $hand } esandleni; u-{ $second } (wesibini, ezingenanto) ku-{ $others } nezi-{ $rest } esandleni.
no-cows = akukho
position-cannot-be-shown = Imeko yebhodi ayinakuboniswa.
game-cannot-be-stepped-through = Umdlalo awunakulandelwa ithuba nethuba.
show-the-board = Bonisa ibhodi
step-with-the-keys = Hamba ngamaqhosha eentolo ← →, { $home } no-{ $end }, okanye ngokutyibilikisa ibhodi.
game-record-as-text = Irekhodi yomdlalo njengombhalo
step-through = Hamba emdlalweni
to-the-opening = Yiya ekuqaleni komdlalo
one-turn-back = Ithuba elinye emva
one-turn-on = Ithuba elinye phambili
to-the-end = Yiya esiphelweni

## Rankings

method-game-points = Amanqaku emidlalo
method-super-league = Amanqaku eligi enkulu
method-rating = Umlinganiselo
no-list-is-published = Akukabikho luhlu lupapashiweyo.
the-newest = Ezitsha kakhulu
all-lists = Zonke izintlu
players-counted = { $players ->
    [one] umdlali o-{ $players }
   *[other] abadlali abayi-{ $players }
    }
ranking-facts = { $players ->
    [one] Umdlali o-{ $players }
   *[other] Abadlali abayi-{ $players }
    }, ngeekhuphiswano ukusuka ku-{ $first } ukuya ku-{ $last }.
list-corrects = Olu luhlu lulungisa olwangaphambili: { $reason }
list-was-corrected = Olu luhlu lwalungiswa.
list-result-corrected = Isiphumo esixhasa olu luhlu salungiswa nge-{ $day }, emva kokupapashwa koluhlu.
list-that-holds = Uluhlu olusebenzayo
ladies-or-men = Amanenekazi okanye amadoda
ladies = Amanenekazi
men = Amadoda
before = Ngaphambili
the-list-before = Uluhlu olwandulelayo
the-points-open = Amanqaku avula oko enziwe ngako.
the-ratings-open = Imilinganiselo ivula oko yenziwe ngako. Emva kwe-± kubhalwe ukutenxa; umlinganiselo ngowethutyana xa ukutenxa kusekukhulu.
provisional = owethutyana
new = omtsha
up = uyenyuka
down = uyehla
rank-and-points = Inqanaba { $rank } kwabayi-{ $players }, { $points }
about-the-player = Malunga nomdlali
all-that-makes-the-figure = Konke okwenza eli nani, njengoko kwakubhaliwe xa uluhlu lwapapashwayo.
at-the-beginning = Ekuqaleni
umpired = Engusompempe
played = Okudlaliweyo
in-place = indawo { $place }
bout = Umjikelo { $round }: { $other }, { $own } ku-{ $theirs }

## Umpires

umpire-level-1 = Usompempe wenqanaba 1
umpire-national = Usompempe wesizwe
umpire-international = Usompempe wamazwe ngamazwe
accredited-on = Abagunyazisiweyo ngomhla we-{ $day }.
no-umpire-is-found = Akukho namnye ufunyenweyo.
until-day = kude kube ngu-{ $day }

## The federation, and how it reads the rules

federation = Umanyano
short-name = Igama elifutshane
website = Iwebhusayithi
contact = Uqhagamshelwano
how-it-reads-the-rules = Indlela eyiqonda ngayo imithetho
draws-by-moves = Ukulingana ngeentshukumo
shots = Ukudubula
equal-points = Amanqaku alinganayo
byes = Ii-bye
odd-groups = Amaqela angalinganiyo ekudityanisweni
club-mates = Abeklabhu enye ekudityanisweni
second-person = Umntu wesibini
ladies-honoured = Amanenekazi awongwayo
the-first-round = Umjikelo wokuqala
players-are-seeded-by = Abadlali bahlelwa { $seeding }.
seeding-game-points = ngamanqaku abo emidlalo
seeding-super-league = ngamanqaku abo eligi enkulu
seeding-rating = ngomlinganiselo wabo
umpires-accredited-from = Bagunyaziswa ukususela kwiminyaka eyi-{ $age }, iminyaka eyi-{ $years }; oosompempe bamazwe ngamazwe unyaka omnye.
umpires-accredited-today = Oosompempe abagunyazisiweyo namhlanje
divisions = Amacandelo
divisions-about = Ngobudala ngomhla woku-1 Janyuwari. Kwabadala wonke umntu uyakhuphisana.
years-from-to = iminyaka eyi-{ $youngest } ukuya ku-{ $oldest }
the-criteria-of-colours = Imiqathango yemibala
division-seniors = Abadala
division-students = Abafundi baseyunivesithi
division-high-schools = Izikolo eziphakamileyo
division-primary-schools = Izikolo zamabanga aphantsi
reading-ten-moves-each = Esiphelweni somdlalo kungadutyulwanga, kuyalinganwa emva kweentshukumo ezilishumi zecala ngalinye.
reading-ten-moves-both = Esiphelweni somdlalo kungadutyulwanga, kuyalinganwa emva kweentshukumo ezilishumi zamacala omabini edibene.
reading-shot-must = Owenza umgca kufuneka adubule inkomo.
reading-shot-may = Owenza umgca angala ukudubula.
reading-opponents-then-direct = Kugqiba amanqaku abachasi edibene, emva koko umncintiswano phakathi kwabadlali ababini.
reading-direct-then-opponents = Kugqiba umncintiswano phakathi kwabadlali ababini, emva koko amanqaku abachasi edibene.
reading-opponents = Kugqiba amanqaku abachasi edibene.
reading-direct = Kugqiba umncintiswano phakathi kwabadlali ababini.
reading-bye-average = I-bye ibala umndilili wemincintiswano yomdlali ngokwakhe.
reading-bye-zero = I-bye ayibali nto.
reading-bye-half = I-bye ibala isiqingatha soko umncintiswano unokukuzisa.
reading-bye-full = I-bye ibala konke umncintiswano unokukuzisa.
reading-floater-median = Kwiqela elinamanqaku alinganayo elingenakudityaniswa lonke, kwehla okufutshane nombindi.
reading-floater-lowest = Kwiqela elinamanqaku alinganayo elingenakudityaniswa lonke, kwehla ophantsi kunabo bonke.
reading-clubs-round = Abeklabhu enye badibana kancinci kangangoko, nokuba abadlali bayaphuma kumaqela abo.
reading-clubs-bracket = Kungcono abeklabhu enye badibane kunokuba omnye umdlali aphume kwiqela.
reading-confirmations-by-level = Kwiintshatsheli umntu wesibini uqinisekisa zonke iziphumo: kwiminyhadala yesizwe nephezulu phambi kokuba umjikelo uvalwe, kweminye phambi kokuba umanyano luqinisekise umnyhadala.
reading-confirmations-closing = Kwiintshatsheli umntu wesibini uqinisekisa zonke iziphumo phambi kokuba umjikelo uvalwe.
reading-confirmations-ratification = Kwiintshatsheli umntu wesibini uqinisekisa zonke iziphumo phambi kokuba umanyano luqinisekise umnyhadala.
reading-one-lady = Kuwongwa inenekazi eligqwesileyo kukhuphiswano.
reading-three-ladies = Kuwongwa amanenekazi amathathu agqwesileyo kukhuphiswano.

## The year in numbers

gaming-year-in-numbers = Unyaka wokudlala { $year } ngamanani
other-years = Eminye iminyaka
numbers-by-province = Amanani ngokwamaphondo
registered = Ababhalisileyo
entrants = Abangenileyo
recorded = Ebhaliweyo
statistics-about = Iiklabhu zezo zihlawule imali yonyaka. Abadlali ababhalisileyo nabangenileyo bangabantu: ngamnye ubalwa kanye, phantsi kweklabhu embhalisileyo okanye emngenisileyo. Iikhuphiswano ziphantsi kwephondo eliziqhubileyo. Imidlalo yeyemincintiswano, ngaphandle kokungabikho; ebhaliweyo yileyo amathuba ayo agciniweyo. Umdlalo phakathi kwamaphondo amabini ubalwa kuwo omabini, kwaye kanye kumanyano.

## Colours

criteria-of-colours-in = Imiqathango yemibala ngo-{ $year }
gaming-year-goes = Unyaka wokudlala { $year } ususela ku-{ $first } uye ku-{ $last }.
criteria-of-colours-about = Kwanele ukuhlangabezana nomnye wemithetho yenqanaba necandelo. Kubalwa kuphela iikhuphiswano umanyano oluziqinisekisileyo. Umdlali ungowephondo ahlala kulo ngosuku lokugqibela lomsitho, okanye ngosuku lokukhetha.
colours-regional = Imibala yengingqi
colours-provincial = Imibala yephondo
colours-national-federation = Imibala yomanyano lwesizwe
colours-national = Imibala yesizwe

## Whether a certificate is good

verification-of-a-certificate = Ukuqinisekiswa kwesatifikethi
code-stands-below = Ikhowudi iphantsi kwesikwere kwisatifikethi.
another-code = Enye ikhowudi
the-code = Ikhowudi
certificate-erased = Akusekho mntu uqinisekiswa yile khowudi: iinkcukacha zomnini zicinyiwe.
no-such-certificate = Asikho isatifikethi esinale khowudi.
no-token-of-ours = Esi asisosatifikethi sethu.
token-was-altered = Asisayinwanga ngezitshixo zethu, okanye sitshintshiwe okanye sinqunyulwe. Cela umnini isatifikethi kwakhona.
asked-for-was = Obekubuziwe ngu-{ $code }.
compare-with-the-paper = Yithelekise nephepha, uphawu nophawu: ikhowudi ineempawu ezingamashumi amabini kumaqela amahlanu.
letters-of-a-code = Ayinabo oonobumba I, L, O no-U; u-I no-L bafundwa njengo-1, u-O njengo-0.
paper-is-not-from = Ukuba iyafana nasephepheni, iphepha aliveli ku-{ $federation }. Cela isatifikethi kumnini kwakhona, okanye ubuze umanyano ngokwalo.
paper-is-not-from-contact = Ukuba iyafana nasephepheni, iphepha aliveli ku-{ $federation }. Cela isatifikethi kumnini kwakhona, okanye ubuze umanyano ngokwalo: { $contact }
verdict-good = Esi satifikethi siyasebenza.
verdict-future = Esi satifikethi asikasebenzi: ixesha laso alikaqali.
verdict-expired = Esi satifikethi asisasebenzi: ixesha laso liphelile.
verdict-suspended = Esi satifikethi asisebenzi ngoku: ugunyaziso lumisiwe.
verdict-revoked = Esi satifikethi asisasebenzi: sirhoxisiwe.
verdict-superseded = Esi satifikethi asisasebenzi: sithathelwe indawo yenye imbasa.
valid = Siyasebenza
holder = Umnini
holder-today = Igama lanamhlanje, elitshintshileyo ukususela kwimbasa
award = Imbasa
awarded-by-today = Igama lawo lanamhlanje
awarded-on = Inikezelwe ngomhla
award-in-other-languages = Imbasa njengoko ibhalwe kwisatifikethi esingolunye ulwimi
name-and-award-must-be = Igama nembasa kwisatifikethi kufuneka ibe zezi. Umdlalo ngumlabalaba.
either-name-and-award-must-be = Imbasa kwisatifikethi kufuneka ibe yile, negama libe lelexesha lembasa okanye, ukuba saprintwa kamva, elanamhlanje. Umdlalo ngumlabalaba.
checked-on = Kujongwe ngomhla we-{ $day } kwiirekhodi zika-{ $federation }.
its-own-pages = Amaphepha alo: { $website }.
contact-is = Uqhagamshelwano: { $contact }

## Signing in

e-mail-address = Idilesi ye-imeyile
password = Igama lokugqithisa
authenticator-code = Ikhowudi yesiqinisekisi sakho
you-are-signed-in = Ungenile
signed-in = Ungenile
typed-is-still-here = Okubhalileyo kuselapha, akukathunyelwa.
send-it-now = Yithumele ngoku
do-not-send-it = Musa ukuyithumela
your-session-has-ended = Ixesha lakho liphelile. Okubhalileyo kugciniwe, kuza kuboniswa wakuba ungenile.
invited-or-forgotten = Umenyiwe, okanye ulibele igama lokugqithisa? Liseke ngekhowudi
code-for-this-venue = Kule laptop ungena ngekhowudi oyinikiweyo yale ndawo, endaweni yegama lakho lokugqithisa. Ilahlekile? Lowo une-laptop wenza enye.
accounts-are-for = Ii-akhawunti zezamagosa omanyano, oonobhala beeklabhu nabadlali. Uza kumenywa ngulowo ukukhathaleleyo apho.

## What went wrong with a page

address-asks-for-something = Idilesi icela into eli phepha elingayaziyo. Inqunyulwe, okanye ichwetheze ngendlela engeyiyo.
page-without-it = Iphepha ngaphandle kwayo

## The questions that a parent or guardian answers

consent-subject-name = Igama elipheleleyo esidlangalaleni
consent-subject-colours = Imibala, yeeofisi zeebhasari neeyunivesithi
consent-question-name = Ingaba igama elipheleleyo lingaba sesidlangalaleni?
consent-question-colours = Ingaba imibala ingabiwa nabanye?
relation-parent = umama okanye utata
relation-guardian = umgcini osemthethweni
relation-themselves = umdlali ngokwakhe
your-name = Igama lakho
your-name-hint = Igama nefani yomzali okanye yomgcini ophendulayo.
you-are-the-players = Wena ungubani kumdlali
questions-to-a-guardian = Imibuzo eya kumzali okanye kumgcini
guardian-is-asked-about = U-{ $federation } ukubuza ngomdlali we-{ $club }: { $player }, owazalwa ngo-{ $year }.
only-initials-stand-here = Apha kubhalwe oonobumba bokuqala kuphela, kuba nabani na onale linki angayivula. Asingomntwana wakho? Musa ukuphendula nto, uxelele iklabhu.
both-answers-are-free = Zombini iimpendulo zikhululekile: nokuba uthi hayi, umntwana uyadlala kunjalo. Ungayitshintsha ingqondo kamva; iklabhu iya kuyilungisa loo nto.
text-has-changed = Umbhalo utshintshile ukusukela oko wavula eli phepha. Nceda uwufunde kwakhona.
who-answers = Ophendulayo
send-the-answers = Thumela iimpendulo
link-can-be-answered-once = Ilinki inokuphendulwa kube kanye, kude kube ngu-{ $moment }.
answers-are-kept = Enkosi, iimpendulo zigciniwe
can-be-taken-back = Oko ukuvumileyo kungarhoxiswa nanini na: xelela iklabhu, kuphele kwangoko.
federation-is-reached-here = Umanyano lufumaneka apha: { $contact }
