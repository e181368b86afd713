#!/usr/bin/env bash
# Shows that the services of the packages run under systemd as their units say, with all that these forbid them:
#
#   deploy/debian/prove-services.sh [FOLDER]
#
# A systemd of its own is started in namespaces (mounts, processes, network, control groups), over this machine's files,
# of which what is written is forgotten. The packages in FOLDER (target/debian) are installed there by apt-get: the
# exporter over the double of NVIDIA's library that its tests have, and the analyzer with its own PostgreSQL, which
# scrapes it. Then each is killed, given settings that are wrong, upgraded, stopped and removed. It has to be root, and
# takes two minutes. It exits 0 or 1; where the machine lacks what it needs it says so and exits 0, but under CI=true 1.
set -euo pipefail
unset CDPATH

repository=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(cd "${1:-$repository/target/debian}" && pwd)
architecture=$(dpkg --print-architecture)

without() {
    echo "skipped: $1"
    [ "${CI:-}" != true ] || exit 1
    exit 0
}
[ "$(id -u)" = 0 ] || without "a systemd of its own has to be started by root"
for need in /lib/systemd/systemd:systemd unshare:util-linux ip:iproute2 curl:curl gcc:gcc; do
    command -v "${need%%:*}" >/dev/null || without "${need%%:*} is not installed: apt-get install ${need##*:}"
done
unshare --mount --pid --net --cgroup --fork true 2>/dev/null || without "this machine allows no namespaces"

machine=$(mktemp -d)
systemd=""
groups=()
stop() {
    [ -z "$systemd" ] || kill -KILL "$systemd" 2>/dev/null || true
    wait
    for group in "${groups[@]}"; do
        # Groups go when their processes have gone, the innermost first.
        for _ in $(seq 50); do
            ! find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || break
            sleep 0.1
        done
    done
    rm -rf "$machine"
}
trap stop EXIT
trap 'exit 130' INT TERM

fail() {
    echo "prove-services: $1" >&2
    [ -z "$systemd" ] || there journalctl --no-pager --quiet --lines 40 --unit 'gpu-*' >&2 || true
    exit 1
}
ok() { echo "  ok    $1"; }

# What becomes the first process in the new namespaces: it lays the machine's files out, and becomes systemd.
cat >"$machine/first.sh" <<'FIRST'
set -eu
machine=$1
root=$machine/root
mount --make-rprivate /
mkdir "$machine/written" "$root"
mount -t tmpfs tmpfs "$machine/written"
mkdir "$machine/written/files" "$machine/written/work"
mount -t overlay -o "lowerdir=/,upperdir=$machine/written/files,workdir=$machine/written/work" overlay "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
for folder in dev run tmp; do mount -t tmpfs -o mode=0755 tmpfs "$root/$folder"; done
chmod 1777 "$root/tmp"
mkdir "$root/dev/pts" "$root/dev/shm" "$root/packages"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
# The control groups of this machine, as far down as this process is: one tree, or one for each kind of limit.
if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
    mount -t tmpfs -o mode=0755 tmpfs "$root/sys/fs/cgroup"
    mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/memory"
    mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
    mount -t cgroup -o memory cgroup "$root/sys/fs/cgroup/memory"
fi
# What this machine starts is not started again, and its journal stays apart.
find "$root/etc/systemd/system" -mindepth 1 -maxdepth 1 -name '*.wants' -exec rm -rf {} +
rm -f "$root/etc/machine-id"
: >"$root/etc/machine-id"
rm -rf "$root/var/log/journal"
mount --bind "$2" "$root/packages"
ip link set lo up
cd "$root"
exec unshare --root="$root" env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --system --unit=multi-user.target
FIRST

# A group of its own, so that what systemd limits is limited below it.
for tree in /sys/fs/cgroup /sys/fs/cgroup/memory /sys/fs/cgroup/systemd; do
    [ -f "$tree/cgroup.procs" ] || continue
    mkdir "$tree/prove-services-$$"
    groups+=("$tree/prove-services-$$")
