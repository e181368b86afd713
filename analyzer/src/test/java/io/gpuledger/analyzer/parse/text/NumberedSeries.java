package io.gpuledger.analyzer.parse.text;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Gives each series that it is asked for a slot of its own, and tells which it was.
final class NumberedSeries implements SeriesConsumer {
    private final Predicate<String> isIgnored;
    private final List<String> names = new ArrayList<>();
    private final List<Labels> labels = new ArrayList<>();
    private int forgotten;

    NumberedSeries(Predicate<String> isIgnored) {
        this.isIgnored = isIgnored;
    }

    NumberedSeries() {
        this(_ -> false);
    }

    @Override
    public int slot(String name, Labels ofSeries) {
        if (isIgnored.test(name)) {
            return IGNORED;
        }
        names.add(name);
        labels.add(ofSeries);
        return names.size() - 1;
    }

    @Override
    public void forget() {
        names.clear();
        labels.clear();
        forgotten++;
    }

    int forgotten() {
        return forgotten;
    }

    /// Returns how many slots it has given, but for those that are forgotten.
    int given() {
        return names.size();
    }

    /// Returns the samples in the form in which [PlainParser] has them.
    List<String> told(Samples samples) {
        var told = new ArrayList<String>();
        for (var i = 0; i < samples.size(); i++) {
            var flat = new ArrayList<String>();
            labels.get(samples.slot(i)).forEach((name, value) -> flat.addAll(List.of(name, value)));
            var time = samples.isTimed(i) ? "@" + samples.millis(i) : "";
            told.add(PlainParser.sample(names.get(samples.slot(i)), flat, samples.value(i), time));
        }
        return told;
    }
}
