"""A club's own page, on another site: it fetches the ranking, and shows the ranking's page within it. What is for those who have
signed in is shown within no other page.
"""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A club</title>
<ol id="fetched"></ol>
<iframe id="shown" src="{url}{ranking}?embed" title="Ranking" width="600" height="400"></iframe>
<iframe id="refused" src="{url}/sign-in" title="Sign in" width="600" height="400"></iframe>
<script type="module">
  const answer = await fetch("{url}/v1{ranking}/rows");
  const {{ items }} = await answer.json();
  document.querySelector("#fetched").append(...items.map((row) => {{
    const line = document.createElement("li");
    line.textContent = `${{row.rank}} ${{row.player.name}}`;
    return line;
  }}));
  document.body.dataset.tag = answer.headers.get("etag");
</script></html>"""


def tell(browsers, world, _way=None):
    service = world.service
    # A list of a day is published once by each method, and others come first.
    lists = service.read("/v1/rankings?limit=1")["items"]
    if not lists:
        service.post(f"/v1/tournaments/{world.finished('Potchefstroom Evening', 8)}/ratifications")
        lists = [service.post("/v1/rankings", {"method": "game-points", "on": world.today})]
    ranking = f"/rankings/{lists[0]['id']}"
    rows = service.read(f"/v1{ranking}/rows")["items"]
    assert rows, "nobody is ranked"
    # It is nobody's page here: what its console says of what is refused is meant to be.
    with site(PAGE.format(url=service.url, ranking=ranking)) as club, browsers.visitor(watched=False) as context:
        page = context.new_page()
        page.goto(club)
        page.wait_for_selector("body[data-tag]")
        told = [f"{row['rank']} {row['player']['name']}" for row in rows]
        assert page.locator("#fetched li").all_inner_texts() == told, "the ranking that was fetched is another"
        assert page.locator("body").get_attribute("data-tag").startswith('"'), "its tag cannot be read"
        shown = page.frame_locator("#shown").get_by_role("table").first
        shown.wait_for()
        text = shown.inner_text()
        assert all(row["player"]["name"] in text for row in rows), f"not all are shown: {text}"
        assert not page.frame_locator("#refused").locator("form").count(), "the sign-in page is shown within another"


@contextmanager
def site(page, host="localhost"):
    """The address of another site with that page; as the browser sees it, `localhost` is another site than 127.0.0.1, and another
    port of that is another origin of the same site."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{host}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
