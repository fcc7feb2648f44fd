### Pages that everybody reads

## The frame of every page

federation-unnamed = Amarekhodi enhlangano
page-description = { $title }. Amarekhodi omlabalaba.
to-the-content = Yiya kokuqukethwe
navigation-main = Okuyinhloko
navigation-more = Okunye
language = Ulimi
check-a-certificate = Hlola isitifiketi
your-desk = Ideski lakho
your-account = I-akhawunti yakho
sign-in = Ngena
criteria-of-colours = Imibandela yemibala
the-federation = Inhlangano
the-year-in-numbers = Unyaka ngezinombolo
for-programs = Okwezinhlelo zekhompyutha

## Words that stand alone, above lists and in tables

tournaments = Imiqhudelwano
tournament = Umqhudelwano
rankings = Amazinga
players = Abadlali
player = Umdlali
clubs = Amakilabhu
club = Ikilabhu
games = Imidlalo
game = Umdlalo
umpires = Onompempe
colours = Imibala
teams = Amaqembu
team = Iqembu
board = Ibhodi
boards = Amabhodi
standings = Izikhundla
points = Amaphuzu
place = Indawo
rank = Izinga
number = Inombolo
name = Igama
province = Isifundazwe
level = Izinga
division = Isigaba
kind = Uhlobo
method = Indlela
year = Unyaka
all = konke
search = Sesha
show = Bonisa
check = Hlola
next-page = Ikhasi elilandelayo
from-to = { $first } kuya ku-{ $last }
yes = yebo
no = cha
if-any = (uma ikhona)
to-the-beginning = Yiya ekuqaleni

## Days

month-1 = Januwari
month-2 = Februwari
month-3 = Mashi
month-4 = Ephreli
month-5 = Meyi
month-6 = Juni
month-7 = Julayi
month-8 = Agasti
month-9 = Septhemba
month-10 = Okthoba
month-11 = Novemba
month-12 = Disemba
weekday-1 = UMsombuluko
weekday-2 = ULwesibili
weekday-3 = ULwesithathu
weekday-4 = ULwesine
weekday-5 = ULwesihlanu
weekday-6 = UMgqibelo
weekday-7 = ISonto

## The beginning, and the list of tournaments

home-about = Amarekhodi omlabalaba: imiqhudelwano, abadlali, amazinga nemibala.
on-now = Okuqhubekayo manje
last-results = Imiphumela yakamuva
coming-up = Okuzayo
nothing-is-announced = Akukho okumenyezelwe.
all-tournaments = Yonke imiqhudelwano
just-over = Okusanda kuphela
find-a-player-or-a-club = Thola umdlali noma ikilabhu
name-or-number-of-a-player = Igama noma inombolo yomdlali
or-a-club = Noma ikilabhu
the-newest-rankings = Amazinga amasha
is-this-certificate-good = Ingabe lesi sitifiketi sisebenza?
code-on-the-certificate = Ikhodi esesitifiketini
state-announced = umenyezelwe
state-entries-closed = ukungenela kuvaliwe
state-entries-open = ukungenela kuvuliwe
state-being-played = uyadlalwa
state-over = uphelile
state-ratified = uphelile, waqinisekiswa
state-under-review = uphelile, uyabuyekezwa
state-cancelled = ukhanseliwe
not-over-before = Ongapheli ngaphambi kuka
there-is-no-tournament = Awukho.
year-before-too = Nowonyaka ongaphambili
subscribe-to-the-calendar = Bhalisela ikhalenda

## Clubs

club-community = Ikilabhu yomphakathi
club-school = Ikilabhu yesikole
club-university = Ikilabhu yenyuvesi
standing = Isimo
standing-good = Isesimweni esihle
standing-grace = Imali yalo nyaka kufanele ikhokhwe ngomhla ka-{ $day }
standing-lapsed = Imali yalo nyaka ayikhokhiwe
no-club-is-found = Ayikho ikilabhu etholakele.
places-among-the-clubs = Izindawo phakathi kwamakilabhu
list-of = Uhlu lwangomhla
members = Amalungu
no-member-is-on-record = Alikho elibhaliwe.

## Players

name-or-number = Igama noma inombolo
players-under-18 = Abadlali abangaphansi kuka-18 bavela ngama-inishiyali, batholakala ngenombolo yabo.
nobody-is-found = Akekho otholakele.
full-name-is-not-public = Igama eliphelele alikho obala.
no-tournament-yet = Awukho okwamanje.
rank-of = { $rank } kwabangu-{ $players }
rank-from-list-to-list = Izinga kusuka kolunye uhlu kuya kolunye
chart-of-the-rank = Ishadi lezinga ngamaphuzu emidlalo kusuka kolunye uhlu kuya kolunye

