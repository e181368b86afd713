#!/usr/bin/env bash
# Measures the packaged exporter; docs/benchmarks.md says what the figures mean.
#
#   exporter/measure.sh benchmark         beside node_exporter, some 15 minutes
#   exporter/measure.sh benchmark-nvml    on GPUs of NVML's double, compiled with gcc, some 12 minutes
#   exporter/measure.sh soak [MINUTES]    under faults and scrapes, 30 minutes if not told otherwise; exits 0 or 1
#   exporter/measure.sh soak-nvml [MINUTES]    the same on GPUs of NVML's double
#
# -Dupdate as the last word writes the results into docs/benchmarks.md. Everything listens on 127.0.0.1.
set -euo pipefail
unset CDPATH
cd "$(dirname "$0")"

usage() {
    sed -n 's/^# \{0,1\}//; 2,9p' "$0" >&2
    exit 2
}

update=()
if [ $# -gt 0 ] && [ "${!#}" = -Dupdate ]; then
    update=(-Dupdate)
    set -- "${@:1:$#-1}"
fi
case "${1:-}" in
    benchmark) [ $# = 1 ] || usage; program=Benchmark ;;
    benchmark-nvml) [ $# = 1 ] || usage; program=NvmlBenchmark ;;
    soak) [ $# -le 2 ] || usage; program="Soak simulated" ;;
    soak-nvml) [ $# -le 2 ] || usage; program="Soak nvml" ;;
    *) usage ;;
esac
shift

if [ "$program" = Benchmark ] && ! command -v prometheus-node-exporter >/dev/null; then
    echo "measure: prometheus-node-exporter is not installed: apt-get install --no-install-recommends prometheus-node-exporter" >&2
    exit 1
fi

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

tests=(../service/target/service-*-tests.jar)
if [ ! -x target/dist/bin/gpu-exporter ] || [ ! -d target/test-classes ] || [ ! -f "${tests[0]}" ]; then
    echo "building ..." >&2
    (cd .. && mvn -B -q package -pl service,exporter -DskipTests)
    tests=(../service/target/service-*-tests.jar)
fi

if [ "$program" = "Soak nvml" ] || [ "$program" = NvmlBenchmark ]; then
    if ! command -v gcc >/dev/null; then
        echo "measure: NVML's double needs a compiler: apt-get install --no-install-recommends gcc libc6-dev" >&2
        exit 1
    fi
    mkdir -p target/doubles
    gcc -shared -fPIC -std=gnu11 -O1 -fvisibility=hidden -o target/doubles/fake_nvml.so src/test/c/fake_nvml.c -lm
fi

exec "$jdk/bin/java" "${update[@]}" -cp "target/test-classes:${tests[0]}" \
    "io.gpuledger.exporter.benchmark.${program%% *}" ${program#"${program%% *}"} "$@"
