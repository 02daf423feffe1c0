#!/usr/bin/env python3
"""What the server holds, asked from a second process. Not part of ./test.sh: these take minutes and measure time.

    scripts/hold.py load   [--seconds 60]   200 readers, 16 odds jobs, 100 live matches: errors, p50 and p99
    scripts/hold.py kill   [--times 200]    kill -9 in the middle of writes: nothing acknowledged is lost
    scripts/hold.py memory [--matches 10000] finished matches: memory of the server at the beginning and in the end
    scripts/hold.py full   --data-dir DIR   a data directory on a small disk: writes are refused, nothing is damaged
    scripts/hold.py timing [--times 2000]   whether answers take longer where somebody stands out of sight

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


MOST_MEMORY = 100_000
"""So many kB at most for matches that are over, however many."""

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

    def memory(self, line="VmRSS"):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return next(int(text.split()[1]) for text in status if text.startswith(line))

    def worked(self):
        """Seconds of processor time: of jobs, and of everything else."""
        jobs = rest = 0.0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/stat", encoding="utf-8") as stat:
                name, rest_of_line = stat.read().rsplit(")", 1)
            ticks = sum(int(number) for number in rest_of_line.split()[11:13]) / os.sysconf("SC_CLK_TCK")
            jobs, rest = (jobs + ticks, rest) if "(job " in name else (jobs, rest + ticks)
        return jobs, rest


class Client:
    """One connection that is kept."""

    def __init__(self, server):
        self.server, self.stream = server, None

    async def ask(self, method, path, body=None, seat=None, read=True):
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
        return status, json.loads(told) if told and (read or status >= 400) else None


async def begin(client, new=BOTH):
    status, made = await client.ask("POST", "matches", new)
    assert status == 201, made
    for number, seat in enumerate(made["seats"]):
        status, told = await client.ask("POST", f"matches/{made['id']}/join", {"name": "bot", "number": number}, seat["secret"])
        assert status == 200, told
    return made["id"], [seat["secret"] for seat in made["seats"]]


def share(times, part):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else 0.0


async def load(args, server):
    reads, orders, advice, late, wrong = [], [], [], [], []
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} processors")

    async def timed(times, client, *asked, read=True):
        began = time.monotonic()
        status, told = await client.ask(*asked, read=read)
        times.append(time.monotonic() - began)
        if status >= 400:
            wrong.append((asked[1], status, told))
        return told

    async def read(number):
        client = Client(server)
        await asyncio.sleep(random.uniform(0.0, 1.0))
        while time.monotonic() < end:
            path = "library/scenarios/siege"
            if number % 2:
                path = random.choice(["library", "matches", "library?search=siege", path])
            await timed(reads, client, "GET", path, read=False)
            await asyncio.sleep(random.uniform(0.2, 0.8))

    async def play(client, match, seats):
        await asyncio.sleep(random.uniform(0.0, 1.0))
        while time.monotonic() < end:
            _, info = await client.ask("GET", f"matches/{match}")
            if info["state"] == "over":
                match, seats = await begin(client)
                continue
            seat = seats[1 if info["to_act"] == "enemy" else 0]
            order = await timed(advice, client, "POST", f"matches/{match}/advice", {}, seat)
            await timed(orders, client, "POST", f"matches/{match}/orders", order, seat, read=False)
            await asyncio.sleep(random.uniform(0.3, 1.0))

    async def weigh(number):
        client = Client(server)
        question = {"source": example("battlescape/skirmish.toml"), "seed": number, "trials": 100_000_000}
        status, told = await client.ask("POST", "odds?wait=0", question)
        assert status == 202, told

    async def tick():
        """How late whoever asks wakes up: what is measured holds that too."""
        while time.monotonic() < end:
            began = time.monotonic()
            await asyncio.sleep(0.01)
            late.append(time.monotonic() - began - 0.01)

    first = Client(server)
    await first.ask("PUT", "library/scenarios/siege", {"name": "Siege", "text": example("olympia/storm-the-castle.toml")["text"]})
    # A hundred matches are live, and sixteen jobs under way, before anything is measured.
    players = [Client(server) for _ in range(100)]
    games = [await begin(player) for player in players]
    await asyncio.gather(*(weigh(number) for number in range(16)))
    before, own, end = server.worked(), time.process_time(), time.monotonic() + args.seconds
    await asyncio.gather(
        *(play(player, *game) for player, game in zip(players, games)), *(read(number) for number in range(200)), tick()
    )
    jobs, rest = (after - begun for after, begun in zip(server.worked(), before))
    for name, times in [("reads", reads), ("orders", orders), ("advice", advice), ("who asks is late by", late)]:
        print(f"{name}: {len(times)}, p50 {share(times, 0.5):.1f} ms, p99 {share(times, 0.99):.1f} ms, longest {share(times, 1):.0f} ms")
    print(f"processor time of {args.seconds:.0f} s: {rest:.1f} s of answers, {jobs:.1f} s of jobs, {time.process_time() - own:.1f} s of who asks")
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}; memory {server.memory() // 1024} MB, at most {server.memory('VmHWM') // 1024} MB")
    print(f"errors: {len(wrong)} {wrong[:3]}")
    return not wrong and share(reads, 0.99) < 100 and share(orders, 0.99) < 150


async def timing(args, server):
    """The same questions in turn to two matches; in one of them somebody stands out of sight."""

    def yard(hidden):
        walls = ", , , , , , , , , , , # # # # # #\n" + 4 * " , , , , , , , , , , , # . . . . #\n" + ", , , , , , , , , , , # # # # # #"
        sable = '{ class = "rifleman", name = "Sable", at = [13, 4] }, ' if hidden else ""
        text = f'''ruleset = "battlescape"
[map]
base = "grass"
rows = """
{walls}
"""
[[squad]]
side = "player"
units = [{{ class = "rifleman", name = "Brandt", at = [1, 2], facing = "E" }}]
[[squad]]
side = "enemy"
units = [{sable}{{ class = "rifleman", name = "Rook", at = [7, 2], facing = "E" }}]
[[objective]]
kind = "eliminate"
primary = true
'''
        return {"source": {"text": text}, "seats": BOTH["seats"]}

    client = Client(server)
    games = [await begin(client, yard(hidden)) for hidden in (False, True)]
    asked = [("view", None), *(("query", {"question": text}) for text in ["sight Brandt", "preview Brandt: attack snap at Sable", "preview Brandt: move 13,4"])]
    asked += [("orders", {"order": "Sable: end"}), ("orders", {"order": "Brandt: prone"})]
    for path, body in asked:
        times = [[], []]
        for _ in range(args.times):
            for hidden in random.sample([0, 1], 2):
                match, seats = games[hidden]
                began = time.perf_counter()
                await client.ask("GET" if body is None else "POST", f"matches/{match}/{path}", body, seats[0], False)
                times[hidden].append(time.perf_counter() - began)
                if body == {"order": "Brandt: prone"}:
                    await client.ask("POST", f"matches/{match}/undo", {}, seats[0], False)
        both = sorted([(one, 0) for one in times[0]] + [(one, 1) for one in times[1]])
        rank = sum(place for place, (_, hidden) in enumerate(both) if hidden) - args.times * (args.times - 1) / 2
        print(f"{path} {json.dumps(body or {})}: median without {share(times[0], 0.5):.3f} ms, with {share(times[1], 0.5):.3f} ms; "
              f"one with takes longer than one without in {rank / args.times ** 2:.1%} of pairs")
    return True


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
    print(f"after the first thousand {first} kB, in the end {server.memory()} kB, at most {server.memory('VmHWM')} kB")
    return server.memory() < 1.25 * first and server.memory("VmHWM") < MOST_MEMORY


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
    parser.add_argument("what", choices=["load", "kill", "memory", "full", "timing"])
    parser.add_argument("--binary", default=os.path.join(ROOT, "target/release/fracas"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--times", type=int)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--data-dir")
    args = parser.parse_args()
    args.times = args.times or {"timing": 2000}.get(args.what, 200)
    random.seed(1)
    with tempfile.TemporaryDirectory() as data:
        if args.what == "kill":
            fine = asyncio.run(kill(args, data))
        elif args.what == "full":
            fine = asyncio.run(full(args))
        else:
            server = Server(args.binary, data)
            try:
                fine = asyncio.run({"load": load, "memory": memory, "timing": timing}[args.what](args, server))
            finally:
                server.stop()
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
