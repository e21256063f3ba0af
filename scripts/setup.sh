#!/usr/bin/env bash
# Brings in whatever is missing, and writes target/env.sh, which scripts/in-env.sh sources.
#
#   scripts/setup.sh build    npm packages, the wasm32 target, wasm-bindgen, wasm-pack
#   scripts/setup.sh test     that, and the browsers
#
# Safe to run again and again: what is there in the right version is left alone (under a second in all).
#   GPGPU_WASM_TOOLS     where wasm-bindgen and wasm-pack are kept   (default: ~/.cache/gpgpu-wasm)
#   WASM_SETUP_METHOD    see setup-wasm-target.sh
#   CHROMIUM, FIREFOX    programs to use instead of the ones found
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

LEVEL=${1:-build}
TOOLS=${GPGPU_WASM_TOOLS:-$HOME/.cache/gpgpu-wasm}
WASM_BINDGEN_VERSION=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' Cargo.toml)
WASM_PACK_VERSION=0.15.1
LOG=target/setup.log

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# Runs a long step in silence; shows the end of its output if it fails.
quietly() {
    say "$1 ..."; shift
    "$@" >"$LOG" 2>&1 || { tail -30 "$LOG" >&2; die "that failed: $* (all of its output is in $LOG)"; }
}

case $LEVEL in build | test) ;; *) die "unknown level \"$LEVEL\": build or test" ;; esac
[ -n "$WASM_BINDGEN_VERSION" ] || die "Cargo.toml pins no wasm-bindgen version"
mkdir -p target

# ---- npm packages: again only when the lock file is another one ------------------------------
command -v node >/dev/null 2>&1 || die "node is missing (version 20.19, 22.12 or newer)"
# Vite and the test of `require` need a Node that requires modules.
[ "$(node -p process.features.require_module)" = true ] || die "node $(node -v) is too old: version 20.19, 22.12 or newer is needed"
LOCK=$(node -p 'require("crypto").createHash("sha256").update(require("fs").readFileSync("package-lock.json")).digest("hex")')
if [ "$(cat node_modules/.installed-lock 2>/dev/null)" != "$LOCK" ]; then
    quietly "npm ci" npm ci --ignore-scripts --no-audit --no-fund
    printf '%s\n' "$LOCK" >node_modules/.installed-lock
fi

# ---- Rust, the wasm32 target -----------------------------------------------------------------
if ! command -v cargo >/dev/null 2>&1 && ! { command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; }; then
    die "Rust is missing: https://rustup.rs says how to install it"
fi
# What takes time is told as it goes; that there is nothing to do is not.
WASM_ENV_FILE=$PWD/target/wasm-env.sh bash scripts/setup-wasm-target.sh 2> >(tee "$LOG" | grep --line-buffered -v 'already targets\|: wrote ' >&2) ||
    die "the wasm32 target cannot be set up"
. target/wasm-env.sh

# The sources of std, which a release build makes small (scripts/build.mjs). Without them it is only larger.
if command -v rustup >/dev/null 2>&1 && [ ! -e "$(rustc --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml" ]; then
    # macOS has no `timeout`: there it takes as long as it takes.
    $(command -v timeout >/dev/null 2>&1 && echo timeout -k 5 60) rustup component add rust-src >"$LOG" 2>&1 ||
        say "rustup could not add rust-src: release builds will be larger"
fi

# ---- wasm-bindgen and wasm-pack --------------------------------------------------------------
PATH=$TOOLS/bin:$PATH

is_version() {  # program, version
    [ "$("$1" --version 2>/dev/null | awk '{print $2}')" = "$2" ]
}

# Without --locked: the lock file of this version names a crate that was withdrawn since.
if ! is_version wasm-bindgen "$WASM_BINDGEN_VERSION" || ! is_version wasm-bindgen-test-runner "$WASM_BINDGEN_VERSION"; then
    quietly "building wasm-bindgen $WASM_BINDGEN_VERSION into $TOOLS (once, some minutes)" \
        cargo install wasm-bindgen-cli --version "$WASM_BINDGEN_VERSION" --root "$TOOLS" --force
fi
if ! is_version wasm-pack "$WASM_PACK_VERSION"; then
    quietly "building wasm-pack $WASM_PACK_VERSION into $TOOLS (once, some minutes)" \
        cargo install wasm-pack --version "$WASM_PACK_VERSION" --locked --root "$TOOLS" --force
fi

# ---- browsers --------------------------------------------------------------------------------
first_of() {  # the first of these programs that exists
    local p
    for p in "$@"; do command -v "$p" 2>/dev/null && return; done
    return 0
}
find_chromium() {
    first_of chromium chromium-browser google-chrome google-chrome-stable "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
}
find_firefox() { first_of firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox; }

if [ "$LEVEL" = test ] && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    PACKAGES="xvfb xauth libpci3 libgl1-mesa-dri libegl1 libgl1 libgles2 fonts-dejavu-core"
    [ -n "${CHROMIUM:-$(find_chromium)}" ] || PACKAGES="$PACKAGES chromium"
    [ -n "${FIREFOX:-$(find_firefox)}" ] || PACKAGES="$PACKAGES firefox-esr"
    ABSENT=
    for p in $PACKAGES; do
        dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || ABSENT="$ABSENT $p"
    done
    if [ -n "$ABSENT" ]; then
        export DEBIAN_FRONTEND=noninteractive
        quietly "apt-get update" apt-get update
        # shellcheck disable=SC2086  # a list of names
        quietly "apt-get install$ABSENT" apt-get install -y --no-install-recommends $ABSENT
    fi
fi

CHROMIUM=${CHROMIUM:-$(find_chromium)}
FIREFOX=${FIREFOX:-$(find_firefox)}

if [ "$LEVEL" = test ]; then
    [ -n "$CHROMIUM" ] || die "Chromium is missing: install it, or set CHROMIUM"
    [ -n "$FIREFOX" ] || die "Firefox is missing: install it, or set FIREFOX"
    # Firefox on Linux has WebGL only with an X display, even when headless.
    if [ "$(uname)" = Linux ] && [ -z "${DISPLAY:-}" ]; then
        command -v xvfb-run >/dev/null 2>&1 || die "xvfb-run is missing: install Xvfb, or set DISPLAY"
    fi
fi

# ---- what the commands source ----------------------------------------------------------------
{
    echo "# Written by scripts/setup.sh."
    printf '. %q\n' "$PWD/target/wasm-env.sh"
    printf 'export PATH=%q:"$PATH"\n' "$TOOLS/bin:$PWD/node_modules/.bin"
    printf 'export CHROMIUM=%q FIREFOX=%q\n' "$CHROMIUM" "$FIREFOX"
} >target/env.sh
