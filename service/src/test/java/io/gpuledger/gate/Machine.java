package io.gpuledger.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/// What the figures were measured on: they mean nothing without it.
public record Machine(int cores, String cpu, double memoryGib, String kernel, String load) {
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                find("/proc/cpuinfo", "(?m)^model name\\s*: (.*)$", "an unnamed CPU"),
                Long.parseLong(find("/proc/meminfo", "MemTotal: +(\\d+)", "0")) / 1024.0 / 1024.0,
                find("/proc/sys/kernel/osrelease", "^([\\d.]+)", "of unknown version"),
                find("/proc/loadavg", "^(\\S+)", "unknown"));
    }

    public String text() {
        return String.format(
                Locale.ROOT,
                "%d cores of %s, %.0f GiB of memory, Linux %s; load average of all that ran before: %s",
                cores,
                cpu,
                memoryGib,
                kernel,
                load);
    }

    /// The JDK that a process runs on.
    public static String jdk(ProcessFiles process) {
        var release = process.home().resolve("release").toString();
        var version = find(release, "JAVA_RUNTIME_VERSION=\"(.*)\"", find(release, "JAVA_VERSION=\"(.*)\"", "unknown"));
        return find(release, "IMPLEMENTOR=\"(.*)\"", "JDK") + " " + version;
    }

    private static String find(String file, String pattern, String otherwise) {
        try {
            var match = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            return match.find() ? match.group(1) : otherwise;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
