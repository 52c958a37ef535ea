#!/bin/sh
# Make all that is published of the commit that is checked out, and put it into one folder with checksums.
#
#   scripts/release.sh [--image] [FOLDER]     FOLDER: a new folder (default build/release-VERSION)
#                                             --image: the image as well, by scripts/image.sh
#
# Everything is built from the source archive. `apt-get build-dep .` installs what that needs, but for the JDK and the jars of the
# SDK for Java (protocol/sdk/languages.json), and buildah for the image. Two runs at one commit make the same bytes, but for the
# image, which has what its base and Debian have at that time.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
steps="source_archive debian_packages sdk_packages"
if [ "${1-}" = --image ]; then
    steps="$steps image"
    shift
fi
out=${1:-$root/build/release-$version}
name=domino-arena-$version

if [ $# -gt 1 ] || [ "${out#-}" != "$out" ]; then
    sed -n '2,5s/^#$//; 2,5s/^# *//p' "$0" >&2
    exit 2
fi
if ! commit=$(git -C "$root" rev-parse HEAD); then
    echo "release.sh: $root is not a clone; only a clone knows its commit" >&2
    exit 2
fi
if ! mkdir -p "$(dirname "$out")" || ! mkdir "$out"; then
    echo "release.sh: $out must be a new folder; remove it, or name another one" >&2
    exit 2
fi
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A commit without the tag vVERSION comes before the release of that version, and commits are ordered by their time. Each Debian
# has packages of its own.
debian_changelog() {
    time=$(git -C "$root" log -1 --format=%ct)
    before=$(git -C "$root" tag --points-at HEAD "v$version" | grep -q . || date -u -d "@$time" +~git%Y%m%d%H%M%S)
    suite=$(sed -n 's/^VERSION_ID="*\([0-9]*\).*/~deb\1/p' /etc/os-release)
    cat <<EOF
domino-arena ($version$before$suite) unstable; urgency=medium

  * Commit $commit.
    Its changes: /usr/share/doc/domino-arena/CHANGELOG.md

 -- $(sed -n 's/^Maintainer: //p' "$root/debian/control")  $(LC_ALL=C date -u -R -d "@$time")
EOF
}

source_archive() {
    git -C "$root" archive --prefix="$name/" --add-virtual-file="$name/debian/changelog:$(debian_changelog)
" HEAD | gzip -n -9 >"$out/$name.tar.gz"
    tar -C "$work" -xzf "$out/$name.tar.gz"
}

# try WHAT NEEDS COMMAND...: a command that builds in the source folder. Its output is shown if it fails.
try() {
    what=$1 needs=$2
    shift 2
    if ! (cd "$work/$name" && "$@") >"$work/log" 2>&1; then
        cat "$work/log" >&2
        echo "release.sh: $what cannot be built; $needs" >&2
        exit 3
    fi
}

debian_packages() {
    try "the packages of Debian" "\`apt-get build-dep .\` installs what they need" dpkg-buildpackage -b -us -uc
    mv "$work"/*.deb "$out"
}

sdk_packages() {
    SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
    export SOURCE_DATE_EPOCH
    try "the SDKs" "the lines above name what is missing" sh -c 'cmake -S . -B ../sdk -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF &&
        cmake --build ../sdk --target sdk-packages sbom'
    mv "$work/sdk/sdk-packages" "$out/sdk"
    mv "$work/sdk/domino-arena.spdx.json" "$out"
}

image() {
    try "the image" "the lines above say why" scripts/image.sh "$out"
}

checksums() {
    (cd "$out" && find . -type f | sed 's,^./,,' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum -- >"$work/SHA256SUMS" &&
        mv "$work/SHA256SUMS" .)
}

for step in $steps checksums; do
    echo "-- $step" >&2
    "$step"
done
ls "$out"
