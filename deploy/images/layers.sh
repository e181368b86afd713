#!/usr/bin/env bash
# Puts together what is in an image, one folder a layer, so that an upgrade of the program moves the last one only:
#
#   deploy/images/layers.sh analyzer|exporter DIST LAYERS
#
#   1-system     a root file system with what the program needs of Debian, and nothing else
#   2-runtime    the program's Java runtime
#   3-libraries  what is not ours among its jars
#   4-program    the program: its jars, launcher, AOT cache, list of parts (SBOM) and licence
#   5-data       the folder that the analyzer may write
#
# DIST is target/dist of `mvn -Pruntime package`. Debian's packages are those that the machine's apt knows, which are
# not installed but unpacked: nobody has to be root. deploy/images/build.sh and the Dockerfiles run it.
set -euo pipefail
unset CDPATH

case "${1:-}:$#" in
    analyzer:3 | exporter:3) module=$1 dist=$2 layers=$3 ;;
    *) echo "usage: deploy/images/layers.sh analyzer|exporter DIST LAYERS" >&2; exit 2 ;;
esac
program=gpu-$module
repository=$(cd "$(dirname "$0")/../.." && pwd)
umask 022

case "$(dpkg --print-architecture)" in
    amd64) multiarch=x86_64-linux-gnu ;;
    arm64) multiarch=aarch64-linux-gnu ;;
    *) echo "images: only amd64 and arm64 are known" >&2; exit 1 ;;
esac
if [ ! -x "$dist/runtime/bin/java" ] || [ ! -f "$dist/lib/$program.aot" ] || [ ! -f "$dist/sbom.json" ]; then
    echo "images: $dist lacks runtime, AOT cache or SBOM: mvn -Pruntime package" >&2
    exit 1
fi

