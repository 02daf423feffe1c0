# Finds what compiles Rust for the browser, and says so in $cargo, $flags and $options. Read by build.sh.
#
# That is rustup's target wasm32-unknown-unknown, which it has or can fetch, or Debian's packages. With the sources of the
# standard library (rustup's component rust-src; Debian's packages hold them) the library is compiled with the engine, in
# which nothing then tells where and why it failed: nobody in a page would hear of it.
engine_target=wasm32-unknown-unknown
debian_packages="rustc-web cargo-web rust-web-src lld-22"
# Browsers have had vectors since 2021 (Safari since 2023), and battles gain by them. What is inlined less packs smaller and is as fast.
engine_flags="-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=5"
options=()

has_target() { [ -d "$("${1:-rustc}" --print target-libdir --target $engine_target 2>/dev/null)" ]; }

# Whether the standard library can be compiled so that a failure is a trap and no more.
has_sources() {
    [ -d "$("$1" --print sysroot)/lib/rustlib/src/rust/library/std" ] &&
        RUSTC_BOOTSTRAP=1 "$1" -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1
}

use_sources() {
    export RUSTC_BOOTSTRAP=1
    options=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size -Zpanic-immediate-abort
        --config 'profile.web.panic="immediate-abort"')
}

use_rustup() {
    cargo=cargo
    unset RUSTC
    flags=$engine_flags
    if has_sources rustc || { command -v rustup >/dev/null && timeout 120 rustup component add rust-src >/dev/null 2>&1 && has_sources rustc; }; then
        use_sources
    else
        echo "build.sh: without the sources of the standard library (rustup component add rust-src) the engine is larger" >&2
    fi
}

use_debian() {
    cargo=/usr/bin/cargo
    export RUSTC=/usr/bin/rustc
    flags="$engine_flags -Clinker=wasm-ld-22"
    use_sources
}

find_toolchain() {
    if has_target rustc; then
        use_rustup
    elif command -v rustup >/dev/null && timeout 120 rustup target add $engine_target >/dev/null 2>&1; then
        use_rustup
    elif [ -x /usr/bin/rustc ] && has_sources /usr/bin/rustc && command -v wasm-ld-22 >/dev/null; then
        use_debian
    else
        echo "build.sh: nothing here compiles Rust for the browser; either" >&2
        echo "  rustup target add $engine_target" >&2
        echo "or, on Debian, apt-get install $debian_packages" >&2
        return 1
    fi
}
