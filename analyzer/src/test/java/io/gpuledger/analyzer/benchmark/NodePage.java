package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongSupplier;

/// What a simulated node answers: its text lies ready, and only numbers are written anew for each scrape.
final class NodePage {
    /// The text of a page with its numbers.
    interface Text {
        /// Sends the text with other numbers, and the head of its answer. Returns how long the text is.
        ///
        /// @param random where numbers are drawn
        int send(OutputStream out, LongSupplier random) throws IOException;
    }

    /// How often it has been served before, how long ago the last time was, and how long the page is now.
    record Served(int times, long nanosAgo, int bytes) {}

    private final Text text;
    private long random;
    private int served;
    private long servedAtNanos;

    NodePage(Text text, int seed) {
        this.text = text;
        this.random = 0x9E3779B97F4A7C15L * (seed + 1);
    }

    static String head(int length) {
        return """
            HTTP/1.1 200 OK\r
            Content-Type: text/plain; version=0.0.4; charset=utf-8\r
            Content-Length: %d\r
            \r
            """.formatted(length);
    }

    synchronized Served send(OutputStream out, long nowNanos) throws IOException {
        var before = new Served(served, nowNanos - servedAtNanos, text.send(out, this::draw));
        served++;
        servedAtNanos = nowNanos;
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