rm -rf "$layers"
mkdir -p "$layers"
layers=$(cd "$layers" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
system=$layers/1-system

# Takes files of a Debian package, by patterns of their paths, with its licence and its name and version, by which
# scanners find what is known to be wrong with it. Newer releases have in /usr/bin and /usr/lib what older ones have in
# /bin and /lib: a pattern means both.
take() { # package, pattern ...
    local package=$1 file path pattern wanted=(-path "./usr/share/doc/*/copyright")
    shift
    for pattern in "$@"; do wanted+=(-o -path "./${pattern#usr/}" -o -path "./usr/${pattern#usr/}"); done
    mkdir -p "$work/$package" "$system/var/lib/dpkg/status.d"
    dpkg-deb -x "$work/$package"_*.deb "$work/$package"
    dpkg-deb -f "$work/$package"_*.deb >"$system/var/lib/dpkg/status.d/$package"
    while read -r file; do
        # /bin and /lib are links to those in /usr, as everywhere in Debian.
        path=${file#./}
        case $path in bin/* | lib/* | lib64/* | sbin/*) path=usr/$path ;; esac
        mkdir -p "$system/$(dirname "$path")"
        cp -a "$work/$package/$file" "$system/$path"
    done < <(cd "$work/$package" && find . \( -type f -o -type l \) \( "${wanted[@]}" \) | sort)
}

# A Java runtime that was made of Debian's own needs libraries that others bring with them.
needed() { grep -qas "$1" "$dist"/runtime/bin/java "$dist"/runtime/lib/*.so "$dist"/runtime/lib/server/*.so; }

packages=(base-files coreutils dash libc-bin libc6 sed)
libraries=(libacl1 libpcre2-8-0 libselinux1)
if needed 'libz\.so\.1'; then libraries+=(zlib1g); fi
licence=""
# The analyzer's PostgreSQL needs libstdc++ in any case.
if [ "$module" = analyzer ] || needed 'libstdc++\.so\.6'; then
    libraries+=(libgcc-s1 libstdc++6)
    # The package with the licence of both is named after the compiler of the release.
    licence=$(apt-cache depends libgcc-s1 | sed -n 's/^ *Depends: \(gcc-[0-9]*-base\)$/\1/p')
    packages+=("$licence")
fi
packages+=("${libraries[@]}")
(cd "$work" && apt-get -qq -o APT::Sandbox::User="$(id -un)" download "${packages[@]}")

mkdir -p "$system"/{dev,etc,proc,root,run,sys,tmp,usr/bin,usr/lib,usr/sbin,var}
for link in bin lib sbin; do ln -s "usr/$link" "$system/$link"; done
chmod 1777 "$system/tmp"

# NVIDIA's container runtime puts the driver's libraries where Debian has them only if there is an etc/debian_version.
take base-files etc/debian_version etc/os-release usr/lib/os-release "usr/share/common-licenses/*"
take libc6 "lib64/*" "lib/ld-*" "etc/ld.so.conf.d/*" "lib/$multiarch/ld-*" \
    "lib/$multiarch/lib"{c,m,dl,rt,pthread,resolv,util,nss_dns,nss_files}.so.*
take libc-bin etc/ld.so.conf "etc/ld.so.conf.d/*" "usr/lib/locale/C.utf8/*"
# What the launcher runs, and `gpu-exporter top`, which sets the terminal by stty.
take dash bin/dash
ln -s dash "$system/usr/bin/sh"
take coreutils bin/readlink bin/stty usr/bin/dirname
take sed bin/sed
for library in "${libraries[@]}"; do take "$library" "*/$multiarch/*.so.*"; done
[ -z "$licence" ] || take "$licence"
[ "$module" = exporter ] || mkdir -p "$layers/5-data/data"
if [ -e "$system/usr/lib64" ]; then ln -s usr/lib64 "$system/lib64"; fi

for file in dash sed readlink dirname stty; do
    if [ ! -e "$system/usr/bin/$file" ]; then
        echo "images: the packages of this release have no /usr/bin/$file" >&2
        exit 1
    fi
done
# The loader of the image says what it does not find; that of this machine may find more.
loader=$(find "$system/usr/lib/$multiarch" -name 'ld-linux-*.so.*' | head -n 1)
for file in "$system"/usr/bin/{dash,sed,readlink,dirname,stty} "$dist"/runtime/bin/java "$dist"/runtime/lib/{,server/}*.so; do
    missing=$("$loader" --library-path "$system/usr/lib/$multiarch:$dist/runtime/lib:$dist/runtime/lib/server" \
        --list "$file" | sed -n 's/ => not found//p')
    if [ -n "$missing" ]; then
        echo "images: the image would lack $(echo $missing), which $file needs" >&2
        exit 1
    fi
done

# PostgreSQL's initdb wants its user to have a name.
cat >"$system/etc/passwd" <<'PASSWD'
root:x:0:0:root:/root:/usr/sbin/nologin
gpu-ledger:x:65532:65532:gpu-ledger:/nonexistent:/usr/sbin/nologin
PASSWD
printf 'root:x:0:\ngpu-ledger:x:65532:\n' >"$system/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$system/etc/nsswitch.conf"

mkdir -p "$layers/2-runtime/opt/$program" "$layers/3-libraries/opt/$program/lib" "$layers/4-program/opt/$program/lib"
cp -a "$dist/runtime" "$layers/2-runtime/opt/$program/"
for file in "$dist"/lib/*; do
    case ${file##*/} in
        service-[0-9]* | "$module"-[0-9]* | "$program.aot") layer=4-program ;;
        *) layer=3-libraries ;;
    esac
    cp -a "$file" "$layers/$layer/opt/$program/lib/"
done
cp -a "$dist/bin" "$dist/sbom.json" "$repository/LICENSE" "$layers/4-program/opt/$program/"

# The cache is good only beside files that have the times which the build has given to all of the dist; and with those
# for all files, the same layers come out whenever the packages are the same.
find "$layers" -exec touch -h -r "$dist/bin/$program" {} +
