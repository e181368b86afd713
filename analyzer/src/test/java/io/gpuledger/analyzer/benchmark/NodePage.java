package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a simulated node answers: head and page lie ready, and only numbers are written anew for each scrape.
final class NodePage {
    private final byte[] answer;
    private final int base;
    private final List<Place> places;
    private final long[] values;
    private long random;
    private int served;
    private long servedAtNanos;

    /// @param places where its numbers are, which is the same for all pages of a fleet
    NodePage(String text, List<Place> places, int seed) {
        var head = """
            HTTP/1.1 200 OK\r
            Content-Type: text/plain; version=0.0.4; charset=utf-8\r
            Content-Length: %d\r
            \r
            """.formatted(text.length());
        this.answer = (head + text).getBytes(StandardCharsets.US_ASCII);
        this.base = head.length();
        this.places = places;
        this.random = 0x9E3779B97F4A7C15L * (seed + 1);
        this.values = places.stream().mapToLong(place -> place.start(draw())).toArray();
    }

    /// How often it has been served before, and how long ago the last time was.
    record Served(int times, long nanosAgo) {}

    synchronized Served send(OutputStream out, long nowNanos) throws IOException {
        for (var index = 0; index < values.length; index++) {
            var place = places.get(index);
            values[index] = place.next(values[index], draw());
            place.write(values[index], answer, base);
        }
        var before = new Served(served, nowNanos - servedAtNanos);
        served++;
        servedAtNanos = nowNanos;
        out.write(answer);
        return before;
    }

    /// Marsaglia's xorshift: good enough, and next to nothing to do.
    private long draw() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random;
    }
}
