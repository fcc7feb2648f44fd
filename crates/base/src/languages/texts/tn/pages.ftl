### Pages that everybody reads

## The frame of every page

federation-unnamed = Direkoto tsa mokgatlho
page-description = { $title }. Direkoto tsa morabaraba.
to-the-content = Ya kwa diteng
navigation-main = Tse dikgolo
navigation-more = Tse dingwe
language = Puo
check-a-certificate = Tlhola setifikeiti
your-desk = Tafole ya gago
your-account = Akhaonto ya gago
sign-in = Tsena
criteria-of-colours = Dintlha tsa mebala
the-federation = Mokgatlho
the-year-in-numbers = Ngwaga ka dipalo
for-programs = Ya mananeo a khomputara

## Words that stand alone, above lists and in tables

tournaments = Dikgaisano
tournament = Kgaisano
rankings = Maemo
players = Batshameki
player = Motshameki
clubs = Ditlelapo
club = Tlelapo
games = Metshameko
game = Motshameko
umpires = Baatlhodi
colours = Mebala
teams = Ditlhopha
team = Setlhopha
board = Boto
boards = Diboto
standings = Tatelano
points = Dintlha
place = Maemo
rank = Boemo
number = Nomoro
name = Leina
province = Porofense
level = Boemo
division = Karolo
kind = Mofuta
method = Mokgwa
year = Ngwaga
all = tsotlhe
search = Batla
show = Bontsha
check = Tlhola
next-page = Tsebe e e latelang
from-to = { $first } go fitlha ka { $last }
yes = ee
no = nnyaa
if-any = (fa e le teng)
to-the-beginning = Ya kwa tshimologong

## Days

month-1 = Ferikgong
month-2 = Tlhakole
month-3 = Mopitlwe
month-4 = Moranang
month-5 = Motsheganong
month-6 = Seetebosigo
month-7 = Phukwi
month-8 = Phatwe
month-9 = Lwetse
month-10 = Diphalane
month-11 = Ngwanatsele
month-12 = Sedimonthole
weekday-1 = Mosupologo
weekday-2 = Labobedi
weekday-3 = Laboraro
weekday-4 = Labone
weekday-5 = Labotlhano
weekday-6 = Lamatlhatso
weekday-7 = Latshipi

## The beginning, and the list of tournaments

home-about = Direkoto tsa morabaraba: dikgaisano, batshameki, maemo le mebala.
on-now = Tse di tswelelang gona jaanong
last-results = Dipholo tsa bosheng
coming-up = Tse di tlang
nothing-is-announced = Ga go na sepe se se itsisitsweng.
all-tournaments = Dikgaisano tsotlhe
just-over = Tse di sa tswang go fela
find-a-player-or-a-club = Batla motshameki kgotsa tlelapo
name-or-number-of-a-player = Leina kgotsa nomoro ya motshameki
or-a-club = Kgotsa tlelapo
the-newest-rankings = Maemo a masha
is-this-certificate-good = A setifikeiti se se a dira?
code-on-the-certificate = Khoutu e e mo setifikeiting
state-announced = e itsisitswe
state-entries-closed = go tsena go tswaletswe
state-entries-open = go tsena go butswe
state-being-played = e a tshamekiwa
state-over = e fedile
state-ratified = e fedile, mme e netefaditswe
state-under-review = e fedile, mme e lebelelwa gape
state-cancelled = e phimotswe
not-over-before = E e sa feleng pele ga
there-is-no-tournament = Ga e yo.
year-before-too = Le tsa ngwaga o o fetileng
subscribe-to-the-calendar = Ikwadise mo khalendareng

## Clubs

club-community = Tlelapo ya setšhaba
club-school = Tlelapo ya sekolo
club-university = Tlelapo ya yunibesithi
standing = Boemo
standing-good = E mo maemong a a siameng
standing-grace = Tuelo ya ngwaga ono e tshwanetse go duelwa ka la { $day }
standing-lapsed = Tuelo ya ngwaga ono ga e a duelwa
no-club-is-found = Ga go na tlelapo e e bonweng.
places-among-the-clubs = Maemo gareng ga ditlelapo
list-of = Lenaane la la
members = Maloko
no-member-is-on-record = Ga go na ope yo o kwadilweng.

## Players

name-or-number = Leina kgotsa nomoro
players-under-18 = Batshameki ba ba kwa tlase ga 18 ba tlhaga ka ditlhaka tsa ntlha, mme ba bonwa ka nomoro ya bone.
nobody-is-found = Ga go na ope yo o bonweng.
full-name-is-not-public = Leina le le feletseng ga le mo pontsheng.
no-tournament-yet = Ga e ise e nne teng.
rank-of = { $rank } mo go ba le { $players }
rank-from-list-to-list = Boemo go tswa mo lenaaneng go ya kwa go le lengwe
chart-of-the-rank = Tšhate ya boemo ka dintlha tsa motshameko go tswa mo lenaaneng go ya kwa go le lengwe

