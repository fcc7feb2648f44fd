### Pages that everybody reads

## The frame of every page

federation-unnamed = Direkoto tsa mokgatlo
page-description = { $title }. Direkoto tsa morabaraba.
to-the-content = Eya dikahareng
navigation-main = Tse ka sehloohong
navigation-more = Tse ding
language = Puo
check-a-certificate = Hlahloba setifikeiti
your-desk = Deske ya hao
your-account = Akhaonto ya hao
sign-in = Kena
criteria-of-colours = Dintlha tsa mebala
the-federation = Mokgatlo
the-year-in-numbers = Selemo ka dipalo
for-programs = Bakeng sa mananeo

## Words that stand alone, above lists and in tables

tournaments = Ditlhodisano
tournament = Tlhodisano
rankings = Maemo
players = Dibapadi
player = Sebapadi
clubs = Ditlelapo
club = Tlelapo
games = Dipapadi
game = Papadi
umpires = Baahlodi
colours = Mebala
teams = Dihlopha
team = Sehlopha
board = Boto
boards = Diboto
standings = Tatelano
points = Dintlha
place = Sebaka
rank = Boemo
number = Nomoro
name = Lebitso
province = Profensi
level = Boemo
division = Karolo
kind = Mofuta
method = Mokgwa
year = Selemo
all = tsohle
search = Batla
show = Bontsha
check = Hlahloba
next-page = Leqephe le latelang
from-to = { $first } ho fihla ka { $last }
yes = e
no = tjhe
if-any = (haeba e le teng)
to-the-beginning = Eya qalong

## Days

month-1 = Pherekgong
month-2 = Hlakola
month-3 = Hlakubele
month-4 = Mmesa
month-5 = Motsheanong
month-6 = Phupjane
month-7 = Phupu
month-8 = Phato
month-9 = Lwetse
month-10 = Mphalane
month-11 = Pudungwana
month-12 = Tshitwe
weekday-1 = Mantaha
weekday-2 = Labobedi
weekday-3 = Laboraro
weekday-4 = Labone
weekday-5 = Labohlano
weekday-6 = Moqebelo
weekday-7 = Sontaha

## The beginning, and the list of tournaments

home-about = Direkoto tsa morabaraba: ditlhodisano, dibapadi, maemo le mebala.
on-now = Tse tswelang pele jwale
last-results = Diphetho tsa moraorao
coming-up = Tse tlang
nothing-is-announced = Ha ho letho le phatlaladitsweng.
all-tournaments = Ditlhodisano tsohle
just-over = Tse sa tswa fela
find-a-player-or-a-club = Batla sebapadi kapa tlelapo
name-or-number-of-a-player = Lebitso kapa nomoro ya sebapadi
or-a-club = Kapa tlelapo
the-newest-rankings = Maemo a matjha
is-this-certificate-good = Na setifikeiti see se a sebetsa?
code-on-the-certificate = Khoutu e setifikeiting
state-announced = e phatlaladitswe
state-entries-closed = ho kena ho kwetswe
state-entries-open = ho kena ho bulehile
state-being-played = e a bapalwa
state-over = e fedile
state-ratified = e fedile, mme e netefaditswe
state-under-review = e fedile, mme e shejwa hape
state-cancelled = e hlakotswe
not-over-before = E sa feleng pele ho
there-is-no-tournament = Ha e yo.
year-before-too = Le tsa selemo se fetileng
subscribe-to-the-calendar = Ingodise khalendareng

## Clubs

club-community = Tlelapo ya setjhaba
club-school = Tlelapo ya sekolo
club-university = Tlelapo ya yunivesithi
standing = Boemo
standing-good = E boemong bo botle
standing-grace = Tefo ya selemo sena e tlameha ho lefuwa ka la { $day }
standing-lapsed = Tefo ya selemo sena ha e a lefuwa
no-club-is-found = Ha ho tlelapo e fumanweng.
places-among-the-clubs = Dibaka hara ditlelapo
list-of = Lenane la la
members = Ditho
no-member-is-on-record = Ha ho se ngodisitsweng.

## Players

name-or-number = Lebitso kapa nomoro
players-under-18 = Dibapadi tse ka tlase ho 18 di hlaha ka ditlhaku tsa pele, mme di fumanwa ka nomoro ya tsona.
nobody-is-found = Ha ho motho ya fumanweng.
full-name-is-not-public = Lebitso le felletseng ha le phatlalatswe.
no-tournament-yet = Ha e eso be teng.
rank-of = { $rank } ho ba { $players }
rank-from-list-to-list = Boemo ho tloha lenaneng ho ya ho le leng
chart-of-the-rank = Tjhate ya boemo ka dintlha tsa papadi ho tloha lenaneng ho ya ho le leng

