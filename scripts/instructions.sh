#!/usr/bin/env bash
# Counts the instructions of a fixed list of battles and compares them with
# scripts/instructions.txt. Growth of more than 5% fails, unless the stored
# figure was changed with it:
#
#   scripts/instructions.sh            compares
#   scripts/instructions.sh --bless    stores what it counts
#
# Unlike seconds, instructions do not depend on how busy the machine is.
set -euo pipefail
cd "$(dirname "$0")/.."

stored=scripts/instructions.txt
if ! command -v valgrind >/dev/null; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        apt-get install -y -q valgrind >/dev/null 2>&1 || true
    fi
    if ! command -v valgrind >/dev/null; then
        echo "left out: instructions are counted by valgrind, which is not installed"
        exit 0
    fi
fi

cargo build --quiet --release --locked -p fracas-crosscheck --example fight_trials
fight=${CARGO_TARGET_DIR:-target}/release/examples/fight_trials

# Instructions of so many trials of a scenario.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$fight" "$1" "$2" 2>&1 |
        awk '/Collected/ { print $NF }'
}

new=$(mktemp)
trap 'rm -f "$new"' EXIT
grown=0
while read -r scenario trials before; do
    case $scenario in '' | '#'*)
        echo "$scenario $trials $before" | sed 's/ *$//' >>"$new"
        continue
        ;;
    esac
    now=$(count "examples/$scenario" "$trials")
    if [ -z "$now" ]; then
        echo "instructions.sh: examples/$scenario could not be fought" >&2
        exit 1
    fi
    echo "$scenario $trials $now" >>"$new"
    percent=$(awk -v now="$now" -v before="${before:-0}" \
        'BEGIN { printf "%+.1f", before ? 100 * (now - before) / before : 0 }')
    printf '%-40s %12s instructions, %s%%\n' "$scenario" "$now" "$percent"
    if awk -v percent="$percent" 'BEGIN { exit !(percent > 5) }'; then
        grown=$((grown + 1))
    fi
done <"$stored"

if [ "${1:-}" = --bless ]; then
    cat "$new" >"$stored"
    echo "stored in $stored"
elif [ "$grown" -gt 0 ]; then
    echo "instructions.sh: $grown battles take over 5% more instructions than $stored says;" \
        "make them cheaper, or run scripts/instructions.sh --bless and say why in the same commit" >&2
    exit 1
fi
