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
