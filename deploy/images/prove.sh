#!/usr/bin/env bash
# Shows that the images which deploy/images/build.sh has made work as a cluster runs them, without one and without
# Docker:
#
#   deploy/images/prove.sh [FOLDER]
#
# Each archive in FOLDER (target/images) is unpacked layer by layer. Its program is started in namespaces of its own
# (mounts, processes, and users for who is not root), as process 1 and as the user that the image names, without a
# capability and without a way to get one, on a file system that is read-only but for /tmp and the analyzer's /data,
# with the memory that deploy/kubernetes allows. It exits 0 where both answer and keep to that, else 1.
#
# Where the machine allows no such namespaces it says so and exits 0, but under CI=true 1.
set -euo pipefail
unset CDPATH

repository=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-$repository/target/images}
architecture=$(dpkg --print-architecture)

without() {
    echo "skipped: $1"
    if [ "${CI:-}" = true ]; then exit 1; fi
    exit 0
}
for need in unshare setpriv jq curl; do
    command -v "$need" >/dev/null || without "$need is not installed: apt-get install util-linux jq curl"
done
users=()
[ "$(id -u)" = 0 ] || users=(--user --map-root-user)
unshare "${users[@]}" --mount --pid --ipc --uts --fork true 2>/dev/null || without "this machine allows no namespaces"

work=$(mktemp -d)
groups=()
stop() {
    for pid in $(jobs -p); do pkill -TERM -P "$pid" 2>/dev/null || true; done
    wait
    for group in "${groups[@]}"; do rmdir "$group" 2>/dev/null || true; done
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM

fail() {
    echo "prove: $1" >&2
    for log in "$work"/*.log; do echo "--- ${log##*/}" >&2; tail -n 30 "$log" >&2; done
    exit 1
}

# Unpacks an image as a container runtime does, one layer over the other.
unpack() { # program
    local archives=("$folder/$1"-*-"$architecture.tar") layer
    [ -f "${archives[0]}" ] || fail "there is no image of $1 in $folder: deploy/images/build.sh ${1#gpu-}"
    mkdir -p "$work/$1/image" "$work/$1/root" "$work/$1/data" "$work/$1/mounted"
    tar -xf "${archives[0]}" -C "$work/$1/image"
    (cd "$work/$1/image/blobs/sha256" && sha256sum --quiet --check < <(for blob in *; do echo "$blob  $blob"; done)) ||
        fail "the image of $1 has other bytes than it says"
    for layer in $(jq -r '.[0].Layers[]' "$work/$1/image/manifest.json"); do
        tar -xzpf "$work/$1/image/$layer" -C "$work/$1/root" --no-same-owner
    done
    cp "$work/$1/image/$(jq -r '.[0].Config' "$work/$1/image/manifest.json")" "$work/$1/config.json"
    # A volume is given to the user of the image, as the cluster does by fsGroup.
    if [ "$(id -u)" = 0 ]; then chown 65532:65532 "$work/$1/data"; fi
    chmod 0755 "$work" "$work/$1" "$work/$1/root" "$work/$1/mounted"
    echo "$1: $(du -sb "$work/$1/image/blobs" | awk '{printf "%.1f", $1 / 1e6}') MB compressed," \
        "$(du -sb "$work/$1/root" | awk '{printf "%.1f", $1 / 1e6}') MB unpacked"
    jq -r '.layers[] | .size' "$work/$1/image/blobs/sha256/$(jq -r '.manifests[0].digest[7:]' "$work/$1/image/index.json")" |
        awk '{printf "  layer %d: %.1f MB compressed\n", NR, $1 / 1e6}'
}

# What the cluster's manifest allows, in MiB.
limit() { # program
    sed -n '/limits:/{n;s/.*memory: *//p}' "$repository/deploy/kubernetes/${1#gpu-}.yaml" |
        sed 's/Mi$//;s/Gi$/*1024/' | head -n 1
}

