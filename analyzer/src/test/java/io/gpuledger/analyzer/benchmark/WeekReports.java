package io.gpuledger.analyzer.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Span;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What is answered about a week while it, and others, are read: somebody waits for the first report that is right.
final class WeekReports {
    private static final double INTERVAL_SECONDS = 5;
    /// A report is right whose states are off by no more than this part of all time.
    private static final double OFF_MAX = 0.001;

    private record Report(double seconds, Map<State, Double> sums) {}

    private final List<Report> reports = new ArrayList<>();

    /// Asks, if it has not just been asked.
    void look(URI site, Span week, double seconds) throws InterruptedException {
        if (!reports.isEmpty() && seconds - reports.getLast().seconds() < INTERVAL_SECONDS) {
            return;
        }
        var path = "/api/v1/ledger?by=state&from=%s&to=%s"
                .formatted(Instant.ofEpochMilli(week.from()), Instant.ofEpochMilli(week.to()));
        try {
            reports.add(new Report(seconds, sums(site.resolve(path))));
        } catch (IOException _) {
            reports.add(new Report(seconds, Map.of()));
        }
    }

    /// Returns after how many seconds the answer was the last one, but for little, and stayed so.
    double rightAfter() {
        var last = reports.getLast();
        return reports.reversed().stream()
                .takeWhile(report -> isNear(report.sums(), last.sums()))
                .reduce((_, earlier) -> earlier)
                .orElse(last)
                .seconds();
    }

    private static boolean isNear(Map<State, Double> one, Map<State, Double> other) {
        var all = other.values().stream().mapToDouble(seconds -> seconds).sum();
        return State.ALL.stream()
                .allMatch(state ->
                        Math.abs(one.getOrDefault(state, 0.0) - other.getOrDefault(state, 0.0)) <= OFF_MAX * all);
    }

    /// Returns the GPU-seconds of each state. What nobody holds is free in truth, also where it is of no use to anybody
    /// and stands in the books as stranded.
    static Map<State, Double> sums(URI question) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(HttpRequest.newBuilder(question).build(), BodyHandlers.ofString());
            var sums = new EnumMap<State, Double>(State.class);
            for (var row :
                    new ObjectMapper().readTree(answer.body()).path("data").path("rows")) {
                var state = State.of(row.path("state").asText()).orElseThrow();
                sums.merge(
                        state == State.STRANDED ? State.FREE : state,
                        row.path("gpu_seconds").asDouble(),
                        Double::sum);
            }
            return sums;
        }
    }
}