## Games

games-of = Imidlalo ka-{ $player }
all-games = Yonke imidlalo
games-about = Umdlalo ngamunye uvuleka ebhodini, ithuba nethuba.
no-game-is-on-record = Awukho umdlalo obhaliwe.
the-first-won = kunqobe owokuqala
the-second-won = kunqobe owesibili
drawn = balinganile
not-finished = awuqediwe
turns-counted = { $turns ->
    [one] ithuba elingu-{ $turns }
   *[other] amathuba angu-{ $turns }
    }

## A game on its board

game-description = Umdlalo womlabalaba, ithuba nethuba: { $players }. { $result }.
game-facts = { $result }. Udlalwe ngomhla ka-{ $day } { $rules }.
game-facts-in = { $result }. Udlalwe ngomhla ka-{ $day } { $rules }, kulo mqhudelwano: { $tournament }.
rules-generally-accepted = ngemithetho eyamukelwayo
rules-traditional-world-games = ngemithetho yemidlalo yomdabu yomhlaba
rules-schools = ngemithetho yezikole, engenakho ukulingana
rules-botswana = ngemithetho yaseBotswana
rules-encyclopaedia = ngemithetho ye-encyclopaedia
rules-own = ngemithetho yawo
game-won = Kunqobe u-{ $player }: { $end }
game-drawn = Balinganile: { $end }
game-unfinished = Awudlalwanga waphela
end-two-cows = olunye uhlangothi lwase lusele nezinkomo ezimbili
end-no-move = olunye uhlangothi belungakwazi ukuhamba
end-ten-moves = ukuhamba okuyishumi ngamunye kungadutshulwanga
end-resignation = ukuyeka
end-agreement = isivumelwano
end-umpire = isinqumo sikanompempe
end-time = isikhathi
end-forfeit = ukungaveli
end-unfinished = awudlalwanga waphela
about = Mayelana no-{ $name }
game-opening = Ukuqala: u-{ $player } uyaqala
board-after-turn = Ibhodi ngemva kwethuba { $turn }
turn = Ithuba
turns = Amathuba
turn-of = Ithuba { $turn } kwangu-{ $turns }
slider-at-opening = ukuqala
slider-at-turn = ithuba { $turn }, { $played }
cows-on-the-board = U-{ $first } (wokuqala, ezigcwele) unezinkomo ku-{ $cows } nezingu-{ $hand } esandleni; u-{ $second } (wesibili, ezingenalutho) ku-{ $others } nezingu-{ $rest } esandleni.
no-cows = lutho
position-cannot-be-shown = Isimo sebhodi asikwazi ukuboniswa.
game-cannot-be-stepped-through = Umdlalo awukwazi ukulandelwa ithuba nethuba.
show-the-board = Bonisa ibhodi
step-with-the-keys = Hamba ngezinkinobho zemicibisholo ← →, { $home } no-{ $end }, noma ngokushwayipha ibhodi.
game-record-as-text = Irekhodi lomdlalo njengombhalo
step-through = Hamba emdlalweni
to-the-opening = Yiya ekuqaleni komdlalo
one-turn-back = Ithuba elilodwa emuva
one-turn-on = Ithuba elilodwa phambili
to-the-end = Yiya ekugcineni

## Rankings

method-game-points = Amaphuzu emidlalo
method-super-league = Amaphuzu eligi enkulu
method-rating = Isilinganiso
no-list-is-published = Alukho uhlu oseluzishicilelwe.
the-newest = Okusha kakhulu
all-lists = Zonke izinhlu
players-counted = { $players ->
    [one] umdlali ongu-{ $players }
   *[other] abadlali abangu-{ $players }
    }
ranking-facts = { $players ->
    [one] Umdlali ongu-{ $players }
   *[other] Abadlali abangu-{ $players }
    }, ngemiqhudelwano kusuka ku-{ $first } kuya ku-{ $last }.