## Games

games-of = Dipapadi tsa { $player }
all-games = Dipapadi tsohle
games-about = Papadi ka nngwe e buleha botong, sebaka ka sebaka.
no-game-is-on-record = Ha ho papadi e ngotsweng.
the-first-won = wa pele o hlotse
the-second-won = wa bobedi o hlotse
drawn = ba lekane
not-finished = ha e a qetwa
turns-counted = { $turns ->
    [one] sebaka se le { $turns }
   *[other] dibaka tse { $turns }
    }

## A game on its board

game-description = Papadi ya morabaraba, sebaka ka sebaka: { $players }. { $result }.
game-facts = { $result }. E bapetswe ka la { $day } { $rules }.
game-facts-in = { $result }. E bapetswe ka la { $day } { $rules }, tlhodisanong ena: { $tournament }.
rules-generally-accepted = ka melao e amohetsweng
rules-traditional-world-games = ka melao ya dipapadi tsa setso tsa lefatshe
rules-schools = ka melao ya dikolo, e se nang ho lekana
rules-botswana = ka melao ya Botswana
rules-encyclopaedia = ka melao ya ensaeklopedia
rules-own = ka melao ya yona
game-won = { $player } o hlotse: { $end }
game-drawn = Ba lekane: { $end }
game-unfinished = Ha e a bapalwa ho fihlela qetellong
end-two-cows = lehlakore le leng le ne le setse ka dikgomo tse pedi
end-no-move = lehlakore le leng le ne le sa kgone ho tsamaya
end-ten-moves = metsamao e leshome ka bonngwe ntle le ho thunya
end-resignation = ho inehela
end-agreement = tumellano
end-umpire = qeto ya moahlodi
end-time = nako
end-forfeit = ho se tle
end-unfinished = ha e a bapalwa ho fihlela qetellong
about = Mabapi le { $name }
game-opening = Qalo: { $player } o a qala
board-after-turn = Boto kamora sebaka sa { $turn }
turn = Sebaka
turns = Dibaka
turn-of = Sebaka sa { $turn } ho tse { $turns }
slider-at-opening = qalo
slider-at-turn = sebaka sa { $turn }, { $played }
cows-on-the-board = { $first } (wa pele, tse tletseng) o na le dikgomo ho { $cows } le tse { $hand } letsohong; { $second } (wa bobedi, tse se nang letho) ho { $others } le tse { $rest } letsohong.
no-cows = ha di yo
position-cannot-be-shown = Boemo ba boto bo ke ke ba bontshwa.
game-cannot-be-stepped-through = Papadi e ke ke ya latelwa sebaka ka sebaka.
show-the-board = Bontsha boto
step-with-the-keys = Tsamaya ka dikonopo tsa metsu ← →, { $home } le { $end }, kapa ka ho suthisa boto ka monwana.
game-record-as-text = Rekoto ya papadi e le mongolo
step-through = Tsamaya papading
to-the-opening = Eya qalong ya papadi
one-turn-back = Sebaka se le seng morao
one-turn-on = Sebaka se le seng pele
to-the-end = Eya qetellong

## Rankings

method-game-points = Dintlha tsa papadi
method-super-league = Dintlha tsa liki e kgolo
method-rating = Tekanyetso
no-list-is-published = Ha ho lenane le seng le phatlaladitswe.
the-newest = Tse ntjha ka ho fetisisa
all-lists = Manane ohle
players-counted = { $players ->
    [one] sebapadi se le { $players }
   *[other] dibapadi tse { $players }
    }
ranking-facts = { $players ->
    [one] Sebapadi se le { $players }
   *[other] Dibapadi tse { $players }
    }, ka ditlhodisano ho tloha ka { $first } ho fihla ka { $last }.
