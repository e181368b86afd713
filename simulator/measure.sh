#!/usr/bin/env bash
# Measures the packaged simulator; docs/benchmarks.md says what the figures mean.
#
#   simulator/measure.sh pages [NODES] [SECONDS]    what it costs to serve the pages of 12500 nodes each 30 s, watched for
#                                                   60 s if nobody says otherwise, after as long again
#
# -Dupdate as the last word writes the results into docs/benchmarks.md. Everything listens on 127.0.0.1.
set -euo pipefail
unset CDPATH
cd "$(dirname "$0")"

usage() {
    sed -n 's/^# \{0,1\}//; 2,7p' measure.sh >&2
    exit 2
}

update=()
if [ $# -gt 0 ] && [ "${!#}" = -Dupdate ]; then
    update=(-Dupdate)
    set -- "${@:1:$#-1}"
fi
case "${1:-}" in
    pages) [ $# -le 3 ] || usage; program=PagesCost ;;
    *) usage ;;
esac
shift

. ../service/find-jdk.sh

tests=(../service/target/service-*-tests.jar)
if [ ! -x target/dist/bin/gpu-simulator ] || [ ! -d target/test-classes ] || [ ! -f "${tests[0]}" ]; then
    echo "building ..." >&2
    (cd .. && mvn -B -q package -pl service,exporter,simulator -DskipTests)
    tests=(../service/target/service-*-tests.jar)
fi
libraries=(target/dist/lib/*.jar)

classes=$(IFS=:; echo "target/test-classes:${tests[0]}:${libraries[*]}")
exec "$jdk/bin/java" "${update[@]}" -cp "$classes" "io.gpuledger.simulator.benchmark.$program" "$@"
