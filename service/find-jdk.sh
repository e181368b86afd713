# For scripts that run what the build has made: sets jdk to the folder of a JDK 25 or newer, or says how to get one.
# The launcher of each program looks for one in the same way, and has to stand alone.
new_enough() {
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
    local version
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
    echo "no JDK 25 found; install one under /usr/lib/jvm, or name it in JAVA_HOME" >&2
    exit 1
fi
