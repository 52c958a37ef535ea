#!/bin/sh
# Make the image of a release from its packages: FOLDER/domino-arena-VERSION-image.tar, an OCI archive for `podman load`.
#
#   scripts/image.sh FOLDER     FOLDER: what scripts/release.sh has made
#
# It needs buildah. BASE in the environment names the image to begin with, of the Debian on which the packages were made; without
# it, that is docker.io/library/debian:12-slim for packages of Debian 12. `scripts/release.sh --image` makes the image before the
# checksums, which therefore have it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

if [ $# -ne 1 ] || [ "${1#-}" != "$1" ]; then
    sed -n '2,4s/^#$//; 2,4s/^# *//p' "$0" >&2
    exit 2
fi
folder=$1
set -- "$folder"/domino-arena_*.deb
if [ $# -ne 1 ] || ! full=$(dpkg-deb -f "$1" Version); then
    echo "image.sh: $folder must have one package domino-arena; scripts/release.sh makes it" >&2
    exit 2
fi
version=${full%%~*}
base=${BASE:-docker.io/library/debian:${full##*~deb}-slim}
file=$folder/domino-arena-$version-image.tar
rm -f "$file"
buildah bud -q -f "$root/scripts/Containerfile" --build-arg "BASE=$base" -t "domino-arena:$version" "$folder"
buildah push -q "domino-arena:$version" "oci-archive:$file:domino-arena:$version"
