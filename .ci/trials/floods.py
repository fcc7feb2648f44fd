#!/usr/bin/env python3
"""Floods against the running service, and what others notice of them.

    floods.py PROGRAM [PROGRAM …] [--seconds 60]

Starts each program on an invented federation and prints, side by side: the resident memory and the requests a second and
p99 of somebody who reads a list from four connections

- without a flood,
- while 64 networks send wrong passwords,
- while 16 connections fetch the documentation's largest file in brotli;

then how many of 20 right sign-ins, each from a network of its own, get through while 200 connections of 10 networks send
wrong passwords; and what happens to a request that was half sent when its grant was revoked. Needs wrk (Debian: wrk). The
exit status is 1 if the last program keeps more than 40 MB of memory, lets fewer than 20 in, or takes the half-sent request.
"""
import argparse, http.client, json, os, re, socket, subprocess, sys, tempfile, threading, time

WRONG = """
local network = 0
function setup(thread) thread:set("base", network); network = network + 1 end
function request()
  count = (count or 0) + 1
  wrk.method = "POST"
  wrk.headers["content-type"] = "application/json"
  wrk.headers["x-forwarded-for"] = "10.7.0." .. (count % NETWORKS)
  return wrk.format(nil, "/v1/tokens", nil, '{"email": "umpire@federation.example", "password": "a cow in crawl ' .. count .. '"}')
end
"""


class Service:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        env = dict(os.environ, LISTEN=f"127.0.0.1:{self.port}", PROXIES="1", LOG="error", ASKS_A_MINUTE="100000", STRANGERS_A_MINUTE="1000000", TOKENS_A_MINUTE="1000000")
        self.process = subprocess.Popen([os.path.abspath(program), "serve", "--demo", "--demo-pace", "0"], cwd=self.folder.name, env=env,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.passwords = {}
        for line in self.process.stderr:
            if people := re.match(r"\s+(\w+)\s+(\S+@\S+)\s+(\S+)$", line):
                self.passwords[people[1]] = (people[2], people[3])
            if line.startswith("Listening"):
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def ask(self, method, path, body=None, token=None, network=None, timeout=30):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"content-type": "application/json"}
        if token: headers["authorization"] = f"Bearer {token}"
        if network: headers["x-forwarded-for"] = network
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text[:1] in b"{[" and text else text

    def sign_in(self, role, network="10.9.0.1", timeout=30):
        email, password = self.passwords[role]
        return self.ask("POST", "/v1/tokens", {"email": email, "password": password}, network=network, timeout=timeout)

    def token(self, role):
        return self.sign_in(role)[1]["access_token"]

    def memory(self):
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def wrk(self, path, connections, seconds, script=None, headers=()):
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "30s"]
        for header in headers: command += ["-H", header]
        if script: command += ["-s", script]
        return subprocess.Popen(command + [f"http://127.0.0.1:{self.port}{path}"], stdout=subprocess.PIPE, text=True)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def told(wrk):
    out = wrk.communicate()[0]
    rate, p99 = re.search(r"Requests/sec:\s+([\d.]+)", out), re.search(r"\n\s+99%\s+(\S+)", out)
    return f"{float(rate[1]):,.0f}/s, p99 {p99[1]}" if rate and p99 else "none"


def script(networks):
    file = tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False)
    file.write(WRONG.replace("NETWORKS", str(networks)))
    file.close()
    return file.name


def held(service):
    """The status of a club that a coordinator half sends, whose grant is then revoked."""
    coordinator, administrator = service.token("coordinator"), service.token("administrator")
    accounts = service.ask("GET", "/v1/accounts?limit=100", token=administrator)[1]["items"]
    email = service.passwords["coordinator"][0]
    grant = next(g["id"] for a in accounts if a["email"] == email for g in a["grants"])
    body = json.dumps({"code": "HELD", "name": "Held Herders", "kind": "community", "province": "ZA-NW"})
    with socket.create_connection(("127.0.0.1", service.port)) as half:
        half.sendall(f"POST /v1/clubs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {coordinator}\r\n"
                     f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body[:20]}".encode())
        time.sleep(1)
        service.ask("POST", f"/v1/grants/{grant}/revocations", token=administrator)
        half.sendall(body[20:].encode())
        return int(half.recv(100).split()[1])


def trial(program, seconds):
    service, rows = Service(program), {}
    try:
        for _ in range(3): told(service.wrk("/v1/provinces", 4, 1))
        start = service.memory()
        rows["memory at the start"] = f"{start:,.0f} MB"
        rows["others, no flood"] = told(service.wrk("/v1/provinces", 4, 10))
        flood = service.wrk("/", 64, seconds, script(64))
        others, peak = service.wrk("/v1/provinces", 4, seconds - 2), 0
        while flood.poll() is None:
            peak = max(peak, service.memory())
            time.sleep(0.2)
        rows["others, wrong passwords"] = told(others)
        rows["wrong passwords"] = told(flood)
        rows["memory, at most"] = f"{peak:,.0f} MB"
        time.sleep(10)
        after = service.memory()
        rows["memory 10 s after"] = f"{after:,.0f} MB (+{after - start:,.0f})"
        time.sleep(61)
        flood, got = service.wrk("/", 200, 20, script(10)), []
        time.sleep(3)
        def right(number):
            begun = time.time()
            try:
                status = service.sign_in("secretary" if "secretary" in service.passwords else "club_secretary", f"10.8.0.{number}", 15)[0]
            except OSError:
                status = 0
            if status == 200: got.append(time.time() - begun)
        people = [threading.Thread(target=right, args=[number]) for number in range(20)]
        for person in people: person.start(); time.sleep(0.3)
        for person in people: person.join()
        told(flood)
        got.sort()
        rows["right sign-ins let in"] = f"{len(got)} of 20" + (f", median {got[len(got) // 2] * 1000:,.0f} ms" if got else "")
        files = service.wrk("/docs/swagger-ui-bundle.js", 16, 10, headers=["accept-encoding: br"])
        rows["others, brotli"] = told(service.wrk("/v1/provinces", 4, 8))
        rows["files in brotli"] = told(files)
        status = held(service)
        rows["half-sent, then revoked"] = str(status)
        return rows, after - start <= 40 and len(got) == 20 and status in (401, 403)
    finally:
        service.stop()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("programs", nargs="+")
    arguments.add_argument("--seconds", type=int, default=60)
    asked = arguments.parse_args()
    results = [trial(program, asked.seconds) for program in asked.programs]
    width = max(len(row) for row in results[0][0])
    for row in results[0][0]:
        print(row.ljust(width), *(result[0][row].ljust(28) for result in results), sep="  ")
    sys.exit(0 if results[-1][1] else 1)


main()
