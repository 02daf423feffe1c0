#!/usr/bin/env bash
# Compares the benchmarks of two commits:
#
#   scripts/bench-compare.sh A B             both, five rounds
#   scripts/bench-compare.sh A B 20 exact    twenty rounds, lines of that name only
#   scripts/bench-compare.sh A B 5 '' mfd    benchmarks of that name only
#
# Each round runs the benchmarks of A and then those of B, so that whatever
# else the machine does weighs on both alike; what is counted is processor time.
# The table has nanoseconds (of a battle, or of exact odds found once), the least
# and the median of all rounds, and how many times faster B is than A.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 2 ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
rounds=${3:-5}
wanted=${4:-}
of=${5:-}
# Package and benchmark, of those that print lines.
benches=$(printf '%s\n' fracas-andor:duels fracas-mfd:battles fracas-mission:battles fracas-olympia:attacks \
    fracas-olympia:exact fracas-battlescape:battles | grep -F -- "$of") || {
    echo "no benchmark is called $of" >&2
    exit 2
}

first=$(git rev-parse --verify "$1^{commit}")
second=$(git rev-parse --verify "$2^{commit}")

work=$(mktemp -d)
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# One tree for both, in a place that stays: what did not change is not built again.
tree=$target/bench-compare
trap 'rm -rf "$work"; git worktree remove --force "$tree" 2>/dev/null || true' EXIT
git worktree prune
git worktree add --quiet --force --detach "$tree" "$first"

# Builds the benchmarks of a commit and keeps the programs.
build() {
    local commit=$1 name=$2 bench package program
    git -C "$tree" checkout --quiet --detach "$commit"
    mkdir "$work/$name.bin"
    for bench in $benches; do
        package=${bench%%:*}
        program=$(cd "$tree" && CARGO_TARGET_DIR=$target cargo bench --quiet --locked \
            --no-run --message-format=json -p "$package" --bench "${bench##*:}" |
            sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)
        cp "$program" "$work/$name.bin/$package-${bench##*:}"
    done
}

build "$first" a
build "$second" b
for round in $(seq "$rounds"); do
    printf '\rround %s of %s' "$round" "$rounds" >&2
    for name in a b; do
        for program in "$work/$name.bin"/*; do
            # Lines are a name, a tab and a number; anything else is a remark.
            "$program" lines | awk -F '\t' -v by="$(basename "$program")" -v of="$name" \
                'NF == 2 { print of "\t" by ": " $1 "\t" $2 }' >>"$work/lines"
        done
    done
done
printf '\r' >&2

# Sorted by figure: the first of a name is its least, the middle its median.
grep -F -- "$wanted" "$work/lines" | sort -t "$(printf '\t')" -k2,2 -k1,1 -k3,3g | awk -F '\t' '
    { key = $1 SUBSEP $2; figures[key, ++count[key]] = $3; names[$2] = 1 }
    END {
        form = "%-56s%14s%14s%14s%14s%8s%8s\n"
        printf form, "nanoseconds", "A least", "B least", "A median", "B median", "ratio", "ratio"
        form = "%-56s%14.1f%14.1f%14.1f%14.1f%8.2f%8.2f\n"
        for (name in names) {
            a = "a" SUBSEP name; b = "b" SUBSEP name
            if (!count[a] || !count[b]) continue
            am = figures[a, int((count[a] + 1) / 2)]; bm = figures[b, int((count[b] + 1) / 2)]
            printf form, name, figures[a, 1], figures[b, 1], am, bm, \
                figures[a, 1] / figures[b, 1], am / bm | "sort"
        }
    }'
