#!/usr/bin/env bash
# Measures the packaged analyzer; docs/benchmarks.md says what the figures mean.
#
#   analyzer/measure.sh ingest [FLAGS]    beside Prometheus and VictoriaMetrics, some 40 minutes; --help lists the flags:
#                                         [--nodes 250] [--interval 5s] [--seconds 120] [--page dcgm|ours] ...
#   analyzer/measure.sh fleet [FLAGS]     serves the targets of it, until its standard input ends
#   analyzer/measure.sh kills [COUNT] [SEED]    kills the analyzer and its PostgreSQL, 20 times if it is not said, while
#                                         50,000 samples/s come in; exits with 1 if one that was acknowledged is lost
#   analyzer/measure.sh outage [MINUTES]  the same while PostgreSQL is stopped, for 10 minutes if it is not said
#
# -Dupdate as the last word writes the results into docs/benchmarks.md. Everything listens on 127.0.0.1.
set -euo pipefail
unset CDPATH
cd "$(dirname "$0")"

usage() {
    sed -n 's/^# \{0,1\}//; 2,11p' measure.sh >&2
    exit 2
}

update=()
if [ $# -gt 0 ] && [ "${!#}" = -Dupdate ]; then
    update=(-Dupdate)
    set -- "${@:1:$#-1}"
fi
case "${1:-}" in
    ingest) program=benchmark.Ingest ;;
    fleet) program=benchmark.Fleet ;;
    kills) program=durability.Kills ;;
    outage) program=durability.Outage ;;
    *) usage ;;
esac
shift

# As the launcher looks for one.
new_enough() {
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ "${version:-0}" -ge 25 ]
}
on_path=$(command -v java || true)
if [ -n "$on_path" ]; then
    on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
fi
jdk=""
for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/java/*; do
    if new_enough "$candidate"; then
        jdk=$candidate
        break
    fi
done
if [ -z "$jdk" ]; then
    echo "measure: no JDK 25 found; install one under /usr/lib/jvm, or name it in JAVA_HOME" >&2
    exit 1
fi

libraries=(target/dist/lib/*.jar)
tests=(../service/target/service-*-tests.jar)
if [ ! -x target/dist/bin/gpu-analyzer ] || [ ! -d target/test-classes ] || [ ! -f "${tests[0]}" ]; then
    echo "building ..." >&2
    (cd .. && mvn -B -q package -pl service,analyzer -DskipTests)
    libraries=(target/dist/lib/*.jar)
    tests=(../service/target/service-*-tests.jar)
fi

classes=$(IFS=:; echo "target/test-classes:${tests[0]}:${libraries[*]}")
exec "$jdk/bin/java" "${update[@]}" -cp "$classes" "io.gpuledger.analyzer.$program" "$@"
