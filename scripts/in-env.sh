#!/usr/bin/env bash
# in-env.sh LEVEL COMMAND...: sets up what that level needs (see setup.sh), then runs the command with it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash scripts/setup.sh "$1"
. target/env.sh
shift
exec "$@"
