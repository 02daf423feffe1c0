#!/usr/bin/env bash
# Asks the server everything that its OpenAPI document tells, and some more, with schemathesis: no 5xx, no answer that the
# document does not tell, nothing done that the document does not allow. Then lets openapi-python-client make a client of the document, without a warning, and plays the first
# orders of a match with it. `scripts/api.sh BINARY` takes that program. Without Python there is nothing to ask with, and it says so.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
fracas=$(realpath "${1:-$target/release/fracas}")
python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null || ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "left out: there is no Python that makes virtual environments (on Debian: apt install python3-venv)"
    exit 0
fi

venv=$target/api
root=$PWD
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'schemathesis>=4,<5' 'openapi-python-client>=0.29,<0.30'

data=$(mktemp -d)
"$fracas" serve --port 0 --data-dir "$data" >"$data/said" 2>"$data/log" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$data"' EXIT
for _ in $(seq 100); do
    grep -qs '^fracas is at' "$data/said" && break
    sleep 0.1
done
address=$(sed -n 's/^fracas is at //p' "$data/said")

# Streams of events never end, and are tested elsewhere. What it leaves behind goes with the data.
cd "$data"
"$venv/bin/schemathesis" run "${address}api/v1/openapi.json" --url "$address" \
    --checks not_a_server_error,negative_data_rejection,status_code_conformance,content_type_conformance,response_schema_conformance \
    --exclude-path-regex '/events$' --max-examples "${EXAMPLES:-20}" --seed 1 --generation-deterministic --workers 1 \
    --request-timeout 60

# A client by somebody else's generator, from the document alone.
PATH=$venv/bin:$PATH "$venv/bin/openapi-python-client" generate --url "${address}api/v1/openapi.json" --meta none --output-path "$data/made" --fail-on-warning
PYTHONPATH=$data "$venv/bin/python" "$root/scripts/api_client.py" "$address" "$root/examples/battlescape/mirror_yard.toml"
