"""Sixteen who write at a time to PostgreSQL: how many writes a second, what each costs, and who waits for whom."""

import argparse
import contextlib
import json
import os
import subprocess
import tempfile
import threading
import time

from service import Loss, Postgres, Service, a_folder, outcome

WRITERS = 16
# A game of 25 turns that is legal by the first rules; the day makes each another one.
TURNS = "E1 R1 E2 R2 A4 E3 R4 A1 A2 E5 A7 R6 E6 R3 E8 A3 R8 A5 R5 A8 A6 E7 E4xE7 R7 R4-E4".split()

# What wrk sends: each connection has two players of its own, and each game a day of its own.
LUA = """
local counter = 0
local threads = {}
function setup(thread) table.insert(threads, thread); thread:set("id", #threads) end
function init(args)
  wrk.method = "POST"; wrk.headers["Content-Type"] = "application/json"
  wrk.headers["Authorization"] = "Bearer %(token)s"
end
local pairs_of = %(pairs)s
local refused = 0
function request()
  counter = counter + 1
  local pair = pairs_of[(counter %% #pairs_of) + 1]
  local days = math.floor(counter / #pairs_of)
  local when = os.date("!%%Y-%%m-%%d", %(now)d - 86400 * (days * %(instances)d * 2 + id * 2 + %(offset)d))
  return wrk.format("POST", "/v1/games", nil, string.format(%(body)s, pair[1], pair[2], when))
end
function response(status, headers, body)
  if status ~= 201 then refused = refused + 1; if refused < 3 then print(status .. " " .. body) end end
end
"""


def ticks(pid):
    """The seconds of processor that a process has used, and those of its children that live."""
    hertz = os.sysconf("SC_CLK_TCK")
    pids, used = [pid], 0
    pids += [int(line) for line in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()]
    for one in pids:
        with contextlib.suppress(OSError):
            fields = open(f"/proc/{one}/stat").read().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
            if one == pid:
                used += int(fields[13]) + int(fields[14])
    return used / hertz
