"""The laboratory: questions about many battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, cast

from . import _toml
from ._carry_out import Progress, Question, carry_out
from .answers import Best, Comparison, Matrix, Solved, Swept
from .scenario import Scenario, load, only_one, several, share

Vary = str | Sequence[str] | Mapping[str, Any]
"""What varies: ``"path=lo..hi..step"``, several of them, or values by path."""


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
    threads: int | None = None,
    progress: Progress = None,
) -> Swept:
    """How the odds change along values of a scenario, with the same dice everywhere.

    `variants` is a spreadsheet as text whose columns are paths. A `store`
    keeps every finished point in a SQLite file; what is finished is not
    fought again.

    >>> import fracas
    >>> ford = fracas.Scenario(
    ...     "olympia",
    ...     attacker={"stack": [{"noble": "Osswid", "men": {"pikeman": 12}}]},
    ...     defender={"stack": [{"noble": "Feasel", "men": {"knight": 9}}]},
    ... )
    >>> found = fracas.sweep(ford, {"attacker.stack[0].men.pikeman": range(10, 31, 10)})
    >>> [round(row["attacker"], 3) for row in found.rows()]
    [0.047, 0.49, 0.912]
    """
    question = sweep_question(scenario, vary, variants, show, error, trials, exact, seed)
    place = None if store is None else fspath(store)
    return Swept(carry_out(question, threads, progress, place), "fracas.sweep(scenario, …)")


def solve(
    scenario: Scenario,
    vary: Vary,
    claims: str | Sequence[str],
    *,
    most: bool = False,
    sampled: bool = False,
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Solved:
    """The smallest value with which claims such as ``"defender >= 90%"`` hold.

    With `most` the largest.
    """
    question = solve_question(scenario, vary, claims, most, sampled, trials, seed)
    return Solved(carry_out(question, threads, progress), "fracas.solve(scenario, …)")


def compare(
    scenarios: Scenario | Mapping[str, Scenario] | Iterable[Scenario],
    variants: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    aims: str | Sequence[str] = (),
    least: bool = False,
    error: float | str | None = None,
    trials: int | None = None,
    sampled: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Comparison:
    """Which of several battles is better, and by how much, fought with the same dice.

    `variants` are changes to the first of them, by name.

    >>> import fracas
    >>> ford = fracas.Scenario(
    ...     "olympia",
    ...     attacker={"stack": [{"noble": "Osswid", "men": {"pikeman": 12}}]},
    ...     defender={"stack": [{"noble": "Feasel", "men": {"knight": 9}}]},
    ... )
    >>> more = {"more men": {"attacker.stack[0].men.pikeman": 24}}
    >>> found = fracas.compare(ford, more, aims="attacker")
    >>> found.best, round(found.difference("more men").value, 3)
    ('more men', 0.614)
    """
    question = compare_question(
        scenarios, variants, aims, least, error, trials, sampled, seed
    )
    return Comparison(carry_out(question, threads, progress), "fracas.compare(…)")


def matrix(
    armies: str | PathLike[str] | Mapping[str, Scenario] | Iterable[Scenario],
    *,
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Matrix:
    """Everybody against everybody: the files of a folder, or scenarios of one side each."""
    question = matrix_question(armies, trials, seed)
    return Matrix(carry_out(question, threads, progress), "fracas.matrix(…)")


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
    threads: int | None = None,
    progress: Progress = None,
) -> Best:
    """The best that can be had for the money.

    `choose` holds choices such as ``"men.knight=0..10 cost 40"``.
    """
    question = best_question(scenario, choose, aim, budget, least, trials, all, seed)
    return Best(carry_out(question, threads, progress), "fracas.best(scenario, …)")


def sweep_question(
    scenario: Scenario,
    vary: Vary,
    variants: str | None = None,
    show: str | Sequence[str] = (),
    error: float | str | None = None,
    trials: int | None = None,
    exact: bool = False,
    seed: int | None = None,
) -> Question:
    """The question how the odds change."""
    only_one(error=error, trials=trials, exact=exact or None)
    return Question(
        "sweep",
        (
            scenario.copy(),
            axes(vary),
            variants,
            several(show),
            seed,
            trials,
            share(error),
            exact,
        ),
    )


def solve_question(
    scenario: Scenario,
    vary: Vary,
    claims: str | Sequence[str],
    most: bool = False,
    sampled: bool = False,
    trials: int | None = None,
    seed: int | None = None,
) -> Question:
    """The question which value does it."""
    varied = axes(vary)
    if len(varied) != 1:
        raise TypeError(f"one value is looked for, not {len(varied)}")
    return Question(
        "solve", (scenario.copy(), varied[0], several(claims), most, seed, trials, sampled)
    )


def compare_question(
    scenarios: Scenario | Mapping[str, Scenario] | Iterable[Scenario],
    variants: Mapping[str, Mapping[str, Any]] | None = None,
    aims: str | Sequence[str] = (),
    least: bool = False,
    error: float | str | None = None,
    trials: int | None = None,
    sampled: bool = False,
    seed: int | None = None,
) -> Question:
    """The question which battle is better."""
    only_one(error=error, trials=trials)
    battles = _named([scenarios] if isinstance(scenarios, Scenario) else scenarios)
    if variants and battles:
        base = battles[0][1]
        battles.extend((name, base.with_(changes)) for name, changes in variants.items())
    return Question(
        "compare", (battles, several(aims), least, seed, trials, share(error), sampled)
    )


def matrix_question(
    armies: str | PathLike[str] | Mapping[str, Scenario] | Iterable[Scenario],
    trials: int | None = None,
    seed: int | None = None,
) -> Question:
    """The question who is better than whom."""
    if isinstance(armies, (str, PathLike)):
        files = sorted(Path(armies).glob("*.toml"))
        entrants = [_entrant(load(file), file.stem) for file in files]
    elif isinstance(armies, Mapping):
        entrants = _named(armies)
    else:
        entrants = [
            _entrant(army, f"army {place}") for place, army in enumerate(armies, start=1)
        ]
    return Question("matrix", (entrants, seed, trials))


def best_question(
    scenario: Scenario,
    choose: str | Sequence[str],
    aim: str,
    budget: float | None = None,
    least: bool = False,
    trials: int | None = None,
    all: int = 0,
    seed: int | None = None,
) -> Question:
    """The question what is best for the money."""
    return Question(
        "best", (scenario.copy(), several(choose), aim, budget, least, seed, trials, all)
    )


def axes(vary: Vary) -> list[str]:
    """What varies, as the engine reads it.

    >>> axes({"place.terrain": ["plain", "swamp"], "men.knight": range(0, 11, 5)})
    ['place.terrain="plain","swamp"', 'men.knight=0,5,10']
    >>> axes("men.knight=0..60..5")
    ['men.knight=0..60..5']
    """
    if isinstance(vary, Mapping):
        return [f"{path}={_values(values)}" for path, values in vary.items()]
    return several(vary)


def _values(values: Any) -> str:
    return values if isinstance(values, str) else ",".join(_toml.value(one) for one in values)


def _named(scenarios: Mapping[str, Scenario] | Iterable[Scenario]) -> list[tuple[str, Scenario]]:
    if isinstance(scenarios, Mapping):
        named = cast(Mapping[str, Scenario], scenarios)
        return [(name, scenario.copy()) for name, scenario in named.items()]
    battles = list(scenarios)
    names = [scenario.name for scenario in battles]
    # As on the command line: those of the same name are told apart by their files.
    return [
        (scenario.file if names.count(scenario.name) > 1 else scenario.name, scenario.copy())
        for scenario in battles
    ]


def _entrant(army: Scenario, otherwise: str) -> tuple[str, Scenario]:
    named = army.get("name")
    return (otherwise if named is None else named.strip("\"'"), army.copy())