list-corrects = Lolu hlu lulungisa olwangaphambili: { $reason }
list-was-corrected = Lolu hlu lwalungiswa.
list-result-corrected = Umphumela lolu hlu olusekelwe kuwo walungiswa ngo-{ $day }, ngemva kokushicilelwa kohlu.
list-that-holds = Uhlu olusebenzayo
ladies-or-men = Abesifazane noma abesilisa
ladies = Abesifazane
men = Abesilisa
before = Ngaphambili
the-list-before = Uhlu olwandulelayo
the-points-open = Amaphuzu avula lokho akhiwe ngakho.
the-ratings-open = Izilinganiso zivula lokho ezakhiwe ngakho. Ngemva kuka-± kubhalwe ukuchezuka; isilinganiso singesesikhashana uma ukuchezuka kusekukhulu.
provisional = sesikhashana
new = omusha
up = uyenyuka
down = uyehla
rank-and-points = Izinga { $rank } kwabangu-{ $players }, { $points }
about-the-player = Mayelana nomdlali
all-that-makes-the-figure = Konke okwakhe le nombolo, njengoba kwakubhaliwe ngenkathi kushicilelwa uhlu.
at-the-beginning = Ekuqaleni
umpired = Ongunompempe
played = Okudlaliwe
in-place = indawo { $place }
bout = Umjikelezo { $round }: { $other }, { $own } ku-{ $theirs }

## Umpires

umpire-level-1 = Unompempe wezinga 1
umpire-national = Unompempe kazwelonke
umpire-international = Unompempe womhlaba wonke
accredited-on = Abagunyaziwe ngomhla ka-{ $day }.
no-umpire-is-found = Akekho otholakele.
until-day = kuze kube ngu-{ $day }

## The federation, and how it reads the rules

federation = Inhlangano
short-name = Igama elifushane
website = Iwebhusayithi
contact = Ukuxhumana
how-it-reads-the-rules = Indlela eyiqonda ngayo imithetho
draws-by-moves = Ukulingana ngokuhamba
shots = Ukudubula
equal-points = Amaphuzu alinganayo
byes = Ama-bye
odd-groups = Amaqoqo angalingani ekubhangqweni
club-mates = Abekilabhu elilodwa ekubhangqweni
second-person = Umuntu wesibili
ladies-honoured = Abesifazane abahlonishwayo
the-first-round = Umjikelezo wokuqala
players-are-seeded-by = Abadlali bahlelwa { $seeding }.
seeding-game-points = ngamaphuzu abo emidlalo
seeding-super-league = ngamaphuzu abo eligi enkulu
seeding-rating = ngesilinganiso sabo
umpires-accredited-from = Bagunyazwa kusukela eminyakeni engu-{ $age }, iminyaka engu-{ $years }; onompempe bomhlaba wonke unyaka owodwa.
umpires-accredited-today = Onompempe abagunyaziwe namuhla
divisions = Izigaba
divisions-about = Ngeminyaka ngomhla ka-1 Januwari. Kwabadala kuncintisana wonke umuntu.
years-from-to = iminyaka engu-{ $youngest } kuya ku-{ $oldest }
the-criteria-of-colours = Imibandela yemibala
division-seniors = Abadala
division-students = Abafundi basenyuvesi
division-high-schools = Izikole eziphakeme
division-primary-schools = Izikole zamabanga aphansi
reading-ten-moves-each = Esigcinweni somdlalo esingadutshulwanga, kuyalinganwa ngemva kokuhamba okuyishumi kohlangothi ngalunye.
reading-ten-moves-both = Esigcinweni somdlalo esingadutshulwanga, kuyalinganwa ngemva kokuhamba okuyishumi kwezinhlangothi zombili sezihlangene.
reading-shot-must = Owenza umugqa kufanele adubule inkomo.
reading-shot-may = Owenza umugqa angenqaba ukudubula.
reading-opponents-then-direct = Kunquma amaphuzu abaphikisi ehlangene, bese kuba ngumncintiswano phakathi kwabadlali ababili.
reading-direct-then-opponents = Kunquma umncintiswano phakathi kwabadlali ababili, bese kuba ngamaphuzu abaphikisi ehlangene.
reading-opponents = Kunquma amaphuzu abaphikisi ehlangene.
reading-direct = Kunquma umncintiswano phakathi kwabadlali ababili.
reading-bye-average = I-bye ibala isilinganiso semincintiswano yomdlali uqobo.
reading-bye-zero = I-bye ayibali lutho.
reading-bye-half = I-bye ibala uhhafu walokho umncintiswano ongakuletha.
reading-bye-full = I-bye ibala konke umncintiswano ongakuletha.
reading-floater-median = Eqoqweni elinamaphuzu alinganayo elingenakubhangqwa lonke, kwehla oseduze nendawo ephakathi.
reading-floater-lowest = Eqoqweni elinamaphuzu alinganayo elingenakubhangqwa lonke, kwehla ophansi kunabo bonke.
reading-clubs-round = Abekilabhu elilodwa bahlangana kancane ngangokunokwenzeka, ngisho noma abadlali bephuma emaqoqweni abo.
reading-clubs-bracket = Kungcono abekilabhu elilodwa bahlangane kunokuba omunye umdlali aphume eqoqweni.
reading-confirmations-by-level = Emiqhudelwaneni yobungqwele umuntu wesibili uqinisekisa yonke imiphumela: emicimbini kazwelonke nephakeme ngaphambi kokuba umjikelezo uvalwe, kweminye ngaphambi kokuba inhlangano iqinisekise umcimbi.
reading-confirmations-closing = Emiqhudelwaneni yobungqwele umuntu wesibili uqinisekisa yonke imiphumela ngaphambi kokuba umjikelezo uvalwe.
reading-confirmations-ratification = Emiqhudelwaneni yobungqwele umuntu wesibili uqinisekisa yonke imiphumela ngaphambi kokuba inhlangano iqinisekise umcimbi.
reading-one-lady = Kuhlonishwa owesifazane ohamba phambili emqhudelwaneni.
reading-three-ladies = Kuhlonishwa abesifazane abathathu abahamba phambili emqhudelwaneni.

