#!/usr/bin/env bash
# Builds the page with the engine inside into web/dist, on a machine that has node and Rust. What is fresh is not
# built again. `web/build.sh engine` leaves the page itself to vite's own server.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
made=${CARGO_TARGET_DIR:-$root/target}/web
mkdir -p "$made"

# shellcheck source=toolchain.sh
. web/toolchain.sh

build_engine() {
    find_toolchain
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags \
        "$cargo" build --locked --profile web -p fracas-wasm --target $engine_target --target-dir "$made" \
        ${options[@]+"${options[@]}"}
    env -u RUSTC -u RUSTC_BOOTSTRAP cargo build --quiet --locked --release --manifest-path web/bindings/Cargo.toml --target-dir "$made/bindings"
    local engine=$made/$engine_target/web/fracas_wasm.wasm bindings=$made/bindings/release/bindings wasm=web/src/engine/wasm
    if [ "$engine" -nt $wasm/fracas_wasm_bg.wasm ] || [ "$bindings" -nt $wasm/fracas_wasm_bg.wasm ]; then
        "$bindings" "$engine" $wasm
    fi
}

build_page() {
    cd web
    if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
        npm ci --no-audit --no-fund
    fi
    npm run --silent build
}

build_engine
if [ "${1:-}" != engine ]; then
    build_page
fi
