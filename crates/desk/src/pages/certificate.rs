//! The certificate of an award or of an accreditation, as the desks lead to it: its code, the check of it, and the paper.

use chrono::NaiveDate;
use maud::{Markup, html};

use crate::certificate_codes::{self, Code, Subject};
use crate::certificates::{CertificateLookup, use_cases};
use crate::db::Conn;
use crate::values::error::Error;

/// A certificate that is handed out, by its code.
pub(crate) struct Issued(Code);

impl Issued {
    /// The certificate of that thing, if it is handed out on that day.
    pub(crate) fn find(c: &mut Conn, subject: Subject, today: NaiveDate) -> Result<Option<Issued>, Error> {
        match use_cases::find_of(c, subject, today)? {
            CertificateLookup::Found(certificate) if certificate.state.is_issued() => {
                Ok(certificate_codes::store::find(c, subject)?.map(Issued))
            }
            _ => Ok(None),
        }
    }

    /// The part of a page with the code, and the ways to what everyone finds by it.
    pub(crate) fn section(&self) -> Markup {
        let Issued(code) = self;
        html! {
            section {
                h2 { "The certificate" }
                p { "Whoever has the code reads the holder’s name, and sees that the certificate is good." }
                p.code { (code) }
                p.quiet { "On the telephone: " (code.spoken()) }
                p.links {
                    a href={ "/v1/certificates/" (code) "/document" } { "The certificate to be printed" }
                    a href={ "/verify?code=" (code) } { "The page on which it is verified" }
                }
            }
        }
    }
}
