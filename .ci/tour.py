"""Takes the tour of docs/tour.md and sends the requests of README.md: starts the demonstration on an empty folder for each,
runs every command, and holds the answers that are shown against those that come back. `UPDATE=1` writes the answers into
the two files instead, laid out to be read."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Each file, and from where to where its commands are taken.
TEXTS = [("README.md", "## Three requests", "\n## The map"), ("docs/tour.md", "## Sign in", None)]
# What differs from one run to the next.
VOLATILE = {"created_at", "recorded_at", "instance"}
# A day in a sentence of a list: the tournament of the tour is that of today.
SPOKEN = re.compile(r"(?<=[Oo]n )\d{4}-\d\d-\d\d")
# As wide as an answer may be shown.
WIDTH = 110


def blank(value):
    if isinstance(value, dict):
        return {key: "…" if key in VOLATILE else blank(item) for key, item in value.items()}
    if isinstance(value, list):
        return [SPOKEN.sub("…", item) if isinstance(item, str) else blank(item) for item in value]
    return value


def is_as_shown(answer, shown):
    return blank(json.loads(answer)) == blank(json.loads(shown))


def laid_out(value, indent=0, before=0):
    """JSON as people read it: on one line what has room there, the rest one member a line, and lists of words filled."""
    line = json.dumps(value, ensure_ascii=False)
    room = WIDTH - indent - before - 1
    if len(line) <= room or not isinstance(value, (dict, list)) or not value:
        return line
    inner = indent + 2
    if isinstance(value, dict):
        names = [json.dumps(name, ensure_ascii=False) + ": " for name in value]
        parts = [name + laid_out(item, inner, len(name)) for name, item in zip(names, value.values())]
    elif all(not isinstance(item, (dict, list)) for item in value):
        parts = []
        for item in (json.dumps(item, ensure_ascii=False) for item in value):
            if parts and inner + len(parts[-1]) + len(item) + 3 <= WIDTH:
                parts[-1] += ", " + item
            else:
                parts.append(item)
    else:
        parts = [laid_out(item, inner) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    pad = "\n" + " " * inner
    return opening + pad + ("," + pad).join(parts) + "\n" + " " * indent + closing


def blocks_of(text, begin, end):
    """The commands of a text, each with the answer that is shown after it, and where that stands."""
    start = text.index(begin)
    stop = text.index(end, start) if end else len(text)
    return list(re.compile(r"```sh\n(.*?)```\n(?:```json\n(.*?)\n```)?", re.S).finditer(text, start, stop))


def take(program, name, begin, end):
    path = os.path.join(ROOT, name)
    text = open(path, encoding="utf-8").read()
    blocks = blocks_of(text, begin, end)
    assert blocks, f"{name} has no commands"
    # No answer stands alone: its commands would not be taken.
    shown = text[blocks[0].start() :].count("```json\n")
    assert shown == sum(block.group(2) is not None for block in blocks), f"{name} shows an answer without its command"
    folder = tempfile.mkdtemp()
    environment = {**os.environ, "LISTEN": "127.0.0.1:0", "LOG": "warn"}
    # The championship that is being played stands still, so that what is counted is the same each time.
    service = subprocess.Popen(
        [program, "serve", "--demo", "--demo-pace", "0"], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    )
    answers = []
    try:
        told = []
        while not (told and told[-1].startswith("Listening")):
            told.append(service.stderr.readline())
            assert told[-1], "".join(told)
        url = re.search(r"http://[0-9.:]+", told[-1]).group()
        password = next(line.split()[2] for line in told if line.strip().startswith("administrator"))
        # One shell for each block; the variables of the text go from one to the next.
        before = "set -eu; [ ! -e variables ] || . ./variables\n"
        after = "\ndeclare -p $(compgen -v | grep -xE 'PASSWORD|URL|TOKEN|TAG') > variables"
        for number, block in enumerate(blocks):
            commands, shown = block.groups()
            commands = re.sub(r"PASSWORD='.*'", f"PASSWORD='{password}'", commands)
            commands = commands.replace("URL=http://127.0.0.1:8080", f"URL={url}")
            commands = commands.replace("cargo run --release --", program)
            run = subprocess.run(
                ["bash", "-c", before + commands + after], cwd=folder, capture_output=True, text=True, timeout=60
            )
            assert run.returncode == 0, run.stderr
            answer = run.stdout.split("\r\n\r\n")[-1].strip()
            answer = re.sub(r"\}\{", "}\n{", answer).splitlines()[-1] if answer else ""
            print(f"{name} {number + 1}. {answer[:150]}")
            answers.append(answer)
            if shown and not os.environ.get("UPDATE"):
                assert is_as_shown(answer, shown), f"{name} shows another answer: {answer}"
            elif not shown and answer.startswith("{"):
                assert "/v1/problems/" not in answer, answer
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(timeout=30)
    if os.environ.get("UPDATE"):
        # From the end, so that what stands before stays where it is.
        for block, answer in reversed(list(zip(blocks, answers))):
            if block.group(2) and not is_as_shown(answer, block.group(2)):
                text = text[: block.start(2)] + laid_out(json.loads(answer)) + text[block.end(2) :]
        open(path, "w", encoding="utf-8").write(text)
    return len(blocks)


passed = sum(take(os.path.abspath(sys.argv[1]), *text) for text in TEXTS)
print(f"{passed} passed, 0 failed")
