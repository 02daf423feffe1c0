"""Python's values as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def key(name: str) -> str:
    """A key, quoted if need be."""
    return name if _BARE.match(name) else text(name)


def text(words: str) -> str:
    """A text in quotes."""
    # JSON's escapes are TOML's, but for the delete sign.
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(given: Any) -> str:
    """A value on one line.

    >>> value({"noble": "Osswid", "men": {"pikeman": 12}, "behind": [0, 1]})
    '{ noble = "Osswid", men = { pikeman = 12 }, behind = [0, 1] }'
    """
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        return text(given)
    if isinstance(given, Mapping):
        inside = ", ".join(f"{key(str(name))} = {value(of)}" for name, of in given.items())
        return f"{{ {inside} }}" if inside else "{}"
    if type(given) in (int, float):
        return repr(given)
    if isinstance(given, Sequence) and not isinstance(given, bytes):
        return "[" + ", ".join(value(entry) for entry in given) + "]"
    number = getattr(given, "item", None)  # numbers of numpy and pandas
    if number is not None:
        return value(number())
    raise TypeError(f"a scenario holds no {type(given).__name__}: {given!r}")


def document(tables: Mapping[str, Any]) -> str:
    """A whole document: plain values first, then tables, each under its head."""
    return _table(tables, "").lstrip("\n")


def _table(tables: Mapping[str, Any], path: str) -> str:
    lines = []
    below = []
    for name, given in tables.items():
        place = f"{path}.{key(name)}" if path else key(name)
        if isinstance(given, Mapping):
            inside = _table(given, place)
            head = "" if _is_only_tables(given) else f"\n[{place}]\n"
            below.append(head + inside)
        elif _is_list_of_tables(given):
            below.extend(f"\n[[{place}]]\n" + _table(entry, place) for entry in given)
        else:
            lines.append(f"{key(name)} = {value(given)}\n")
    return "".join(lines + below)


def _is_list_of_tables(given: Any) -> bool:
    plain = isinstance(given, Sequence) and not isinstance(given, (str, bytes))
    return plain and len(given) > 0 and all(isinstance(entry, Mapping) for entry in given)


def _is_only_tables(given: Mapping[str, Any]) -> bool:
    return len(given) > 0 and all(
        isinstance(entry, Mapping) or _is_list_of_tables(entry) for entry in given.values()
    )
