### Certificates of colours and of accreditations

## What a certificate is for

award-colours-regional = Mebala ya lebatowa
award-colours-provincial = Mebala ya profensi
award-colours-national-federation = Mebala ya mokgatlo wa naha
award-colours-national = Mebala ya naha (Protea)
award-division-senior = ba baholo
award-division-student = baithuti
award-division-high-school = sekolo se phahameng
award-division-primary-school = sekolo sa mathomo
award-umpire-level-1 = Moahlodi ya nang le tumello, boemo ba 1
award-umpire-national = Moahlodi ya nang le tumello, wa naha
award-umpire-international = Moahlodi ya nang le tumello, wa matjhaba

## The text of a certificate

certificate-of-colours = Setifikeiti sa mebala
certificate-of-accreditation = Setifikeiti sa tumello
certificate-opening = Sena se netefatsa hore
certificate-has-been-awarded = o fuwe
certificate-is-an = ke
certificate-game = papading ya boto ya morabaraba
certificate-term-year = ka selemo sa dipapadi sa { $year }, ho tloha ka { $first } ho fihla ka { $last }
certificate-term-days = ho tloha ka { $first } ho fihla ka { $last }
awarded-by = E fanwe ke
certificate-signature = Tshaeno
certificate-date = Letsatsi
certificate-in-words = Ka mantswe:
certificate-check = Skena sekwere, kapa bula aterese e ka tlase. Lebitso le kgau tse bontshwang moo di tlameha ho ba tsena, mme ho balwa feela se bontshwang moo.
certificate-square = Khoutu ya QR ya aterese eo setifikeiti se netefatswang ho yona
certificate-download = Jarolla e le PDF
certificate-logo = Letshwao la mokgatlo
certificate-where-verified = Moo setifikeiti se netefatswang teng
certificate-left-out = Moo ho ngotsweng { $mark } ho na le matshwao ao pampiri ena e sa kgoneng ho a bontsha; a teng atereseng.
