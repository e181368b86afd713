package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Watch;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/// Holds all that a frame is drawn from.
///
/// @param source where it is read
public record Scene(Node node, Watch watch, String source, Instant now, ZoneId zone) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    public static Scene of(Watch watch, String source, Instant now, ZoneId zone) {
        return new Scene(watch.node(), watch, source, now, zone);
    }

    String time(Instant at) {
        return TIME.format(at.atZone(zone));
    }
}
