#!/usr/bin/env bash
# Makes an image of a program as an archive, without Docker, without a registry and without being root:
#
#   deploy/images/build.sh analyzer|exporter [FOLDER]
#
# FOLDER, which is target/images otherwise, then has gpu-analyzer-VERSION-ARCHITECTURE.tar or that of gpu-exporter, which
# `docker load`, `podman load`, `skopeo copy oci-archive:...` and `crane push` take, and below layers/ what is in it. It
# needs what the build needs, and Debian's apt-get and dpkg-deb. What the image is (its user, its ports, its labels)
# stands in deploy/docker/*.Dockerfile.
set -euo pipefail
unset CDPATH

case "${1:-}:$#" in
    analyzer:[12] | exporter:[12]) module=$1 ;;
    *) echo "usage: deploy/images/build.sh analyzer|exporter [FOLDER]" >&2; exit 2 ;;
esac
repository=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "${2:-$repository/target/images}"
folder=$(cd "${2:-$repository/target/images}" && pwd)
cd "$repository"

. deploy/dist.sh

layers=$folder/layers/$program
deploy/images/layers.sh "$module" "$dist" "$layers"

# The runtime that was linked has no compiler for a file of source.
java=""
for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/*; do
    if [ -x "$candidate/bin/javac" ] && grep -qE '^JAVA_VERSION="(2[5-9]|[3-9][0-9])' "$candidate/release" 2>/dev/null; then
        java=$candidate/bin/java
        break
    fi
done
[ -n "$java" ] || { echo "images: no JDK 25 found; install one under /usr/lib/jvm, or name it in JAVA_HOME" >&2; exit 1; }

architecture=$(dpkg --print-architecture)
archive=$folder/$program-$version-$architecture.tar
labels=()
# What is not committed has no revision.
if [ -z "$(git status --porcelain 2>/dev/null || echo none)" ]; then
    labels=("org.opencontainers.image.revision=$(git rev-parse HEAD)")
fi
"$java" deploy/images/Image.java "deploy/docker/$module.Dockerfile" "$layers" "$program:$version" "$architecture" \
    "$archive" "${labels[@]}"
unpacked=$(du -sb "$layers" | cut -f 1)
echo "$archive: $(($(stat -c %s "$archive") / 1000000)) MB, unpacked $((unpacked / 1000000)) MB"