# A control group with that limit, where this user may make one. Without, only what is used is held against the limit.
group() { # program
    local parent=/sys/fs/cgroup/memory name=memory.limit_in_bytes
    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then parent=/sys/fs/cgroup name=memory.max; fi
    mkdir "$parent/$1-$$" 2>/dev/null || return 0
    if ! echo "$(($(limit "$1")))M" >"$parent/$1-$$/$name" 2>/dev/null; then
        rmdir "$parent/$1-$$"
        return 0
    fi
    echo "$parent/$1-$$"
}

# What runs in the new namespaces, before the program: gives it the file system that it would have, and becomes it.
cat >"$work/inside.sh" <<'INSIDE'
set -eu
here=$1 user=$2 outside=$3
shift 3
root=$here/mounted
mount --make-rprivate /
mount --bind "$here/root" "$root"
mount -o remount,bind,ro,nosuid,nodev "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
mkdir "$root/dev/shm"
for device in null zero full random urandom; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/dev/shm"
# A JVM takes what its control group may have for the machine's memory.
mount -t tmpfs -o mode=0755 tmpfs "$root/sys"
mkdir -p "$root/sys/fs/cgroup"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
mount -o remount,bind,ro "$root/sys"
# The exporter has no place to write to, as in the cluster.
if [ -d "$root/data" ]; then
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    mount --bind "$here/data" "$root/data"
fi
if [ "$(readlink /proc/self/ns/user)" = "$outside" ]; then
    exec setpriv --no-new-privs \
        unshare --root="$root" --wd=/ --setgid="${user#*:}" --setuid="${user%:*}" "$@"
fi
exec setpriv --no-new-privs \
    unshare --user --map-user="${user%:*}" --map-group="${user#*:}" --root="$root" --wd=/ "$@"
INSIDE

# Becomes a program in the image, with the environment that the image has.
inside() { # program, variable or nothing, command ...
    local program=$1 more=$2 variables
    shift 2
    mapfile -t variables < <(jq -r '.config.Env[]' "$work/$program/config.json")
    [ -z "$more" ] || variables+=("$more")
    exec env -i "${variables[@]}" \
        unshare "${users[@]}" --mount --pid --ipc --uts --fork --kill-child sh "$work/inside.sh" "$work/$program" \
        "$(jq -r .config.User "$work/$program/config.json")" "$(readlink /proc/self/ns/user)" "$@"
}

entry() { jq -r '.config.Entrypoint[0]' "$work/$1/config.json"; }

# Starts the program as a pod would, and finds out where it answers.
declare -A started address limited
start() { # program, argument ...
    local program=$1 begun group
    shift
    group=$(group "$program")
    limited[$program]=$group
    [ -z "$group" ] || groups+=("$group")
    begun=$(date +%s%N)
    (
        if [ -n "$group" ]; then echo "$BASHPID" >"$group/cgroup.procs"; fi
        inside "$program" "" "$(entry "$program")" "$@"
    ) >"$work/$program.log" 2>&1 &
    started[$program]=$!
    for _ in $(seq 3000); do
        address[$program]=$(sed -nE 's~.*serving (http://[0-9.:]+).*~\1~p' "$work/$program.log" | head -n 1)
        [ -z "${address[$program]}" ] || break
        kill -0 "${started[$program]}" 2>/dev/null || fail "$program did not start"
        sleep 0.1
    done
    echo "$program: serves ${address[$program]} after $((($(date +%s%N) - begun) / 1000000)) ms"
}

answers() { # program, path, pattern
    for _ in $(seq 600); do
        if curl -fsS --max-time 10 "${address[$1]}$2" 2>/dev/null | grep -E "$3" >/dev/null; then
            echo "  ok    $2: $3"
            return
        fi
        sleep 0.2
    done
    fail "$1 does not answer $2 with $3"
}

# All processes below one.
family() { # process
    local child
    for child in $(pgrep -P "$1"); do echo "$child"; family "$child"; done
}

