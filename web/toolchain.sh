# Finds, or makes, what compiles Rust for the browser, and says so in $cargo, $flags and $options. Read by build.sh.
#
# Where rustup has the target wasm32-unknown-unknown, or can fetch it, that is all; where it has the sources of the
# standard library too, that is compiled with the engine, in which nothing then tells where and why it failed: nobody in
# a page would hear of it. Debian's packages hold a compiler and those sources, but not the library for this target: it
# is compiled here once.
engine_target=wasm32-unknown-unknown
debian_packages="rustc-web cargo-web rust-web-src lld-22"
# Browsers have had vectors since 2021 (Safari since 2023), and battles gain by them. What is inlined less packs smaller and is as fast.
engine_flags="-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=10"
options=()

has_target() { [ -d "$("${1:-rustc}" --print target-libdir --target $engine_target 2>/dev/null)" ]; }

# Compiles the standard library into a sysroot of our own, from Debian's sources.
make_sysroot() {
    local root=$1 empty
    empty=$(mktemp -d)
    mkdir -p "$empty/src"
    printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2024"\n[lib]\n' >"$empty/Cargo.toml"
    printf '#![no_std]\n' >"$empty/src/lib.rs"
    (
        cd "$empty"
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes CARGO_TARGET_DIR="$empty/target" \
            /usr/bin/cargo build --quiet --release -Zbuild-std=std,panic_abort --target $engine_target
    )
    local library=$root/lib/rustlib/$engine_target/lib
    rm -rf "$root"
    mkdir -p "$library"
    cp "$empty"/target/$engine_target/release/deps/*.rlib "$library"
    rm -rf "$empty"
    /usr/bin/rustc --version >"$root/made-by"
}

# Whether the standard library can be compiled so that a failure is a trap and no more.
has_sources() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library/std" ] &&
        RUSTC_BOOTSTRAP=1 rustc -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1
}

use_rustup() {
    cargo=cargo
    unset RUSTC
    flags=$engine_flags
    if has_sources || { command -v rustup >/dev/null && timeout 120 rustup component add rust-src >/dev/null 2>&1 && has_sources; }; then
        export RUSTC_BOOTSTRAP=1
        options=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size -Zpanic-immediate-abort
            --config 'profile.web.panic="immediate-abort"')
    else
        echo "build.sh: without the sources of the standard library (rustup component add rust-src) the engine is larger" >&2
    fi
}

use_debian() {
    local root=$1
    if [ "$(cat "$root/made-by" 2>/dev/null)" != "$(/usr/bin/rustc --version)" ]; then
        echo "the standard library for $engine_target is compiled once, about a minute"
        make_sysroot "$root"
    fi
    cargo=/usr/bin/cargo
    export RUSTC=/usr/bin/rustc
    flags="$engine_flags --sysroot=$root -Clinker=wasm-ld-22"
}

find_toolchain() {
    local root=$1
    if has_target rustc; then
        use_rustup
    elif command -v rustup >/dev/null && timeout 120 rustup target add $engine_target >/dev/null 2>&1; then
        use_rustup
    elif [ -x /usr/bin/rustc ] && [ -d /usr/lib/rustlib/src ] && command -v wasm-ld-22 >/dev/null; then
        use_debian "$root"
    else
        echo "build.sh: nothing here compiles Rust for the browser; either" >&2
        echo "  rustup target add $engine_target" >&2
        echo "or, on Debian, apt-get install $debian_packages" >&2
        return 1
    fi
}
