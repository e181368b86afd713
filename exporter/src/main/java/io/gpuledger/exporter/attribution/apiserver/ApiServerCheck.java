package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// Looks whether the API server tells of the pods of this node.
public record ApiServerCheck(ApiServerSettings server, String node) {
    public static final String SUBJECT = "API server";

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofMillis(100);

    public List<Line> lines() throws InterruptedException {
        try (var watch = new PodWatch(server, node, InstantSource.system()).start()) {
            var deadline = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < deadline) {
                var contact = watch.contact();
                if (contact.trouble().isPresent()) {
                    return List.of(fault(contact.trouble().orElseThrow()));
                }
                if (contact.lastGood().isPresent()) {
                    return List.of(new Ok(SUBJECT, "%s tells of the pods of %s".formatted(server.server(), node)));
                }
                Thread.sleep(LOOK);
            }
            return List.of(fault("it has not answered within %d s".formatted(PATIENCE.toSeconds())));
        }
    }

    private Line fault(String why) {
        return new Fault(SUBJECT, "%s does not tell of the pods of %s".formatted(server.server(), node), why);
    }
}
