#!/usr/bin/env bash
# Shows that the packages which deploy/debian/build.sh has made can be installed, upgraded and removed:
#
#   deploy/debian/prove.sh [FOLDER]
#
# Those in FOLDER (target/debian) are installed into a folder that stands for a machine, with dpkg's own database and
# users. Nothing is started there but --version, so that nothing of this machine is changed. It exits 0 or 1; where
# dpkg may not do that, it says so and exits 0, but under CI=true 1.
set -euo pipefail
unset CDPATH

repository=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(cd "${1:-$repository/target/debian}" && pwd)
cd "$repository"

if [ "$(id -u)" != 0 ]; then
    if ! unshare --user --map-root-user true 2>/dev/null; then
        echo "skipped: this machine allows no namespaces"
        [ "${CI:-}" != true ] || exit 1
        exit 0
    fi
    exec unshare --user --map-root-user "$0" "$@"
fi

machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
fail() { echo "prove: $1" >&2; exit 1; }

mkdir -p "$machine/etc" "$machine/var/lib/dpkg/info" "$machine/var/lib/dpkg/updates"
: >"$machine/var/lib/dpkg/status"
for file in passwd group shadow gshadow; do printf 'root:x:0:%s\n' "" >"$machine/etc/$file"; done
echo root:x:0:0:root:/root:/bin/sh >"$machine/etc/passwd"
dpkg_there() {
    dpkg --root="$machine" --log=/dev/null --force-script-chrootless --force-depends --force-confold "$@" \
        >"$machine/dpkg.log" 2>&1 || { cat "$machine/dpkg.log" >&2; fail "dpkg $1 has failed"; }
}

for program in gpu-exporter gpu-analyzer; do
    package=$(echo "$folder/$program"_*_"$(dpkg --print-architecture)".deb)
    [ -f "$package" ] || fail "there is no package of $program in $folder: deploy/debian/build.sh ${program#gpu-}"
    echo "$program: $(($(stat -c %s "$package") / 1000000)) MB, installed $(($(dpkg-deb -f "$package" Installed-Size) / 1000)) MB"

    dpkg_there --install "$package"
    grep -q "^$program:.*:/usr/sbin/nologin$" "$machine/etc/passwd" || fail "there is no user $program"
    [ -z "$(dpkg --root="$machine" --verify "$program")" ] || fail "files of $program are not those of the package"
    said=$(JAVA_TOOL_OPTIONS=-XX:AOTMode=on "$machine/opt/$program/bin/$program" --version 2>/dev/null) ||
        fail "$program does not start from its AOT cache"
    [ "$said" = "$program $(dpkg-deb -f "$package" Version)" ] || fail "$program says it is '$said'"
    echo "  ok    installed: $said, from its AOT cache"

    echo "# mine" >>"$machine/etc/$program/$program.yaml"
    dpkg_there --install "$package"
    grep -q '^# mine$' "$machine/etc/$program/$program.yaml" || fail "an upgrade has overwritten the settings"
    echo "  ok    an upgrade keeps the settings"

    dpkg_there --remove "$program"
    [ ! -e "$machine/opt/$program" ] || fail "$program is still there"
    [ -f "$machine/etc/$program/$program.yaml" ] || fail "the settings are gone with the program"
    dpkg_there --purge "$program"
    [ ! -e "$machine/etc/$program" ] || fail "the settings outlive a purge"
    echo "  ok    removed, and purged"
done
echo "prove: both packages work"
