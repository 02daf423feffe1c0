"""Answers: one battle, the odds, and what the laboratory finds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import _engine
from .result import Result, Rows


@dataclass(frozen=True)
class Chance:
    """How likely something is, with the interval that holds it."""

    p: float
    low: float
    high: float
    example: int | None = None
    """A trial that went so; none if there is none, or the odds are exact."""


@dataclass(frozen=True)
class Estimate:
    """A probability, a mean, or a difference of such, with its interval."""

    value: float
    low: float
    high: float


class Run(Result):
    """One battle that was fought."""

    def __init__(self, answer: _engine.Answer, command: str, scenario: _engine.Scenario) -> None:
        super().__init__(answer, command)
        self._scenario = scenario.copy()

    @property
    def seed(self) -> int:
        """The seed of its dice."""
        return int(self._data["seed"])

    @property
    def trial(self) -> int:
        """Its number among the battles of that seed."""
        return int(self._data["trial"])

    @property
    def outcome(self) -> str:
        """How it ended."""
        return str(self._data["outcome"])

    @property
    def measures(self) -> dict[str, int]:
        """Its measures."""
        return dict(self._data["measures"])

    @property
    def aftermath(self) -> str:
        """What is left, as the text of a scenario."""
        return str(self._data["aftermath"])

    def events(self, fog: str | None = None) -> Iterator[dict[str, Any]]:
        """What happened, event by event; with `fog` what that side got to know."""
        return map(json.loads, self._scenario.events(self.seed, self.trial, fog))

    def log(self, fog: str | None = None) -> Iterator[str]:
        """What happened in words, line by line."""
        return iter(self._scenario.log(self.seed, self.trial, fog))

    def scenes(self, fog: str | None = None) -> Iterator[dict[str, Any]]:
        """What a viewer shows, moment by moment."""
        return map(json.loads, self._scenario.scenes(self.seed, self.trial, fog))

    def tables(self) -> dict[str, Rows]:
        measures = self._data["measures"].items()
        return {"measures": [{"measure": name, "value": value} for name, value in measures]}


class Odds(Result):
    """How a battle ends. ``odds["attacker"]`` is the chance of an outcome."""

    @property
    def method(self) -> str:
        """``exact`` or ``sampled``."""
        return str(self._data["method"])

    @property
    def why(self) -> str:
        """Why it was found this way."""
        return str(self._data["why"])

    @property
    def seed(self) -> int | None:
        """The seed of the dice; none if exact."""
        seed: int | None = self._data["seed"]
        return seed

    @property
    def trials(self) -> int | None:
        """How many battles were counted; none if exact."""
        trials: int | None = self._data["trials"]
        return trials

    @property
    def outcomes(self) -> dict[str, Chance]:
        """The chance of every outcome."""
        return {name: _chance(of) for name, of in self._data["outcomes"].items()}

    @property
    def measures(self) -> dict[str, dict[str, Any]]:
        """What every measure is: ``mean``, ``se``, ``sd``, ``min`` to ``max``."""
        return dict(self._data["measures"])

    @property
    def by_outcome(self) -> dict[str, Any]:
        """The same for each way it ends."""
        return dict(self._data["by_outcome"])

    @property
    def that(self) -> dict[str, Chance]:
        """How likely the conditions are that were asked for."""
        return {of["condition"]: _chance(of) for of in self._data.get("that", [])}

    def __getitem__(self, outcome: str) -> Chance:
        """The chance of an outcome, or of a condition that was asked for."""
        if outcome in self._data["outcomes"]:
            return _chance(self._data["outcomes"][outcome])
        return self.that[outcome]

    def distribution(self, measure: str) -> dict[int, float] | None:
        """How a measure is distributed, by value; none where that is not known.

        Large values are counted a few together, under the lowest.
        """
        shares = self._answer.distribution(measure)
        return None if shares is None else {low: p for low, _, p in shares}

    def tables(self) -> dict[str, Rows]:
        outcomes = [{"outcome": name, **of} for name, of in self._data["outcomes"].items()]
        measures = [{"measure": name, **of} for name, of in self._data["measures"].items()]
        return {"outcomes": outcomes, "measures": measures, "that": self._data.get("that", [])}


class Swept(Result):
    """The odds along values of a scenario."""

    @property
    def seed(self) -> int:
        """The seed of the dice that all points share."""
        return int(self._data["seed"])

    @property
    def points(self) -> int:
        """How many points there are; all of them are known unless it is provisional."""
        return int(self._data["points"])

    def __len__(self) -> int:
        return len(self._data["rows"])

    def tables(self) -> dict[str, Rows]:
        points, measures = [], []
        for row in self._data["rows"]:
            values = row["values"]
            point: dict[str, Any] = dict(values)
            for name, of in row.get("outcomes", {}).items():
                point |= {name: of["p"], f"{name}_low": of["low"], f"{name}_high": of["high"]}
            for of in row.get("that", []):
                name = of["condition"]
                point |= {name: of["p"], f"{name}_low": of["low"], f"{name}_high": of["high"]}
            point["method"] = row.get("method")
            point["trials"] = row.get("trials")
            point["error"] = row.get("error")
            points.append(point)
            for name, of in row.get("measures", {}).items():
                measures.append({**values, "measure": name, **of})
        return {"points": points, "measures": measures}


class Solved(Result):
    """The smallest value, or the largest, that does it."""

    @property
    def value(self) -> int | float | str | None:
        """The value; none if none is sure to do it."""
        value: str | None = self._data["value"]
        return None if value is None else _number(value)

    @property
    def or_from(self) -> int | float | str | None:
        """A value before it that may do it already: too close to call."""
        value: str | None = self._data.get("or_from")
        return None if value is None else _number(value)

    def tables(self) -> dict[str, Rows]:
        return {name: [self._row(of) for of in self._data[name]] for name in ("border", "tried")}

    def _row(self, tried: dict[str, Any]) -> dict[str, Any]:
        row = {"value": _number(tried["value"]), "does": tried["does"], "trials": tried["trials"]}
        for claim, of in zip(self._data["for"], tried["claims"]):
            row |= {claim: of["value"], f"{claim} low": of["low"], f"{claim} high": of["high"]}
        return row


class Comparison(Result):
    """Battles with the same dice, the best first."""

    @property
    def best(self) -> str:
        """What the best is called."""
        return str(self._data["variants"][0]["name"])

    def value(self, name: str, aim: int = 0) -> Estimate:
        """What a battle has of what is compared."""
        return Estimate(**self._variant(name)["values"][aim])

    def difference(self, name: str, aim: int = 0) -> Estimate:
        """What it has more than the first battle."""
        return Estimate(**self._variant(name)["differences"][aim])

    def _variant(self, name: str) -> dict[str, Any]:
        for variant in self._data["variants"]:
            if variant["name"] == name:
                found: dict[str, Any] = variant
                return found
        raise KeyError(name)

    def tables(self) -> dict[str, Rows]:
        rows = []
        for variant in self._data["variants"]:
            row = {key: variant.get(key) for key in ("name", "base", "trials", "dropped")}
            estimates = zip(self._data["aims"], variant["values"], variant["differences"])
            for aim, value, difference in estimates:
                name = aim["aim"]
                row |= {name: value["value"], f"{name} low": value["low"]}
                row |= {f"{name} high": value["high"], f"{name} more": difference["value"]}
                row |= {f"{name} more low": difference["low"]}
                row |= {f"{name} more high": difference["high"]}
            rows.append(row)
        return {"variants": rows}


class Matrix(Result):
    """Everybody against everybody."""

    @property
    def ranking(self) -> list[str]:
        """Who, the best first."""
        return [str(rank["name"]) for rank in self._data["ranking"]]

    def tables(self) -> dict[str, Rows]:
        ranking, meetings = [], []
        for rank in self._data["ranking"]:
            ranking.append({**rank, **_flat("score", rank["score"])})
        for meeting in self._data["meetings"]:
            wins, loses = _flat("wins", meeting["wins"]), _flat("loses", meeting["loses"])
            meetings.append({**meeting, **wins, **loses})
        return {"ranking": ranking, "meetings": meetings}


class Best(Result):
    """The best that can be had for the money."""

    @property
    def choices(self) -> dict[str, int | float | str]:
        """What is chosen, by path."""
        return {path: _number(of) for path, of in self._data["best"]["choices"].items()}

    @property
    def cost(self) -> float:
        """What it costs."""
        return float(self._data["best"]["cost"])

    @property
    def value(self) -> Estimate:
        """What it is worth."""
        return Estimate(**self._data["best"]["value"])

    def tables(self) -> dict[str, Rows]:
        armies = []
        for army in [self._data["best"], *self._data["runners_up"]]:
            choices = {path: _number(of) for path, of in army["choices"].items()}
            worth = _flat("value", army["value"])
            armies.append({**choices, "cost": army["cost"], **worth, "trials": army["trials"]})
        prices = [{**of, **_flat("difference", of["difference"])} for of in self._data["prices"]]
        return {"armies": armies, "prices": prices}


def _chance(of: dict[str, Any]) -> Chance:
    return Chance(of["p"], of["low"], of["high"], of.get("example"))


def _flat(name: str, of: dict[str, float]) -> dict[str, float]:
    return {name: of["value"], f"{name}_low": of["low"], f"{name}_high": of["high"]}


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text.strip("\"'")
