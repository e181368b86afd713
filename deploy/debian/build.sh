#!/usr/bin/env bash
# Makes a Debian package of a program, for machines without Kubernetes, such as the nodes of a Slurm cluster:
#
#   deploy/debian/build.sh analyzer|exporter [FOLDER]
#
# FOLDER, which is target/debian otherwise, then has gpu-analyzer_VERSION_ARCHITECTURE.deb or that of gpu-exporter. The
# package has the program with its own Java runtime in /opt, a hardened systemd service, and its settings in /etc. It
# needs what the build needs, and dpkg-deb. The same dist gives the same package.
set -euo pipefail
unset CDPATH

. "$(dirname "$0")/../dist.sh"
umask 022

architecture=$(dpkg --print-architecture)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 0755 "$tree"
mkdir -p "$tree/DEBIAN" "$tree/etc/$program" "$tree/opt/$program" "$tree/usr/bin" "$tree/usr/lib/systemd/system" \
    "$tree/usr/share/doc/$program"
cp -a "$dist/." "$tree/opt/$program/"
ln -s "/opt/$program/bin/$program" "$tree/usr/bin/$program"
cp "deploy/systemd/$program.service" "$tree/usr/lib/systemd/system/"
cp "deploy/debian/$module/$program.yaml" "$tree/etc/$program/"
cp LICENSE "$tree/usr/share/doc/$program/copyright"
chmod -R u=rwX,go=rX "$tree"

for script in postinst prerm postrm; do
    sed "s/@program@/$program/g" "deploy/debian/$script" >"$tree/DEBIAN/$script"
    chmod 0755 "$tree/DEBIAN/$script"
done
echo "/etc/$program/$program.yaml" >"$tree/DEBIAN/conffiles"
(cd "$tree" && find etc opt usr -type f | LC_ALL=C sort | xargs md5sum) >"$tree/DEBIAN/md5sums"
size=$(du -sk --apparent-size --exclude DEBIAN "$tree" | cut -f 1)
sed "s/@version@/$version/; s/@architecture@/$architecture/; s/@size@/$size/" "deploy/debian/$module/control" \
    >"$tree/DEBIAN/control"

# The AOT cache knows the times of the files beside it.
find "$tree" -exec touch -h -r "$dist/bin/$program" {} +
SOURCE_DATE_EPOCH=$(stat -c %Y "$dist/bin/$program")
export SOURCE_DATE_EPOCH
# The usual effort takes minutes.
dpkg-deb -Zxz -z1 --root-owner-group --build "$tree" "$folder/${program}_${version}_$architecture.deb"
