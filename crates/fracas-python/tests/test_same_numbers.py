"""Numbers are those of the command line, to the last bit."""

from __future__ import annotations

import json

import fracas
import pytest
from conftest import EXAMPLES, ROOT, fracas as cli, fracas_json

# One of every ruleset, and one that names spreadsheets.
FILES = [
    "andor/wolves.toml",
    "battlescape/skirmish.toml",
    "mfd/bridge.toml",
    "mfd/clan-against-raiders.toml",
    "mission/duel.toml",
    "olympia/duel.toml",
    "olympia/swamp-ambush.toml",
]


@pytest.mark.parametrize("file", FILES)
def test_odds_run_and_inspect(file: str) -> None:
    path = f"examples/{file}"
    scenario = fracas.load(ROOT / path)
    asked = scenario.odds(trials=300, seed=11).to_dict()
    assert asked == fracas_json("odds", path, "--trials", "300", "--seed", "11", "--json")
    fought = scenario.run(seed=11, trial=5)
    assert fought.to_dict() == fracas_json("run", path, "--seed", "11", "--trial", "5", "--json")
    assert scenario.inspect() == fracas_json("inspect", path, "--json")
    told = cli("run", path, "--seed", "11", "--trial", "5", "--log", "json").splitlines()
    events = [json.loads(line) for line in told[: len(list(fought.events()))]]
    assert list(fought.events()) == events


@pytest.mark.parametrize("file", ["olympia/swamp-ambush.toml", "mission/duel.toml"])
def test_planned_exact_and_to_an_error(file: str) -> None:
    path = f"examples/{file}"
    scenario = fracas.load(ROOT / path)
    assert scenario.odds().to_dict() == fracas_json("odds", path, "--json")
    assert scenario.odds(exact=True).to_dict() == fracas_json("odds", path, "--exact", "--json")
    to_error = fracas_json("odds", path, "--error", "1%", "--json")
    for threads in (1, 3):
        assert scenario.odds(error="1%", threads=threads).to_dict() == to_error
    that = "rounds >= 3" if file.startswith("mission") else "attacker_lost >= 3"
    asked = fracas_json("odds", path, "--that", that, "--trials", "500", "--json")
    assert scenario.odds(that=that, trials=500).to_dict() == asked


def test_the_laboratory(ambush: fracas.Scenario) -> None:
    path = "examples/olympia/swamp-ambush.toml"
    vary = "attacker.stack[0].men.pikeman=0..60..20"
    lines = cli("sweep", path, "--vary", vary, "--error", "2%", "--json").splitlines()
    swept = fracas.sweep(ambush, vary, error="2%", threads=2)
    assert swept.to_dict()["rows"] == [json.loads(line) for line in lines]
    by_values = fracas.sweep(
        ambush, {"attacker.stack[0].men.pikeman": range(0, 61, 20)}, error=0.02
    )
    assert by_values.to_dict() == swept.to_dict()

    words = ["--vary", "defender.stack[0].men.knight=0..60", "--for", "defender >= 90%"]
    solved = fracas.solve(ambush, words[1], words[3])
    assert solved.value == 36
    assert solved.to_dict() == fracas_json("solve", path, *words, "--json")

    changed = "more: attacker.stack[0].men.pikeman=40"
    compared = fracas.compare(
        ambush, {"more": {"attacker.stack[0].men.pikeman": 40}}, aims="attacker"
    )
    words = ["--variant", changed, "--for", "attacker", "--json"]
    assert compared.to_dict() == fracas_json("compare", path, *words)

    choose = [
        "attacker.stack[0].men.knight=0..3 cost 40",
        "attacker.stack[0].men.pikeman=0..12 cost 10",
    ]
    found = fracas.best(ambush, choose, "attacker", budget=120)
    words = ["--choose", choose[0], "--choose", choose[1], "--budget", "120"]
    assert found.to_dict() == fracas_json("best", path, *words, "--for", "attacker", "--json")

    everybody = fracas.matrix(ROOT / "examples/armies/olympia")
    assert everybody.to_dict() == fracas_json("matrix", "examples/armies/olympia", "--json")


def test_changes_are_those_of_set(ambush: fracas.Scenario) -> None:
    path = "examples/olympia/swamp-ambush.toml"
    ambush.set("attacker.stack[0].men.pikeman", 44).set("place.terrain", "plain")
    sets = ["--set", "attacker.stack[0].men.pikeman=44", "--set", "place.terrain=plain"]
    asked = fracas_json("odds", path, *sets, "--json")
    assert ambush.odds().to_dict() == asked
