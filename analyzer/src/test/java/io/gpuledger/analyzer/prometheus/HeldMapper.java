package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.rows.RowMapper;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.ArrayList;
import java.util.List;

/// Keeps the slices that it is given, as `series value@millis`, and makes no rows. Series whose name begins with
/// `ignored` are not wanted, and the ends of those that begin with `state` are.
final class HeldMapper implements RowMapper {
    final List<List<String>> slices = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private final SeriesRouter router = SeriesRouter.to(new SeriesConsumer() {
        @Override
        public int slot(String name, Labels labels) {
            if (name.startsWith("ignored")) {
                return IGNORED;
            }
            names.add(name + labels);
            return names.size() - 1;
        }

        @Override
        public boolean wantsEnd(int slot) {
            return names.get(slot).startsWith("state");
        }
    });

    @Override
    public SeriesRouter router() {
        return router;
    }

    @Override
    public List<Batch> batches(RoutedSamples samples, long receivedMillis) {
        slices.add(told(samples.of(0)));
        return List.of();
    }

    private List<String> told(Samples samples) {
        var told = new ArrayList<String>();
        for (var i = 0; i < samples.size(); i++) {
            var value = samples.value(i);
            told.add("%s %s@%d"
                    .formatted(
                            names.get(samples.slot(i)),
                            Samples.isEnd(value) ? "end" : String.valueOf(value),
                            samples.millis(i)));
        }
        return told;
    }
}
