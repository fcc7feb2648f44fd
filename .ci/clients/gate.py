"""Other people's programs at work: `gate.py PROGRAM [--all]`. The document is read by two linters, and held against that of the last
version; clients are made of it in two ways and compiled, each plays a small championship, and its standings are held against
the marks; what docs/tasks.md lets people copy is done in one of its languages, which changes from commit to commit, or in all;
and requests that the document allows, and others, are made up by chance and sent by a stranger, a coordinator and an
administrator. Each prints what it did; ends with status 1 at a fault.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SOURCES = os.path.join(ROOT, ".ci", "clients")
DOCUMENT = os.path.join(ROOT, "openapi", "openapi.json")
TASKS = os.path.join(ROOT, "docs", "tasks.md")
# Made anew each time, but for what npm installs.
PLACE = os.path.join(ROOT, "target", "clients")
TOOLS = os.path.dirname(sys.executable)
sys.path.insert(0, os.path.join(ROOT, ".ci", "browser"))

import breaking  # noqa: E402
from service import Service, World  # noqa: E402

MARKS = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0)}
# What an answer is held against: the document alone. Rules of the federation refuse what a schema allows.
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance"]
CHECKS += ["response_schema_conformance", "response_headers_conformance"]


def run(*command, **settings):
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", **settings}
    told = subprocess.run(command, cwd=PLACE, env=environment, capture_output=True, text=True)
    assert told.returncode == 0, f"{' '.join(command)}\n{told.stdout[:6000]}{told.stderr[-3000:]}"
    return told.stdout


def linted():
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")
    run("npx", "redocly", "lint", DOCUMENT)
    run("npx", "spectral", "lint", DOCUMENT, "--ruleset", "spectral.yaml", "--fail-severity", "warn")
    print("redocly and spectral: nothing", flush=True)
    told, breaks = breaking.checked()
    assert not breaks, told
    print(f"changes that break programs: {told}", flush=True)


def python(*account):
    place = ["--output-path", "federation_records", "--overwrite"]
    run(os.path.join(TOOLS, "openapi-python-client"), "generate", "--path", DOCUMENT, "--meta", "none", *place)
    run(sys.executable, "-m", "compileall", "-q", "federation_records")
    return run(sys.executable, "championship.py", *account)


def typescript(*account):
    run("npx", "openapi-typescript", DOCUMENT, "-o", "federation_records.d.ts")
    run("npx", "tsc", "--project", "tsconfig.json")
    return run("node", "championship.js", *account)


def judged(told):
    """What a client told of its championship, with the standings as they have to be."""
    told, points = json.loads(told), {}
    for first, second, marks in told["boards"]:
        won = sum(MARKS[mark] for mark in marks)
        points[first] = points.get(first, 0) + won
        points[second] = points.get(second, 0) + len(marks) - won
    assert told["settled"] and len(points) == len(told["standings"]) == 8, told
    assert {player: Fraction(counted) for _, player, counted in told["standings"]} == points, told
    ranks = [(rank, -Fraction(counted)) for rank, _, counted in told["standings"]]
    assert ranks == sorted(ranks) and ranks[0][0] == 1, told
    return told


def written(language):
    """What docs/tasks.md says in that language, from its first task on."""
    text = open(TASKS, encoding="utf-8").read().split("## 1. ", 1)[1]
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S))


LANGUAGES = [
    ("sh", "tasks.sh", ["bash", "-euo", "pipefail", "tasks.sh"]),
    ("python", "tasks.py", [sys.executable, "tasks.py"]),
    ("ts", "tasks.ts", ["node", "tasks.js"]),
]


def chosen(is_all):
    """The languages of this commit: one, or all."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    turn = int(commit or "0", 16) % len(LANGUAGES)
    return LANGUAGES if is_all else LANGUAGES[turn : turn + 1]


def tasks(program, languages):
    """The ten tasks in those languages, each on records of its own: they find the same."""
    found = {}
    for language, file, command in languages:
        with open(os.path.join(PLACE, file), "w", encoding="utf-8") as sources:
            sources.write(written(language))
        if language == "ts":
            run("npx", "tsc", "--project", "tsconfig.json")
        service = Service(program)
        try:
            email, password = service.passwords["administrator"]
            found[language] = run(*command, URL=service.url, EMAIL=email, PASSWORD=password).splitlines()
        finally:
            service.stop()
    told = next(iter(found.values()))
    assert len(told) == 12 and all(one == told for one in found.values()), found
    print(f"the ten tasks, in {', '.join(found)}: {' | '.join(told)}", flush=True)


def tried(service, role):
    """Requests by chance, the same each time."""
    token = [] if role is None else ["--header", f"Authorization: Bearer {service.token(role)}"]
    # Events are waited for, or go on.
    asked = ["--exclude-operation-id", "list_events"]
    checked = ["--checks", ",".join(CHECKS), "--suppress-health-check", "all", "--no-color"]
    chance = ["--seed", "1", "--phases", "examples,fuzzing", "--max-examples", "2", "--workers", "2"]
    told = run(os.path.join(TOOLS, "schemathesis"), "run", DOCUMENT, "--url", service.url, *token, *asked, *checked, *chance)
    print(f"schemathesis, {role or 'stranger'}: {re.search(r'[0-9]+ generated', told).group()}, no fault", flush=True)


def main():
    os.makedirs(PLACE, exist_ok=True)
    for name in os.listdir(SOURCES):
        if name != "gate.py":
            shutil.copy(os.path.join(SOURCES, name), PLACE)
    linted()
    service = Service(sys.argv[1])
    try:
        # Something to rank, so that there is a ranking to copy.
        world = World(service)
        service.post(f"/v1/tournaments/{world.finished('Mahikeng Evening', 8)}/ratifications")
        service.post("/v1/rankings", {"method": "game-points", "on": world.today})
        for client in (python, typescript):
            told = judged(client(service.url, *service.passwords["administrator"]))
            mirrored = f", and a mirror of {told['mirrored']} paths" if "mirrored" in told else ""
            print(f"{client.__name__}: {len(told['boards'])} boards, all standings as they should be{mirrored}", flush=True)
        for role in (None, "coordinator", "administrator"):
            tried(service, role)
    finally:
        service.stop()
    tasks(sys.argv[1], chosen("--all" in sys.argv))


if __name__ == "__main__":
    main()
