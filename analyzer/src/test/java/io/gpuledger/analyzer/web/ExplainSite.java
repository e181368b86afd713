package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Told;
import java.util.List;

/// A site of one node of eight GPUs, and a manifest to ask it about.
final class ExplainSite {
    /// It takes how many pods there are, and how many GPUs each of them wants.
    static final String JOB = """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: train}
        spec:
          parallelism: %d
          template:
            spec:
              containers:
              - name: main
                resources: {limits: {nvidia.com/gpu: %d}}
        """;

    private ExplainSite() {}

    static Site open() throws Exception {
        var site = Site.ofEmptyBooks();
        try (var session = site.database().session()) {
            new StatementWriter(session)
                    .write(List.of(Told.part(
                            ObjectId.named("c", Kind.NODE, "n1"),
                            FixedBooks.NOW.minusSeconds(60).toEpochMilli(),
                            "allocatable.nvidia.com/gpu",
                            "8",
                            "allocatable.pods",
                            "110")));
        }
        return site;
    }
}
