# How a script that makes something of the programs begins: it sources this file, with its own arguments, which are
# analyzer|exporter [FOLDER]. That takes it into the root of the repository, and sets `module` and `program`, `version`,
# `folder` for what it makes, which is target/images for deploy/images/build.sh and so on, and `dist`, a folder with the
# program, its runtime, AOT cache and list of parts, which is built where it is missing.
here=$(cd "$(dirname "$0")" && pwd)
kind=${here##*/}
case "${1:-}:$#" in
    analyzer:[12] | exporter:[12]) module=$1 ;;
    *) echo "usage: deploy/$kind/build.sh analyzer|exporter [FOLDER]" >&2; exit 2 ;;
esac
repository=$(cd "$here/../.." && pwd)
mkdir -p "${2:-$repository/target/$kind}"
folder=$(cd "${2:-$repository/target/$kind}" && pwd)
cd "$repository"

program=gpu-$module
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
dist=$module/target/dist
if [ ! -x "$dist/runtime/bin/java" ] || [ ! -f "$dist/lib/$program.aot" ] || [ ! -f "$dist/sbom.json" ]; then
    echo "building ..."
    # The exporter is built on arm64, too, where the analyzer's PostgreSQL is not had.
    case $module in
        exporter) modules=service,exporter ;;
        analyzer) modules=service,exporter,simulator,analyzer ;;
    esac
    mvn -B -q -Pruntime package -DskipTests -pl "$modules"
fi