done
(
    for group in "${groups[@]}"; do echo "$BASHPID" >"$group/cgroup.procs"; done
    exec unshare --mount --pid --ipc --uts --net --cgroup --fork --kill-child \
        bash "$machine/first.sh" "$machine" "$folder"
) >"$machine/systemd.log" 2>&1 </dev/null &
outside=$!

there() { nsenter --target "$systemd" --all --root --wd -- "$@"; }
# Runs a command until it succeeds, at most so many seconds.
within() { # seconds, what it waits for, command ...
    local until=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $until ] || fail "$what: not within the time"
        sleep 0.2
    done
}
started() { systemd=$(pgrep -P "$outside") && [ "$(cat "/proc/$systemd/comm")" = systemd ]; }
within 20 "systemd starts" started
within 60 "systemd has started all" there sh -c 'systemctl is-system-running | grep -E "running|degraded"'
echo "$(there systemctl --version | head -n 1), as process 1 of its namespaces"

shows() { there systemctl show --value --property "$2" "$1.service"; }
is() { [ "$(shows "$1" "$2")" = "$3" ]; }
# Asks a service until it answers so. It is reached only from the network that it is in.
answers() { # address, pattern
    within 60 "$1 answers $2" there sh -c "curl -sS --max-time 5 http://127.0.0.1:$1 | grep -E '$2'"
    ok "$1: $2"
}
said() { # program, pattern
    within 20 "$1 says $2" there sh -c "journalctl --no-pager --output cat --unit $1.service | grep -E '$2'"
    ok "$1 says: $(there journalctl --no-pager --output cat --unit "$1.service" | grep -E "$2" | tail -n 1)"
}
ready() {
    case $1 in
        gpu-exporter) answers 9400/readyz '2 of 2 GPUs answer' ;;
        gpu-analyzer) answers 8080/readyz 'takes in and writes' ;;
    esac
}
setting() { there sed -i "/^#* *$2:/d; \$a$2: $3" "/etc/$1/$1.yaml"; }
installed() { # program
    local package
    package=$(basename "$(echo "$folder/$1"_*_"$architecture.deb")")
    [ -f "$folder/$package" ] || fail "there is no package of $1 in $folder: deploy/debian/build.sh ${1#gpu-}"
    there env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin apt-get -qq install --reinstall \
        "/packages/$package" >"$machine/apt.log" 2>&1 || { cat "$machine/apt.log" >&2; fail "apt-get has failed"; }
}

# NVIDIA's library, where its driver puts it, with two GPUs.
libraries=/usr/lib/$(gcc -print-multiarch)
there mkdir -p "$libraries"
gcc -shared -fPIC -std=gnu11 -O1 -fvisibility=hidden -o "$machine/libnvidia-ml.so.1" \
    "$repository/exporter/src/test/c/fake_nvml.c" -lm
there sh -c "cat >$libraries/libnvidia-ml.so.1" <"$machine/libnvidia-ml.so.1"
{
    cat "$repository/exporter/src/test/resources/nvml/h100.txt"
    echo "system gpus 2"
    for gpu in 0 1; do
        echo "gpu$gpu uuid GPU-0000000$gpu-0000-4000-8000-000000000000"
        echo "gpu$gpu pci 00000000:1$gpu:00.0"
        echo "gpu$gpu minor $gpu"
    done
} | there sh -c "cat >$libraries/script.txt"

for program in gpu-exporter gpu-analyzer; do
    echo "$program:"
    installed "$program"
    within 60 "$program is active" is "$program" ActiveState active
    is "$program" UnitFileState enabled || fail "$program would not start with the machine"
    ok "installed, started, and started with the machine"
    if [ "$program" = gpu-exporter ]; then
        ready gpu-exporter
        answers 9400/metrics '^DCGM_FI_DEV_GPU_TEMP\{'
    else
        setting gpu-analyzer scrape-targets 127.0.0.1:9400
        setting gpu-analyzer scrape-interval 1s
        there systemctl restart gpu-analyzer
        ready gpu-analyzer
        answers 8080/api/v1/targets '"health" *: *"up"'
        answers 8080/metrics '^gpu_analyzer_copy_rows_total\{.*table="sample".*\} [1-9]'
    fi
