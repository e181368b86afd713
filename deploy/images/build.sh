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

. "$(dirname "$0")/../dist.sh"

layers=$folder/layers/$program
deploy/images/layers.sh "$module" "$dist" "$layers"

# The runtime that was linked has no compiler for a file of source.
. service/find-jdk.sh

architecture=$(dpkg --print-architecture)
archive=$folder/$program-$version-$architecture.tar
labels=()
# What is not committed has no revision.
if [ -z "$(git status --porcelain 2>/dev/null || echo none)" ]; then
    labels=("org.opencontainers.image.revision=$(git rev-parse HEAD)")
fi
"$jdk/bin/java" deploy/images/Image.java "deploy/docker/$module.Dockerfile" "$layers" "$program:$version" "$architecture" \
    "$archive" "${labels[@]}"
unpacked=$(du -sb "$layers" | cut -f 1)
echo "$archive: $(($(stat -c %s "$archive") / 1000000)) MB, unpacked $((unpacked / 1000000)) MB"
