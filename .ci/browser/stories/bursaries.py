"""Somebody at a bursary office has three certificates on the table: a good one, a revoked one, and one that is made up."""

import functools


def tell(browsers, world, way):
    good, revoked = codes(world.service)
    with browsers.visitor(way.viewport, **way.settings) as context:
        officer = way(browsers, context).open("/")
        officer.follow("Check a certificate")
        officer.looks()
        checks(officer, good)
        officer.sees("This certificate is good.", "Accredited umpire, level 1", "Checked on").looks("good")
        checks(officer, revoked.lower().replace("-", " "))
        officer.sees("it was revoked").looks("revoked")
        checks(officer, good[:-1] + ("2" if good[-1] == "3" else "3"))
        officer.sees("There is no certificate with this code.", "Contact: PO Box 17").looks("forged")
        return officer.count


def checks(officer, code):
    officer.type(officer.page.locator("#code"), code)
    officer.press("Check", "main")


@functools.cache
def codes(service):
    """A code that is good, and one that no longer is: an award is revoked once, and then checked by each way of working."""
    accredited = service.read("/v1/accreditations?limit=1")["items"][0]["id"]
    award = service.read("/v1/colours?limit=1")["items"][0]
    code = service.read(f"/v1/colours/{award['id']}/code")["code"]
    service.post(f"/v1/colours/{award['id']}/revocations", {"reason": "The results were corrected."})
    return service.read(f"/v1/accreditations/{accredited}/code")["code"], code
