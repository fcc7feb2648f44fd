"""Somebody has programs work for them: a script with a token of their own, and an application that asks whether it may act for
them; both are made to work, and ended."""

import urllib.parse

# The example of RFC 7636, appendix B.
VERIFIER, CHALLENGE = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
# A page of the service stands for one of the application's: a browser on one's own machine is led back to any port of that.
BACK = "/federation"
ASKS = "Let League website act for you?"


def tell(browsers, world, way):
    service = world.service
    account, client = world.coordinator(f"Programs {way.name}"), application(service)
    with browsers.visitor(way.viewport, **way.settings) as context:
        person = way(browsers, context)
        question = asked(service, client)
        person.open(question).signs_in(account)
        person.sees(ASKS, "Reads clubs, players and umpires.").looks()
        assert "error=access_denied" in answers(person, "Not now")
        told = urllib.parse.parse_qs(urllib.parse.urlsplit(answers(person.open(question), "Allow")).query)
        issuer = service.read("/.well-known/oauth-authorization-server", role=None)["issuer"]
        assert told["state"] == ["once"] and told["iss"] == [issuer], told
        acts(person, service, tokens(service, client, told["code"][0]))
        scripts(person, service, world.today)
        return person.count


def application(service):
    """One that an administrator has made; its id."""
    grant = service.read("/v1/me")["account"]["grants"][0]["id"]
    made = {"name": "League website", "grant_id": grant, "scopes": ["read:register"], "client_type": "public"}
    return service.post("/v1/applications", made | {"redirect_uris": [f"http://127.0.0.1{BACK}"]})["id"]


def asked(service, client):
    question = {"response_type": "code", "client_id": client, "redirect_uri": f"{service.url}{BACK}", "state": "once"}
    question |= {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
    return "/oauth/authorize?" + urllib.parse.urlencode(question)


def answers(person, words):
    """Answers, and is led back by the browser itself; to where."""
    person.press(words)
    person.page.wait_for_url(f"**{BACK}?*")
    return person.page.url


def tokens(service, client, code):
    asked = {"grant_type": "authorization_code", "client_id": client, "code": code, "code_verifier": VERIFIER}
    return service.form("/oauth/token", asked)["access_token"]


def works(service, token):
    """Whether a program comes in by that token."""
    status, _, _ = service.get("/v1/duplicates", {"authorization": f"Bearer {token}"})
    return status == 200


def acts(person, service, token):
    assert works(service, token), "the application does not come in"
    person.follow("Your account", "header")
    person.sees("League website").looks("of somebody with programs")
    person.press("End it")
    assert "League website" not in person.told(), "it goes on"
    assert not works(service, token), "the application comes in all the same"


def scripts(person, service, day):
    person.write("What it is for", "Nightly list")
    person.write("Good until", day)
    person.press("Make a token")
    person.sees("Tick what it is let in to.").looks("nothing ticked")
    person.tick(person.field("Reads clubs, players and umpires."))
    person.press("Make a token")
    person.sees("It is shown this once.").looks("token")
    token = person.page.locator("code.secret").inner_text()
    assert works(service, token), "the script does not come in"
    person.follow("I have kept it")
    person.sees("Nightly list", "last used").press("Revoke it")
    assert "Nightly list" not in person.told(), "it is there"
    assert not works(service, token), "the script comes in all the same"
