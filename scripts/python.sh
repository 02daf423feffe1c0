#!/usr/bin/env bash
# Tests the Python package: makes a virtual environment, builds and installs
# the wheel as `pip install .` does, checks types with mypy and pyright, runs
# the examples of the documentation, the tests, a cluster of Ray on this
# machine, and the notebooks. Without Python 3.10 or later there is nothing to
# test, and it says so.
# Needs the release binary of the command line, with which numbers are
# compared; FRACAS_BINARY says where it is.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export FRACAS_BINARY=${FRACAS_BINARY:-$target/release/fracas}
export RAY_AUTH_MODE=disabled RAY_USAGE_STATS_ENABLED=0

python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null; then
    echo "left out: Python is not installed"
    exit 0
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then
    echo "left out: this is $("$python" --version), and the package needs 3.10 or later"
    exit 0
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "left out: this Python makes no virtual environments (on Debian: apt install python3-venv)"
    exit 0
fi
if [ ! -x "$FRACAS_BINARY" ]; then
    cargo build --release --locked
fi

venv=$target/python
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check '.[test]'

# From elsewhere, so that what was installed is tested and not what lies here.
run() { (cd "$target" && "$venv/bin/python" "$@"); }
root=$PWD
# Ours are Python's own files; what only mypy and pyright need is in pyproject.
"$venv/bin/mypy"
"$venv/bin/pyright" --pythonpath "$venv/bin/python"
run -m mypy.stubtest fracas._engine
run -m pytest -q -p no:cacheprovider -c "$root/pyproject.toml" --rootdir "$root" \
    --doctest-modules --doctest-glob='*.md' --pyargs fracas "$root/docs/python.md" "$root/docs/clusters.md"
run -m pytest -q -p no:cacheprovider -c "$root/pyproject.toml" --rootdir "$root" \
    "$root/crates/fracas-python/tests"
