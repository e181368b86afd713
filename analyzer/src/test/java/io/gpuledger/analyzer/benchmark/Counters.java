package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// What a program says of itself, in the text format.
public record Counters(String page) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    public static Counters of(URI address) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
            var answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("%s answers %d".formatted(address, answer.statusCode()));
            }
            return new Counters(answer.body());
        }
    }

    /// The sum of the samples of this name that have this label, `result="mapped"`; of all of them where it is empty.
    public double sum(String name, String label) {
        return page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    public double sum(String name) {
        return sum(name, "");
    }
}