list-corrects = Lenane lena le lokisa la pele: { $reason }
list-was-corrected = Lenane lena le lokisitswe.
list-result-corrected = Sephetho seo lenane lena le theilweng hodima sona se lokisitswe ka { $day }, kamora hore lenane le phatlalatswe.
list-that-holds = Lenane le sebetsang
ladies-or-men = Basadi kapa banna
ladies = Basadi
men = Banna
before = Pele
the-list-before = Lenane le fetileng
the-points-open = Dintlha di bula seo di entsweng ka sona.
the-ratings-open = Ditekanyetso di bula seo di entsweng ka sona. Kamora ± ho ngotswe phapang; tekanyetso ke ya nakwana ha phapang e sa le kgolo.
provisional = ya nakwana
new = e motjha
up = o a nyoloha
down = o a theoha
rank-and-points = Boemo ba { $rank } ho ba { $players }, { $points }
about-the-player = Mabapi le sebapadi
all-that-makes-the-figure = Tsohle tse etsang palo ena, kamoo di neng di ngodilwe ha lenane le phatlalatswa.
at-the-beginning = Qalong
umpired = Moo a ahlotseng
played = Tse bapetsweng
in-place = sebaka sa { $place }
bout = Potoloho ya { $round }: { $other }, { $own } ho { $theirs }

## Umpires

umpire-level-1 = Moahlodi wa boemo ba 1
umpire-national = Moahlodi wa naha
umpire-international = Moahlodi wa matjhaba
accredited-on = Ba nang le tumello ka la { $day }.
no-umpire-is-found = Ha ho ya fumanweng.
until-day = ho fihlela ka { $day }

## The federation, and how it reads the rules

federation = Mokgatlo
short-name = Lebitso le lekgutshwane
website = Websaete
contact = Boikopanyo
how-it-reads-the-rules = Kamoo o utlwisisang melao
draws-by-moves = Ho lekana ka metsamao
shots = Ho thunya
equal-points = Dintlha tse lekanang
byes = Di-bye
odd-groups = Dihlopha tse sa lekaneng kopanyong
club-mates = Ba tlelapo e le nngwe kopanyong
second-person = Motho wa bobedi
ladies-honoured = Basadi ba hlompjwang
the-first-round = Potoloho ya pele
players-are-seeded-by = Dibapadi di hlophiswa { $seeding }.
seeding-game-points = ka dintlha tsa tsona tsa papadi
seeding-super-league = ka dintlha tsa tsona tsa liki e kgolo
seeding-rating = ka tekanyetso ya tsona
umpires-accredited-from = Ba fuwa tumello ho tloha dilemong tse { $age }, ka dilemo tse { $years }; baahlodi ba matjhaba selemo se le seng.
umpires-accredited-today = Baahlodi ba nang le tumello kajeno
divisions = Dikarolo
divisions-about = Ka dilemo ka la 1 Pherekgong. Ho ba baholo motho e mong le e mong o a hlodisana.
years-from-to = dilemo tse { $youngest } ho isa ho tse { $oldest }
the-criteria-of-colours = Dintlha tsa ho fumana mebala
division-seniors = Ba baholo
division-students = Baithuti
division-high-schools = Dikolo tse phahameng
division-primary-schools = Dikolo tsa mathomo
reading-ten-moves-each = Qetellong ya papadi ntle le ho thunya, ho a lekanwa kamora metsamao e leshome ya lehlakore ka leng.
reading-ten-moves-both = Qetellong ya papadi ntle le ho thunya, ho a lekanwa kamora metsamao e leshome ya mahlakore a mabedi mmoho.
reading-shot-must = Ya etsang mola o tlameha ho thunya kgomo.
reading-shot-may = Ya etsang mola a ka hana ho thunya.
reading-opponents-then-direct = Ho etsa qeto dintlha tsa bahanyetsi mmoho, ebe kopano pakeng tsa dibapadi tse pedi.
reading-direct-then-opponents = Ho etsa qeto kopano pakeng tsa dibapadi tse pedi, ebe dintlha tsa bahanyetsi mmoho.
reading-opponents = Ho etsa qeto dintlha tsa bahanyetsi mmoho.
reading-direct = Ho etsa qeto kopano pakeng tsa dibapadi tse pedi.
reading-bye-average = Bye e bala palohare ya dikopano tsa sebapadi ka sesona.
reading-bye-zero = Bye ha e bale letho.
reading-bye-half = Bye e bala halofo ya seo kopano e ka se tlisang.
reading-bye-full = Bye e bala tsohle tseo kopano e ka di tlisang.
reading-floater-median = Sehlopheng sa dintlha tse lekanang se ke keng sa kopanngwa kaofela, ho theoha ya haufi le bohare.
reading-floater-lowest = Sehlopheng sa dintlha tse lekanang se ke keng sa kopanngwa kaofela, ho theoha ya tlase ka ho fetisisa.
reading-clubs-round = Ba tlelapo e le nngwe ba kopana hanyane kamoo ho ka kgonehang, le haeba dibapadi di tswa dihlopheng tsa tsona.
reading-clubs-bracket = Ho molemo hore ba tlelapo e le nngwe ba kopane ho ena le hore sebapadi se seng hape se tswe sehlopheng.
reading-confirmations-by-level = Ditlhodisanong tsa bompodi motho wa bobedi o netefatsa diphetho tsohle: diketsahalong tsa naha le tse hodimo pele potoloho e kwalwa, ho tse ding pele mokgatlo o netefatsa ketsahalo.
reading-confirmations-closing = Ditlhodisanong tsa bompodi motho wa bobedi o netefatsa diphetho tsohle pele potoloho e kwalwa.
reading-confirmations-ratification = Ditlhodisanong tsa bompodi motho wa bobedi o netefatsa diphetho tsohle pele mokgatlo o netefatsa ketsahalo.
reading-one-lady = Ho hlompjwa mosadi ya tswang pele tlhodisanong.
reading-three-ladies = Ho hlompjwa basadi ba bararo ba tswang pele tlhodisanong.

