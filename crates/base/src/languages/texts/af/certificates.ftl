### Certificates of colours and of accreditations

## What a certificate is for

award-colours-regional = Streekskleure
award-colours-provincial = Provinsiale kleure
award-colours-national-federation = Nasionale federasiekleure
award-colours-national = Nasionale kleure (Protea)
award-division-senior = senior
award-division-student = student
award-division-high-school = hoërskool
award-division-primary-school = laerskool
award-umpire-level-1 = Geakkrediteerde skeidsregter, vlak 1
award-umpire-national = Geakkrediteerde skeidsregter, nasionaal
award-umpire-international = Geakkrediteerde skeidsregter, internasionaal

## The text of a certificate

certificate-of-colours = Kleuresertifikaat
certificate-of-accreditation = Akkreditasiesertifikaat
certificate-opening = Hiermee word gesertifiseer dat
certificate-has-been-awarded = die volgende ontvang het:
certificate-is-an = erken word as
certificate-game = in die bordspel morabaraba
certificate-term-year = vir die speljaar { $year }, van { $first } tot { $last }
certificate-term-days = van { $first } tot { $last }
awarded-by = Toegeken deur
certificate-signature = Handtekening
certificate-date = Datum
certificate-in-words = In woorde:
certificate-check = Skandeer die vierkant, of open die adres hieronder. Die naam en die toekenning wat u daar sien, moet dié wees, en net wat daar gewys word, tel.
certificate-square = ’n QR-kode van die adres waar die sertifikaat nagegaan word
certificate-download = Laai af as PDF
certificate-logo = Die logo van die federasie
certificate-where-verified = Waar die sertifikaat nagegaan word
certificate-left-out = Waar { $mark } staan, is tekens wat hierdie papier nie kan wys nie; hulle is by die adres.
