#!/usr/bin/env bash
# Shows what there is: gpu-exporter on a simulated node and gpu-simulator with a fleet and its past two weeks, both
# taken in by gpu-analyzer, which keeps what they say in a PostgreSQL of its own, and scraped by a real Prometheus where
# one is installed.
#
#   deploy/demo.sh          starts it, says what to look at, stops all on Ctrl-C
#   deploy/demo.sh --check  starts it on free ports with a week, verifies that everything answers with data, stops;
#                           exits 0 or 1
#   deploy/demo.sh --from-prometheus [--check]   instead, a Prometheus that has the past of a fleet already, and the
#                           report that gpu-analyzer makes of it
#
# Everything listens on 127.0.0.1. EXPORTER_PORT, SIMULATOR_PORT, ANALYZER_PORT and PROMETHEUS_PORT choose other ports
# than 9400, 9500, 8080 and 9090.
set -euo pipefail
unset CDPATH
cd "$(dirname "$0")/.."

[ "${1:-}" = --from-prometheus ] && exec deploy/prometheus-demo.sh "${@:2}"

case "${1:-}" in
    "") check=false days=14 step=2m ;;
    --check) check=true days=7 step=10m EXPORTER_PORT=0 SIMULATOR_PORT=0 ANALYZER_PORT=0 PROMETHEUS_PORT=0 ;;
    *) echo "usage: deploy/demo.sh [--from-prometheus] [--check]" >&2; exit 2 ;;
esac

. deploy/demo-parts.sh

# Sends the letters of last week, and waits until they are out: the analyzer sends too, and may have one in its hands
# when the command has sent all others.
send_letters() {
    "$gpu_analyzer" mail send --provisional "${books[@]}" "${mail[@]}" >"$work/mail.log" 2>&1 || fail "no letters were sent"
    for _ in $(seq 60); do
        grep -qE '^ +(queued|sending|data) ' "$work/mail.log" || return 0
        sleep 1
        "$gpu_analyzer" mail status "${books[@]}" "${mail[@]}" >"$work/mail.log" 2>&1 || fail "the mail has no status"
    done
    fail "letters are on their way for a minute: $(cat "$work/mail.log")"
}

"$gpu_exporter" --backend simulated --listen "127.0.0.1:${EXPORTER_PORT:-9400}" --node-name demo-node >"$work/exporter.log" 2>&1 &
pids+=($!)
exporter=$(awaited "$work/exporter.log" 'serving (http://[0-9.:]+)') || fail "the exporter did not start"

# The same fleet, whoever plays it.
fleet=(--nodes 16 --seed 1 --days "$days" --today "$(date -u +%F)")
until=$(date -u +%FT%TZ)
"$gpu_simulator" serve --listen "127.0.0.1:${SIMULATOR_PORT:-9500}" "${fleet[@]}" >"$work/simulator.log" 2>&1 &
pids+=($!)
simulator=$(awaited "$work/simulator.log" 'serving (http://[0-9.:]+)') || fail "the simulator did not start"

cat >"$work/prices" <<PRICES
h100   2.49   USD   gpu-hour
h200   3.29   USD   gpu-hour
a100   1.59   USD   gpu-hour
a30    0.59   USD   gpu-hour
l4     0.71   USD   gpu-hour
v100   0.89   USD   gpu-hour
PRICES
books=(--data-dir "$work/analyzer" --retention-raw 15d --prices-file "$work/prices")

# Who gets the letters of last week. They go into a folder, and to nobody.
cat >"$work/teams.yaml" <<TEAMS
vision: [vision-lead@example.org]
speech: [speech-lead@example.org, speech-budget@example.org]
TEAMS
mail=(--mail-folder "$work/letters" --mail-from "GPU ledger <gpu-ledger@example.org>" --mail-at "mon 00:00"
    --mail-teams-file "$work/teams.yaml" --mail-default-to team-leads@example.org
    --mail-fleet-to platform@example.org --mail-domain-rate 0)

# The past days, and today.
"$gpu_analyzer" serve --listen "127.0.0.1:${ANALYZER_PORT:-8080}" "${books[@]}" \
    --scrape-targets "${exporter#http://}" \
    --scrape-http-sd "$simulator/targets,$simulator/kube-state-metrics/targets" --scrape-interval 5s \
    --booking-interval 10s "${mail[@]}" \
    >"$work/analyzer.log" 2>&1 &
pids+=($!)
analyzer=$(awaited "$work/analyzer.log" 'serving (http://[0-9.:]+)') || fail "the analyzer did not start"
database=$(awaited "$work/analyzer.log" 'for jdbc:postgresql://(127\.0\.0\.1:[0-9]+)') || fail "the analyzer has no database"

# What a scrape every two minutes of the two weeks before would have got; of a week every ten where it is only looked at.
"$gpu_simulator" history --listen "${simulator#http://}" --to "$analyzer/api/v1/write" "${fleet[@]}" --until "$until" --step "$step" >"$work/history.log" 2>&1 &
history=$!

