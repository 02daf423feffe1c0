"""Scenarios: read, made, changed, and asked about."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from . import _engine, _toml
from ._carry_out import Progress, Question, carry_out
from .answers import Odds, Run
from .errors import Diagnostic, diagnostics


class Scenario:
    """A battle as somebody wrote it, or as a program makes it.

    >>> from fracas import Scenario
    >>> duel = Scenario(
    ...     "olympia",
    ...     name="Ford",
    ...     attacker={"stack": [{"noble": "Osswid", "men": {"pikeman": 12}}]},
    ...     defender={"stack": [{"noble": "Feasel", "men": {"knight": 9}}]},
    ... )
    >>> duel.odds()["attacker"].p > 0.5
    False
    >>> duel.set("attacker.stack[0].men.pikeman", 24).odds()["attacker"].p > 0.5
    True
    """

    def __init__(
        self,
        ruleset: str,
        *,
        files: Mapping[str, str] | None = None,
        folder: str | PathLike[str] | None = None,
        **tables: Any,
    ) -> None:
        """A scenario of a ruleset, with these tables and values.

        Files that it names (`csv`, `data`) are those in `files`, by name, or
        those of a folder.
        """
        text = _toml.document({"ruleset": ruleset, **tables})
        given = None if files is None else dict(files)
        place = None if folder is None else fspath(folder)
        self._engine = _engine.Scenario(ruleset, text, given, place)

    @classmethod
    def _of(cls, engine: _engine.Scenario) -> Scenario:
        made = cls.__new__(cls)
        made._engine = engine
        return made

    @classmethod
    def from_text(
        cls, text: str, *, name: str = "scenario.toml", files: Mapping[str, str] | None = None
    ) -> Scenario:
        """A scenario of this text, as if it stood in a file of that name."""
        return cls._of(_engine.Scenario(name, text, None if files is None else dict(files)))

    # What it is.

    @property
    def text(self) -> str:
        """The whole of it, with all changes made and comments kept."""
        return self._engine.text

    @property
    def file(self) -> str:
        """The file it came from; else what it is to be called."""
        return self._engine.file

    @property
    def name(self) -> str:
        """What the battle is called: its name, else that of its file."""
        return self._engine.heading()[0]

    @property
    def ruleset(self) -> str:
        """The rules it is fought by."""
        return self._engine.heading()[1]

    @property
    def seed(self) -> int | None:
        """Its own seed, if it has one."""
        return self._engine.heading()[2]

    @property
    def outcomes(self) -> list[str]:
        """How it can end."""
        return self._engine.outcomes()

    @property
    def measures(self) -> list[str]:
        """The whole numbers that every battle has."""
        return self._engine.measures()

    def copy(self) -> Scenario:
        """One of its own that is the same."""
        return self._of(self._engine.copy())

    # Changing it. Paths are those of the file and of the command line.

    def get(self, path: str) -> str | None:
        """The value at a path as it is written; none if there is no such value."""
        return self._engine.get(path)

    def set(self, path: str, value: Any) -> Scenario:
        """Changes the value at a path, such as ``attacker.stack[0].men.knight``."""
        self._engine.set(path, _toml.value(value))
        return self

    def add(self, path: str, value: Any) -> Scenario:
        """Adds an entry to the list at a path."""
        self._engine.add(path, _toml.value(value))
        return self

    def remove(self, path: str) -> Scenario:
        """Takes the value or the entry at a path out."""
        self._engine.remove(path)
        return self

    def with_(self, changes: Mapping[str, Any]) -> Scenario:
        """A copy with these values changed, by path."""
        changed = self.copy()
        for path, value in changes.items():
            changed.set(path, value)
        return changed

    # Looking at it.

    def check(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong or odd, all in one go; nothing if all is well.

        >>> import fracas
        >>> for found in fracas.load('ruleset = "olympia"\\nsead = 3\\n').check():
        ...     print(found.line, found.message)
        1 attacker is missing
        1 defender is missing
        2 unknown key sead
        """
        return diagnostics(self._engine.check())

    def inspect(self) -> dict[str, Any]:
        """What the rules make of it before the first die."""
        found: dict[str, Any] = json.loads(self._engine.inspect())
        return found

    # Fighting it.

    def run(self, seed: int | None = None, trial: int = 0) -> Run:
        """Fights one battle: the very one that has this number among the odds."""
        seed = self._seed(seed)
        fought = self._engine.run(seed, trial)
        return Run(fought, f"scenario.run(seed={seed}, trial={trial})", self._engine)

    def events(
        self, seed: int | None = None, trial: int = 0, fog: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """What happens in one battle, event by event, while it is fought.

        With `fog` only what that side gets to know.
        """
        return map(json.loads, self._engine.events(self._seed(seed), trial, fog))

    def find(
        self, condition: str, seed: int | None = None, trial: int = 0, tries: int | None = None
    ) -> Run | None:
        """The first battle from a trial on of which a condition is true; none of so many.

        >>> import fracas
        >>> ford = fracas.Scenario(
        ...     "olympia",
        ...     attacker={"stack": [{"noble": "Osswid", "men": {"pikeman": 12}}]},
        ...     defender={"stack": [{"noble": "Feasel", "men": {"knight": 9}}]},
        ... )
        >>> ford.find("attacker and attacker_lost >= 8", seed=7).measures["attacker_lost"]
        8
        """
        seed = self._seed(seed)
        found = self._engine.find(condition, seed, trial, tries)
        return None if found is None else self.run(seed, found)

    def odds(
        self,
        *,
        trials: int | None = None,
        error: float | str | None = None,
        exact: bool = False,
        range: tuple[int, int] | None = None,
        that: str | Sequence[str] = (),
        at_least: Mapping[str, int] | None = None,
        at_most: Mapping[str, int] | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Odds:
        """How it ends: exactly where that is cheap, else with intervals that hold.

        `trials` fights so many, `error` until every outcome is known so well
        (``0.001`` or ``"0.1%"``), `exact` insists, `range` fights these trials.
        `that` asks how likely conditions are. Ctrl-C gives what is known,
        marked provisional.
        """
        question = odds_question(
            self, trials, error, exact, range, that, at_least, at_most, seed
        )
        return Odds(carry_out(question, threads, progress), "scenario.odds()")

    def _seed(self, seed: int | None) -> int:
        own = self._engine.heading()[2]
        return seed if seed is not None else own if own is not None else 0

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Scenario {self._engine.file}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self.text == other.text

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels with the files that it names."""
        try:
            files: dict[str, str] | None = self._engine.files()
        except Exception:
            # A side alone is no battle and has read none.
            files = None
        return _unpickled, (self._engine.file, self.text, files)


def _unpickled(file: str, text: str, files: dict[str, str] | None) -> Scenario:
    if files is None:
        return Scenario._of(_engine.Scenario(file, text, None, str(Path(file).parent)))
    return Scenario._of(_engine.Scenario(file, text, files))


def load(source: str | PathLike[str], *, files: Mapping[str, str] | None = None) -> Scenario:
    """A scenario from a file; or from a text, which has more than one line.

    >>> import fracas
    >>> fracas.load('ruleset = "olympia"\\nname = "Ford"\\n').get("name")
    '"Ford"'
    """
    if isinstance(source, str) and "\n" in source:
        return Scenario.from_text(source, files=files)
    return Scenario._of(_engine.Scenario.open(fspath(source)))


def new(ruleset: str) -> Scenario:
    """The commented scenario to start from that a ruleset has."""
    return Scenario.from_text(_engine.Scenario.template(ruleset), name=f"{ruleset}.toml")


def rulesets() -> list[str]:
    """The rulesets there are.

    >>> import fracas
    >>> fracas.rulesets()
    ['andor', 'battlescape', 'mfd', 'mission', 'olympia']
    """
    return _engine.Scenario.rulesets()


def odds_question(
    scenario: Scenario,
    trials: int | None = None,
    error: float | str | None = None,
    exact: bool = False,
    range: tuple[int, int] | None = None,
    that: str | Sequence[str] = (),
    at_least: Mapping[str, int] | None = None,
    at_most: Mapping[str, int] | None = None,
    seed: int | None = None,
) -> Question:
    """The question how a battle ends."""
    only_one(trials=trials, error=error, exact=exact or None, range=range)
    return Question(
        "odds",
        (
            scenario.copy(),
            seed,
            trials,
            share(error),
            exact,
            range,
            several(that),
            [f"{measure}={value}" for measure, value in (at_least or {}).items()],
            [f"{measure}={value}" for measure, value in (at_most or {}).items()],
        ),
    )


def share(error: float | str | None) -> float | None:
    """An error as a share: ``"0.1%"`` is 0.001."""
    if error is None or isinstance(error, (int, float)):
        return error
    number = error.strip()
    return float(number[:-1]) / 100 if number.endswith("%") else float(number)


def several(given: str | Sequence[str]) -> list[str]:
    """One text or many."""
    return [given] if isinstance(given, str) else list(given)


def only_one(**given: object) -> None:
    """Refuses ways to an answer that exclude each other."""
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise TypeError(f"{' and '.join(named)} exclude each other")
