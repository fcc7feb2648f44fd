"""Takes the README's tour: starts the demonstration on an empty folder, runs every command of the tour, and holds the
answers that the README shows against those that come back. `UPDATE=1` writes the answers into the README instead."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
README = os.path.join(ROOT, "README.md")
# What differs from one run to the next.
VOLATILE = {"created_at", "recorded_at", "instance"}


def blank(value):
    if isinstance(value, dict):
        return {key: "…" if key in VOLATILE else blank(item) for key, item in value.items()}
    if isinstance(value, list):
        return [blank(item) for item in value]
    return value


def main(program):
    text = open(README, encoding="utf-8").read()
    start, end = text.index("## A tour"), text.index("## With your own")
    blocks = re.findall(r"```sh\n(.*?)```\n(?:```json\n(.*?)\n```)?", text[start:end], re.S)
    folder = tempfile.mkdtemp()
    environment = {**os.environ, "LISTEN": "127.0.0.1:0", "LOG": "warn"}
    service = subprocess.Popen(
        [program, "serve", "--demo"], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        told = []
        while not (told and told[-1].startswith("Listening")):
            told.append(service.stderr.readline())
        url = re.search(r"http://[0-9.:]+", told[-1]).group()
        password = next(line.split()[2] for line in told if line.strip().startswith("administrator"))
        # One shell for each block; the variables of the tour go from one to the next.
        before = "set -eu; [ ! -e variables ] || . ./variables\n"
        after = "\ndeclare -p $(compgen -v | grep -xE 'PASSWORD|URL|TOKEN|TAG') > variables"
        for number, (commands, shown) in enumerate(blocks):
            commands = re.sub(r"PASSWORD='.*'", f"PASSWORD='{password}'", commands)
            commands = commands.replace("URL=http://127.0.0.1:8080", f"URL={url}")
            commands = commands.replace("cargo run --release --", program)
            run = subprocess.run(
                ["bash", "-c", before + commands + after], cwd=folder, capture_output=True, text=True, timeout=60
            )
            assert run.returncode == 0, run.stderr
            answer = run.stdout.split("\r\n\r\n")[-1].strip()
            answer = re.sub(r"\}\{", "}\n{", answer).splitlines()[-1] if answer else ""
            print(f"{number + 1}. {answer[:150]}")
            if shown and os.environ.get("UPDATE"):
                text = text.replace(shown, answer)
            elif shown:
                assert blank(json.loads(answer)) == blank(json.loads(shown)), f"the README shows another answer: {answer}"
            elif answer.startswith("{"):
                assert "/v1/problems/" not in answer, answer
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(timeout=30)
    if os.environ.get("UPDATE"):
        open(README, "w", encoding="utf-8").write(text)
    print(f"{len(blocks)} passed, 0 failed")


main(os.path.abspath(sys.argv[1]))