prometheus=""
if command -v prometheus >/dev/null; then
    cat >"$work/prometheus.yml" <<YAML
global:
  scrape_interval: 2s
  evaluation_interval: 5s
rule_files:
  - "$PWD/alerts/rules/*.yaml"
scrape_configs:
  - job_name: gpu-analyzer
    static_configs:
      - targets: ["${analyzer#http://}"]
  - job_name: gpu-exporter
    honor_labels: true
    static_configs:
      - targets: ["${exporter#http://}"]
    http_sd_configs:
      - url: $simulator/targets
  - job_name: kube-state-metrics
    honor_labels: true
    http_sd_configs:
      - url: $simulator/kube-state-metrics/targets
YAML
    prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" \
        --web.listen-address="127.0.0.1:${PROMETHEUS_PORT:-9090}" >"$work/prometheus.log" 2>&1 &
    pids+=($!)
    prometheus="http://$(awaited "$work/prometheus.log" 'Listening on.*(127\.0\.0\.1:[0-9]+)')" || fail "Prometheus did not start"
elif [ "${CI:-}" = true ]; then
    fail "prometheus is not installed: apt-get install prometheus"
fi

if $check; then
    answers "$exporter/" gpu-exporter
    answers "$exporter/healthz" ok
    answers "$exporter/readyz" '8 of 8 GPUs answer'
    answers "$exporter/metrics" '^DCGM_FI_DEV_GPU_UTIL\{gpu="0",UUID="GPU-.*hostname="demo-node"'
    answers "$exporter/metrics" '^gpu_sm_active_seconds_total\{uuid="GPU-.*\} [1-9]'
    answers "$exporter/metrics" '^gpu_observed_seconds_total\{.*instance_profile="[0-9]g\.'
    answers "$simulator/readyz" '16 nodes, 120 GPUs'
    answers "$simulator/targets" '"__metrics_path__":"/n/15/metrics"'
    answers "$simulator/kube-state-metrics/cluster-a/metrics" '^kube_pod_info\{namespace="'
    answers "$simulator/truth" '"team":"vision","state":"used","gpu_seconds":[1-9]'
    answers "$analyzer/readyz" 'takes in and writes'
    answers "$analyzer/api/v1/targets" '"health" *: *"up"'
    answers "$analyzer/metrics" '^gpu_analyzer_copy_rows_total\{.*table="sample".*\} [1-9]'
    answers "$analyzer/metrics" '^gpu_analyzer_units 1[2-9][0-9]'
    wait "$history" || fail "the fleet's past was not taken in"
    history=""
    answers "$analyzer/metrics" '^gpu_analyzer_writer_lag_seconds\{edge="oldest"\} [0-9]{1,2}(\.|$)'
    answers "$analyzer/metrics" '^gpu_analyzer_books_waiting_gpus 0'
    answers "$analyzer/metrics" '^gpu_ledger_gpus\{.*state="free"'
    answers "$analyzer/metrics" '^gpu_ledger_gpu_seconds_total\{.*state="idle",team="[a-z]+'
    answers "$analyzer/metrics" '^gpu_ledger_cost_total\{.*currency="USD"'
    answers "$analyzer/api/v1/ledger" '"team":"vision","state":"used","gpu_seconds":[1-9]'
    answers "$analyzer/api/v1/now" '"state":"used"'
    answers "$analyzer/api/v1/pending" '"told":.*"cluster-a":"20[0-9-]+T'
    answers "$analyzer/api/v1/workloads?team=vision" '"letter":"[A-F]"'
    answers "$analyzer/" 'vision'
    answers "$analyzer/fleet" 'cells'
    answers "$analyzer/teams" 'team\?team=vision'
    answers "$analyzer/team?team=vision" 'workload\?id='
    answers "$analyzer/waiting" 'Stranded'
    answers "$analyzer/targets" 'Those that answer'
    answers "$analyzer/settings" 'retention-raw'
    answers "$analyzer/search?q=vision" 'team\?team=vision'
    answers "$analyzer/api/v1/capacity" '"stage":"effective","gpu_seconds":[1-9]'
    answers "$analyzer/openapi.json" '"openapi":"3\.1'
    report=$("$gpu_analyzer" report "${books[@]}" --team vision 2>"$work/report.log") || fail "there is no report"
    echo "  ok    $(head -n 1 <<<"$report")"
    answers "$analyzer/reports" 'href="reports/vision/20[0-9]{2}-W'
    send_letters
    grep -q "sent *platform@example.org" "$work/mail.log" || fail "the platform team got no letter: $(cat "$work/mail.log")"
    grep -q '^List-Id:' "$work"/letters/*vision-lead* || fail "the vision team got no letter: $(cat "$work/mail.log")"
    echo "  ok    letters: $(find "$work/letters" -name '*.eml' | wc -l)"
    again=$("$gpu_analyzer" recompute "${books[@]}" --from "$(date -u -d '3 days ago' +%F)" \
        --to "$(date -u -d '2 days ago' +%F)" 2>"$work/recompute.log") || fail "a day was not booked again"
    grep -q 'none differs' <<<"$again" || fail "a day that was booked again differs: $again"
    echo "  ok    $again"
    echo "  ok    $days days: $(sed -nE 's/.*sent all: ([0-9]+ samples).*/\1/p' "$work/history.log")"
    if [ -n "$prometheus" ]; then
        answers "$prometheus/api/v1/rules" '"name":"GpuLost".*"health":"ok"'
        for query in 'DCGM_FI_DEV_GPU_UTIL' 'rate(gpu_busy_seconds_total%5B1m%5D)' 'count(kube_node_info)==16' \
            'sum(gpu_ledger_gpus)' 'count(count(gpu_lost)by(node))%3E12'; do
            answers "$prometheus/api/v1/query?query=$query" '"value":\['
        done
    else
        echo "  skip  Prometheus is not installed: apt-get install prometheus"
    fi
    beside_truth 8 || fail "the books are off by more than what ten minutes from scrape to scrape explain"
    echo "demo: everything answers"
    exit 0
