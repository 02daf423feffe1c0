"""The same questions on a Ray cluster, with the same numbers to the bit.

A question asks for pieces of work; here tasks of Ray do them. A task is sent
some pieces and hands back what it has found while it goes on. Which machine
does which piece, in which order, or how often a piece was lost with its
machine and done again, changes nothing in the answer: that is decided here,
at the same trial numbers as everywhere.

Call `ray.init` first, or let the first question start Ray on this machine.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
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
"""A worker hands back what it has found after about so many seconds of work."""
CHUNKS = 10
"""So many chunks a task takes at most: to begin one costs more than to go on."""
AHEAD = 2
"""Tasks under way for each processor, so that none waits for its next."""
PIECES = 32
"""Pieces that are asked for at once for each processor: some tasks of them."""
POINTS = 64
"""Points of a sweep that are under way at once: small ones travel together."""
MOMENT = 0.002
"""Seconds that are waited for more pieces: they come many at a time."""
DIRECT = 64_000
"""Bytes that a worker hands back at once. More than 100,000 would go another way,
through Ray's store of objects, which takes longer."""
LOST = (
    ray.exceptions.WorkerCrashedError,
    ray.exceptions.NodeDiedError,
    ray.exceptions.ObjectLostError,
    ray.exceptions.OutOfMemoryError,
    ray.exceptions.TaskCancelledError,
)
"""What a task ends with whose machine or process is no more, or that was called
back in place of another: Ray may be late with that."""


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


@lru_cache(maxsize=1)
def _made(question: bytes) -> _engine.Question:
    """The last question that this worker has made; making one takes time."""
    asked: Question = pickle.loads(question)
    return asked.made()


def _work(
    question: bytes, pieces: list[tuple[int, str]], chunk: float
) -> Iterator[tuple[list[tuple[int, bytes]], float]]:
    """Does pieces of a question in a worker. Hands back what it has found chunk
    by chunk, and what processor time it took."""
    made = _made(question)
    found: list[tuple[int, bytes]] = []
    begun, took = time.thread_time(), 0.0
    for number, piece in pieces:
        found += zip([number], made.work([piece]))
        took = time.thread_time() - begun
        # A chunk, as nearly as pieces allow.
        whole = took + 0.5 * took / len(found) >= chunk
        if whole or sum(len(one) for _, one in found) > DIRECT:
            yield found, took
            found, begun = [], time.thread_time()
    if found:
        yield found, took


class _Tasks:
    """Pieces of one question on their way through the cluster."""

    # A task that is done again by Ray would begin anew. What it has not handed
    # back is sent again from here, as often as it takes.
    remote: Any = ray.remote(num_cpus=1, num_returns="streaming", max_retries=0)(_work)

    def __init__(self, question: Question, workers: int, chunk: float) -> None:
        self.question = pickle.dumps(question)
        self.workers = workers
        self.chunk = chunk
        self.waiting: deque[tuple[int, str]] = deque()
        self.under_way: dict[Any, dict[int, str]] = {}
        """For each task the pieces that it has not handed back."""
        self.each = chunk
        """Seconds that a piece takes, as far as is known."""

    def fetch(self, job: _engine.Job) -> None:
        """Fetches all pieces that there are, and waits for some if nothing is under way."""
        seconds = MOMENT if self.under_way or self.waiting else LOOK
        while some := job.pieces(1024, seconds):
            self.waiting.extend(some)
            seconds = MOMENT

    def send(self) -> None:
        """Sends pieces as long as somebody is free. Shares become smaller with what
        is left, so that all come to an end together."""
        most = self.workers * AHEAD
        while self.waiting and len(self.under_way) < most:
            share = -(-len(self.waiting) // most)
            worth = max(1, round(CHUNKS * self.chunk / max(self.each, 1e-6)))
            some = list(islice(self.waiting, min(share, worth)))
            task = self.remote.remote(self.question, some, self.chunk)
            # A Ctrl-C on the way has pieces done twice, and none lost.
            self.under_way[task] = dict(some)
            for _ in some:
                self.waiting.popleft()

    def hand_in(self, job: _engine.Job, seconds: float) -> None:
        """Hands in what is found within so many seconds."""
        if not self.under_way:
            return
        tasks = list(self.under_way)
        # Waits for one, and takes all that there are then.
        ray.wait(tasks, num_returns=1, timeout=seconds)
        ready: list[Any] = ray.wait(tasks, num_returns=len(tasks), timeout=0)[0]
        for task in ready:
            missing = self.under_way[task]
            try:
                found, took = ray.get(next(task))
            except (StopIteration, *LOST):
                self.waiting.extendleft(reversed(missing.items()))
                del self.under_way[task]
                continue
            except ray.exceptions.RayTaskError as failed:
                raise failed.as_instanceof_cause() from None
            self.each += 0.5 * (took / len(found) - self.each)
            for number, one in found:
                job.hand_in(number, one)
                missing.pop(number, None)
            if not missing:
                del self.under_way[task]

    def cancel(self) -> None:
        """Calls back what nobody waits for any more."""
        for task in self.under_way:
            ray.cancel(task, force=False)
        self.under_way.clear()


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
    most = max(POINTS if question.kind == "sweep" else 1, count * PIECES)
    job = question.made().start(min(most, 1024), True, store)
    tasks = _Tasks(question, count, chunk)
    with told(question.kind, progress) as tell:

        def look() -> bool:
            tell(*job.progress())
            tasks.fetch(job)
            if job.wait(0.0):
                return False
            tasks.send()
            tasks.hand_in(job, LOOK)
            return True

        try:
            watch(job, look)
        finally:
            tasks.cancel()
    return answer(job)
