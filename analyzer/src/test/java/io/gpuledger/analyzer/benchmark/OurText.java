package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A golden page of our exporter, which speaks of other GPUs on each node.
final class OurText {
    private static final String GOLDEN =
            Repository.read(Repository.root().resolve(Path.of("exporter/src/test/resources/golden/pages/mixed.txt")));
    private static final Pattern UUID_OF_DEVICE = Pattern.compile("\"(GPU|MIG)-([0-9a-f-]{36})\"");

    /// The golden page is of an exporter that has just started. A day later its counters of seconds have five digits.
    private static final Pattern YOUNG_SECONDS = Pattern.compile("(?m)(_seconds_total\\{.*} )(\\d{1,4})(\\.\\d+)$");
    private static final long DAY_SECONDS = 86_400;

    private OurText() {}

    static String of(int node) {
        var name = PageKind.nodeName(node);
        var named = GOLDEN.replace("\"node-1\"", '"' + name + '"');
        var identified = UUID_OF_DEVICE.matcher(named).replaceAll(found -> identity(found, name));
        return YOUNG_SECONDS.matcher(identified).replaceAll(OurText::older);
    }

    private static String identity(MatchResult found, String node) {
        var uuid = UUID.nameUUIDFromBytes((node + " " + found.group(2)).getBytes(StandardCharsets.UTF_8));
        return "\"%s-%s\"".formatted(found.group(1), uuid);
    }

    private static String older(MatchResult found) {
        return found.group(1) + (Long.parseLong(found.group(2)) + DAY_SECONDS) + found.group(3);
    }
}