fi

cat <<TEXT
gpu-exporter serves a simulated node of 8 GPUs:

  $exporter/metrics   the page that Prometheus scrapes
  $exporter/readyz    whether it can be believed at the moment

  curl -s $exporter/metrics | grep gpu_sm_active_seconds_total
  curl -H 'X-Requested-By: me' -d 'lose 0 30s' $exporter/-/simulate      GPU 0 falls off the bus, and returns after 30 s
  curl -H 'X-Requested-By: me' -d 'hang 1 30s' $exporter/-/simulate      GPU 1 stops answering; the others stay fresh
  curl -H 'X-Requested-By: me' -d 'xid 2 31'   $exporter/-/simulate      GPU 2 reports an XID

gpu-simulator plays a fleet of 16 nodes and 120 GPUs, whose truth is known:

  $simulator/n/0/metrics   the page of the first node's exporter
  $simulator/targets       where all of them are
  $simulator/truth         the ledger as it is: GPU-seconds by team and state, of a day

gpu-analyzer scrapes both, takes in the fleet's past two weeks by remote write for the next minute or two, and keeps
what they say in a PostgreSQL of its own:

  $analyzer/                               where GPU time went, what of it was idle, by team
  $analyzer/fleet                          every GPU as a cell, and from there to its minutes
  $analyzer/teams                          a team's workloads, their pods and GPUs
  $analyzer/waiting                        what stands free to no use, and who waits
  $analyzer/api/v1/ledger?by=team,state    the same for programs
  $analyzer/api/v1/workloads?team=vision   a team's workloads, and how they used what they held
  $analyzer/api/v1/now                     what each GPU is now
  $analyzer/api/v1/targets                 what it scrapes, and how that goes

Once the past is booked, each team gets a letter about last week, and the platform team one about the fleet:

  $analyzer/reports                        who gets one, who gets none and why, and each as it is mailed
  $work/letters                          the same as files, which mail programs open

  analyzer/target/dist/bin/gpu-analyzer report --data-dir $work/analyzer --team vision
  analyzer/target/dist/bin/gpu-analyzer mail status --data-dir $work/analyzer

What it was told:

  PGPASSWORD=\$(cat $work/analyzer/postgres/password) psql -h ${database%:*} -p ${database#*:} -U gpu_ledger -c \\
    "select gpu, instance, ts, sm_active_seconds, power_watts from gpu_ledger.v_sample order by ts desc limit 8"
TEXT
if [ -n "$prometheus" ]; then
    cat <<TEXT

Prometheus scrapes all three, and judges the rules of alerts/rules: $prometheus/alerts, $prometheus/graph

  DCGM_FI_DEV_GPU_UTIL                        what dcgm-exporter shows
  rate(gpu_sm_active_seconds_total[1m])       the part of the time in which multiprocessors worked
  count by (namespace) (gpu_holder_info)      how many GPUs and MIG devices each team holds
  gpu_lost == 1 or gpu_exporter_device_stuck == 1
TEXT
else
    echo
    echo "To query it, install Prometheus (apt-get install prometheus) and start this again."
fi
echo
echo "Ctrl-C stops all."
echo
wait "$history" || fail "the fleet's past was not taken in"
history=""
until curl -fsS "$analyzer/metrics" | grep -q '^gpu_analyzer_books_waiting_gpus 0'; do
    for pid in "${pids[@]}"; do kill -0 "$pid" 2>/dev/null || fail "a program has ended"; done
    sleep 2
done
beside_truth 1 || true
# What came late keeps the past open for an hour: nobody is to wait for the letters so long here.
send_letters
echo
echo "The letters of last week, which $analyzer/reports shows:"
echo
find "$work/letters" -name '*.eml' | sort | sed 's/^/  /'
wait -n "${pids[@]}"
fail "a program has ended"
