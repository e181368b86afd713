package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Keeps all that it is told, but for the samples of metrics whose name begins with `ignored`, which it does not want.
final class Recorder implements SeriesSink {
    /// All series, as often as they began.
    final List<String> begun = new ArrayList<>();
    final Map<String, List<Kept>> samples = new LinkedHashMap<>();
    final List<String> passedOver = new ArrayList<>();
    int histograms;
    private List<Kept> now = new ArrayList<>();

    @Override
    public boolean series(String name, Labels labels) {
        begun.add(name + sorted(labels));
        now = samples.computeIfAbsent(begun.getLast(), _ -> new ArrayList<>());
        return !name.startsWith("ignored");
    }

    List<Kept> of(String series) {
        return samples.getOrDefault(series, List.of());
    }

    /// Not all servers do so.
    private static Labels sorted(Labels labels) {
        var sorted = new TreeMap<String, String>();
        labels.forEach(sorted::put);
        return Labels.of(sorted.entrySet().stream()
                .flatMap(label -> Stream.of(label.getKey(), label.getValue()))
                .toList());
    }

    @Override
    public void sample(long millis, double value) {
        now.add(Kept.of(millis, value));
    }

    @Override
    public void histograms(int count) {
        histograms += count;
    }

    @Override
    public void passedOver(String why) {
        passedOver.add(why);
    }
}
