package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Gathers small batches into large ones, one for each origin: the intake waits for the disk at each that it takes.
final class GatheredBatches {
    private static final System.Logger LOG = System.getLogger(GatheredBatches.class.getName());
    private static final int ENOUGH = 20_000;
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private record Gathered(List<Row> rows, List<Statement> statements) {}

    private final Intake intake;
    private final Map<String, Gathered> byOrigin = new LinkedHashMap<>();
    private int size;

    GatheredBatches(Intake intake) {
        this.intake = intake;
    }

    void add(List<Batch> batches) throws InterruptedException {
        for (var batch : batches) {
            var gathered =
                    byOrigin.computeIfAbsent(batch.origin(), _ -> new Gathered(new ArrayList<>(), new ArrayList<>()));
            gathered.rows().addAll(batch.rows());
            gathered.statements().addAll(batch.statements());
            size += batch.size();
        }
        if (size >= ENOUGH) {
            keep();
        }
    }

    /// Returns once all that was gathered is safe. While the disk does not take it, it is tried again.
    void keep() throws InterruptedException {
        for (var all = byOrigin.entrySet().iterator(); all.hasNext(); all.remove()) {
            var one = all.next();
            keep(new Batch(one.getKey(), one.getValue().rows(), one.getValue().statements()));
        }
        size = 0;
    }

    private void keep(Batch batch) throws InterruptedException {
        while (!batch.isEmpty()) {
            try {
                intake.take(batch);
                return;
            } catch (NotTakenException e) {
                LOG.log(Level.WARNING, "What was read is not taken, which is tried again: {0}", e.getMessage());
                Thread.sleep(AGAIN);
            }
        }
    }
}
