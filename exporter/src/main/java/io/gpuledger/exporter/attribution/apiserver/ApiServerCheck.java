package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// Looks whether the API server tells of the pods of this node, and of its devices.
public record ApiServerCheck(ApiServerSettings server, String node) {
    public static final String SUBJECT = "API server";

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofMillis(100);

    public List<Line> pods() throws InterruptedException {
        try (var watch = new PodWatch(server, node, InstantSource.system()).start()) {
            return List.of(line("the pods of " + node, watch::contact));
        }
    }

    /// Devices are told of by ResourceSlices.
    public List<Line> devices() throws InterruptedException {
        try (var watch = new DeviceWatch(server, node, InstantSource.system()).start()) {
            return List.of(line("the ResourceSlices of " + node, watch::contact));
        }
    }

    private Line line(String what, Supplier<Contact> contact) throws InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            var now = contact.get();
            if (now.trouble().isPresent()) {
                return fault(what, now.trouble().orElseThrow());
            }
            if (now.lastGood().isPresent()) {
                return new Ok(SUBJECT, "%s tells of %s".formatted(server.server(), what));
            }
            Thread.sleep(LOOK);
        }
        return fault(what, "it has not answered within %d s".formatted(PATIENCE.toSeconds()));
    }

    private Line fault(String what, String why) {
        return new Fault(SUBJECT, "%s does not tell of %s".formatted(server.server(), what), why);
    }
}
