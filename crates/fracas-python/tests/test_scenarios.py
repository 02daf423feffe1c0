"""Scenarios: made, changed, refused, sent elsewhere."""

from __future__ import annotations

import pickle

import fracas
import pytest
from conftest import EXAMPLES

DUEL = {
    "attacker": {"stack": [{"noble": "Osswid", "men": {"pikeman": 12}}]},
    "defender": {"stack": [{"noble": "Feasel", "men": {"knight": 5}}]},
}


def test_a_scenario_made_in_python_is_one_of_a_text() -> None:
    made = fracas.Scenario("olympia", name="Ford", **DUEL)
    text = (
        'ruleset = "olympia"\nname = "Ford"\n'
        '[[attacker.stack]]\nnoble = "Osswid"\nmen.pikeman = 12\n'
        '[[defender.stack]]\nnoble = "Feasel"\nmen.knight = 5\n'
    )
    assert made.odds().to_dict() == fracas.load(text).odds().to_dict()
    assert (made.name, made.ruleset, made.seed) == ("Ford", "olympia", None)
    assert made.outcomes == ["attacker", "defender", "draw"]
    assert "attacker_lost" in made.measures


def test_spreadsheets_as_texts() -> None:
    head = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo\n"
    files = {"h.csv": head + "Rook,8000,,,,,,,\n", "v.csv": head + "Crow,5000,,,,,,,\n"}
    sides = fracas.Scenario("mfd", heroes={"csv": "h.csv"}, villains={"csv": "v.csv"}, files=files)
    before = sides.odds(trials=2000)["heroes"].p
    sent = pickle.loads(pickle.dumps(sides))
    assert sent.odds(trials=2000)["heroes"].p == before
    sides.set("heroes[Rook].XP", 2000)
    assert sides.odds(trials=2000)["heroes"].p < before


def test_changes() -> None:
    duel = fracas.Scenario("olympia", **DUEL)
    again = duel.copy()
    assert duel.set("name", 'a "quoted" name') is duel
    assert duel.name == 'a "quoted" name' and again != duel
    duel.add("defender.stack", {"noble": "Third"}).remove("defender.stack[0]")
    assert duel.get("defender.stack[0].noble") == '"Third"'
    with pytest.raises(fracas.ScenarioError, match="there is no"):
        duel.set("attacker.stack[7].noble", "C")
    with pytest.raises(TypeError, match="holds no"):
        duel.set("name", object())
    more = again.with_({"attacker.stack[0].men.pikeman": 40})
    assert more.odds()["attacker"].p > again.odds()["attacker"].p


def test_everything_wrong_is_told_in_one_go() -> None:
    bad = 'ruleset = "olympia"\nsead = 3\n[[attacker.stack]]\nnoble = "A"\nmen.knigt = 3\n'
    scenario = fracas.load(bad)
    found = scenario.check()
    assert {d.line for d in found if d.severity == "error"} >= {2, 5}
    assert any(d.allowed and "seed" in d.allowed for d in found)
    with pytest.raises(fracas.ScenarioError) as wrong:
        scenario.odds()
    assert wrong.value.diagnostics == found
    assert "did you mean `seed`?" in str(wrong.value)
    assert pickle.loads(pickle.dumps(wrong.value)).diagnostics == found
    assert fracas.load(EXAMPLES / "olympia/duel.toml").check() == ()
    with pytest.raises(fracas.ScenarioError, match="no such file"):
        fracas.load("no such file.toml")


def test_questions_that_make_no_sense() -> None:
    duel = fracas.Scenario("olympia", **DUEL)
    with pytest.raises(fracas.QuestionError, match="did you mean `attacker_lost`"):
        duel.odds(that="atacker_lost <= 2")
    with pytest.raises(TypeError, match="exclude each other"):
        duel.odds(trials=5, exact=True)
    with pytest.raises(fracas.QuestionError):
        duel.odds(error=0.7)
    with pytest.raises(fracas.QuestionError, match="2\\^53"):
        duel.run(seed=2**60)
    with pytest.raises(fracas.QuestionError):
        fracas.sweep(duel, "attacker.stack[0].men.knight=5..x")
    with pytest.raises(OverflowError):
        duel.run(seed=-1)
    with pytest.raises(fracas.QuestionError, match="everybody knows everything"):
        next(duel.events(seed=1, fog="attacker"))


def test_events_stop_where_the_listener_does() -> None:
    siege = fracas.new("olympia")
    events = siege.events(seed=7)
    first = [next(events) for _ in range(3)]
    del events
    assert all(isinstance(event, dict) for event in first)
    assert len(list(siege.run(seed=7).log())) > 10
    assert list(siege.run(seed=7).scenes())[-1]["outcome"]


def test_fog_hides_events() -> None:
    skirmish = fracas.load(EXAMPLES / "battlescape/skirmish.toml")
    fought = skirmish.run(seed=3)
    assert len(list(fought.events(fog="enemy"))) < len(list(fought.events()))


def test_find() -> None:
    siege = fracas.new("olympia")
    found = siege.find("attacker and attacker_lost >= 5", seed=7)
    assert found is not None and found.outcome == "attacker"
    assert siege.find("attacks > 1000000", seed=7, tries=50) is None
