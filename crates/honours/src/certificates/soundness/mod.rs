//! Whether everything that is certified has its code, and each code is the one that it is looked up by.

mod store;

use crate::certificate_codes::Code;
use crate::db::Conn;
use crate::values::error::Error;
use crate::values::examination::Findings;

/// Examines the codes of certificates.
pub fn codes(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    for award in store::awards_without_code(c)? {
        findings.fault(format!("award {award} was approved and has no code"));
    }
    for accreditation in store::accreditations_without_code(c)? {
        findings.fault(format!("accreditation {accreditation} has no code"));
    }
    let mut last = String::new();
    loop {
        let page = store::page(c, &last)?;
        let Some((newest, _)) = page.last() else { return Ok(()) };
        last.clone_from(newest);
        for (digest, code) in page {
            findings.look();
            let is_own = Code::read(&code).is_some_and(|code| code.digest() == digest);
            findings.expect(is_own, || {
                format!("the certificate that is looked up as {digest} has another code")
            });
        }
    }
}
