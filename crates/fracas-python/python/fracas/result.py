"""What every answer has: its numbers, tables for other programs, and charts."""

from __future__ import annotations

import base64
import html
import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._engine import Answer
from .errors import QuestionError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Rows = list[dict[str, Any]]
"""A table: rows that have the same names."""


class Result:
    """An answer of the engine."""

    def __init__(self, answer: Answer, command: str) -> None:
        self._answer = answer
        self._command = command
        self._data: dict[str, Any] = json.loads(answer.json())

    def to_dict(self) -> dict[str, Any]:
        """The numbers as the command line's ``--json`` has them, to the last bit."""
        found: dict[str, Any] = json.loads(self._answer.json())
        return found

    @property
    def name(self) -> str:
        """What the battle is called."""
        return str(self._data.get("name", ""))

    @property
    def ruleset(self) -> str:
        """The rules it was fought by."""
        return str(self._data["ruleset"])

    @property
    def provisional(self) -> bool:
        """Whether somebody called a halt before all was known."""
        return bool(self._data.get("provisional", False))

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        return self._answer.say()

    @property
    def charts(self) -> list[str]:
        """The report's charts, each an SVG that can stand alone."""
        return self._answer.pictures()

    def tables(self) -> dict[str, Rows]:
        """Its tables by name; the first is the one that is meant if none is named."""
        raise NotImplementedError

    def rows(self, table: str | None = None) -> Rows:
        """One of its tables."""
        tables = self.tables()
        if table is None:
            return next(iter(tables.values()))
        if table not in tables:
            known = ", ".join(tables)
            raise QuestionError(f"there is no table {table!r}; known are {known}")
        return tables[table]

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """One of its tables for pandas, which must be installed."""
        import pandas

        return pandas.DataFrame(self.rows(table))

    def to_polars(self, table: str | None = None) -> polars.DataFrame:
        """One of its tables for polars, which must be installed."""
        import polars

        return polars.DataFrame(self.rows(table), infer_schema_length=None)

    def to_arrow(self, table: str | None = None) -> pyarrow.Table:
        """One of its tables for Arrow; pyarrow must be installed."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.rows(table))

    def to_html(self, path: str | PathLike[str] | None = None) -> str:
        """The report: one page that needs nothing else. Written to a file if one is named."""
        page = self._answer.page(self._command)
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def _repr_html_(self) -> str:
        parts = [f"<p><strong>{html.escape(self.sentence)}</strong></p>"]
        for chart in self.charts:
            drawn = base64.b64encode(chart.encode()).decode()
            parts.append(
                f'<img alt="{html.escape(self.sentence)}" style="max-width: 720px; width: 100%" '
                f'src="data:image/svg+xml;base64,{drawn}">'
            )
        parts.append(_table(self.rows()))
        return "".join(parts)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.sentence}>"


MOST_ROWS = 40
"""So many rows a notebook shows."""


def _table(rows: Rows) -> str:
    if not rows:
        return ""
    names = list(rows[0])
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    lines = []
    for row in rows[:MOST_ROWS]:
        cells = "".join(f"<td>{html.escape(_cell(row.get(name)))}</td>" for name in names)
        lines.append(f"<tr>{cells}</tr>")
    more = len(rows) - MOST_ROWS
    rest = f"<p>and {more} more</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>{rest}"


def _cell(given: Any) -> str:
    if given is None:
        return ""
    if isinstance(given, float):
        return f"{given:.4g}"
    return str(given)