## The year in numbers

gaming-year-in-numbers = Unyaka wokudlala { $year } ngezinombolo
other-years = Eminye iminyaka
numbers-by-province = Izinombolo ngezifundazwe
registered = Ababhalisile
entrants = Abangenele
recorded = Okubhaliwe
statistics-about = Amakilabhu yilawo akhokhe imali yonyaka. Abadlali ababhalisile nabangenele bangabantu: ngamunye ubalwa kanye, ngaphansi kwekilabhu elimbhalisile noma elimngenisile. Imiqhudelwano ingaphansi kwesifundazwe esiyiphethe. Imidlalo yileyo yemincintiswano, ngaphandle kokungaveli; okubhaliwe yileyo amathuba ayo agciniwe. Umdlalo phakathi kwezifundazwe ezimbili ubalwa kuzo zombili, futhi kanye kwinhlangano.

## Colours

criteria-of-colours-in = Imibandela yemibala ngo-{ $year }
gaming-year-goes = Unyaka wokudlala { $year } usuka ku-{ $first } uye ku-{ $last }.
criteria-of-colours-about = Kwanele ukuhlangabezana nowodwa wemithetho yezinga nesigaba. Kubalwa kuphela imiqhudelwano inhlangano eyiqinisekisile. Umdlali ungowesifundazwe ahlala kuso ngosuku lokugcina lomcimbi, noma ngosuku lokukhetha.
colours-regional = Imibala yesifunda
colours-provincial = Imibala yesifundazwe
colours-national-federation = Imibala yenhlangano kazwelonke
colours-national = Imibala kazwelonke

## Whether a certificate is good

verification-of-a-certificate = Ukuqinisekiswa kwesitifiketi
code-stands-below = Ikhodi ingaphansi kwesikwele esitifiketini.
another-code = Enye ikhodi
the-code = Ikhodi
certificate-erased = Akusekho muntu oqinisekiswa yile khodi: imininingwane yomnikazi isuliwe.
no-such-certificate = Asikho isitifiketi esinale khodi.
no-token-of-ours = Lesi akusona isitifiketi sethu.
token-was-altered = Asisayiniwe ngokhiye bethu, noma sishintshiwe noma sinqanyuliwe. Cela umnikazi isitifiketi futhi.
asked-for-was = Obekubuziwe ngu-{ $code }.
compare-with-the-paper = Yiqhathanise nephepha, uphawu nophawu: ikhodi inezimpawu ezingamashumi amabili emaqoqweni amahlanu.
letters-of-a-code = Ayinazo izinhlamvu I, L, O no-U; u-I no-L bafundwa njengo-1, u-O njengo-0.
paper-is-not-from = Uma kufana nasephepheni, iphepha aliphumi ku-{ $federation }. Cela isitifiketi kumnikazi futhi, noma ubuze inhlangano uqobo.
paper-is-not-from-contact = Uma kufana nasephepheni, iphepha aliphumi ku-{ $federation }. Cela isitifiketi kumnikazi futhi, noma ubuze inhlangano uqobo: { $contact }
verdict-good = Lesi sitifiketi siyasebenza.
verdict-future = Lesi sitifiketi asikasebenzi: isikhathi saso asikaqali.
verdict-expired = Lesi sitifiketi asisasebenzi: isikhathi saso siphelile.
verdict-suspended = Lesi sitifiketi asisebenzi manje: ukugunyazwa kumisiwe.
verdict-revoked = Lesi sitifiketi asisasebenzi: sihoxisiwe.
verdict-superseded = Lesi sitifiketi asisasebenzi: sithathelwe indawo omunye umklomelo.
valid = Siyasebenza
holder = Umnikazi
holder-today = Igama lanamuhla, elishintshile kusukela ngomklomelo
award = Umklomelo
awarded-by-today = Igama layo lanamuhla
awarded-on = Unikezwe ngomhla
award-in-other-languages = Umklomelo njengoba ubhalwe esitifiketini sangolunye ulimi
name-and-award-must-be = Igama nomklomelo esitifiketini kumele kube yilokhu. Umdlalo ngumlabalaba.
either-name-and-award-must-be = Umklomelo esitifiketini kumele kube yilo, negama kube ngelangesikhathi somklomelo noma, uma sanyatheliswa kamuva, elanamuhla. Umdlalo ngumlabalaba.
checked-on = Kuhlolwe ngomhla ka-{ $day } emarekhodini ka-{ $federation }.
its-own-pages = Amakhasi ayo: { $website }.
contact-is = Ukuxhumana: { $contact }

