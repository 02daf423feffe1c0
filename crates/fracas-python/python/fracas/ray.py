"""The same questions on a Ray cluster, with the same numbers to the bit.

A question asks for pieces of work; here tasks of Ray do them. Which machine
does which piece, in which order, or how often a piece was lost with its
machine and done again, changes nothing in the answer: that is decided here,
at the same trial numbers as everywhere.

Call `ray.init` first, or let the first question start Ray on this machine.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

import ray
import ray.exceptions

from . import _engine
from ._carry_out import LOOK, Progress, Question, answer, told, watch
from .answers import Best, Matrix, Odds, Swept
from .lab import Vary, best_question, matrix_question, sweep_question
from .scenario import Scenario, odds_question

CHUNK = 0.05
"""A task takes about so many seconds: shorter ones cost more than they do."""
AHEAD = 2
"""Tasks under way for each processor, so that none waits for its next."""
TOGETHER = 4
"""Pieces that are asked for at once for each task: one may be a quarter of a chunk."""
POINTS = 64
"""Points of a sweep that are under way at once: small ones travel together."""


def odds(
    scenario: Scenario,
    *,
    trials: int | None = None,
    error: float | str | None = None,
    exact: bool = False,
    range: tuple[int, int] | None = None,
    that: str | Sequence[str] = (),
    at_least: Mapping[str, int] | None = None,
    at_most: Mapping[str, int] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    chunk: float = CHUNK,
    progress: Progress = None,
) -> Odds:
    """How a battle ends, as `Scenario.odds` tells it."""
    question = odds_question(scenario, trials, error, exact, range, that, at_least, at_most, seed)
    return Odds(_carry_out(question, workers, chunk, progress), "fracas.ray.odds(scenario)")


def sweep(
    scenario: Scenario,
    vary: Vary = (),
    *,
    variants: str | None = None,
    show: str | Sequence[str] = (),
    error: float | str | None = None,
    trials: int | None = None,
    exact: bool = False,
    seed: int | None = None,
    store: str | PathLike[str] | None = None,
    workers: int | None = None,
    chunk: float = CHUNK,
    progress: Progress = None,
) -> Swept:
    """How the odds change, as `fracas.sweep` tells it.

    The store is a file of the machine that asks. It is the same as without
    Ray: what is in it is not fought again, wherever it was fought.
    """
    question = sweep_question(scenario, vary, variants, show, error, trials, exact, seed)
    place = None if store is None else fspath(store)
    found = _carry_out(question, workers, chunk, progress, place)
    return Swept(found, "fracas.ray.sweep(scenario, …)")


def best(
    scenario: Scenario,
    choose: str | Sequence[str],
    aim: str,
    *,
    budget: float | None = None,
    least: bool = False,
    trials: int | None = None,
    all: int = 0,
    seed: int | None = None,
    workers: int | None = None,
    chunk: float = CHUNK,
    progress: Progress = None,
) -> Best:
    """The best that can be had for the money, as `fracas.best` finds it."""
    question = best_question(scenario, choose, aim, budget, least, trials, all, seed)
    found = _carry_out(question, workers, chunk, progress)
    return Best(found, "fracas.ray.best(scenario, …)")


def matrix(
    armies: str | PathLike[str] | Mapping[str, Scenario] | Iterable[Scenario],
    *,
    trials: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    chunk: float = CHUNK,
    progress: Progress = None,
) -> Matrix:
    """Everybody against everybody, as `fracas.matrix` tells it."""
    question = matrix_question(armies, trials, seed)
    return Matrix(_carry_out(question, workers, chunk, progress), "fracas.ray.matrix(…)")


_MADE: dict[str, _engine.Question] = {}
"""The last question that this worker has made; making one takes time."""


def _work(question: Question, name: str, pieces: list[str]) -> tuple[list[bytes], float]:
    """Does pieces of a question in a worker, and tells what processor time it took."""
    made = _MADE.get(name)
    if made is None:
        _MADE.clear()
        made = _MADE[name] = question.made()
    begun = time.thread_time()
    found = made.work(pieces)
    return found, time.thread_time() - begun


class _Tasks:
    """Pieces of one question on their way through the cluster."""

    def __init__(self, question: Question, workers: int, chunk: float) -> None:
        name = os.urandom(8).hex()

        def work(pieces: list[str]) -> tuple[list[bytes], float]:
            return _work(question, name, pieces)

        # The question travels with the function, once to each worker, and not
        # with every task. A task whose machine is lost is done again, as often
        # as it takes.
        self.remote: Any = ray.remote(num_cpus=1, max_retries=-1)(work)
        self.most = workers * AHEAD
        self.chunk = chunk
        self.under_way: dict[Any, list[tuple[int, str]]] = {}
        self.waiting: deque[tuple[int, str]] = deque()
        self.each = chunk
        """Seconds that a piece takes, as far as is known."""

    def send(self) -> None:
        """Sends pieces as long as somebody is free, so many together as make a chunk."""
        while self.waiting and len(self.under_way) < self.most:
            free = self.most - len(self.under_way)
            share = -(-len(self.waiting) // free)
            worth = max(1, round(self.chunk / max(self.each, 1e-6)))
            some = [self.waiting.popleft() for _ in range_of(min(share, worth))]
            texts = [piece for _, piece in some]
            task = self.remote.remote(texts)
            self.under_way[task] = some

    def hand_in(self, job: _engine.Job, seconds: float) -> None:
        """Hands in what is done within so many seconds."""
        if not self.under_way:
            return
        done, _ = ray.wait(
            list(self.under_way), num_returns=1, timeout=seconds, fetch_local=True
        )
        for task in done:
            some = self.under_way.pop(task)
            try:
                found, took = ray.get(task)
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
                self.waiting.extendleft(reversed(some))
                continue
            except ray.exceptions.RayTaskError as failed:
                raise failed.as_instanceof_cause() from None
            self.each += 0.25 * (took / len(some) - self.each)
            for (number, _), one in zip(some, found):
                job.hand_in(number, one)

    def cancel(self) -> None:
        """Calls back what nobody waits for any more."""
        for task in self.under_way:
            ray.cancel(task, force=False)
        self.under_way.clear()


range_of = range
"""Python's own, which an argument of `odds` hides."""


def _carry_out(
    question: Question,
    workers: int | None,
    chunk: float,
    progress: Progress,
    store: str | None = None,
) -> _engine.Answer:
    if not ray.is_initialized():
        ray.init()
    count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    most = max(POINTS if question.kind == "sweep" else 1, count * AHEAD * TOGETHER)
    job = question.made().start(min(most, 1024), True, store)
    tasks = _Tasks(question, count, chunk)
    with told(question.kind, progress) as tell:

        def look() -> bool:
            tell(*job.progress())
            idle = not tasks.under_way and not tasks.waiting
            tasks.waiting.extend(job.pieces(1024, 0.05 if idle else 0.0))
            tasks.send()
            tasks.hand_in(job, LOOK)
            return not job.wait(0.0)

        try:
            watch(job, look)
        finally:
            tasks.cancel()
    return answer(job)
