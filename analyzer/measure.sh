#!/usr/bin/env bash
# Measures the packaged analyzer; docs/benchmarks.md says what the figures mean.
#
#   analyzer/measure.sh ingest [FLAGS]    beside Prometheus and VictoriaMetrics, some 50 minutes; --help lists the flags:
#                                         [--nodes 250] [--interval 5s] [--seconds 120] [--page dcgm|changing|storm|ours] ...
#   analyzer/measure.sh fleet [FLAGS]     serves the targets of it, until its standard input ends
#   analyzer/measure.sh together [FLAGS]  one, two and three analyzers on one database that share targets, some 10 minutes
#                                         each; --nodes 12500 --interval 30s --page ours for 100,000 GPUs
#   analyzer/measure.sh kills [COUNT] [SEED]    kills the analyzer and its PostgreSQL, 20 times if it is not said, while
#                                         50,000 samples/s come in; exits with 1 if one that was acknowledged is lost
#   analyzer/measure.sh books [COUNT] [SEED]    kills them, 24 times if it is not said, while they take in three days of a
#                                         fleet and keep its books; exits with 1 if these are not those of an analyzer
#                                         that was left alone, row by row
#   analyzer/measure.sh read-kills [COUNT] [SEED] [NODES DAYS SECONDS]   kills an analyzer, its PostgreSQL and a real
#                                         Prometheus, 25 times if it is not said, while the past of a fleet is read from
#                                         that Prometheus; exits with 1 if the books are not those of the same samples by
#                                         remote write, row by row; some 30 minutes
#   analyzer/measure.sh takeovers [COUNT] [SEED]   kills, pauses and cuts off the one of three analyzers on a database that
#                                         keeps its books, or starts the database anew, 60 times if it is not said, some
#                                         40 minutes; exits with 1 if the books are not those of one that was alone and
#                                         left alone, row by row, or if another took longer than 30 s to keep them
#   analyzer/measure.sh shared-targets [COUNT] [SEED]   kills, ends, pauses and cuts off one of three analyzers that share
#                                         targets, or starts their database anew, 60 times if it is not said, until the
#                                         hour after that is over; exits with 1 if the others take longer than 30 s to
#                                         scrape all targets, or if the books are off by more than a thousandth
#   analyzer/measure.sh copy-database [ROWS]    copies a database of 10,000,000 samples if it is not said, killed twice on the
#                                         way; exits with 1 if a row of the copy is missing or another; some 15 minutes
#   analyzer/measure.sh any-order [FLAGS] the books of 1,000 drawn fleets of which facts come in any order, late and doubled,
#                                         beside those of facts in order, and beside a recompute; some 30 minutes; exits with 1
#                                         if an entry differs
#   analyzer/measure.sh mail [COUNT] [SEED]     kills a process that mails 200 letters, 50 times if it is not said; exits
#                                         with 1 if one is there twice or not at all, or is uncertain for no reason
#   analyzer/measure.sh outage [MINUTES]  the same while PostgreSQL is stopped, for 10 minutes if it is not said
#   analyzer/measure.sh weekly [FLAGS]    the weekly question of 1,000 GPUs, and a recount by the second, some 10 minutes
#   analyzer/measure.sh team [FLAGS]      a team's week out of a month of 10,000 GPUs, some minutes
#   analyzer/measure.sh letters [FLAGS]   the letters to 1,000 teams on 100,000 GPUs, some 10 minutes
#   analyzer/measure.sh year [FLAGS]      what a year of pods and GPUs that left costs after it, some minutes
#   analyzer/measure.sh pages [FLAGS]     how long pages take, of 10,000 GPUs with a week of books that are scraped, some
#                                         40 minutes; with Chromium the map of the fleet too
#   analyzer/measure.sh read [SERIES]     how fast samples are read that a server has kept, in each form in which it answers,
#                                         beside remote write of the same; a day of 100 series if it is not said, a minute
#   analyzer/measure.sh first-report [FLAGS]   how long the first report of a real Prometheus and a real VictoriaMetrics
#                                         takes that have a week of 128 GPUs, and what that costs them; some 45 minutes
#   analyzer/measure.sh growth [FLAGS]    how each part of the work grows, from 100 to 100,000 GPUs, some 15 minutes
#   analyzer/measure.sh ledger [FLAGS]    the ledger by itself: an hour of 100,000 GPUs in memory
#   analyzer/measure.sh passes [FLAGS]    the passes of an hour over a fleet that has run for three, some 5 minutes; --help
#                                         lists the flags: [--nodes 20] [--interval 5s] [--exporter gpu-exporter]
#   analyzer/measure.sh advice [COUNT] [SEED]   what came of advice to 10,000 workloads of which every minute is known,
#                                         some minutes; exits with 1 if one of them would have been told wrong
#   analyzer/measure.sh watched [NODES] [PODS] [OF A WORKLOAD]   the memory of a cluster that is watched, 12,500 nodes and
#                                         100,000 pods, forty of a workload, if it is not said; some seconds
#   analyzer/measure.sh accuracy [FLAGS]  how far the books are off by the step, state by state, some 20 minutes
#   analyzer/measure.sh fit [FLAGS]       why 2,000 pods wait on 12,500 nodes, in memory
#   analyzer/measure.sh pending [FLAGS]   the same out of a database, with 95,000 pods on the nodes, some minutes
#   analyzer/measure.sh oracle ETCD KUBE_APISERVER KUBE_SCHEDULER [COUNT] [SEED]   what is said of pods that wait beside
#                                         a real scheduler, on 1,000 drawn clusters if it is not said, some 15 minutes;
#                                         the first three are the paths of the programs; exits with 1 below 99 %
#   analyzer/measure.sh device-oracle ETCD KUBE_APISERVER KUBE_SCHEDULER [COUNT] [SEED]   the same of pods that claim
#                                         devices, on 100 drawn clusters if it is not said, some 8 minutes
#   analyzer/measure.sh creation-oracle ETCD KUBE_APISERVER KUBE_SCHEDULER [COUNT] [SEED]   whether pods would be made,
#                                         beside a real API server, in 200 drawn namespaces if it is not said, about
#                                         a minute
#   analyzer/measure.sh stranded [--nodes 12500]   which GPUs of a large cluster are stranded, in memory; some seconds
#   analyzer/measure.sh findings [FLAGS]  what it costs to watch 100,000 GPUs, beside reading their pages; some minutes
#   analyzer/measure.sh findings-pass [FLAGS]   what findings add to writing and booking 100,000 GPUs; some 10 minutes
#   analyzer/measure.sh replayed DUTY.csv MEMORY.csv [WEEKS]   what is found in weeks of what pods of a trace did to their
#                                         GPUs; files as those of Alibaba's cluster-trace-v2026-GenAI, 50 weeks if it is
#                                         not said, some 3 minutes; exits with 1 if anybody is paged for nothing
#   analyzer/measure.sh moves [COUNT]     applies lists of moves in simulated clusters, 1,000 if it is not said, and times
#                                         the search in a large one, some 2 minutes; exits with 1 if one of the lists
#                                         makes no room, or moves what has to stay
#   analyzer/measure.sh placements NODES.csv PODS.csv [SEEDS]   what three ways to place the pods of a trace allocate, and
#                                         how much of the rest is a fragment; files as those of Alibaba's
#                                         cluster-trace-gpu-v2023, 10 orders if it is not said, some 5 minutes
#
# -Dupdate as the last word writes the results into docs/benchmarks.md, those of accuracy into docs/ledger.md, those of
# the oracles into docs/fit.md, and those of growth and together into docs/scaling.md.
# Everything listens on 127.0.0.1.
set -euo pipefail
unset CDPATH
cd "$(dirname "$0")"