## The year in numbers

gaming-year-in-numbers = Selemo sa dipapadi sa { $year } ka dipalo
other-years = Dilemo tse ding
numbers-by-province = Dipalo ka diprofensi
registered = Ba ngodisitsweng
entrants = Ba keneng
recorded = Tse ngotsweng
statistics-about = Ditlelapo ke tse lefileng tefo ya selemo. Dibapadi tse ngodisitsweng le ba keneng ke batho: e mong le e mong o balwa hang, tlasa tlelapo e mo ngodisitseng kapa e mo kentseng. Ditlhodisano di tlasa profensi e di tsamaisitseng. Dipapadi ke tsa dikopano, ntle le ho se tle; tse ngotsweng ke tseo dibaka tsa tsona di bolokilweng. Papadi pakeng tsa diprofensi tse pedi e balwa ho tsona ka bobedi, le hang bakeng sa mokgatlo.

## Colours

criteria-of-colours-in = Dintlha tsa ho fumana mebala ka { $year }
gaming-year-goes = Selemo sa dipapadi sa { $year } se tloha ka { $first } ho fihla ka { $last }.
criteria-of-colours-about = Ho lekane ho phethahatsa o le mong wa melao ya boemo le karolo. Ho balwa feela ditlhodisano tseo mokgatlo o di netefaditseng. Sebapadi ke sa profensi eo se dulang ho yona ka letsatsi la ho qetela la ketsahalo, kapa ka letsatsi la kgetho.
colours-regional = Mebala ya lebatowa
colours-provincial = Mebala ya profensi
colours-national-federation = Mebala ya mokgatlo wa naha
colours-national = Mebala ya naha

## Whether a certificate is good

verification-of-a-certificate = Netefatso ya setifikeiti
code-stands-below = Khoutu e ka tlasa sekwere setifikeiting.
another-code = Khoutu e nngwe
the-code = Khoutu
certificate-erased = Ha ho sa na motho ya netefatswang ka khoutu ena: datha ya mong wa yona e hlakotswe.
no-such-certificate = Ha ho setifikeiti se nang le khoutu ena.
no-token-of-ours = Sena ha se setifikeiti sa rona.
token-was-altered = Ha se a saenwa ka dinotlolo tsa rona, kapa se fetotswe kapa se kgaotswe. Kopa mong setifikeiti hape.
asked-for-was = Ho botsitswe { $code }.
compare-with-the-paper = E bapise le pampiri, letshwao ka letshwao: khoutu e na le matshwao a mashome a mabedi dihlopheng tse hlano.
letters-of-a-code = Ha e na ditlhaku I, L, O le U; I le L di balwa e le 1, mme O e le 0.
paper-is-not-from = Haeba e tshwana le e pampiring, pampiri ha e tswe ho { $federation }. Kopa mong setifikeiti hape, kapa botsa mokgatlo ka boona.
paper-is-not-from-contact = Haeba e tshwana le e pampiring, pampiri ha e tswe ho { $federation }. Kopa mong setifikeiti hape, kapa botsa mokgatlo ka boona: { $contact }
verdict-good = Setifikeiti sena se a sebetsa.
verdict-future = Setifikeiti sena ha se eso sebetse: nako ya sona ha e eso qale.
verdict-expired = Setifikeiti sena ha se sa sebetsa: nako ya sona e fedile.
verdict-suspended = Setifikeiti sena ha se sebetse jwale: tumello e emisitswe.
verdict-revoked = Setifikeiti sena ha se sa sebetsa: se hlakotswe.
verdict-superseded = Setifikeiti sena ha se sa sebetsa: se nketswe sebaka ke kgau e nngwe.
valid = Se a sebetsa
holder = Mong
holder-today = Lebitso la kajeno, le fetohileng ho tloha kgaung
award = Kgau
awarded-by-today = Lebitso la yona la kajeno
awarded-on = E fanwe ka la
award-in-other-languages = Kgau kamoo e ngotsweng setifikeiting sa puo e nngwe
name-and-award-must-be = Lebitso le kgau setifikeiting di tlameha ho ba tsena. Papadi ke morabaraba.
either-name-and-award-must-be = Kgau setifikeiting e tlameha ho ba ena, mme lebitso e be la nako ya kgau kapa, haeba se hatisitswe hamorao, la kajeno. Papadi ke morabaraba.
checked-on = Ho hlahlobilwe ka la { $day } direkotong tsa { $federation }.
its-own-pages = Maqephe a oona: { $website }.
contact-is = Boikopanyo: { $contact }

