package io.gpuledger.simulator.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// This scrapes the nodes of a simulator one after the other over one connection, each so often.
final class Scraping implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
    private static final int OK = 200;

    /// This is what was answered.
    record Answers(long pages, long refusals, long bytes) {}

    private final Socket socket;
    private final InputStream in;
    private final int nodes;
    private final byte[] buffer = new byte[1 << 16];
    private int next;

    Scraping(int port, int nodes) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        this.in = socket.getInputStream();
        this.nodes = nodes;
    }

    /// Scrapes for so long; whoever falls behind makes up for it.
    Answers run(Duration time, Duration interval) throws IOException, InterruptedException {
        var pages = 0L;
        var refusals = 0L;
        var bytes = 0L;
        var begin = System.nanoTime();
        var apart = (double) interval.toNanos() / nodes;
        for (var scrape = 0L; scrape * apart < time.toNanos(); scrape++) {
            TimeUnit.NANOSECONDS.sleep(begin + (long) (scrape * apart) - System.nanoTime());
            var page = scrape(next++ % nodes);
            pages += page > 0 ? 1 : 0;
            refusals += page > 0 ? 0 : 1;
            bytes += page;
        }
        return new Answers(pages, refusals, bytes);
    }

    /// How long the page is; 0 where there is none, because the exporter is in the dark.
    private long scrape(int node) throws IOException {
        var request = "GET /n/%d/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(node);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        var head = head();
        var length = LENGTH.matcher(head);
        if (!length.find()) {
            throw new IOException("an answer without its length: " + head);
        }
        var size = Long.parseLong(length.group(1));
        skip(size);
        return head.startsWith("HTTP/1.1 " + OK) ? size : 0;
    }

    private String head() throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            var octet = in.read();
            if (octet < 0) {
                throw new IOException("the simulator has gone");
            }
            head.append((char) octet);
        }
        return head.toString();
    }

    private void skip(long size) throws IOException {
        for (var rest = size; rest > 0; ) {
            var read = in.read(buffer, 0, (int) Math.min(rest, buffer.length));
            if (read < 0) {
                throw new IOException("the simulator has gone");
            }
            rest -= read;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