## Games

games-of = Metshameko ya ga { $player }
all-games = Metshameko yotlhe
games-about = Motshameko mongwe le mongwe o bulega mo botong, sebaka ka sebaka.
no-game-is-on-record = Ga go na motshameko o o kwadilweng.
the-first-won = wa ntlha o fentse
the-second-won = wa bobedi o fentse
drawn = ba lekane
not-finished = ga o a wediwa
turns-counted = { $turns ->
    [one] sebaka se le { $turns }
   *[other] dibaka di le { $turns }
    }

## A game on its board

game-description = Motshameko wa morabaraba, sebaka ka sebaka: { $players }. { $result }.
game-facts = { $result }. O tshamekilwe ka la { $day } { $rules }.
game-facts-in = { $result }. O tshamekilwe ka la { $day } { $rules }, mo kgaisanong e: { $tournament }.
rules-generally-accepted = ka melao e e amogetsweng
rules-traditional-world-games = ka melao ya metshameko ya setso ya lefatshe
rules-schools = ka melao ya dikolo, e e se nang go lekana
rules-botswana = ka melao ya Botswana
rules-encyclopaedia = ka melao ya ensaeklopedia
rules-own = ka melao ya one
game-won = { $player } o fentse: { $end }
game-drawn = Ba lekane: { $end }
game-unfinished = Ga o a tshamekiwa go fitlha kwa bofelong
end-two-cows = letlhakore le lengwe le ne le setse ka dikgomo tse pedi
end-no-move = letlhakore le lengwe le ne le sa kgone go tsamaya
end-ten-moves = metsamao e le lesome mongwe le mongwe go sa thuntshiwa
end-resignation = go ineela
end-agreement = tumalano
end-umpire = tshwetso ya moatlhodi
end-time = nako
end-forfeit = go se tle
end-unfinished = ga o a tshamekiwa go fitlha kwa bofelong
about = Ka ga { $name }
game-opening = Tshimologo: { $player } o a simolola
board-after-turn = Boto morago ga sebaka sa { $turn }
turn = Sebaka
turns = Dibaka
turn-of = Sebaka sa { $turn } mo go di le { $turns }
slider-at-opening = tshimologo
slider-at-turn = sebaka sa { $turn }, { $played }
cows-on-the-board = { $first } (wa ntlha, tse di tletseng) o na le dikgomo mo { $cows } le tse { $hand } mo seatleng; { $second } (wa bobedi, tse di lolea) mo { $others } le tse { $rest } mo seatleng.
no-cows = ga di yo
position-cannot-be-shown = Seemo sa boto ga se ka ke sa bontshiwa.
game-cannot-be-stepped-through = Motshameko ga o ka ke wa latelwa sebaka ka sebaka.
show-the-board = Bontsha boto
step-with-the-keys = Tsamaya ka dikonopo tsa metsu ← →, { $home } le { $end }, kgotsa ka go suta boto ka monwana.
game-record-as-text = Rekoto ya motshameko e le mokwalo
step-through = Tsamaya mo motshamekong
to-the-opening = Ya kwa tshimologong ya motshameko
one-turn-back = Sebaka se le sengwe kwa morago
one-turn-on = Sebaka se le sengwe kwa pele
to-the-end = Ya kwa bofelong

## Rankings

method-game-points = Dintlha tsa motshameko
method-super-league = Dintlha tsa liki e kgolo
method-rating = Tekanyetso
no-list-is-published = Ga go ise go nne le lenaane le le phasaladitsweng.
the-newest = Tse disha go gaisa
all-lists = Manaane otlhe
players-counted = { $players ->
    [one] motshameki a le { $players }
   *[other] batshameki ba le { $players }
    }
ranking-facts = { $players ->
    [one] Motshameki a le { $players }
   *[other] Batshameki ba le { $players }
    }, ka dikgaisano go tloga ka { $first } go fitlha ka { $last }.
