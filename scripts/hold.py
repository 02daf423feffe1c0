#!/usr/bin/env python3
"""What the server holds, asked from a second process. Not part of ./test.sh: these take minutes and measure time.

    scripts/hold.py load   [--seconds 60]   200 readers, 16 odds jobs, 100 live matches: errors, p50 and p99
    scripts/hold.py kill   [--times 200]    kill -9 in the middle of writes: nothing acknowledged is lost
    scripts/hold.py memory [--matches 10000] finished matches: memory of the server at the beginning and in the end
    scripts/hold.py full   --data-dir DIR   a data directory on a small disk: writes are refused, nothing is damaged

`--binary target/release/fracas` says which program.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def example(path):
    with open(os.path.join(ROOT, "examples", path), encoding="utf-8") as file:
        return {"text": file.read()}


BOTH = {"source": example("battlescape/mirror_yard.toml"), "seats": [{"side": "player"}, {"side": "enemy"}]}


class Server:
    def __init__(self, binary, data, port=0):
        command = [binary, "serve", "--port", str(port), "--data-dir", data]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        if not first.startswith("fracas is at http://"):
            raise SystemExit(f"the server did not start: {first}")
        host, port = first.split("//")[1].strip().strip("/").split(":")
        self.host, self.port = host, int(port)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


class Client:
    """One connection that is kept."""

    def __init__(self, server):
        self.server, self.stream = server, None

    async def ask(self, method, path, body=None, seat=None):
        if self.stream is None:
            self.stream = await asyncio.open_connection(self.server.host, self.server.port, limit=1 << 24)
        reader, writer = self.stream
        text = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api/v1/{path} HTTP/1.1\r\nhost: {self.server.host}:{self.server.port}\r\n"
        head += "content-type: application/json\r\n" if body is not None else ""
        head += f"authorization: Seat {seat}\r\n" if seat else ""
        writer.write(f"{head}content-length: {len(text)}\r\n\r\n".encode() + text)
        status = int((await reader.readline()).split()[1])
        length = 0
        while (line := await reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        told = await reader.readexactly(length)
        return status, json.loads(told) if told else None


async def begin(client):
    status, made = await client.ask("POST", "matches", BOTH)
    assert status == 201, made
    for number, seat in enumerate(made["seats"]):
        status, told = await client.ask("POST", f"matches/{made['id']}/join", {"name": "bot", "number": number}, seat["secret"])
        assert status == 200, told
    return made["id"], [seat["secret"] for seat in made["seats"]]


def share(times, part):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else 0.0


async def load(args, server):
    reads, orders, wrong = [], [], []
    end = time.monotonic() + args.seconds

    async def timed(times, client, *asked):
        began = time.monotonic()
        status, told = await client.ask(*asked)
        times.append(time.monotonic() - began)
        if status >= 400:
            wrong.append((asked[1], status, told))
        return told

    async def read(number):
        client = Client(server)
        while time.monotonic() < end:
            await timed(reads, client, "GET", random.choice(["library", "matches", "library?search=siege", "library/scenarios/siege"]) if number % 2 else "library/scenarios/siege")
            await asyncio.sleep(random.uniform(0.2, 0.8))

    async def play():
        client = Client(server)
        match, seats = await begin(client)
        while time.monotonic() < end:
            _, info = await client.ask("GET", f"matches/{match}")
            if info["state"] == "over":
                match, seats = await begin(client)
                continue
            seat = seats[1 if info["to_act"] == "enemy" else 0]
            _, advice = await client.ask("POST", f"matches/{match}/advice", {}, seat)
            await timed(orders, client, "POST", f"matches/{match}/orders", advice, seat)
            await asyncio.sleep(random.uniform(0.3, 1.0))

    async def weigh(number):
        client = Client(server)
        question = {"source": example("battlescape/skirmish.toml"), "seed": number, "trials": 100_000_000}
        status, told = await client.ask("POST", "odds?wait=0", question)
        assert status == 202, told

    first = Client(server)
    await first.ask("PUT", "library/scenarios/siege", {"name": "Siege", "text": example("olympia/storm-the-castle.toml")["text"]})
    await asyncio.gather(*(weigh(number) for number in range(16)))
    await asyncio.gather(*(play() for _ in range(100)), *(read(number) for number in range(200)))
    print(f"reads:  {len(reads)}, p50 {share(reads, 0.5):.1f} ms, p99 {share(reads, 0.99):.1f} ms")
    print(f"orders: {len(orders)}, p50 {share(orders, 0.5):.1f} ms, p99 {share(orders, 0.99):.1f} ms")
    print(f"errors: {len(wrong)} {wrong[:3]}")
    return not wrong


async def kill(args, data):
    """Orders and items from several clients, a kill at a random moment, and everything acknowledged is there again."""
    server = Server(args.binary, data)
    client = Client(server)
    games = [await begin(client) for _ in range(6)]
    kept, orders, views = {}, {match: 0 for match, _ in games}, {}
    for times in range(args.times):
        async def act(number):
            match, seats = games[number]
            client = Client(server)
            while True:
                _, info = await client.ask("GET", f"matches/{match}")
                if info["state"] == "over":
                    return
                side = 1 if info["to_act"] == "enemy" else 0
                _, advice = await client.ask("POST", f"matches/{match}/advice", {}, seats[side])
                status, view = await client.ask("POST", f"matches/{match}/orders", advice, seats[side])
                assert status == 200, view
                orders[match] += 1
                views[match] = (side, view["seen"]["orders"], view["seen"]["scene"])
                status, item = await client.ask("PUT", f"library/battles/{match}", {"orders": orders[match]})
                assert status == 200, item
                kept[match] = orders[match]

        work = [asyncio.ensure_future(act(number)) for number in range(len(games))]
        await asyncio.sleep(random.uniform(0.02, 0.4))
        server.kill()
        await asyncio.gather(*work, return_exceptions=True)
        server = Server(args.binary, data)
        client = Client(server)
        for place, (match, seats) in enumerate(games):
            if match in kept:
                _, item = await client.ask("GET", f"library/battles/{match}")
                # Later ones may have been written whose answer was never heard.
                assert kept[match] <= item["body"]["orders"] <= orders[match], (item, kept[match])
            if match in views:
                side, count, scene = views[match]
                _, view = await client.ask("GET", f"matches/{match}/view", None, seats[side])
                assert view["seen"]["orders"] >= count, (view["seen"]["orders"], count)
                if view["seen"]["orders"] == count and view["match"]["to_act"] == ("enemy" if side else "player"):
                    assert view["seen"]["scene"] == scene, f"{match} is not as it was"
            _, info = await client.ask("GET", f"matches/{match}")
            if info["state"] == "over":
                games[place] = await begin(client)
                orders[games[place][0]] = 0
        if (times + 1) % 20 == 0:
            print(f"{times + 1} times killed, {sum(orders.values())} orders acknowledged, none lost", flush=True)
    server.stop()
    return True


async def memory(args, server):
    """Matches that the AI fights out as soon as they begin."""
    first = 0
    new = {"source": example("battlescape/mirror_yard.toml"), "seats": [{"side": "player"}]}

    async def one(client):
        _, made = await client.ask("POST", "matches", new)
        seat = made["seats"][0]["secret"]
        await client.ask("POST", f"matches/{made['id']}/join", {"number": 1}, seat)
        status, told = await client.ask("POST", f"matches/{made['id']}/leave", {}, seat)
        assert status == 200 and told["match"]["state"] == "over", told

    clients = [Client(server) for _ in range(8)]
    for done in range(0, args.matches, len(clients)):
        await asyncio.gather(*(one(client) for client in clients))
        if done and done % 1000 == 0:
            first = first or server.memory()
            print(f"{done} matches: {server.memory()} kB", flush=True)
    print(f"after the first thousand {first} kB, in the end {server.memory()} kB")
    return server.memory() < 1.25 * first


async def full(args):
    """Writes until there is no room, and then reads everything that was acknowledged."""
    server = Server(args.binary, args.data_dir)
    client = Client(server)
    match, seats = await begin(client)
    body, kept, told = {"name": "large", "text": "x" * 200_000}, 0, None
    for number in range(100_000):
        status, told = await client.ask("PUT", f"library/reports/{number}", body)
        if status == 507:
            break
        assert status == 200, told
        kept += 1
    print(f"{kept} items were kept; then: {told}")
    for number in range(kept):
        status, _ = await client.ask("GET", f"library/reports/{number}")
        assert status == 200, number
    status, order = await client.ask("POST", f"matches/{match}/orders", {"order": "end phase"}, seats[0])
    print(f"an order then: {status} {order.get('error', '')}")
    server.kill()
    server = Server(args.binary, args.data_dir)
    client = Client(server)
    for number in range(kept):
        status, _ = await client.ask("GET", f"library/reports/{number}")
        assert status == 200, number
    print("everything that was acknowledged is there after a restart")
    server.stop()
    return told["error"]["code"] == "full"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["load", "kill", "memory", "full"])
    parser.add_argument("--binary", default=os.path.join(ROOT, "target/release/fracas"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--data-dir")
    args = parser.parse_args()
    random.seed(1)
    with tempfile.TemporaryDirectory() as data:
        if args.what == "kill":
            fine = asyncio.run(kill(args, data))
        elif args.what == "full":
            fine = asyncio.run(full(args))
        else:
            server = Server(args.binary, data)
            try:
                fine = asyncio.run({"load": load, "memory": memory}[args.what](args, server))
            finally:
                server.stop()
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
