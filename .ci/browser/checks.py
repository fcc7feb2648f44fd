"""What every page keeps: a title, no scrolling sideways, axe at zero in light and dark, a first view of 14 kB."""

import re
from importlib.resources import files

import brotli

from browsers import NARROW, WIDE

# What reaches a browser before it has to ask again: ten packets, as a connection begins (RFC 6928).
FIRST_VIEW = 14_600
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
ID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
# Only what is wrong is gathered: what is right would be most of the work.
RUN = """only => axe.run(document, {resultTypes: ["violations"], ...only && {runOnly: only}}).then(told => told.violations.map(one => one.id + ": " +
    one.help + " at " + one.nodes.slice(0, 3).map(node => node.target.join(" ")).join(", ")))"""
WIDEST = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return null;
    const beyond = [...document.querySelectorAll("main *, header *, footer *, main")].filter(
        one => one.getBoundingClientRect().right > room + 1);
    const last = beyond.pop();
    return document.documentElement.scrollWidth + " px wide, at " + (last ? last.outerHTML.slice(0, 120) : "?");
}"""
SMALL = """() => [...document.querySelectorAll("button, select, textarea, input:not([type=hidden]), nav a, a.button")]
    .filter(one => {
        const box = (one.closest("label") ?? one).getBoundingClientRect();
        return box.width > 0 && (box.width < 24 || box.height < 24);
    }).map(one => one.outerHTML.slice(0, 100)).slice(0, 3)"""


def kind(path):
    """The path as a pattern, by which pages are of one kind."""
    path = re.sub(ID, "{id}", path.split("?")[0].split("#")[0])
    path = re.sub(r"/[A-Z0-9]{4}(-[A-Z0-9]{4})+(?=/|$)", "/{code}", path)
    path = re.sub(r"/ZA-[A-Z]+(?=/|$)", "/{province}", path)
    return re.sub(r"/\d+(?=/|$)", "/{number}", path)


def axe(page, only=None):
    # Evaluated, not loaded: the page's own policy lets no script in that is not the service's.
    if not page.evaluate("() => typeof axe === 'object'"):
        page.evaluate(AXE + ";0")
    return page.evaluate(RUN, only)


def does_not_scroll(browsers, page, width=NARROW):
    page.set_viewport_size(width)
    wide = page.evaluate(WIDEST)
    if wide:
        browsers.fault(page, f"scrolls sideways at {width['width']} px: {wide}")


def look(browsers, page, widths=(NARROW, WIDE)):
    """All that a page keeps, at each width, in light and in dark."""
    before = page.viewport_size
    if not page.title().strip():
        browsers.fault(page, "has no title")
    for width in widths:
        does_not_scroll(browsers, page, width)
        name = f"at {width['width']} px"
        if width is NARROW:
            for small in page.evaluate(SMALL):
                browsers.fault(page, f"is small to tap {name}: {small}")
        for said in axe(page):
            browsers.fault(page, f"axe {name}: {said}")
    page.emulate_media(color_scheme="dark")
    for said in axe(page, ["color-contrast"]):
        browsers.fault(page, f"axe in the dark: {said}")
    page.emulate_media(color_scheme="light")
    if before != page.viewport_size:
        page.set_viewport_size(before)


def weight(headers, body):
    """Bytes of the page as it is sent when a place to compress it is free, which among so many readers it is not always."""
    return len(body if headers["content-encoding"] == "br" else brotli.compress(body, quality=4))


def weight_of_sheet(service):
    """Bytes of the style sheet, compressed as it is sent to a browser behind TLS."""
    status, headers, body = service.get("/pages/site.css", {"accept-encoding": "br"})
    assert status == 200 and headers["content-encoding"] == "br", headers
    return len(body)


def work(context, path):
    """Milliseconds that a page takes of the processor: all of it, and of that style, layout and scripts."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(path)
    spent = {one["name"]: 1000 * one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    page.close()
    return spent["TaskDuration"], sum(spent[name] for name in ("LayoutDuration", "RecalcStyleDuration", "ScriptDuration"))


def unpacked(headers, body):
    return brotli.decompress(body) if headers["content-encoding"] == "br" else body


__all__ = ["FIRST_VIEW", "axe", "does_not_scroll", "kind", "look", "unpacked", "weight", "weight_of_sheet", "work"]
