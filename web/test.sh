#!/usr/bin/env bash
# Builds the page and tests it: types, the engine beside the native program, and everything else in a real Chromium.
# What is missing is installed where that can be done (Debian, as root); else it says what is left out and why.
set -euo pipefail
cd "$(dirname "$0")"

# shellcheck source=toolchain.sh
. ./toolchain.sh

left_out() {
    echo "left out: $*"
    exit 0
}

# Installs packages of Debian; false where that cannot be done.
install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "installing $*"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1
}

# Node 20.19 is the oldest that builds it.
node_is_new() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

has_chromium() { [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v google-chrome >/dev/null; }

if ! node_is_new; then
    install nodejs npm || true
    node_is_new || left_out "the page, for it is built with node 20.19 or newer and npm (https://nodejs.org)"
fi
if ! has_target rustc && ! { command -v rustup >/dev/null && rustup target add $engine_target >/dev/null 2>&1; }; then
    # shellcheck disable=SC2086
    command -v wasm-ld-22 >/dev/null || install $debian_packages ||
        left_out "the page, for nothing here compiles Rust for the browser (rustup target add $engine_target)"
fi

./build.sh
cargo test --quiet --release --locked --manifest-path bindings/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-../target}/web/bindings"
npm run --silent check
# Matches are tested with the program that serves this very page.
(cd .. && cargo build --release --locked)

if ! has_chromium && ! install chromium fonts-dejavu-core; then
    node --test tests/equality.test.mjs tests/hostile.test.mjs
    left_out "the tests in a browser, for there is no Chromium (apt-get install chromium, or name one in CHROMIUM)"
fi
# Some six minutes on two cores: what takes half an hour hangs.
timeout --kill-after=30 1800 npm test
npm run --silent sizes