list-corrects = Lenaane le le baakanya la pele: { $reason }
list-was-corrected = Lenaane le le baakantswe.
list-result-corrected = Dipholo tse lenaane le le ikaegileng ka tsona di baakantswe ka { $day }, morago ga phasalatso ya lenaane.
list-that-holds = Lenaane le le dirang
ladies-or-men = Basadi kgotsa banna
ladies = Basadi
men = Banna
before = Pele
the-list-before = Lenaane le le fetileng
the-points-open = Dintlha di bula se di dirilweng ka sone.
the-ratings-open = Ditekanyetso di bula se di dirilweng ka sone. Morago ga ± go kwadilwe phapogo; tekanyetso ke ya nakwana fa phapogo e sa ntse e le kgolo.
provisional = ya nakwana
new = yo mosha
up = o a tlhatloga
down = o a fologa
rank-and-points = Boemo jwa { $rank } mo go ba le { $players }, { $points }
about-the-player = Ka ga motshameki
all-that-makes-the-figure = Tsotlhe tse di dirang palo e, jaaka di ne di kwadilwe fa lenaane le phasaladiwa.
at-the-beginning = Kwa tshimologong
umpired = Kwa a atlhotseng gone
played = Tse di tshamekilweng
in-place = maemo a { $place }
bout = Modikologo wa { $round }: { $other }, { $own } go { $theirs }

## Umpires

umpire-level-1 = Moatlhodi wa boemo jwa 1
umpire-national = Moatlhodi wa bosetšhaba
umpire-international = Moatlhodi wa boditšhabatšhaba
accredited-on = Ba ba nang le tetla ka la { $day }.
no-umpire-is-found = Ga go na ope yo o bonweng.
until-day = go fitlha ka { $day }

## The federation, and how it reads the rules

federation = Mokgatlho
short-name = Leina le lekhutshwane
website = Webosaete
contact = Ikgolaganyo
how-it-reads-the-rules = Ka fa o tlhaloganyang melao ka gone
draws-by-moves = Go lekana ka metsamao
shots = Go thuntsha
equal-points = Dintlha tse di lekanang
byes = Di-bye
odd-groups = Ditlhopha tse di sa lekalekaneng mo kopanyong
club-mates = Ba tlelapo e le nngwe mo kopanyong
second-person = Motho wa bobedi
ladies-honoured = Basadi ba ba tlotlwang
the-first-round = Modikologo wa ntlha
players-are-seeded-by = Batshameki ba rulaganngwa { $seeding }.
seeding-game-points = ka dintlha tsa bone tsa motshameko
seeding-super-league = ka dintlha tsa bone tsa liki e kgolo
seeding-rating = ka tekanyetso ya bone
umpires-accredited-from = Ba newa tetla go simolola ka dingwaga di le { $age }, ka dingwaga di le { $years }; baatlhodi ba boditšhabatšhaba ngwaga o le mongwe.
umpires-accredited-today = Baatlhodi ba ba nang le tetla gompieno
divisions = Dikarolo
divisions-about = Ka dingwaga ka la 1 Ferikgong. Mo go ba bagolo mongwe le mongwe o a gaisana.
years-from-to = dingwaga di le { $youngest } go ya go di le { $oldest }
the-criteria-of-colours = Dintlha tsa go bona mebala
division-seniors = Ba bagolo
division-students = Baithuti
division-high-schools = Dikolo tse dikgolwane
division-primary-schools = Dikolo tse dipotlana
reading-ten-moves-each = Kwa bofelong jwa motshameko go sa thuntshiwa, go a lekanwa morago ga metsamao e le lesome ya letlhakore lengwe le lengwe.
reading-ten-moves-both = Kwa bofelong jwa motshameko go sa thuntshiwa, go a lekanwa morago ga metsamao e le lesome ya matlhakore oomabedi mmogo.
reading-shot-must = Yo o dirang mola o tshwanetse go thuntsha kgomo.
reading-shot-may = Yo o dirang mola a ka gana go thuntsha.
reading-opponents-then-direct = Go swetsa dintlha tsa baganetsi mmogo, go bo go nna kopano magareng ga batshameki ba babedi.
reading-direct-then-opponents = Go swetsa kopano magareng ga batshameki ba babedi, go bo go nna dintlha tsa baganetsi mmogo.
reading-opponents = Go swetsa dintlha tsa baganetsi mmogo.
reading-direct = Go swetsa kopano magareng ga batshameki ba babedi.
reading-bye-average = Bye e bala palogare ya dikopano tsa motshameki ka esi.
reading-bye-zero = Bye ga e bale sepe.
reading-bye-half = Bye e bala halofo ya se kopano e ka se tlisang.
reading-bye-full = Bye e bala tsotlhe tse kopano e ka di tlisang.
reading-floater-median = Mo setlhopheng sa dintlha tse di lekanang se se ka se kopanngweng sotlhe, go fologa yo o gaufi le bogare.
reading-floater-lowest = Mo setlhopheng sa dintlha tse di lekanang se se ka se kopanngweng sotlhe, go fologa yo o kwa tlase go gaisa.
reading-clubs-round = Ba tlelapo e le nngwe ba kopana go le gonnye ka fa go ka kgonegang, le fa batshameki ba tswa mo ditlhopheng tsa bone.
reading-clubs-bracket = Go botoka gore ba tlelapo e le nngwe ba kopane go na le gore motshameki yo mongwe gape a tswe mo setlhopheng.
reading-confirmations-by-level = Mo dikgaisanong tsa bompopi motho wa bobedi o netefatsa dipholo tsotlhe: mo ditiragalong tsa bosetšhaba le tse di kwa godimo pele ga modikologo o tswalwa, mo go tse dingwe pele ga mokgatlho o netefatsa tiragalo.
reading-confirmations-closing = Mo dikgaisanong tsa bompopi motho wa bobedi o netefatsa dipholo tsotlhe pele ga modikologo o tswalwa.
reading-confirmations-ratification = Mo dikgaisanong tsa bompopi motho wa bobedi o netefatsa dipholo tsotlhe pele ga mokgatlho o netefatsa tiragalo.
reading-one-lady = Go tlotlwa mosadi yo o gaisitseng mo kgaisanong.
reading-three-ladies = Go tlotlwa basadi ba bararo ba ba gaisitseng mo kgaisanong.

