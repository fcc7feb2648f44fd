### Certificates of colours and of accreditations

## What a certificate is for

award-colours-regional = Regional colours
award-colours-provincial = Provincial colours
award-colours-national-federation = National federation colours
award-colours-national = National colours (Protea)
award-division-senior = senior
award-division-student = student
award-division-high-school = high school
award-division-primary-school = primary school
award-umpire-level-1 = Accredited umpire, level 1
award-umpire-national = Accredited umpire, national
award-umpire-international = Accredited umpire, international

## The text of a certificate

certificate-of-colours = Certificate of colours
certificate-of-accreditation = Certificate of accreditation
certificate-opening = This is to certify that
certificate-has-been-awarded = has been awarded
certificate-is-an = is an
certificate-game = in the board game Morabaraba
certificate-term-year = for the gaming year { $year }, from { $first } to { $last }
certificate-term-days = from { $first } to { $last }
awarded-by = Awarded by
certificate-signature = Signature
certificate-date = Date
certificate-in-words = In words:
certificate-check = Scan the square, or open the address below. The name and the award that you are shown there must be these, and only what is shown there counts.
certificate-square = A QR code of the address at which the certificate is verified
certificate-download = Download as PDF
certificate-logo = The logo of the federation
certificate-where-verified = Where the certificate is verified
certificate-left-out = Where { $mark } stands there are signs that this paper cannot show; they are at the address.