## Signing in

e-mail-address = Aterese ya imeile
password = Phasewete
authenticator-code = Khoutu ya senetefatsi sa hao
you-are-signed-in = O kene
signed-in = O kene
typed-is-still-here = Seo o neng o se tlantse se sa le teng, ha se eso romelwe.
send-it-now = Se romele jwale
do-not-send-it = Se se romele
your-session-has-ended = Nako ya hao e fedile. Seo o se tlantseng se bolokilwe, se tla bontshwa ha o se o kene.
invited-or-forgotten = O memilwe, kapa o lebetse phasewete? E behe ka khoutu
code-for-this-venue = Laptopong ena o kena ka khoutu eo o e filweng bakeng sa sebaka sena, sebakeng sa phasewete ya hao. E lahlehile? Ya nang le laptop o etsa e nngwe.
accounts-are-for = Diakhaonto ke tsa ba ofisiri ba mokgatlo, bangodi ba ditlelapo le dibapadi. Ya o hlokomelang moo o tla o mema.

## What went wrong with a page

address-asks-for-something = Aterese e kopa ntho eo leqephe lena le sa e tsebeng. E kgaotswe, kapa e tlantswe ka phoso.
page-without-it = Leqephe ntle le yona

## The questions that a parent or guardian answers

consent-subject-name = Lebitso le felletseng phatlalatsa
consent-subject-colours = Mebala, bakeng sa diofisi tsa dibasari le diyunivesithi
consent-question-name = Na lebitso le felletseng le ka phatlalatswa?
consent-question-colours = Na mebala e ka abelanwa?
relation-parent = mme kapa ntate
relation-guardian = mohlokomedi wa molao
relation-themselves = sebapadi ka sesona
your-name = Lebitso la hao
your-name-hint = Lebitso le sefane sa motswadi kapa mohlokomedi ya arabang.
you-are-the-players = O mang ho sebapadi
questions-to-a-guardian = Dipotso ho motswadi kapa mohlokomedi
guardian-is-asked-about = { $federation } e o botsa ka sebapadi sa { $club }: { $player }, ya hlahileng ka { $year }.
only-initials-stand-here = Mona ho ngotswe ditlhaku tsa pele feela, hobane mang kapa mang ya nang le lehokela lena a ka le bula. Na enwa ha se ngwana wa hao? Se arabe letho, o bolelle tlelapo.
both-answers-are-free = Dikarabo ka bobedi di lokolohile: le haeba o re tjhe, ngwana o a bapala. O ka fetola mohopolo hamorao; tlelapo e tla o thusa.
text-has-changed = Mongolo o fetohile haesale o bula leqephe lena. Ka kopo o bale hape.
who-answers = Ya arabang
send-the-answers = Romela dikarabo
link-can-be-answered-once = Lehokela le ka arabwa hang feela, ho fihlela ka { $moment }.
answers-are-kept = Re a leboha, dikarabo di bolokilwe
can-be-taken-back = Seo o se dumelang se ka kgutliswa nako efe kapa efe: bolella tlelapo, mme se fela hanghang.
federation-is-reached-here = Mokgatlo o fumaneha mona: { $contact }
