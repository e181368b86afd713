# What both demonstrations have in common: they source it, in the folder above. It builds what is missing, stops all that
# was started when the script ends, and compares books with what is true.

if ! command -v curl >/dev/null; then
    echo "demo: curl is not installed: apt-get install curl" >&2
    exit 1
fi

gpu_exporter=exporter/target/dist/bin/gpu-exporter
gpu_analyzer=analyzer/target/dist/bin/gpu-analyzer
gpu_simulator=simulator/target/dist/bin/gpu-simulator
if [ ! -x "$gpu_exporter" ] || [ ! -x "$gpu_analyzer" ] || [ ! -x "$gpu_simulator" ]; then
    echo "building ..."
    mvn -B -q package -DskipTests
fi

work=$(mktemp -d)
pids=()
history=""
stop() {
    for pid in ${history:+"$history"} "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in ${history:+"$history"} "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM

fail() {
    echo "demo: $1" >&2
    for log in "$work"/*.log; do echo "--- ${log##*/}" >&2; tail -n 20 "$log" >&2; done
    exit 1
}

# Waits up to five minutes for what the pattern captures in a program's log.
awaited() { # log, sed pattern
    local found
    for _ in $(seq 3000); do
        found=$(sed -nE "s~.*$2.*~\1~p" "$1" | head -n 1)
        [ -n "$found" ] && echo "$found" && return
        kill -0 "${pids[-1]}" 2>/dev/null || return 1
        sleep 0.1
    done
    return 1
}

# Waits up to a quarter of an hour for an answer in which the pattern is found.
answers() { # url, pattern
    for _ in $(seq 3600); do
        curl -fsS --max-time 10 "$1" 2>/dev/null | grep -E "$2" >/dev/null && echo "  ok    $1" && return
        sleep 0.25
    done
    fail "$1 has no answer like $2"
}

# Says how far the books of the fleet are off, state by state: what is true of it is known. The first and the last day
# are left out, as less is known at the edges of a story than is true there. What nobody holds is free in truth, also
# where it is of no use to anybody and stands in the books as stranded.
beside_truth() { # percent that a state may be off by, what counts as activity
    local from to window
    from=$(date -u -d "today 00:00 UTC -$((days - 1)) days" +%FT%TZ)
    to=$(date -u -d 'today 00:00 UTC -1 day' +%FT%TZ)
    window="from=$from&to=$to"
    curl -fsS "$simulator/truth?by=state&basis=${2:-sm_active}&$window" | grep -oE '"state":"[a-z]+","gpu_seconds":[0-9.]+' | tr -d '"' |
        sed -E 's/state:([a-z]+),gpu_seconds:/\1 /' | sort >"$work/truth"
    curl -fsS "$analyzer/api/v1/ledger?by=state&cluster=cluster-a&format=csv&$window" |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            {
                state = $1 == "stranded" ? "free" : $1
                booked[state] += $at["gpu_seconds"]
                unsure[state] += $at["uncertain_seconds"]
            }
            END { for (state in booked) printf "%s %.3f %.3f\n", state, booked[state], unsure[state] }' |
        sort >"$work/booked"
    echo "The fleet's books, $from to $to, beside what is true of it:"
    echo
    join -a 1 -a 2 -e 0 -o 0,1.2,2.2,2.3 "$work/truth" "$work/booked" | awk '
        { state[NR] = $1; truth[NR] = $2; booked[NR] = $3; unsure[NR] = $4; all += $2 }
        END {
            printf "  %-12s %14s %14s %10s %10s\n", "GPU-hours", "true", "booked", "off by", "uncertain"
            for (i = 1; i <= NR; i++) {
                off = truth[i] ? 100 * (booked[i] / truth[i] - 1) : 0
                printf "  %-12s %14.1f %14.1f %+8.2f %% %8.2f %%\n", state[i], truth[i] / 3600, booked[i] / 3600, off,
                    truth[i] ? 100 * unsure[i] / truth[i] : 0
                if (truth[i] > all / 100 && (off > most || -off > most)) bad = 1
            }
            exit bad
        }' most="$1"
}
