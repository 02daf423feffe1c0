#!/usr/bin/env bash
# Fuzzes every target, or those named, one after another.
#
#   scripts/fuzz.sh SECONDS [TARGET…]
#
# Needs a nightly compiler and cargo-fuzz (cargo install cargo-fuzz). Safe code
# needs no sanitizer; overflow and debug assertions are checked. What does
# harm is left in fuzz/artifacts; put it into
# crates/fracas-crosscheck/tests/found/TARGET, where it is tried for ever.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?how many seconds for each target}
shift
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for file in fuzz/fuzz_targets/*.rs; do
        targets+=("$(basename "$file" .rs)")
    done
fi

cargo run --quiet --locked -p fracas-crosscheck --example corpus -- fuzz/corpus
failed=()
for target in "${targets[@]}"; do
    echo "== $target"
    cargo +nightly fuzz run --sanitizer none "$target" "fuzz/corpus/$target" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=1024 -max_len=16384 \
        -print_final_stats=1 || failed+=("$target")
done
if [ ${#failed[@]} -gt 0 ]; then
    echo "fuzz.sh: harm was done by: ${failed[*]}" >&2
    exit 1
fi
