package io.gpuledger.exporter.attribution.podresources;

import io.gpuledger.exporter.attribution.AttributionException;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import java.nio.file.Path;
import java.util.List;

/// Looks whether the kubelet says who was given which GPU.
public record KubeletCheck(Path socket) {
    public static final String SUBJECT = "kubelet";

    public List<Line> lines() throws InterruptedException {
        try {
            var word = new Kubelet(socket).ask();
            return List.of(new Ok(
                    SUBJECT,
                    "it answers at %s, and tells of %d grants of devices"
                            .formatted(socket, word.grants().size())));
        } catch (AttributionException e) {
            return List.of(
                    new Fault(SUBJECT, "it does not say who was given which GPU", String.valueOf(e.getMessage())));
        }
    }
}
