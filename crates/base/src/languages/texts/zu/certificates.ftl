### Certificates of colours and of accreditations

## What a certificate is for

award-colours-regional = Imibala yesifunda
award-colours-provincial = Imibala yesifundazwe
award-colours-national-federation = Imibala yenhlangano kazwelonke
award-colours-national = Imibala kazwelonke (i-Protea)
award-division-senior = abadala
award-division-student = abafundi basenyuvesi
award-division-high-school = isikole esiphakeme
award-division-primary-school = isikole samabanga aphansi
award-umpire-level-1 = Unompempe ogunyaziwe, izinga 1
award-umpire-national = Unompempe ogunyaziwe, kazwelonke
award-umpire-international = Unompempe ogunyaziwe, womhlaba wonke

## The text of a certificate

certificate-of-colours = Isitifiketi semibala
certificate-of-accreditation = Isitifiketi sokugunyazwa
certificate-opening = Lokhu kuqinisekisa ukuthi
certificate-has-been-awarded = uklonyeliswe ngalokhu:
certificate-is-an = unalesi sikhundla:
certificate-game = emdlalweni webhodi womlabalaba
certificate-term-year = ngonyaka wokudlala { $year }, kusuka ku-{ $first } kuya ku-{ $last }
certificate-term-days = kusuka ku-{ $first } kuya ku-{ $last }
awarded-by = Okhiphe umklomelo
certificate-signature = Isiginesha
certificate-date = Usuku
certificate-in-words = Ngamagama:
certificate-check = Skena isikwele, noma uvule ikheli elingezansi. Igama nomklomelo okhonjiswa khona kumele kube yilokhu, futhi kubalwa kuphela lokho okukhonjiswa lapho.
certificate-square = Ikhodi ye-QR yekheli lapho isitifiketi siqinisekiswa khona
certificate-download = Landa njenge-PDF
certificate-logo = Ilogo yenhlangano
certificate-where-verified = Lapho isitifiketi siqinisekiswa khona
certificate-left-out = Lapho kubhalwe { $mark } kunezimpawu leli phepha elingakwazi ukuzibonisa; zikhona ekhelini.
