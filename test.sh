#!/usr/bin/env bash
# Tests everything: form, lints, tests, documentation, the release binary on
# every example, the Python package, a short crosscheck, the page in a real
# browser, and instruction counts. Needs Rust's toolchain and nothing else;
# without Python its package is left out, without node the page, and without
# valgrind instructions are not counted.
# `./test.sh quick` leaves off after form, lints and tests: for every day.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v cargo >/dev/null; then
    echo "test.sh: there is no cargo; get Rust from https://rustup.rs" >&2
    exit 1
fi

step() { printf '\n== %s (%d:%02d)\n' "$*" $((SECONDS / 60)) $((SECONDS % 60)); }

# Runs a command, shows what it says, and adds up the tests it reports.
passed=0
count() {
    local log
    log=$(mktemp)
    if ! "$@" 2>&1 | tee "$log"; then
        rm -f "$log"
        return 1
    fi
    local found
    # "test result: ok. 12 passed; …" (cargo test), "… 12 tests run: 12 passed" (nextest)
    found=$(grep -oE '[0-9]+ passed' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    passed=$((passed + found))
    rm -f "$log"
}

step "form"
if cargo fmt --version >/dev/null 2>&1; then
    cargo fmt --all --check
else
    echo "left out: rustfmt is not installed (rustup component add rustfmt)"
fi

step "lints"
if cargo clippy --version >/dev/null 2>&1; then
    cargo clippy --workspace --all-targets --locked -- -D warnings
else
    echo "left out: clippy is not installed (rustup component add clippy)"
fi

step "tests"
# A snapshot that differs is a failure, never a new file.
export INSTA_UPDATE=no
if cargo nextest --version >/dev/null 2>&1; then
    count cargo nextest run --workspace --locked
    count cargo test --workspace --doc --locked
else
    count cargo test --workspace --locked
fi

if [ "${1:-}" = quick ]; then
    printf '\ntests: %s passed, 0 failed\n' "$passed"
    exit 0
fi

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

step "the release binary on every example"
cargo build --release --locked
fracas=${CARGO_TARGET_DIR:-target}/release/fracas
examples=0
for example in examples/*/*.toml; do
    "$fracas" check "$example" >/dev/null
    "$fracas" inspect "$example" >/dev/null
    "$fracas" run "$example" --seed 1 --log none >/dev/null
    "$fracas" odds "$example" --trials 256 --json >/dev/null
    examples=$((examples + 1))
done
echo "$examples examples checked, inspected, fought and weighed"

step "Python"
FRACAS_BINARY=$(realpath "$fracas") count scripts/python.sh

step "API"
scripts/api.sh "$fracas"

step "crosscheck"
cargo run --quiet --release --locked -p fracas-crosscheck -- --cases 40 --seed 1

step "page"
web/test.sh

step "instructions"
scripts/instructions.sh

step "done"
printf 'tests: %s passed, 0 failed; examples: %s\n' "$passed" "$examples"
