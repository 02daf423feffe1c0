"""Ray: a real cluster of two nodes on this machine, one of which is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fracas
import pytest
from conftest import EXAMPLES, fracas_json

ray = pytest.importorskip("ray")

os.environ.setdefault("RAY_AUTH_MODE", "disabled")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

AMBUSH = "examples/olympia/swamp-ambush.toml"
PIKEMEN = "attacker.stack[0].men.pikeman"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, connect=False, head_node_args=head)
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def ambush() -> fracas.Scenario:
    return fracas.load(EXAMPLES / "olympia/swamp-ambush.toml")


def test_odds_are_those_of_one_thread(cluster: Any) -> None:
    import fracas.ray

    asked = fracas_json("odds", AMBUSH, "--trials", "60000", "--threads", "1", "--json")
    for workers, chunk in ((1, 0.05), (2, 0.001), (5, 0.2)):
        found = fracas.ray.odds(ambush(), trials=60_000, workers=workers, chunk=chunk)
        assert found.to_dict() == asked
    asked = fracas_json("odds", AMBUSH, "--error", "1%", "--threads", "1", "--json")
    assert fracas.ray.odds(ambush(), error="1%").to_dict() == asked
    exact = fracas_json("odds", AMBUSH, "--exact", "--threads", "1", "--json")
    assert fracas.ray.odds(ambush(), exact=True).to_dict() == exact


def test_scenarios_travel_with_their_files(cluster: Any) -> None:
    import fracas.ray

    clan = fracas.load(EXAMPLES / "mfd/clan-against-raiders.toml")
    assert fracas.ray.odds(clan, trials=3000).to_dict() == clan.odds(trials=3000).to_dict()


def test_best_is_the_same(cluster: Any) -> None:
    import fracas.ray

    choose = [f"{PIKEMEN}=0..12 cost 10", "attacker.stack[0].men.knight=0..3 cost 40"]
    here = fracas.best(ambush(), choose, "attacker", budget=120, threads=1)
    there = fracas.ray.best(ambush(), choose, "attacker", budget=120)
    assert there.to_dict() == here.to_dict()
    armies = EXAMPLES / "armies/olympia"
    assert fracas.ray.matrix(armies).to_dict() == fracas.matrix(armies, threads=1).to_dict()


def test_a_sweep_is_gone_on_with_from_its_store(cluster: Any, tmp_path: Any) -> None:
    import fracas.ray

    vary = {PIKEMEN: range(0, 60, 3)}
    store = tmp_path / "sweep.db"
    told = 0

    def halt(done: int, planned: int) -> None:
        nonlocal told
        told = done
        if done >= 3:
            raise KeyboardInterrupt

    part = fracas.ray.sweep(ambush(), vary, trials=20_000, store=store, progress=_once(halt))
    assert part.provisional and 0 < len(part) < 20
    whole = fracas.ray.sweep(ambush(), vary, trials=20_000, store=store)
    alone = fracas.sweep(ambush(), vary, trials=20_000, threads=1)
    assert whole.to_dict() == alone.to_dict()
    # And the command line goes on with the same file.
    words = ["--vary", f"{PIKEMEN}=0..57..3", "--trials", "20000", "--store", str(store)]
    from conftest import fracas as cli

    lines = cli("sweep", AMBUSH, *words, "--json").splitlines()
    assert len(lines) == 20


def _once(tell: Any) -> Any:
    """Tells until it raises, then no more."""
    over = False

    def told(done: int, planned: int) -> None:
        nonlocal over
        if not over:
            try:
                tell(done, planned)
            except KeyboardInterrupt:
                over = True
                raise

    return told


def test_what_goes_wrong_is_told(cluster: Any) -> None:
    import fracas.ray

    with pytest.raises(fracas.QuestionError, match="did you mean"):
        fracas.ray.odds(ambush(), that="atacker_lost > 3")
    with pytest.raises(fracas.ScenarioError):
        fracas.ray.odds(fracas.load('ruleset = "olympia"\nx = 1\n'))


def test_workers_are_killed_in_the_middle(cluster: Any) -> None:
    import fracas.ray

    asked = fracas_json("odds", AMBUSH, "--trials", "800000", "--threads", "1", "--json")
    killed: set[int] = set()

    def kill(done: int, planned: int) -> None:
        if done > 100_000 * len(killed) and len(killed) < 3:
            for worker in _at_work()[:1]:
                os.kill(worker, signal.SIGKILL)
                killed.add(worker)

    found = fracas.ray.odds(ambush(), trials=800_000, progress=kill)
    assert killed
    assert found.to_dict() == asked


def _at_work() -> list[int]:
    """Processes at work that Ray has started for this one, as Linux tells them."""
    parents, working = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, _, rest = (folder / "stat").read_text().rpartition(")")
        except OSError:
            continue
        parents[int(folder.name)] = int(rest.split()[1])
        if "(ray::_work" in name:
            working.append(int(folder.name))

    def is_ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_ours(parents[process]))

    return [process for process in working if is_ours(process)]


def test_a_node_is_killed_in_the_middle(cluster: Any) -> None:
    import fracas.ray

    asked = fracas_json("odds", AMBUSH, "--trials", "1500000", "--threads", "1", "--json")
    node = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    killed = threading.Event()

    def kill(done: int, planned: int) -> None:
        if done > 200_000 and not killed.is_set():
            killed.set()
            threading.Thread(target=cluster.remove_node, args=(node, False)).start()

    found = fracas.ray.odds(ambush(), trials=1_500_000, workers=4, progress=kill)
    assert killed.is_set()
    deadline = time.time() + 60
    while sum(one["Alive"] for one in ray.nodes()) > 2 and time.time() < deadline:
        time.sleep(0.2)
    assert sum(one["Alive"] for one in ray.nodes()) == 2
    assert found.to_dict() == asked