done

for program in gpu-exporter gpu-analyzer; do
    echo "$program:"
    process=$(shows "$program" MainPID)
    status=$(there cat "/proc/$process/status")
    grep -qE "^CapEff:.0*$" <<<"$status" || fail "$program has capabilities"
    grep -qE "^CapBnd:.0*$" <<<"$status" || fail "$program may have capabilities"
    grep -qE "^NoNewPrivs:.1$" <<<"$status" || fail "$program may get privileges"
    grep -qE "^Seccomp:.2$" <<<"$status" || fail "$program may call all of the kernel"
    [ "$(there stat -c %U "/proc/$process")" = "$program" ] || fail "$program is another user"
    ok "runs as $program, without capabilities, with a filter of system calls"
    may=$(shows "$program" MemoryMax) takes=$(shows "$program" MemoryCurrent)
    [[ $may =~ ^[0-9]+$ && $takes =~ ^[0-9]+$ && $takes -lt $may ]] || fail "$program takes $takes of $may bytes"
    ok "takes $((takes >> 20)) of $((may >> 20)) MiB"
    exposure=$(there systemd-analyze security --no-pager "$program.service" | sed -n 's/.*exposure level.*: \([0-9.]*\).*/\1/p')
    ok "systemd-analyze security finds an exposure of $exposure of 10"

    # As root, and without an argument: it finds the one that runs, and its settings.
    there "$program" doctor >"$machine/doctor.log" 2>&1 || { cat "$machine/doctor.log" >&2; fail "the doctor finds faults"; }
    grep -q "process $process," "$machine/doctor.log" || fail "the doctor has not looked at the $program that runs"
    ok "the doctor finds nothing: $(tail -n 1 "$machine/doctor.log")"

    there systemctl reload "$program" || fail "$program is not reloaded"
    is "$program" MainPID "$process" || fail "a reload has ended $program"
    ok "reloaded"

    there kill -KILL "$process"
    another() { local now; now=$(shows "$program" MainPID) && [ "$now" != 0 ] && [ "$now" != "$process" ]; }
    within 30 "$program is started again" another
    ready "$program"
    ok "killed, and started again by itself"

    process=$(shows "$program" MainPID)
    installed "$program"
    within 30 "an upgrade starts $program again" another
    ready "$program"
    ok "upgraded, and started anew"

    there cp "/etc/$program/$program.yaml" /tmp/kept
    setting "$program" listen '"not a port"'
    there systemctl restart "$program" || true
    within 30 "$program has failed" is "$program" ActiveState failed
    is "$program" ExecMainStatus 2 || fail "$program ends with $(shows "$program" ExecMainStatus) for settings that are wrong"
    said "$program" 'listen'
    # One that is tried again is tried after five seconds.
    sleep 7
    is "$program" ActiveState failed || fail "$program is tried again with settings that are wrong"
    ok "settings that are wrong end it, and it is not tried again"
    there cp /tmp/kept "/etc/$program/$program.yaml"
    there systemctl start "$program"
    ready "$program"
done

echo "the end:"
for program in gpu-analyzer gpu-exporter; do
    begun=$(date +%s%N)
    there systemctl stop "$program"
    is "$program" Result success || fail "$program has ended with $(shows "$program" Result)"
    ok "$program has ended after $((($(date +%s%N) - begun) / 1000000)) ms"
    there systemctl start "$program"
    there env PATH=/usr/sbin:/usr/bin:/sbin:/bin apt-get -qq purge "$program" >"$machine/apt.log" 2>&1 ||
        { cat "$machine/apt.log" >&2; fail "$program is not removed"; }
    ! there pgrep -u "$program" >/dev/null || fail "something of $program runs on after its removal"
    ok "$program is removed, and nothing of it runs"
done
there test -f /var/lib/gpu-analyzer/postgres/data/PG_VERSION || fail "the books have gone with the package"
ok "the books are kept"
echo "prove-services: both services work"
