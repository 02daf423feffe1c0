#!/bin/sh
# Pictures of every kind of report, in both themes, at three widths and printed:
# to be looked at, not to be kept. Usage: scripts/pictures.sh [folder]
set -eu
cd "$(dirname "$0")/.."
out=${1:-target/pictures}
mkdir -p "$out"

if ! command -v chromium >/dev/null; then
    echo "chromium is missing; installing it" >&2
    apt-get install -y chromium >&2
fi

cargo build -q -p fracas-cli -p fracas-report --bins --examples
built=${CARGO_TARGET_DIR:-target}/debug
fracas=$built/fracas
"$built/examples/gallery" > "$out/gallery.html"
report() {
    "$fracas" odds "examples/$1.toml" --trials "$2" --report "$out/$3.html" --plot "$out/$3.svg" >/dev/null
}
report olympia/storm-the-castle 4000 olympia
report mission/safehouse 4000 mission
report mfd/clan-against-raiders 2000 mfd
report andor/wolves 4000 andor
report battlescape/farmhouse 60 battlescape
"$fracas" odds examples/olympia/duel.toml --report "$out/exact.html" >/dev/null
"$fracas" run examples/olympia/storm-the-castle.toml --seed 7 --report "$out/run.html" >/dev/null
"$fracas" run examples/battlescape/farmhouse.toml --seed 7 --report "$out/run-battlescape.html" >/dev/null
"$fracas" odds examples/andor/cave_crawl.toml --that 'win and hp >= 10' --report "$out/chain.html" >/dev/null

# The laboratory: every kind of answer.
ambush=examples/olympia/swamp-ambush.toml
pikemen='attacker.stack[0].men.pikeman'
lab() {
    name=$1
    shift
    "$fracas" "$@" --report "$out/$name.html" >/dev/null
}
lab sweep sweep "$ambush" --vary "$pikemen=0..60..5" --error 2%
lab map sweep "$ambush" --vary "$pikemen=10..40..10" --vary 'defender.stack[0].men.knight=5..35..5' --error 3%
lab solve solve "$ambush" --vary 'defender.stack[0].men.knight=0..60' --for 'defender >= 90%' --sampled
lab decide solve examples/andor/cornered.toml --decide
lab compare compare "$ambush" --variant "more: $pikemen=40" --variant terrain=plain
lab matrix matrix examples/armies/olympia --trials 500
lab best best "$ambush" --for attacker --budget 400 --choose 'men.knight=0..10 cost 40' --choose 'men.pikeman=0..40 cost 10'

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
here=$(cd "$out" && pwd)
shoot() {
    chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$profile" "$@" \
        >/dev/null 2>&1
}
for page in "$here"/*.html; do
    name=${page%.html}
    for width in 390 900; do
        # Blink's own setting, since headless mode has no theme to follow.
        shoot --window-size="$width,5200" --screenshot="$name-$width-light.png" "file://$page"
        shoot --blink-settings=preferredColorScheme=0 --window-size="$width,5200" \
            --screenshot="$name-$width-dark.png" "file://$page"
    done
    shoot --no-pdf-header-footer --print-to-pdf="$name.pdf" "file://$page"
done
echo "pictures are in $out"
