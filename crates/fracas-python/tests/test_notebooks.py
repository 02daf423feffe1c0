"""The notebooks run from top to bottom, and are kept without outputs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import EXAMPLES

nbformat = pytest.importorskip("nbformat")
NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_runs(file: Path) -> None:
    from nbclient import NotebookClient

    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    notebook = nbformat.read(file, as_version=4)
    for cell in notebook.cells:
        assert not cell.get("outputs"), "outputs are not kept"
        assert cell.get("execution_count") is None
    client = NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(file.parent)}}
    )
    client.execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("text/html" in output.get("data", {}) for output in shown)


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4
