"""What stepping and spreading cost: `python crates/fracas-python/benches/benchmark.py`.

Steps are told for a second of processor time of one core, the engine and
Python together. Ray is compared with threads of this process that do the same
trials, in turn, the medians of several rounds: by the clock, and by the
processor time of all processes together, which a busy machine does not change.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path

import fracas
import numpy as np
from fracas.agents import SideEnv, SideVectorEnv

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def steps() -> None:
    """How many orders a second and core are given, four against four."""
    yard = fracas.load(EXAMPLES / "battlescape/mirror_yard.toml")
    for opponent in ("ai", "idle"):
        random = np.random.default_rng(7)
        env = SideEnv(yard, opponent=opponent)
        _, info = env.reset(seed=7)
        count, begun = 0, time.process_time()
        while time.process_time() - begun < 5:
            possible = np.flatnonzero(info["action_mask"])
            _, _, over, cut, info = env.step(random.choice(possible))
            count += 1
            if over or cut:
                _, info = env.reset()
        one = count / (time.process_time() - begun)
        envs = SideVectorEnv(yard, 64, opponent=opponent, threads=1)
        _, infos = envs.reset(seed=7)
        count, begun = 0, time.process_time()
        while time.process_time() - begun < 5:
            masks = infos["action_mask"]
            actions = (random.random(masks.shape) * masks).argmax(axis=1)
            _, _, _, _, infos = envs.step(actions)
            count += 64
        many = count / (time.process_time() - begun)
        print(f"battlescape 4 v 4, random orders, other side {opponent}: ", end="")
        print(f"{one:,.0f} steps a second and core alone, {many:,.0f} in a vector of 64")


def worked() -> float:
    """Processor seconds of this process and all it has started, Ray's own too (Linux)."""
    parents, seconds = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        seconds[int(folder.name)] = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    ours, before = {os.getpid()}, 0
    while len(ours) > before:
        before = len(ours)
        ours |= {child for child, parent in parents.items() if parent in ours}
    return sum(seconds[one] for one in ours if one in seconds)


def cluster(chunk: float, rounds: int, cores: int, trials: int) -> None:
    """What Ray costs more than threads."""
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    import fracas.ray
    import ray

    quiet = {"include_dashboard": False, "logging_level": "ERROR", "log_to_driver": False}
    ray.init(address="local", num_cpus=cores, **quiet)
    siege = fracas.load(EXAMPLES / "olympia/storm-the-castle.toml")
    fracas.ray.odds(siege, trials=trials // 4, workers=cores, chunk=chunk)
    begun, spent = time.perf_counter(), worked()
    time.sleep(5)
    idle = (worked() - spent) / (time.perf_counter() - begun)
    print(f"  Ray with nothing to do takes {idle:.1%} of a core, which is not counted below")
    clock, processor = [], []
    for _ in range(rounds):
        begun, spent = time.perf_counter(), worked()
        here = siege.odds(trials=trials, threads=cores)
        took, cost = time.perf_counter() - begun, worked() - spent
        begun, spent = time.perf_counter(), worked()
        there = fracas.ray.odds(siege, trials=trials, workers=cores, chunk=chunk)
        passed = time.perf_counter() - begun
        clock.append(passed / took - 1)
        processor.append((worked() - spent - idle * passed) / cost - 1)
        assert here.to_dict() == there.to_dict()
        print(f"  threads {took:.2f} s; Ray {clock[-1]:+.1%}, processors {processor[-1]:+.1%}")
    more = f"{statistics.median(clock):+.1%}, processors {statistics.median(processor):+.1%}"
    print(f"Ray on {cores} cores, chunks of {chunk * 1000:.0f} ms, medians: {more}")
    ray.shutdown()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunk", type=float, default=0.05, help="seconds")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--trials", type=int, default=400_000)
    parser.add_argument("--only", choices=["steps", "ray"])
    told = parser.parse_args()
    if told.only != "ray":
        steps()
    if told.only != "steps":
        cluster(told.chunk, told.rounds, told.cores, told.trials)
