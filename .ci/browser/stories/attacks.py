"""Pages of others do what they can to an administrator who looks at them, signed in or not: one of another site, and one of another
port of the same host, to which browsers send every cookie along. They send forms, by themselves and at a click, fetch with what the
browser keeps, show the service's pages as pictures, scripts, frames and windows, and load them ahead; under the paths there are and
under other spellings of them. Afterwards all that is on record is as before, and nothing was read. A service of its own is attacked,
on which nobody else is at work."""

import json
from collections import Counter, defaultdict
from urllib.parse import urlencode

from browsers import Browsers, signed_in
from service import PASSWORD, Service, World
from stories.elsewhere import site

ADMINISTRATOR = ("administrator@bushveld.example", PASSWORD)
ATTACKER = {"email": "attacker@elsewhere.example", "password": PASSWORD}
# Who looks at it, and on which host the attacking page is; the service is on 127.0.0.1.
VISITS = [(who, host) for who in ("signed in", "not signed in") for host in ("localhost", "127.0.0.1")]
# What a form or a request from elsewhere may be answered with: nothing was done.
REFUSED = {401, 403, 404, 405, 415}

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A prize for you</title>
<script>
const filled = ({ url, type, fields, target }) => {
  const form = document.createElement("form");
  Object.assign(form, { action: url, method: "post", enctype: type, target });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  return form;
};
const loaded = (thing, settings) => new Promise((shown, refused) => {
  Object.assign(thing, settings, { onload: () => shown("loaded"), onerror: refused });
  document.body.append(thing);
});
const made = (name) => document.createElement(name);
// What each of them could read; nothing, if it is as it should be.
const ways = {
  form: async (attack) => {
    window.open("about:blank", attack.target);
    filled(attack).submit();
  },
  click: async (attack) => { filled(attack).append(Object.assign(made("button"), { textContent: "Take it" })); },
  "form in a frame": async (attack) => {
    document.body.append(Object.assign(made("iframe"), { name: attack.target }));
    filled(attack).submit();
  },
  fetch: async ({ url, settings }) => {
    const answer = await fetch(url, { credentials: "include", ...settings });
    return answer.type === "opaque" ? null : `${answer.status} ${await answer.text()}`;
  },
  image: ({ url }) => loaded(made("img"), { src: url }),
  script: ({ url }) => loaded(made("script"), { src: url }),
  style: ({ url }) => loaded(made("link"), { rel: "stylesheet", href: url }),
  frame: async ({ url }) => { document.body.append(Object.assign(made("iframe"), { src: url })); },
  ahead: async ({ url }) => {
    document.head.append(Object.assign(made("link"), { rel: "prefetch", href: url }), Object.assign(made("link"), { rel: "prerender", href: url }));
  },
  window: async ({ url, target }) => { opened.push(window.open(url, target)); },
};
const opened = [];
// What says nothing of its end within that time has shown nothing.
const late = () => new Promise((end) => setTimeout(end, 5000, null));
const attacked = (attacks) => Promise.all(attacks.map((attack) => Promise.race([ways[attack.way](attack).catch(() => null), late()])));
const seen = () => opened.map((one) => { try { return one.document.body.innerText; } catch { return null; } });
</script></html>"""


def tell(browsers, world, _way=None):
    service = Service(world.service.program, ADMINISTRATOR)
    # Nobody is watched here: refusals on the console are meant to be.
    own = Browsers(service, browsers.chromium)
    try:
        there = Federation(service, world.today)
        states = {"signed in": signed_in(own, *ADMINISTRATOR)}
        # Who has been signed in keeps a cookie that says so.
        cookies = [one for one in states["signed in"]["cookies"] if one["name"] != "session"]
        states["not signed in"] = {"cookies": cookies, "origins": []}
        before, counted, faults = there.on_record(), Counter(), []
        for who, host in VISITS:
            with site(PAGE, host) as address, own.visitor(state=states[who], watched=False) as context:
                faults += [f"{who}, {host}: {fault}" for fault in attacked(context, address, there.attacks(), counted)]
        assert not faults, "\n".join(faults)
        after = there.on_record()
        assert after == before, f"on record is something else: {difference(before, after)}"
    finally:
        service.stop()
    table(counted, len(before["trail"]))


class Federation:
    """Targets: an account that is to become an administrator's and to get another password, and a child's consent."""

    def __init__(self, service, today):
        self.service, self.today = service, today
        made = service.post("/v1/accounts", {"email": ATTACKER["email"], "name": "Somebody Else"})["id"]
        self.account, self.accounts = made, [made, service.read("/v1/me")["account"]["id"]]
        code = service.post(f"/v1/accounts/{made}/password-codes")["code"]
        service.post("/v1/passwords", {"code": code, "password": PASSWORD}, role=None)
        self.password_code = service.post(f"/v1/accounts/{made}/password-codes")["code"]
        club = {"code": "MAH", "name": "Mahikeng Herders", "kind": "community", "province": "ZA-NW"}
        club = service.post("/v1/clubs", club)["id"]
        self.child = World(service).player(1, club, born="2014-06-16")["id"]
        self.link = service.post(f"/v1/players/{self.child}/consent-links")["code"]

    def on_record(self):
        """All that the attacks could change, and the whole trail of this day."""
        read, pages, after = self.service.read, [], ""
        while True:
            page = read(f"/v1/audit?from={self.today}&until={self.today}&limit=200{after}")
            pages += page["items"]
            if not page.get("next_cursor"):
                break
            after = f"&cursor={page['next_cursor']}"
        return {
            "trail": pages,
            "accounts": read("/v1/accounts?limit=200")["items"],
            "sessions": [read(f"/v1/accounts/{account}/sessions") for account in self.accounts],
            "keys": read("/.well-known/jwks.json"),
            "consents": read(f"/v1/players/{self.child}/consents"),
            "links": read(f"/v1/players/{self.child}/consent-links"),
        }

    def attacks(self):
        grants, administrator = f"accounts/{self.account}/grants", {"role": "administrator"}
        consent = {"guardian": "Somebody Else", "relation": "parent", "answers/publish_name": "yes"}
        consent |= {"answers/share_colours": "yes", "version-publish_name": "2026-1", "version-share_colours": "2026-1"}
        password = {"code": self.password_code, "password": "a heifer at the river", "again": "a heifer at the river"}
        forms = {
            f"/desk/{grants}": administrator,
            f"/%64esk/{grants}": administrator,
            f"/desk/accounts/{self.account}/deactivation": {},
            f"/desk/accounts/{self.account}/password-code": {},
            "/desk/invitation": {"email": "third@elsewhere.example", "name": "Third"},
            "/desk/keys": {},
            "/account/password": {"old": PASSWORD, "new": "a heifer at the river", "again": "a heifer at the river"},
            "/account/tokens": {"name": "A token", "scopes": "read:all"},
            "/oauth/authorize": {"answer": "allow"},
            "/sign-out": {},
            "/sign-in": ATTACKER,
            "/sign-%69n": ATTACKER,
            f"/consents/{self.link}": consent,
            "/password": password,
        }
        api = {f"/v1/{grants}": administrator, f"/%761/{grants}": administrator, f"/v%31/{grants}": administrator}
        api |= {"/v1/signing-keys": {}, "/%761/signing-keys": {}, "/v1/me/passwords": {"password": "a heifer at the river"}}
        api |= {f"/v1/accounts/{self.account}/deactivations": {}, "/%761/accounts": {"email": "third@elsewhere.example", "name": "Third"}}
        read = ["/account", "/account/tokens", "/desk", "/desk/accounts", f"/desk/accounts/{self.account}", "/sign-in", "/sign-out"]
        read += ["/v1/me", "/%761/me", "/v1/accounts", f"/%761/{grants}", "/language/zu", f"/consents/{self.link}", "/verify?code=7Q2K"]
        # A window takes longer than all that goes on in one page, so these are few.
        of_windows = {"form": [f"/desk/{grants}", "/sign-in"], "click": [f"/consents/{self.link}", "/sign-out"]}
        attacks = []

        def add(way, path, **more):
            attacks.append({"way": way, "url": self.service.url + path, "target": f"t{len(attacks)}", **more})

        plain, parts, typed = "text/plain", "multipart/form-data", "application/x-www-form-urlencoded"
        for path, fields in forms.items():
            for way in ("form", "click"):
                if path in of_windows[way]:
                    add(way, path, type=typed, fields=fields)
            add("form in a frame", path, type=parts if "desk" in path else typed, fields=fields)
            for mode in ("no-cors", "cors"):
                settings = {"method": "POST", "mode": mode, "headers": {"content-type": typed}, "body": urlencode(fields)}
                add("fetch", path, settings=settings)
        for path, body in api.items():
            # A form as JSON: an equals sign is between the name and the value.
            text = json.dumps(body | {"a": "b"}).removesuffix('b"}')
            add("form in a frame", path, type=plain, fields={text: '"}'})
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                settings = {"method": method, "mode": "cors", "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
                add("fetch", path, settings=settings)
            settings = {"method": "POST", "mode": "no-cors", "headers": {"content-type": plain}, "body": json.dumps(body)}
            add("fetch", path, settings=settings)
        for path in read:
            for way in ("image", "script", "style", "frame", "ahead"):
                add(way, path)
            for mode in ("no-cors", "cors"):
                add("fetch", path, settings={"mode": mode})
        for path in ("/account", "/%761/me", "/language/zu"):
            add("window", path)
        return attacks


def attacked(context, address, attacks, counted):
    """Whatever one of them did or read that it should not."""
    faults, kept, answers = [], cookies(context), defaultdict(list)
    context.on("response", lambda answer: answers[(answer.request.method, answer.url)].append(answer.status))
    page = context.new_page()
    page.goto(address)
    at_a_click = [attack for attack in attacks if attack["way"] == "click"]
    page.evaluate("(attacks) => attacked(attacks)", at_a_click)
    for button in page.get_by_role("button", name="Take it").all():
        button.click(no_wait_after=True)
    by_itself = [attack for attack in attacks if attack["way"] != "click"]
    for attack, read in zip(by_itself, page.evaluate("(attacks) => attacked(attacks)", by_itself), strict=True):
        if read:
            faults.append(f"{attack['way']} reads {attack['url']}: {read[:100]}")
    sent = Counter(attack["url"] for attack in attacks if "fields" in attack)

    def shown():
        # What a frame may not show is an error of the browser's own.
        return [frame.url for frame in page.frames[1:] if not frame.url.startswith("chrome-error:")]

    for _ in range(100):
        if not shown() and all(len(answers["POST", url]) >= count for url, count in sent.items()):
            break
        page.wait_for_timeout(100)
    for one in context.pages:
        one.wait_for_load_state()
    faults += [f"a window is read: {text[:100]}" for text in page.evaluate("seen()") if text]
    for one in context.pages[1:]:
        if one.locator("input[name^='kept.']").count():
            faults.append(f"what another site has sent is kept at {one.url}")
    faults += [f"a frame shows {url}" for url in shown()]
    for url, count in sent.items():
        if len(answers["POST", url]) < count:
            faults.append(f"{count} forms were sent to {url}, and answered {answers['POST', url]}")
    for (method, url), statuses in answers.items():
        if method not in ("GET", "OPTIONS") and not set(statuses) <= REFUSED:
            faults.append(f"{method} {url} is answered {statuses}")
    if cookies(context) != kept:
        faults.append(f"other cookies are kept: {cookies(context)}")
    for attack in attacks:
        counted[attack["way"]] += 1
    counted.update(f"{method} {status}" for (method, _), statuses in answers.items() for status in statuses)
    return faults


def cookies(context):
    """What the browser keeps, except the mark of forms that it was shown, which says nothing of anybody."""
    return {one["name"]: one["value"] for one in context.cookies() if one["name"] != "visitor"}


def difference(before, after):
    return {name: [one for one in after[name] if one not in before[name]] for name in before if before[name] != after[name]}


def table(counted, entries):
    """What was tried, and how the service has answered what came to it."""
    ways, answers = (sorted((key, count) for key, count in counted.items() if is_way(key) == wanted) for wanted in (True, False))
    for words, counts in (("tried", ways), ("answered", answers)):
        print(f"{words:>8} {sum(count for _, count in counts):5}: {', '.join(f'{key} {count}' for key, count in counts)}")
    print(f"The trail has {entries} entries, as before.", flush=True)


def is_way(key):
    return not key[0].isupper()
