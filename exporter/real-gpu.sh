#!/usr/bin/env bash
# Proves the packaged exporter on the NVIDIA GPUs of this machine: it reads nvidia-smi and the page side by side, and
# says which readings differ. docs/real-gpu.md says what that means.
#
#   exporter/real-gpu.sh [--load COMMAND] [--seconds N] [--settle N] [--dist FOLDER] [--library FILE] [--out FILE]
#   exporter/real-gpu.sh --comparisons      what is compared, as a table
#
# COMMAND keeps the GPUs busy; without it they are looked at as they are only. What is read in the first N seconds of
# --settle (20) does not count, then both are read for those of --seconds (60). FILE of --library is NVML, where the
# loader does not find it. Exits 0, or 1 where a reading differs or the exporter does not get ready, or 2 where
# something is missing.
set -euo pipefail
unset CDPATH
export LC_ALL=C

here=$([[ ${BASH_SOURCE[0]} == */* ]] && echo "${BASH_SOURCE[0]%/*}" || echo .)
dist=$here/target/dist
seconds=60
settle=20
load=""
library=""
out=""

usage() {
    sed -n 's/^# \{0,1\}//; 2,12p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

# Says what is wrong, and ends with a code.
fail() {
    echo "real-gpu: $2" >&2
    exit "$1"
}

number() {
    [[ $2 =~ ^[0-9]+$ ]] || fail 2 "$1: must be a whole number of seconds, not '$2'"
    echo "$2"
}

while [ $# -gt 0 ]; do
    case "$1" in
        --comparisons) awk -v print_table=1 -f "$here/real-gpu.awk" "$here/real-gpu.table"; exit ;;
        --load | --seconds | --settle | --dist | --library | --out) [ $# -ge 2 ] || usage ;;
        *) usage ;;
    esac
    case "$1" in
        --load) load=$2 ;;
        --seconds) seconds=$(number "$1" "$2") ;;
        --settle) settle=$(number "$1" "$2") ;;
        --dist) dist=$2 ;;
        --library) library=$2 ;;
        --out) out=$2 ;;
    esac
    shift 2
done

command -v nvidia-smi >/dev/null \
    || fail 2 "nvidia-smi is not on PATH: install the NVIDIA driver with its tools, or add their folder to PATH"
[ -x "$dist/bin/gpu-exporter" ] \
    || fail 2 "there is no $dist/bin/gpu-exporter: build it with mvn package -Pruntime, or name its folder with --dist"
exporter_version=$("$dist/bin/gpu-exporter" --version 2>&1) \
    || fail 2 "gpu-exporter does not start; mvn package -Pruntime gives it a runtime of its own: $exporter_version"

work=$(mktemp -d)
exporter_pid=""
load_pid=""

# Asks a process (or with a minus its group) to end, and makes sure of it. Never waits for one that the kernel holds.
end() {
    kill -- "$1" 2>/dev/null || return 0
    for _ in {1..100}; do
        kill -0 -- "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL -- "$1" 2>/dev/null || true
}

stop_exporter() {
    [ -z "$exporter_pid" ] || end "$exporter_pid"
    exporter_pid=""
}

stop_load() {
    [ -z "$load_pid" ] || end "-$load_pid"
    load_pid=""
}

trap 'stop_load; stop_exporter; rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

smi() {
    timeout 30 nvidia-smi "$@"
}

# Leaves out what this nvidia-smi does not know, which it names one at a time.
choose_fields() {
    fields=$(awk '!/^[#(]/ && !seen[$1]++ { printf "%s%s", comma, $1; comma = "," }' "$here/real-gpu.table")
    refused=""
    local said unknown
    until said=$(smi --query-gpu="$fields" --format=csv,noheader,nounits 2>&1); do
        [[ $said =~ Field\ \"([^\"]+)\"\ is\ not\ a\ valid\ field ]] && [[ ",$fields," == *",${BASH_REMATCH[1]},"* ]] \
            || fail 2 "nvidia-smi does not answer; mend the driver first: $said"
        unknown=${BASH_REMATCH[1]}
        refused+="${refused:+, }$unknown"
        fields=,$fields,
        fields=${fields/",$unknown,"/,}
        fields=${fields#,}
        fields=${fields%,}
    done
    [ -n "$said" ] || fail 2 "nvidia-smi lists no GPU: see whether the driver has any with nvidia-smi -L"
}

# The body of an answer, if it is a good one. In a shell of its own, as a connection that is refused ends it.
get() (
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "$1" >&3
    read -r -t 10 _ status _ <&3
    while IFS=': ' read -r -t 10 name value <&3 && [ "$name" != $'\r' ]; do
        [ "${name,,}" != content-length ] || length=${value%$'\r'}
    done
    [ "$status" = 200 ] && timeout 10 head -c "$length" <&3
) 2>/dev/null

not_ready() {
    tail -n 20 "$work/log" >&2
    fail 1 "gpu-exporter $1; these were its last lines"
}

start_exporter() {
    local options=(--backend nvml --listen 127.0.0.1:0)
    [ -z "$library" ] || options+=(--nvml-library "$library")
    "$dist/bin/gpu-exporter" "${options[@]}" >"$work/log" 2>&1 &
    exporter_pid=$!
    local deadline=$((SECONDS + 60))
    port=""
    until [ -n "$port" ] && get /readyz >/dev/null; do
        kill -0 "$exporter_pid" 2>/dev/null || not_ready "has ended"
        [ "$SECONDS" -lt "$deadline" ] || not_ready "did not get ready within a minute"
        sleep 0.2
        port=$(sed -n 's|.*serving http://127\.0\.0\.1:\([0-9]*\).*|\1|p' "$work/log")
    done
}

# In a group of its own, so that what it starts ends with it.
start_load() {
    : >"$work/load.log"
    set -m
    bash -c "$load" >>"$work/load.log" 2>&1 </dev/null &
    load_pid=$!
    set +m
}

# One look at everything. T: when; P: memory (KiB) and time (ticks) of the exporter; S: nvidia-smi, a line a GPU;
# A: a GPU that a process computes on; M: a line of the page.
round() {
    local stat
    stat=$(<"/proc/$exporter_pid/stat") || not_ready "has ended"
    echo "T $(date +%s.%N)"
    # Behind the name, which may have blanks in it: the 12th and 13th are its time in user and system mode.
    awk 'NR == 1 { time = $12 + $13 } $1 == "VmRSS:" { print "P", $2, time }' \
        - "/proc/$exporter_pid/status" <<<"${stat##*) }"
    smi --query-gpu="$fields" --format=csv,noheader,nounits | sed 's/^/S /' || return 1
    smi --query-compute-apps=gpu_uuid --format=csv,noheader | sed -n 's/^GPU-/A GPU-/p' || return 1
    get /metrics | sed -n '/^#/!s/^/M /p'
}

# In small steps, as a signal is heard between two.
pause() {
    local i
    for ((i = 0; i < $1; i++)); do
        sleep 1
    done
}

phase() {
    echo "real-gpu: $1 ..." >&2
    pause "$settle"
    local deadline=$((SECONDS + seconds))
    while :; do
        round || fail 1 "nvidia-smi or the exporter has stopped answering in the phase $1"
        [ "$SECONDS" -lt "$deadline" ] || break
        sleep 1
    done >"$work/$1"
}

# The mean of the lines "RATE x" that the load has printed behind so many lines.
rate_after() {
    awk -v after="$1" 'NR > after && $1 == "RATE" { sum += $2; n++ } END { if (n) printf "%.6g\n", sum / n }' \
        "$work/load.log"
}

load_lines() {
    awk 'END { print NR }' "$work/load.log"
}

# The load's rate with the exporter, then without.
load_phase() {
    start_load
    local before
    before=$(load_lines)
    phase load
    kill -0 "$load_pid" 2>/dev/null \
        || fail 2 "the load has ended too early, let it run until it is ended: $(tail -n 3 "$work/load.log")"
    rate_with=$(rate_after "$before")
    stop_exporter
    if [ -n "$rate_with" ]; then
        sleep 1
        before=$(load_lines)
        pause "$seconds"
        rate_without=$(rate_after "$before")
    fi
    stop_load
}

machine() {
    echo "# gpu-exporter beside nvidia-smi"
    echo
    smi --query-gpu=name,driver_version --format=csv,noheader \
        | awk -F ', ' '{ n[$1 ", driver " $2]++ } END { for (gpu in n) print "- " n[gpu] " x " gpu }'
    echo "- $(uname -srm), $(nproc) cores$(sed -n 's/^model name[^:]*: / of /p' /proc/cpuinfo | awk 'NR == 1')"
    echo "- $exporter_version, $(date -u +%Y-%m-%dT%H:%MZ), phases of $seconds s after $settle s"
    echo "- fields that this nvidia-smi refuses: ${refused:-none}"
}

compare() {
    echo
    awk -v phase="$1" -v fields="$fields" -v ticks="$(getconf CLK_TCK 2>/dev/null || echo 100)" \
        -v counts="$work/counts" -f "$here/real-gpu.awk" "$here/real-gpu.table" "$work/$1"
}

rates() {
    echo
    if [ -z "$load" ]; then
        echo "No load was given: the phase under load is left out."
    elif [ -n "$rate_with" ] && [ -n "$rate_without" ]; then
        awk -v with="$rate_with" -v without="$rate_without" 'BEGIN {
            printf "The load'\''s own rate: %s with the exporter, %s without", with, without
            if (without > 0) printf ", a ratio of %.4f", with / without
            print "." }'
    else
        echo "The load printed no lines RATE x: what the exporter costs it is not known."
    fi
}

report() {
    machine
    compare idle
    [ -z "$load" ] || compare load
    rates
    echo
    awk '{ n += $1; differ += $2 }
        END { printf "real-gpu: %d readings compared, %d differ\n", n, differ }' "$work/counts"
}

rate_with=""
rate_without=""
choose_fields
start_exporter
phase idle
[ -z "$load" ] || load_phase
stop_exporter
report >"$work/report"
cat "$work/report"
[ -z "$out" ] || cp "$work/report" "$out"
awk '{ differ += $2 } END { exit differ > 0 }' "$work/counts"
