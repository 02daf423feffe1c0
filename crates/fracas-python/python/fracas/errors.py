"""What can go wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """Something that is wrong, or odd, about a scenario."""

    severity: str
    """``error`` or ``warning``."""
    message: str
    """What is wrong."""
    file: str
    """The file it is in."""
    line: int | None
    """The line, counted from 1; none if it is about the whole file."""
    column: int | None
    """The column, counted from 1."""
    path: str
    """The path of the value, such as ``attacker.stack[0].men``."""
    allowed: str | None
    """What is allowed there, or may have been meant."""
    code: str | None
    """The rule it comes from, where there is one."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"
        allowed = f" ({self.allowed})" if self.allowed else ""
        return f"{place}: {self.severity}: {self.message}{allowed}"


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """Diagnostics from the engine's JSON."""
    found = []
    for entry in json.loads(text):
        start = entry["start"] or {}
        found.append(
            Diagnostic(
                severity=entry["severity"],
                message=entry["message"],
                file=entry["file"],
                line=start.get("line"),
                column=start.get("column"),
                path=entry["path"],
                allowed=entry["help"],
                code=entry["code"],
            )
        )
    return tuple(found)


class FracasError(Exception):
    """Anything that this package refuses."""


class ScenarioError(FracasError):
    """A scenario that cannot be read, changed or fought.

    >>> import fracas
    >>> try:
    ...     fracas.load('ruleset = "olympa"\\n').odds()
    ... except fracas.ScenarioError as wrong:
    ...     print(wrong.diagnostics[0].line, wrong.diagnostics[0].message)
    1 there is no ruleset `olympa`
    """

    diagnostics: tuple[Diagnostic, ...]
    """Everything that is wrong, in the order of the file."""

    def __init__(self, message: str, found: str = "[]") -> None:
        super().__init__(message, found)
        self.diagnostics = diagnostics(found)

    def __str__(self) -> str:
        return str(self.args[0])


class QuestionError(FracasError, ValueError):
    """A question that makes no sense for its scenario, or has no answer."""


class StoreError(FracasError):
    """A store that belongs to another sweep or cannot be used."""
