#!/bin/sh
# Install the packages of scripts/packages.txt that are missing; silent if none is. While another apt is at
# work the script waits, for 10 to 20 minutes at most. On a system without apt-get it only says what is needed.
#
#   scripts/install.sh [PACKAGE|GROUP...]    these too
#
# The group `slurm` is Slurm, munge and GNU parallel, for tests of tournaments on a cluster. Without /etc/slurm/slurm.conf no
# daemon of Slurm starts on its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

packages=$(grep -v '^#' "$here/packages.txt")
for word in "$@"; do
    case $word in
    slurm) packages="$packages slurmctld slurmd slurm-client munge parallel" ;;
    *) packages="$packages $word" ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086 # a list of words
    echo "install.sh: this system has no apt-get; install with its own tools what Debian calls" $packages \
        "and then: cmake --preset release && cmake --build --preset release" >&2
    exit 2
fi

missing=
for package in $packages; do
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

# DPkg::Lock::Timeout makes apt-get wait for the lock of dpkg, but not for that of the lists of packages.
rests=120 # of 5 s each; apt-get itself may wait 5 s more each time
apt() {
    until $sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=5 "$@" >"$log" 2>&1; do
        if [ "$rests" -eq 0 ] || ! grep -q "Could not get lock" "$log"; then
            cat "$log" >&2
            echo "install.sh: apt-get failed" >&2
            exit 3
        fi
        [ "$rests" -lt 120 ] || echo "install.sh: another apt is at work; waiting for it" >&2
        rests=$((rests - 1))
        sleep 5
    done
}
apt update
# shellcheck disable=SC2086 # a list of words
apt install -y --no-install-recommends $missing