## The year in numbers

gaming-year-in-numbers = Ngwaga wa metshameko wa { $year } ka dipalo
other-years = Dingwaga tse dingwe
numbers-by-province = Dipalo ka diporofense
registered = Ba ba kwadisitsweng
entrants = Ba ba tseneng
recorded = E e kwadilweng
statistics-about = Ditlelapo ke tse di duetseng tuelo ya ngwaga. Batshameki ba ba kwadisitsweng le ba ba tseneng ke batho: mongwe le mongwe o balwa gangwe, ka fa tlase ga tlelapo e e mo kwadisitseng kgotsa e e mo tsentseng. Dikgaisano di ka fa tlase ga porofense e e di tsamaisitseng. Metshameko ke ya dikopano, kwa ntle ga go se tle; e e kwadilweng ke e dibaka tsa yone di bolokilweng. Motshameko magareng ga diporofense tse pedi o balwa mo go tsone ka bobedi, le gangwe mo mokgatlhong.

## Colours

criteria-of-colours-in = Dintlha tsa go bona mebala ka { $year }
gaming-year-goes = Ngwaga wa metshameko wa { $year } o simolola ka { $first } go fitlha ka { $last }.
criteria-of-colours-about = Go lekane go fitlhelela o le mongwe wa melao ya boemo le karolo. Go balwa fela dikgaisano tse mokgatlho o di netefaditseng. Motshameki ke wa porofense e a nnang mo go yone ka letsatsi la bofelo la tiragalo, kgotsa ka letsatsi la tlhopho.
colours-regional = Mebala ya kgaolo
colours-provincial = Mebala ya porofense
colours-national-federation = Mebala ya mokgatlho wa bosetšhaba
colours-national = Mebala ya bosetšhaba

## Whether a certificate is good

verification-of-a-certificate = Netefatso ya setifikeiti
code-stands-below = Khoutu e ka fa tlase ga sekwere mo setifikeiting.
another-code = Khoutu e nngwe
the-code = Khoutu
certificate-erased = Ga go tlhole go na le ope yo o netefadiwang ka khoutu e: tshedimosetso ya mong wa yone e phimotswe.
no-such-certificate = Ga go na setifikeiti se se nang le khoutu e.
no-token-of-ours = Se ga se setifikeiti sa rona.
token-was-altered = Ga se a saeniwa ka dinotlolo tsa rona, kgotsa se fetotswe kgotsa se kgaotswe. Kopa mong setifikeiti gape.
asked-for-was = Go botsitswe { $code }.
compare-with-the-paper = E bapise le pampiri, letshwao ka letshwao: khoutu e na le matshwao a masome a mabedi mo ditlhopheng di le tlhano.
letters-of-a-code = Ga e na ditlhaka I, L, O le U; I le L di balwa jaaka 1, mme O jaaka 0.
paper-is-not-from = Fa e tshwana le e e mo pampiring, pampiri ga e tswe kwa { $federation }. Kopa mong setifikeiti gape, kgotsa botsa mokgatlho ka osi.
paper-is-not-from-contact = Fa e tshwana le e e mo pampiring, pampiri ga e tswe kwa { $federation }. Kopa mong setifikeiti gape, kgotsa botsa mokgatlho ka osi: { $contact }
verdict-good = Setifikeiti se se a dira.
verdict-future = Setifikeiti se ga se ise se dire: nako ya sone ga e ise e simolole.
verdict-expired = Setifikeiti se ga se tlhole se dira: nako ya sone e fedile.
verdict-suspended = Setifikeiti se ga se dire jaanong: tetla e emisitswe.
verdict-revoked = Setifikeiti se ga se tlhole se dira: se phimotswe.
verdict-superseded = Setifikeiti se ga se tlhole se dira: se tseetswe maemo ke sekgele se sengwe.
valid = Se a dira
holder = Mong
holder-today = Leina la gompieno, le le fetogileng go tloga ka sekgele
award = Sekgele
awarded-by-today = Leina la yone la gompieno
awarded-on = Se neilwe ka la
award-in-other-languages = Sekgele jaaka se kwadilwe mo setifikeiting sa puo e nngwe
name-and-award-must-be = Leina le sekgele mo setifikeiting di tshwanetse go nna tse. Motshameko ke morabaraba.
either-name-and-award-must-be = Sekgele mo setifikeiting se tshwanetse go nna se, mme leina e nne la nako ya sekgele kgotsa, fa se gatisitswe morago, la gompieno. Motshameko ke morabaraba.
checked-on = Go tlhotlhomisitswe ka la { $day } mo direkotong tsa { $federation }.
its-own-pages = Ditsebe tsa one: { $website }.
contact-is = Ikgolaganyo: { $contact }

