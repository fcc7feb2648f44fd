### Certificates of colours and of accreditations

## What a certificate is for

award-colours-regional = Imibala yengingqi
award-colours-provincial = Imibala yephondo
award-colours-national-federation = Imibala yomanyano lwesizwe
award-colours-national = Imibala yesizwe (iProtea)
award-division-senior = abadala
award-division-student = abafundi baseyunivesithi
award-division-high-school = isikolo esiphakamileyo
award-division-primary-school = isikolo samabanga aphantsi
award-umpire-level-1 = Usompempe ogunyazisiweyo, inqanaba 1
award-umpire-national = Usompempe ogunyazisiweyo, wesizwe
award-umpire-international = Usompempe ogunyazisiweyo, wamazwe ngamazwe

## The text of a certificate

certificate-of-colours = Isatifikethi semibala
certificate-of-accreditation = Isatifikethi sogunyaziso
certificate-opening = Oku kungqina ukuba
certificate-has-been-awarded = unikwe le mbasa:
certificate-is-an = ukwesi sikhundla:
certificate-game = kumdlalo webhodi womlabalaba
certificate-term-year = ngonyaka wokudlala { $year }, ukusuka ku-{ $first } ukuya ku-{ $last }
certificate-term-days = ukusuka ku-{ $first } ukuya ku-{ $last }
awarded-by = Onikezele imbasa
certificate-signature = Utyikityo
certificate-date = Umhla
certificate-in-words = Ngamagama:
certificate-check = Skena isikwere, okanye uvule idilesi engezantsi. Igama nembasa eziboniswa apho kufuneka zibe zezi, kwaye kubalwa kuphela oko kuboniswa apho.
certificate-square = Ikhowudi ye-QR yedilesi apho isatifikethi siqinisekiswa khona
certificate-download = Khuphela njenge-PDF
certificate-logo = Ilogo yomanyano
certificate-where-verified = Apho isatifikethi siqinisekiswa khona
certificate-left-out = Apho kubhalwe { $mark } kukho iimpawu eli phepha elingenakuzibonisa; zikho kwidilesi.
