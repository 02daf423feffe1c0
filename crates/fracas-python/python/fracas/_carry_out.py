"""Has questions answered on threads of this machine, and looks on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from . import _engine

Progress = bool | Callable[[int, int], object] | None
"""A bar or none, or who is told how much is done and planned; none decides by itself."""

LOOK = 0.05
"""How often Python looks at a question under way, in seconds."""


@dataclass(frozen=True)
class Question:
    """A question as plain arguments: another process makes the same one."""

    kind: str
    arguments: tuple[Any, ...] = field(default=())

    def made(self) -> _engine.Question:
        """The engine's own."""
        make = getattr(_engine.Question, self.kind)
        made: _engine.Question = make(*(_unwrapped(one) for one in self.arguments))
        return made


def _unwrapped(given: Any) -> Any:
    """The engine's scenarios in place of ours, also in lists of them."""
    engine = getattr(given, "_engine", None)
    if engine is not None:
        return engine
    if isinstance(given, list):
        return [_unwrapped(one) for one in given]
    if isinstance(given, tuple):
        return tuple(_unwrapped(one) for one in given)
    return given


def carry_out(
    question: Question,
    threads: int | None = None,
    progress: Progress = None,
    store: str | None = None,
) -> _engine.Answer:
    """Answers a question. Ctrl-C has it end with what is known; a second one leaves it."""
    job = question.made().start(threads, False, store)
    with told(question.kind, progress) as tell:

        def look() -> bool:
            tell(*job.progress())
            return not job.wait(LOOK)

        watch(job, look)
    return answer(job)


def answer(job: _engine.Job) -> _engine.Answer:
    """The answer of a job that is over."""
    found = job.answer()
    if found is None:
        raise RuntimeError("this question was answered before")
    return found


def watch(job: _engine.Job, look: Callable[[], bool]) -> None:
    """Looks at a job as long as there is something to see. A first Ctrl-C stops the job."""
    stopped = False
    while True:
        try:
            while look():
                pass
            return
        except KeyboardInterrupt:
            if stopped:
                job.close()
                raise
            stopped = True
            job.stop()
        except BaseException:
            job.close()
            raise


@contextmanager
def told(what: str, progress: Progress) -> Iterator[Callable[[int, int], object]]:
    """Whoever is told how far a question has come."""
    if callable(progress):
        yield progress
        return
    bar = _bar(what) if progress or (progress is None and _is_watched()) else None
    if bar is None:
        yield lambda done, planned: None
        return

    def tell(done: int, planned: int) -> None:
        bar.total = planned or None
        bar.update(max(done - bar.n, 0))

    with bar:
        yield tell


def _bar(what: str) -> Any:
    """A bar that shows after half a second; none where tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(desc=what, unit="", delay=0.5, leave=False, unit_scale=True)


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
