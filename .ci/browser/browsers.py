"""Chromium, and what it must never say: an error, a request to somebody else, an answer that failed."""

import os
import shutil
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

# The shell is the same engine without windows and menus, which take as long as the pages.
PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page is looked at, not watched: no time goes to what moves.
    "--force-prefers-reduced-motion",
]
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}


def program():
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not found:
        raise SystemExit("No Chromium is installed: none of " + ", ".join(PROGRAMS))
    return found


class Browsers:
    """The browsers of a run; each visitor's is empty at first."""

    def __init__(self, service, chromium):
        self.service, self.chromium = service, chromium
        # The pages that were looked at closely, by their kind and what had become of them.
        self.faults, self.looked = [], set()

    @contextmanager
    def visitor(self, viewport=None, state=None, watched=True, **settings):
        settings = {"viewport": viewport or WIDE, "locale": "en-ZA", "timezone_id": "Africa/Johannesburg"} | settings
        context = self.chromium.new_context(base_url=self.service.url, storage_state=state, **settings)
        context.set_default_timeout(30_000)
        try:
            if watched:
                self._watch(context)
            yield context
        finally:
            context.close()

    def fault(self, page, said):
        fault = f"{path_of(page)}: {said}"
        if fault not in self.faults:
            self.faults.append(fault)

    def _watch(self, context):
        def on_console(message):
            # The answer's own status is told by what is asked of it; a form that is refused is meant to be.
            if not message.text.startswith("Failed to load resource"):
                self.fault(message.page, f"console {message.type}: {message.text}")

        def on_request(request):
            asked = urlsplit(request.url)
            if asked.scheme not in ("data", "blob", "about") and asked.netloc != self.service.host:
                self.fault(request.frame.page, f"asks {asked.netloc}")

        def on_failed(request):
            # Whoever goes on, or sends twice, leaves what was on its way; a file to keep is no page.
            if request.failure not in ("net::ERR_ABORTED", None):
                self.fault(request.frame.page, f"{request.url}: {request.failure}")

        def on_response(response):
            request = response.request
            broken = response.status >= 500 or (response.status >= 400 and not request.is_navigation_request())
            if broken:
                self.fault(request.frame.page, f"{request.url} answers {response.status}")

        context.on("console", on_console)
        context.on("weberror", lambda error: self.fault(error.page, f"error: {error.error}"))
        context.on("request", on_request)
        context.on("requestfailed", on_failed)
        context.on("response", on_response)


def path_of(page):
    return urlsplit(page.url).path if page else "?"


def launched(playwright=None):
    """Chromium, which ends with Playwright, or with this process."""
    return (playwright or sync_playwright().start()).chromium.launch(executable_path=program(), args=FLAGS)


@contextmanager
def started(service):
    with sync_playwright() as playwright:
        chromium = launched(playwright)
        try:
            yield Browsers(service, chromium)
        finally:
            chromium.close()


def signed_in(browsers, email, password):
    """What a browser keeps of somebody who has signed in."""
    with browsers.visitor() as context:
        page = context.new_page()
        page.goto("/sign-in")
        page.get_by_label("E-mail address").fill(email)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/account")
        return context.storage_state()
