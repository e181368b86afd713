package io.gpuledger.gate;

import java.util.Locale;
import java.util.regex.Pattern;

/// How much memory a program may have, which is the same wherever it runs.
final class Limits {
    private static final Pattern OF_CHART = Pattern.compile("limits:\\s+memory: (\\w+)");
    private static final Pattern SIZE = Pattern.compile("(\\d+)([MG])I?B?");

    private Limits() {}

    static long ofChart(String program) {
        var file = "deploy/kubernetes/%s.yaml".formatted(program.replace("gpu-", ""));
        var limit = OF_CHART.matcher(Repository.read(Repository.root().resolve(file)));
        if (!limit.find()) {
            throw new AssertionError(file + " has no limit");
        }
        return bytes(limit.group(1));
    }

    /// What Kubernetes calls 192Mi is 192m to Compose, and 192M to systemd.
    static long bytes(String text) {
        var size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (!size.matches()) {
            throw new AssertionError("not a size: " + text);
        }
        return Long.parseLong(size.group(1)) << (size.group(2).equals("M") ? 20 : 30);
    }
}
