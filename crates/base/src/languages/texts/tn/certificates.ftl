### Certificates of colours and of accreditations

## What a certificate is for

award-colours-regional = Mebala ya kgaolo
award-colours-provincial = Mebala ya porofense
award-colours-national-federation = Mebala ya mokgatlho wa bosetšhaba
award-colours-national = Mebala ya bosetšhaba (Protea)
award-division-senior = ba bagolo
award-division-student = baithuti
award-division-high-school = sekolo se segolwane
award-division-primary-school = sekolo se sepotlana
award-umpire-level-1 = Moatlhodi yo o nang le tetla, boemo jwa 1
award-umpire-national = Moatlhodi yo o nang le tetla, wa bosetšhaba
award-umpire-international = Moatlhodi yo o nang le tetla, wa boditšhabatšhaba

## The text of a certificate

certificate-of-colours = Setifikeiti sa mebala
certificate-of-accreditation = Setifikeiti sa tetla
certificate-opening = Se se netefatsa gore
certificate-has-been-awarded = o neilwe
certificate-is-an = ke
certificate-game = mo motshamekong wa boto wa morabaraba
certificate-term-year = ka ngwaga wa metshameko wa { $year }, go tloga ka { $first } go fitlha ka { $last }
certificate-term-days = go tloga ka { $first } go fitlha ka { $last }
awarded-by = Se neilwe ke
certificate-signature = Mosaeno
certificate-date = Letlha
certificate-in-words = Ka mafoko:
certificate-check = Sekena sekwere, kgotsa bula aterese e e fa tlase. Leina le sekgele tse di bontshiwang koo di tshwanetse go nna tse, mme go balwa fela se se bontshiwang koo.
certificate-square = Khoutu ya QR ya aterese e setifikeiti se netefadiwang kwa go yone
certificate-download = Laisolola jaaka PDF
certificate-logo = Letshwao la mokgatlho
certificate-where-verified = Kwa setifikeiti se netefadiwang gone
certificate-left-out = Kwa go kwadilweng { $mark } go na le matshwao a pampiri e e sa kgoneng go a bontsha; a teng mo atereseng.
