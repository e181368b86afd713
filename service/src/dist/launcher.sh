#!/bin/sh
# Starts ${program.name} on a JDK 25 or newer. The process is replaced by the JVM, so that signals reach it.
set -eu
unset CDPATH

script=$0
while [ -L "$script" ]; do
    link=$(readlink "$script")
    case $link in
        /*) script=$link ;;
        *) script=$(dirname "$script")/$link ;;
    esac
done
home=$(cd "$(dirname "$script")/.." && pwd -P)

case $home in
    *:*)
        echo "${program.name}: a JVM cannot be given a class path with a colon: move it out of $home" >&2
        exit 1
        ;;
esac

# A JDK names its version in a file, which is quicker to read than a JVM is to start.
new_enough() {
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ "${version:-0}" -ge 25 ]
}

on_path=$(command -v java || true)
if [ -n "$on_path" ]; then
    on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
fi

# With the cache that the build made, it starts in less than half the time. A JVM that cannot use it (another one, or
# jars with other times) has to start without, and without a word.
set -- -cp "$home/lib/${project.build.finalName}.jar" ${program.main} "$@"
cache=$home/lib/${program.name}.aot
if [ -r "$cache" ]; then
    set -- "-XX:AOTCache=$cache" '-Xlog:aot*=off' "$@"
fi

for candidate in "$home/runtime" "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/java/*; do
    if new_enough "$candidate"; then
        # Of two that say the same the last one counts: that of JAVA_OPTS.
        # shellcheck disable=SC2086 # the options are many words
        exec "$candidate/bin/java" ${program.jvm} ${JAVA_OPTS:-} \
            -Djava.util.logging.manager=io.gpuledger.service.SteadfastLogManager "$@"
    fi
done

echo "${program.name}: no JDK 25 found; install one under /usr/lib/jvm, or name it in JAVA_HOME" >&2
exit 1
