#!/usr/bin/env bash
# in-env.sh LEVEL COMMAND...: sets up what that level needs (see setup.sh), then runs the command with it.
# Level test gives it a display where there is none: Firefox on Linux has WebGL only with one, even when headless.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
LEVEL=$1
shift
bash scripts/setup.sh "$LEVEL"
. target/env.sh
if [ "$LEVEL" = test ] && [ "$(uname)" = Linux ] && [ -z "${DISPLAY:-}" ]; then
    exec xvfb-run -a "$@"
fi
exec "$@"
