"""Answers: tables for other programs, charts, halts, progress."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import fracas
import pytest
from conftest import EXAMPLES
from fracas.scenario import odds_question


def answers(ambush: fracas.Scenario) -> list[fracas.Result]:
    pikemen = "attacker.stack[0].men.pikeman"
    return [
        ambush.run(seed=3),
        ambush.odds(trials=500, that="attacker_lost <= 3"),
        fracas.sweep(ambush, {pikemen: [10, 20]}, trials=300, show="attacker_lost <= 3"),
        fracas.solve(ambush, f"{pikemen}=0..60", "attacker >= 90%"),
        fracas.compare(ambush, {"more": {pikemen: 40}}, aims=["attacker", "mean attacker_lost"]),
        fracas.matrix(EXAMPLES / "armies/olympia"),
        fracas.best(ambush, f"{pikemen}=0..12 cost 10", "attacker", budget=120),
    ]


def test_tables_for_other_programs(ambush: fracas.Scenario) -> None:
    for answer in answers(ambush):
        for name, rows in answer.tables().items():
            assert len(answer.to_pandas(name)) == len(rows)
            assert answer.to_polars(name).height == len(rows)
            if rows:
                assert answer.to_arrow(name).num_rows == len(rows)
        shown = answer._repr_html_()
        assert "data:image/svg+xml;base64," in shown and "<table>" in shown
        assert answer.charts[0].startswith("<svg")
        assert answer.to_html().startswith("<!DOCTYPE html>")
        assert str(answer) == answer.sentence and not answer.provisional
        with pytest.raises(fracas.QuestionError, match="known are"):
            answer.rows("nothing")


def test_what_odds_know(ambush: fracas.Scenario) -> None:
    odds = ambush.odds(trials=2000, that="attacker_lost <= 3", at_least={"attacker_lost": 5})
    assert odds["attacker_lost <= 3"] == odds.that["attacker_lost <= 3"]
    spread = odds.distribution("attacker_lost")
    assert spread is not None and abs(sum(spread.values()) - 1) < 1e-9
    few = sum(p for value, p in spread.items() if value <= 3)
    assert abs(few - odds["attacker_lost <= 3"].p) < 1e-9
    with pytest.raises(fracas.QuestionError, match="known are"):
        odds.distribution("mana")
    assert odds.method == "sampled" and odds.trials == 2000


def test_a_page_is_written(ambush: fracas.Scenario, tmp_path: os.PathLike[str]) -> None:
    file = os.path.join(tmp_path, "odds.html")
    ambush.odds().to_html(file)
    with open(file, encoding="utf-8") as page:
        assert "scenario.odds()" in page.read()


def test_progress_is_told(ambush: fracas.Scenario) -> None:
    told: list[tuple[int, int]] = []
    ambush.odds(trials=400_000, progress=lambda done, planned: told.append((done, planned)))
    assert told == sorted(told)


def test_other_threads_run_meanwhile(ambush: fracas.Scenario) -> None:
    seen = 0
    over = threading.Event()

    def count() -> None:
        nonlocal seen
        while not over.is_set():
            seen += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    ambush.odds(trials=400_000)
    over.set()
    counter.join()
    assert seen > 10


INTERRUPTED = """
import fracas, os, signal, threading
ambush = fracas.load("examples/olympia/swamp-ambush.toml")
begun = threading.Event()
def told(done, planned):
    if done > 20_000 and not begun.is_set():
        begun.set()
        os.kill(os.getpid(), signal.SIGINT)
odds = ambush.odds(trials=1_000_000_000, progress=told)
print(odds.provisional, 20_000 < odds.trials < 1_000_000_000)
"""


def test_ctrl_c_gives_what_is_known() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        capture_output=True,
        text=True,
        cwd=EXAMPLES.parent,
        timeout=120,
    )
    assert done.stdout == "True True\n", done.stderr


@pytest.mark.parametrize("counted", [True, False] * 20)
def test_a_halt_waits_for_nobody_elsewhere(ambush: fracas.Scenario, counted: bool) -> None:
    question = odds_question(ambush, 100_000, None, False, None, (), None, None, None)
    job = question.made().start(4, True)
    pieces = job.pieces(4, 60.0)
    while len(pieces) < 4:
        pieces += job.pieces(4, 60.0)
    worker = question.made()
    first, *others = [(number, worker.work([piece])[0]) for number, piece in pieces]
    # Whether what is known is counted before the halt or after it.
    if counted:
        job.hand_in(*first)
        while job.progress()[0] == 0:
            time.sleep(0.001)
        job.stop()
    else:
        job.stop()
        job.hand_in(*first)
    assert job.wait(60.0)
    found = job.answer()
    assert found is not None and json.loads(found.json())["provisional"]
    # What comes late or twice is let go.
    for late in (first, *others):
        job.hand_in(*late)


def test_a_store_is_gone_on_with(ambush: fracas.Scenario, tmp_path: os.PathLike[str]) -> None:
    store = os.path.join(tmp_path, "sweep.db")
    few = {"attacker.stack[0].men.pikeman": range(0, 21, 10)}
    more = {"attacker.stack[0].men.pikeman": range(0, 41, 10)}
    fracas.sweep(ambush, few, trials=300, store=store)
    stored = fracas.sweep(ambush, more, trials=300, store=store)
    assert stored.to_dict() == fracas.sweep(ambush, more, trials=300).to_dict()
    with pytest.raises(fracas.StoreError, match="take another file"):
        fracas.sweep(ambush.with_({"name": "other"}), few, trials=300, store=store)