## Signing in

e-mail-address = Aterese ya imeile
password = Khunololamoraba
authenticator-code = Khoutu ya senetefatsi sa gago
you-are-signed-in = O tsene
signed-in = O tsene
typed-is-still-here = Se o neng o se tlantse se sa ntse se le fa, ga se ise se romelwe.
send-it-now = Se romele jaanong
do-not-send-it = Se se romele
your-session-has-ended = Nako ya gago e fedile. Se o se tlantseng se bolokilwe, se tla bontshiwa fa o sena go tsena.
invited-or-forgotten = O laleditswe, kgotsa o lebetse khunololamoraba? E beye ka khoutu
code-for-this-venue = Mo laptopong e o tsena ka khoutu e o e neilweng ya lefelo le, mo boemong jwa khunololamoraba ya gago. E latlhegile? Yo o nang le laptop o dira e nngwe.
accounts-are-for = Diakhaonto ke tsa batlhankedi ba mokgatlho, bakwaledi ba ditlelapo le batshameki. Yo o go tlhokomelang koo o tla go laletsa.

## What went wrong with a page

address-asks-for-something = Aterese e kopa sengwe se tsebe e e sa se itseng. E khutlhilwe, kgotsa e tlantswe ka phoso.
page-without-it = Tsebe kwa ntle ga yone

## The questions that a parent or guardian answers

consent-subject-name = Leina le le feletseng mo pontsheng
consent-subject-colours = Mebala, ya diofisi tsa dibasari le diyunibesithi
consent-question-name = A leina le le feletseng le ka nna mo pontsheng?
consent-question-colours = A mebala e ka abelanwa?
relation-parent = mmè kgotsa rrè
relation-guardian = motlhokomedi wa molao
relation-themselves = motshameki ka esi
your-name = Leina la gago
your-name-hint = Leina le sefane sa motsadi kgotsa motlhokomedi yo o arabang.
you-are-the-players = O mang mo motshameking
questions-to-a-guardian = Dipotso go motsadi kgotsa motlhokomedi
guardian-is-asked-about = { $federation } e go botsa ka motshameki wa { $club }: { $player }, yo o tshotsweng ka { $year }.
only-initials-stand-here = Fa go kwadilwe ditlhaka tsa ntlha fela, ka gonne mongwe le mongwe yo o nang le kgolagano e a ka e bula. A yo ga se ngwana wa gago? Se arabe sepe, o bolelele tlelapo.
both-answers-are-free = Dikarabo tsotlhe di gololesegile: le fa o re nnyaa, ngwana o a tshameka. O ka fetola mogopolo moragonyana; tlelapo e tla go thusa.
text-has-changed = Mokwalo o fetogile fa e sale o bula tsebe e. Tsweetswee o bale gape.
who-answers = Yo o arabang
send-the-answers = Romela dikarabo
link-can-be-answered-once = Kgolagano e ka arabiwa gangwe fela, go fitlha ka { $moment }.
answers-are-kept = Re a leboga, dikarabo di bolokilwe
can-be-taken-back = Se o se dumelang se ka busiwa nako nngwe le nngwe: bolelela tlelapo, mme se fela ka yone nako eo.
federation-is-reached-here = Mokgatlho o bonala fa: { $contact }
