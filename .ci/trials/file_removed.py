"""Removes, moves, replaces and cuts the SQLite file under the running service."""

import argparse
import glob
import os
import shutil
import signal
import time

from service import Loss, Service, Writes, a_folder, code_of, outcome


def moved(service):
    os.rename(service.file, service.file + ".aside")
    return lambda: os.rename(service.file + ".aside", service.file)


def replaced(service):
    back = moved(service)
    shutil.copy(service.file + ".aside", service.file)
    return back


def journal_moved(service):
    os.rename(service.file + "-wal", service.file + ".aside")
    return lambda: os.rename(service.file + ".aside", service.file + "-wal")


def removed(service):
    """For good: what the process has open is all that there is, and is put back from there."""
    for path in glob.glob(service.file + "*"):
        os.remove(path)

    def rescue():
        handles = f"/proc/{service.process.pid}/fd"
        for ending in ("", "-wal"):
            for handle in os.listdir(handles):
                if os.readlink(os.path.join(handles, handle)) == f"{service.file}{ending} (deleted)":
                    shutil.copyfile(os.path.join(handles, handle), f"{service.file}{ending}.rescued")
                    break
        service.end(signal.SIGKILL)
        for path in glob.glob(service.file + "*"):
            if not path.endswith(".rescued"):
                os.remove(path)
        for ending in ("", "-wal"):
            if os.path.exists(f"{service.file}{ending}.rescued"):
                os.rename(f"{service.file}{ending}.rescued", f"{service.file}{ending}")
        service.start()

    return rescue


def cut_to_nothing(service):
    os.truncate(service.file, 0)


def cut_in_half(service):
    os.truncate(service.file, os.path.getsize(service.file) // 2)


CASES = [
    ("moved away, and back", moved, "storage-lost"),
    ("replaced by a copy, and back", replaced, "storage-lost"),
    ("journal moved away, and back", journal_moved, "storage-lost"),
    ("removed with its journal, saved from the process", removed, "storage-lost"),
    ("cut to nothing", cut_to_nothing, "storage-damaged"),
    ("cut in half", cut_in_half, "storage-damaged"),
]


def words(answers):
    return " or ".join(sorted(answers))


def one(program, what, harm, code):
    with a_folder() as folder:
        service = Service(program, folder)
        try:
            service.make_administrator()
            service.start()
            service.sign_in()
            writes = Writes(service, 1)
            with writes.going_on():
                time.sleep(0.5)
            # A page that was never written again is in the file, not in its journal.
            service.ask("GET", "/v1/provinces")
            before = dict(writes.answers)
            mend = harm(service)
            writes.answers.clear()
            reads, probes = set(), set()
            for _ in range(5):
                reads |= {code_of(*service.ask("GET", path)[:2]) for path in ("/v1/provinces", "/v1/games")}
                writes.send(*writes.next())
                probes.add(code_of(*service.ask("GET", "/readyz")[:2]))
            alive = service.is_alive() and service.ask("GET", "/livez")[0] == 200
            told = f"writing {words(writes.answers)}, reading {words(reads)}, /readyz {words(probes)}, "
            told += "alive" if alive else f"ENDED by signal {-service.process.wait()}"
            print(f"{what} (after {before.get('201', 0)} writes): {told}")
            faults = []
            if not alive:
                faults.append("the process was killed")
            if "201" in writes.answers:
                faults.append(f"{writes.answers['201']} writes were acknowledged into the void")
            elif alive and (set(writes.answers) != {f"503 {code}"} or probes != {f"503 {code}"}):
                faults.append(f"not told as {code}")
            if mend and alive:
                mend()
                until = time.monotonic() + 10
                while service.ask("GET", "/readyz")[0] != 200:
                    if time.monotonic() > until:
                        raise Loss(f"it does not go on: {service.ask('GET', '/readyz')}")
                    time.sleep(0.01)
                # Whoever opens the file anew finds all of it.
                service.end(signal.SIGKILL)
                service.start()
                writes.settle()
                try:
                    print("   " + writes.verify())
                except Loss as loss:
                    faults.append(str(loss))
            return faults
        finally:
            service.end(signal.SIGKILL)


def trial(program):
    faults = []
    for what, harm, code in CASES:
        found = one(program, what, harm, code)
        for fault in found:
            print(f"   LOSS: {fault}")
        faults += found
    if faults:
        raise Loss(f"{len(faults)} in all")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    asked = parser.parse_args()
    outcome(lambda: trial(asked.program))