usage() {
    sed -n 's/^# \{0,1\}//; 2,78p' measure.sh >&2
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
    together) program=benchmark.Together ;;
    kills) program=durability.Kills ;;
    books) program=durability.BooksKills ;;
    read-kills) program=durability.ReadKills ;;
    takeovers) program=durability.Takeovers ;;
    shared-targets) program=durability.SharedTargets ;;
    copy-database) program=durability.CopyKills ;;
    first-report) program=benchmark.FirstReport ;;
    any-order) program=books.AnyOrder ;;
    mail) program=durability.MailKills ;;
    outage) program=durability.Outage ;;
    weekly) program=benchmark.Weekly ;;
    team) program=benchmark.TeamsWeek ;;
    letters) program=benchmark.TeamLetters ;;
    year) program=benchmark.Year ;;
    read) program=parse.read.ReadBenchmark ;;
    growth) program=benchmark.Growth ;;
    ledger) program=benchmark.LedgerAlone ;;
    passes) program=books.PassesOfAnHour ;;
    pages) program=benchmark.PageTimes ;;
    accuracy) program=benchmark.Accuracy ;;
    advice) program=advice.Hindsight ;;
    watched) program=cluster.kubernetes.WatchedMemory ;;
    fit) program=benchmark.Diagnoses ;;
    pending) program=benchmark.Waiting ;;
    oracle) program=fit.oracle.Oracle ;;
    device-oracle) program=fit.oracle.DeviceOracle ;;
    creation-oracle) program=fit.oracle.CreationOracle ;;
    stranded) program=stranded.Judged ;;
    findings) program=benchmark.WatchCost ;;
    findings-pass) program=findings.PassCost ;;
    replayed) program=health.watch.ReplayedWeeks ;;
    moves) program=moves.AppliedMoves ;;
    placements) program=stranded.Placements ;;
    *) usage ;;
esac
shift

. ../service/find-jdk.sh

class_path=target/test-class-path
if [ ! -x target/dist/bin/gpu-analyzer ] || [ ! -x ../simulator/target/dist/bin/gpu-simulator ] || [ ! -s "$class_path" ]; then
    echo "building ..." >&2
    (cd .. && mvn -B -q package -pl service,exporter,simulator,analyzer -DskipTests)
fi
exec "$jdk/bin/java" "${update[@]}" -cp "$(<"$class_path")" "io.gpuledger.analyzer.$program" "$@"
