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
    sed -n 's/^# \{0,1\}//; 2,9p' measure.sh >&2
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

. ../service/find-jdk.sh

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
