"""What somebody would take instead of the service: Fastify with better-sqlite3 on a file of the records, in node."""

import http.client
import os
import shutil
import signal
import subprocess
import time

from service import PATIENCE, free_port

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "yardstick")
# Installed once, beside what cargo makes.
PLACE = os.path.abspath(os.path.join(SOURCES, "..", "..", "..", "target", "yardstick"))
# Debian has node's headers here; where nothing is built from source, they are not needed.
HEADERS = {"npm_config_nodedir": "/usr"} if os.path.exists("/usr/include/node/node.h") else {}


def run(*command):
    return subprocess.run(command, cwd=PLACE, env={**os.environ, **HEADERS}, capture_output=True, text=True)


def works():
    """Whether what the package names is installed, and loads."""
    loads = "new (require('better-sqlite3'))(':memory:'); require('fastify')"
    return run("npm", "ls").returncode == 0 and run("node", "-e", loads).returncode == 0


def missing():
    """Installs it where it is not yet; why it cannot be tried, if so."""
    absent = [name for name in ("node", "npm") if not shutil.which(name)]
    if absent:
        return f"{' and '.join(absent)} not installed"
    os.makedirs(PLACE, exist_ok=True)
    for name in os.listdir(SOURCES):
        shutil.copy(os.path.join(SOURCES, name), PLACE)
    # A newer npm builds nothing that was not approved, and what it fetches built may not be there.
    steps = (
        ["npm", "install", "--no-audit", "--no-fund"],
        ["npm", "install-scripts", "approve", "better-sqlite3"],
        ["npm", "rebuild", "better-sqlite3", "--foreground-scripts"],
    )
    for step in steps:
        if works():
            return None
        built = run(*step)
    return None if works() else f"its packages cannot be installed: {built.stderr[-500:]}"


class Yardstick:
    """The server on that file, in one process or in several that share the port; begun, and ready."""

    def __init__(self, folder, file, processes=1):
        self.port = free_port()
        command = ["node", os.path.join(PLACE, "server.js"), str(self.port), file, str(processes)]
        with open(os.path.join(folder, "told"), "a") as told:
            self.process = subprocess.Popen(command, cwd=folder, stdout=told, stderr=told, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < until, open(os.path.join(folder, "told")).read()[-1000:]
            time.sleep(0.05)

    def answers(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/players?limit=1")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def end(self):
        """Ends it, and those that it has started with it."""
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
