#!/bin/sh
# Install what is missing of scripts/packages.txt; silent when nothing is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

missing=
for package in $(grep -v '^#' "$here/packages.txt") "$@"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "install.sh: needs root or sudo to install:$missing" >&2; exit 2; }
    sudo=sudo
fi
echo "installing:$missing" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{
    $sudo apt-get update
    # shellcheck disable=SC2086 # a list of words
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
} >"$log" 2>&1 || { cat "$log" >&2; echo "install.sh: apt-get failed" >&2; exit 3; }
