#!/usr/bin/env bash
# Shows what gpu-analyzer makes of a Prometheus that is there already: starts a Prometheus, gives it the past of a
# simulated fleet as dcgm-exporter and kube-state-metrics would have told it, and has gpu-analyzer read it.
#
#   deploy/demo.sh --from-prometheus          prints the first report, says what to look at, stops all on Ctrl-C
#   deploy/demo.sh --from-prometheus --check  the same of a smaller fleet on free ports, verifies that the books are
#                                             true, stops; exits 0 or 1
#
# Everything listens on 127.0.0.1. SIMULATOR_PORT, ANALYZER_PORT and PROMETHEUS_PORT choose other ports than 9500, 8080
# and 9090.
set -euo pipefail
unset CDPATH
cd "$(dirname "$0")/.."

# The week that is over when today is a Sunday, and a day before it.
days=15
case "${1:-}" in
    "") check=false nodes=6 step=2m ;;
    --check) check=true nodes=3 step=5m SIMULATOR_PORT=0 ANALYZER_PORT=0 PROMETHEUS_PORT=0 ;;
    *) echo "usage: deploy/demo.sh --from-prometheus [--check]" >&2; exit 2 ;;
esac

for need in curl prometheus; do
    if ! command -v "$need" >/dev/null; then
        echo "demo: $need is not installed: apt-get install $need" >&2
        exit 1
    fi
done

. deploy/demo-parts.sh

# The same fleet, whoever plays it.
fleet=(--nodes "$nodes" --seed 1 --days "$days" --today "$(date -u +%F)")
"$gpu_simulator" serve --listen "127.0.0.1:${SIMULATOR_PORT:-9500}" "${fleet[@]}" --exporter dcgm-exporter \
    >"$work/simulator.log" 2>&1 &
pids+=($!)
simulator=$(awaited "$work/simulator.log" 'serving (http://[0-9.:]+)') || fail "the simulator did not start"

echo "global: {}" >"$work/prometheus.yml"
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" --storage.tsdb.retention.time=60d \
    --web.enable-remote-write-receiver --web.listen-address="127.0.0.1:${PROMETHEUS_PORT:-9090}" \
    >"$work/prometheus.log" 2>&1 &
pids+=($!)
prometheus="http://$(awaited "$work/prometheus.log" 'Listening on.*(127\.0\.0\.1:[0-9]+)')" || fail "Prometheus did not start"

echo "A Prometheus gets $days days of a fleet, as dcgm-exporter and kube-state-metrics would have told it each $step ..."
"$gpu_simulator" history --to "$prometheus/api/v1/write" "${fleet[@]}" --until "$(date -u +%FT%TZ)" --step "$step" \
    --exporter dcgm-exporter --metrics 'DCGM_.*|kube_.*' >"$work/history.log" 2>&1 || fail "Prometheus took no history"
sed -nE 's/.*sent all: ([0-9]+ samples).*/  it has \1/p' "$work/history.log"

books=(--data-dir "$work/analyzer")
echo
echo "What gpu-analyzer finds in it (gpu-analyzer backfill --dry-run --from-prometheus $prometheus):"
echo
"$gpu_analyzer" backfill --dry-run --from-prometheus "$prometheus" "${books[@]}" || fail "Prometheus cannot be read"
echo

began=$(date +%s)
"$gpu_analyzer" serve --listen "127.0.0.1:${ANALYZER_PORT:-8080}" "${books[@]}" --booking-interval 2s \
    --from-prometheus "$prometheus" --prometheus-days "$((days + 1))" >"$work/analyzer.log" 2>&1 &
pids+=($!)
analyzer=$(awaited "$work/analyzer.log" 'serving (http://[0-9.:]+)') || fail "the analyzer did not start"
awaited "$work/analyzer.log" '(all of the past was read)' >/dev/null || fail "the past was not read"
answers "$analyzer/metrics" '^gpu_analyzer_read_left_seconds\{.*\} 0'
answers "$analyzer/metrics" '^gpu_analyzer_spool_rows 0'
answers "$analyzer/metrics" '^gpu_analyzer_books_waiting_gpus 0'
answers "$analyzer/targets" 'All of the past of'
answers "$analyzer/api/v1/ledger" '"team":"vision","state":"used","gpu_seconds":[1-9]'
echo "  read and booked in $(($(date +%s) - began)) s"
echo
"$gpu_analyzer" report --fleet "${books[@]}" 2>"$work/report.log" || fail "there is no report"
echo

# Says how much was idle in truth that looks busy to a Prometheus without SM_ACTIVE, as what hangs spins.
hidden() {
    local window idle
    window="from=$(date -u -d "today 00:00 UTC -$((days - 1)) days" +%FT%TZ)&to=$(date -u -d 'today 00:00 UTC -1 day' +%FT%TZ)"
    idle=$(curl -fsS "$simulator/truth?by=state&$window" | grep -oE '"state":"idle","gpu_seconds":[0-9]+' | grep -oE '[0-9]+$')
    echo
    echo "By SM_ACTIVE, which this Prometheus lacks, $((${idle:-0} / 3600)) GPU-hours of these were idle."
}

if $check; then
    # Between two samples, five minutes here, nobody knows when something changed, and a reset is over before it is
    # seen, so that an XID stands for too long.
    beside_truth 8 engine_active || fail "the books are off by more than what five minutes from sample to sample explain"
    hidden
    echo "demo: everything answers"
    exit 0
fi

beside_truth 1 engine_active || true
hidden
cat <<TEXT

All that is a report of last week, made of what Prometheus had. gpu-analyzer follows it from now on:

  $analyzer/          where GPU time went, what of it was idle, by team
  $analyzer/teams     a team's workloads, their pods and GPUs
  $analyzer/targets   how far Prometheus is read, and what it lacks
  $prometheus/graph   the Prometheus

Ctrl-C stops all.
TEXT
wait -n "${pids[@]}"
fail "a program has ended"
