package io.gpuledger.simulator.page;

import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What a node's exporter answers. Whoever asks for what was before is answered with the latest.
final class NodePage {
    private final NodeLife life;
    private final Renderer renderer;
    private final Exporter exporter;
    private final long pace;
    /// The exporter reads so many seconds after a multiple of its pace, so that not all nodes read at once.
    private final long phase;

    private long readAt = Long.MIN_VALUE;

    NodePage(NodeLife life, Renderer renderer, Exporter exporter, long pace, long phase) {
        this.life = life;
        this.renderer = renderer;
        this.exporter = exporter;
        this.pace = pace;
        this.phase = phase;
    }

    /// Returns nothing while the exporter is silent.
    synchronized Optional<byte[]> at(long second) {
        if (life.isDark(second)) {
            return Optional.empty();
        }
        var paced = Math.floorDiv(second - phase, pace) * pace + phase;
        readAt = Math.max(Math.max(readAt, paced), life.startedAt(second));
        var told = life.at(readAt);
        var page = renderer.render(told.snapshot(), told.attributed());
        return Optional.of(shown(page.plain(Format.TEXT)));
    }

    private byte[] shown(byte[] text) {
        return exporter.showsLedger() ? text : onlyTheirs(text);
    }

    /// Returns the lines of dcgm-exporter's families.
    private static byte[] onlyTheirs(byte[] page) {
        var theirs = new StringBuilder(page.length);
        new String(page, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("DCGM_", line.startsWith("# ") ? "# HELP ".length() : 0))
                .forEach(line -> theirs.append(line).append('\n'));
        return theirs.toString().getBytes(StandardCharsets.UTF_8);
    }
}
