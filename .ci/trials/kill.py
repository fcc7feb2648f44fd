"""Kills the service, or the database's server, in the middle of writing, again and again."""

import argparse
import os
import random
import signal
import time

from service import Loss, Postgres, Service, Writes, a_folder, integrity, outcome

# A token is good for 15 minutes.
SIGN_IN_EVERY = 600


def trial(asked):
    chance = random.Random(asked.seed)
    with a_folder() as folder:
        postgres = Postgres(folder) if asked.postgres else None
        service = Service(asked.program, folder, postgres.url if postgres else None)
        try:
            service.make_administrator()
            service.start()
            service.sign_in()
            signed_in = time.monotonic()
            writes = Writes(service, asked.seed)
            starts, victims = [], {}
            with writes.going_on():
                for number in range(asked.times):
                    time.sleep(chance.uniform(0.02, 0.5))
                    victim = chance.choice(["service", "server", "backend"] if postgres else ["service"])
                    victims[victim] = victims.get(victim, 0) + 1
                    if victim == "service":
                        service.end(signal.SIGKILL)
                        starts.append(service.start())
                    elif victim == "server":
                        postgres.kill()
                    else:
                        for backend in chance.sample(postgres.backends(), 1):
                            os.kill(backend, signal.SIGKILL)
                    # It goes on by itself.
                    until = time.monotonic() + 60
                    while service.ask("GET", "/readyz")[0] != 200:
                        if time.monotonic() > until or not service.is_alive():
                            raise Loss(f"after {victim} was killed: {service.ask('GET', '/readyz')} {service.told()}")
                        time.sleep(0.01)
                    if time.monotonic() - signed_in > SIGN_IN_EVERY:
                        service.sign_in()
                        signed_in = time.monotonic()
            service.sign_in()
            unanswered = len(writes.pending)
            writes.settle()
            print(f"killed: {', '.join(f'{victim} {count}' for victim, count in sorted(victims.items()))}")
            print(f"acknowledged: {', '.join(f'{len(ids)} {path[4:]}' for path, ids in writes.ids.items())}")
            print(f"answers: {', '.join(f'{word} × {count}' for word, count in sorted(writes.answers.items()))}")
            print(f"sent again until acknowledged: {unanswered} at the end")
            if starts:
                print(f"ready again after {sorted(starts)[len(starts) // 2]:.2f} s in the middle, {max(starts):.2f} s at most")
            print(writes.verify())
            service.end(signal.SIGTERM)
            if not postgres:
                print(f"integrity: {integrity(service.file)}")
            if any(word.startswith("500") for word in writes.answers):
                raise Loss("requests were answered 500, as if the fault were the service's")
        finally:
            service.end(signal.SIGKILL)
            if postgres:
                postgres.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, whose server and backends are killed too")
    asked = parser.parse_args()
    outcome(lambda: trial(asked))
