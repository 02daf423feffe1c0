"""Where the examples and the command line are."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"


def fracas(*words: str) -> str:
    """What the command line says; it must have been built."""
    binary = os.environ.get("FRACAS_BINARY", str(ROOT / "target/release/fracas"))
    done = subprocess.run([binary, *words], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fracas_json(*words: str) -> Any:
    """The same as one JSON value."""
    return json.loads(fracas(*words))


@pytest.fixture
def ambush() -> Any:
    """Heron Mire: small, quick, and not exact by itself."""
    import fracas

    return fracas.load(EXAMPLES / "olympia/swamp-ambush.toml")