## Signing in

e-mail-address = Ikheli le-imeyili
password = Iphasiwedi
authenticator-code = Ikhodi yesiqinisekisi sakho
you-are-signed-in = Usungenile
signed-in = Ungenile
typed-is-still-here = Okubhalile kusekhona lapha, akukathunyelwa.
send-it-now = Kuthumele manje
do-not-send-it = Ungakuthumeli
your-session-has-ended = Isikhathi sakho siphelile. Okubhalile kugciniwe, kuzoboniswa uma usungenile.
invited-or-forgotten = Umenyiwe, noma ukhohlwe iphasiwedi? Yisethe ngekhodi
code-for-this-venue = Kule laptop ungena ngekhodi oyinikezwe yale ndawo, esikhundleni sephasiwedi yakho. Ilahlekile? Ophethe i-laptop wenza enye.
accounts-are-for = Ama-akhawunti ngawezikhulu zenhlangano, onobhala bamakilabhu nabadlali. Uzomenywa ngulowo okunakekelayo lapho.

## What went wrong with a page

address-asks-for-something = Ikheli licela into leli khasi elingayazi. Linqanyuliwe, noma libhalwe ngokungafanele.
page-without-it = Ikhasi ngaphandle kwakho

## The questions that a parent or guardian answers

consent-subject-name = Igama eliphelele obala
consent-subject-colours = Imibala, yamahhovisi emifundaze namanyuvesi
consent-question-name = Ingabe igama eliphelele lingaba sobala?
consent-question-colours = Ingabe imibala ingabiwa nabanye?
relation-parent = umama noma ubaba
relation-guardian = umnakekeli osemthethweni
relation-themselves = umdlali uqobo
your-name = Igama lakho
your-name-hint = Igama nesibongo somzali noma somnakekeli ophendulayo.
you-are-the-players = Wena ungubani kumdlali
questions-to-a-guardian = Imibuzo eya kumzali noma kumnakekeli
guardian-is-asked-about = U-{ $federation } ukubuza ngomdlali wakwa-{ $club }: { $player }, owazalwa ngo-{ $year }.
only-initials-stand-here = Lapha kubhalwe ama-inishiyali kuphela, ngoba noma ngubani onalesi sixhumanisi angasivula. Akuyena umntwana wakho? Ungaphenduli lutho, utshele ikilabhu.
both-answers-are-free = Zombili izimpendulo zikhululekile: noma ngabe uthi cha, umntwana uyadlala nokho. Ungashintsha umqondo kamuva; ikilabhu liyakulungisa lokho.
text-has-changed = Umbhalo ushintshile selokhu wavula leli khasi. Siza uwufunde futhi.
who-answers = Ophendulayo
send-the-answers = Thumela izimpendulo
link-can-be-answered-once = Isixhumanisi singaphendulwa kanye, kuze kube ngu-{ $moment }.
answers-are-kept = Siyabonga, izimpendulo zigciniwe
can-be-taken-back = Okuvumayo kungahoxiswa noma nini: tshela ikilabhu, kuphele ngaso leso sikhathi.
federation-is-reached-here = Inhlangano itholakala lapha: { $contact }