# What it may, and what it takes.
looked_at() { # program
    local first may used=0 peak="" process
    first=$(pgrep -P "${started[$1]}")
    grep -q "^CapEff:.*[1-9a-f]" "/proc/$first/status" && fail "$1 has capabilities"
    grep -q "^CapPrm:.*[1-9a-f]" "/proc/$first/status" && fail "$1 may have capabilities"
    grep -q "^NoNewPrivs:.1" "/proc/$first/status" || fail "$1 may get privileges"
    [ "$(id -u)" != 0 ] || grep -q "^Uid:.65532.65532" "/proc/$first/status" || fail "$1 is another user"
    for process in $(family "${started[$1]}"); do
        used=$((used + $(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$process/status" 2>/dev/null || echo 0)))
    done
    may=$(($(limit "$1")))
    for file in memory.max_usage_in_bytes memory.peak; do
        if [ -n "${limited[$1]}" ] && [ -f "${limited[$1]}/$file" ]; then
            peak=", at most $(($(cat "${limited[$1]}/$file") >> 20)) MiB of its control group, files that it read included"
        fi
    done
    [ -n "$peak" ] || peak=", and nothing limited it: no control group could be made"
    echo "$1: $((used >> 10)) MiB resident of $may MiB$peak"
    [ $((used >> 10)) -lt "$may" ] || fail "$1 takes more than the $may MiB that it may have"
}

# What is asked of an image without a program that serves.
asked() { # program
    local version
    version=$(jq -r '.config.Labels["org.opencontainers.image.version"]' "$work/$1/config.json")
    # Told to insist on the cache that the build made, a JVM that cannot use it ends.
    (inside "$1" JAVA_TOOL_OPTIONS=-XX:AOTMode=on "$(entry "$1")" --version) >"$work/$1-version.log" 2>&1 ||
        fail "$1 does not start from its AOT cache"
    grep -q "^$1 $version" "$work/$1-version.log" || fail "$1 is not the $version that its image says"
    echo "  ok    $(grep "^$1 " "$work/$1-version.log"), from its AOT cache"
    (inside "$1" "" /bin/stty --version) >"$work/$1-stty.log" 2>&1 || fail "$1 has no stty, which top needs"
    (inside "$1" "" /bin/sh -c 'echo >/opt/here || echo >/etc/here || echo >/here') >"$work/$1-written.log" 2>&1 &&
        fail "the file system of $1 can be written"
    [ "$(grep -c 'Read-only file system' "$work/$1-written.log")" = 3 ] || fail "$1 is kept from writing by something else"
    echo "  ok    its file system is read-only"
}

doctor() { # program, argument ...
    local program=$1
    shift
    (inside "$program" "" "$(entry "$program")" doctor "$@") >"$work/$program-doctor.log" 2>&1 ||
        fail "the doctor of $program finds faults"
    sed 's/^/  /' "$work/$program-doctor.log"
}

for program in gpu-exporter gpu-analyzer; do
    unpack "$program"
    asked "$program"
done

start gpu-exporter --backend simulated --listen 127.0.0.1:0
answers gpu-exporter /readyz '8 of 8 GPUs answer'
answers gpu-exporter /metrics '^gpu_sm_active_seconds_total\{uuid="GPU-.*\} [1-9]'
doctor gpu-exporter --backend simulated --listen 127.0.0.1:0

books=(--scrape-targets "${address[gpu-exporter]#http://}" --scrape-interval 1s)
doctor gpu-analyzer --listen 127.0.0.1:0 "${books[@]}"
start gpu-analyzer serve --listen 127.0.0.1:0 "${books[@]}"
answers gpu-analyzer /readyz 'takes in and writes'
answers gpu-analyzer /api/v1/targets '"health" *: *"up"'
answers gpu-analyzer /metrics '^gpu_analyzer_copy_rows_total\{.*table="sample".*\} [1-9]'
answers gpu-analyzer / 'GPU'

echo "a minute of work ..."
sleep 60
looked_at gpu-exporter
looked_at gpu-analyzer
for program in gpu-analyzer gpu-exporter; do
    pkill -TERM -P "${started[$program]}"
    wait "${started[$program]}" || fail "$program ended with $? when it was told to"
    echo "  ok    $program has ended as it was told to"
done
echo "prove: both images work"
