package io.gpuledger.analyzer.scrape;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.management.OperatingSystemMXBean;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.scrape.PageMapper.Read;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.Buffers;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.http.ClientOptions;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.analyzer.scrape.http.Url;
import io.gpuledger.analyzer.telemetry.Batch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/// What a scrape costs, without what its page is read for: two programs, so that the exporters' part is not counted.
///
///     ScrapeBench serve PORT BYTES                      exporters, all of them
///     ScrapeBench scrape PORT TARGETS SECONDS GZIP RUN  scrapes each once in so many seconds, for RUN of these
public final class ScrapeBench {
    private ScrapeBench() {}

    public static void main(String[] args) throws Exception {
        var port = Integer.parseInt(args[1]);
        if (args[0].equals("serve")) {
            serve(port, Integer.parseInt(args[2]));
        } else {
            var interval = Duration.ofSeconds(Integer.parseInt(args[3]));
            scrape(port, Integer.parseInt(args[2]), interval, Boolean.parseBoolean(args[4]), Integer.parseInt(args[5]));
        }
    }

    private static void serve(int port, int length) throws IOException {
        var text = new StringBuilder();
        for (int i = 0; text.length() < length; i++) {
            text.append("DCGM_FI_DEV_METRIC_%d{gpu=\"%d\",UUID=\"GPU-%d\",node=\"node-17\"} %d%n"
                    .formatted(i / 8, i % 8, i % 8, i * 7919 % 100_000));
        }
        var plain = answer(text.toString().getBytes(ISO_8859_1), "");
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.toString().getBytes(ISO_8859_1));
        }
        var gzipped = answer(packed.toByteArray(), "Content-Encoding: gzip\r\n");
        try (var server = new ServerSocket(port, 4096, InetAddress.getLoopbackAddress());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            while (true) {
                var socket = server.accept();
                threads.execute(() -> serve(socket, plain, gzipped));
            }
        }
    }

    private static byte[] answer(byte[] body, String headers) {
        var answer = new ByteArrayOutputStream();
        answer.writeBytes(("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n" + headers
                        + "Date: Sun, 22 Nov 2026 10:00:00 GMT\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(ISO_8859_1));
        answer.writeBytes(body);
        return answer.toByteArray();
    }

    private static void serve(Socket socket, byte[] plain, byte[] gzipped) {
        try (socket) {
            var request = new byte[4096];
            for (var length = socket.getInputStream().read(request);
                    length > 0;
                    length = socket.getInputStream().read(request)) {
                var zip = new String(request, 0, length, ISO_8859_1).contains("Encoding: gzip");
                socket.getOutputStream().write(zip ? gzipped : plain);
            }
        } catch (IOException _) {
            // The scraper has gone.
        }
    }

    private static void scrape(int port, int targets, Duration interval, boolean gzip, int rounds) throws Exception {
        var options = new ClientOptions("text/plain", gzip, Credentials.NONE, TlsFiles.NONE);
        var registry = new SimpleMeterRegistry();
        var batch = new Batch("bench", List.of());
        try (var client = new Client(options, new Buffers(64, 16 << 20));
                var scraper = new Scraper(
                        client,
                        _ -> (_, _, _, _) -> new Read(batch, 0, 0, 0, 0, Optional.empty()),
                        _ -> {},
                        Timekeeper.system(),
                        registry)) {
            scraper.start();
            scraper.aim(new DiscoveredTargets(
                    IntStream.range(0, targets)
                            .mapToObj(i -> new Target(
                                    "static",
                                    new Url(false, "127.0.0.1", port, "/n/" + i + "/metrics"),
                                    Map.of("node", "node-" + i),
                                    FoundTarget.of("127.0.0.1:" + port, Map.of("node", "node-" + i)),
                                    interval,
                                    Duration.ofSeconds(10)))
                            .toList(),
                    List.of(),
                    true));
            for (int round = 0; round < rounds; round++) {
                var cpu = cpuNanos();
                var before = registry.get("gpu.analyzer.scrapes")
                        .tag("result", "ok")
                        .counter()
                        .count();
                Thread.sleep(interval);
                var ok = registry.get("gpu.analyzer.scrapes")
                                .tag("result", "ok")
                                .counter()
                                .count()
                        - before;
                System.out.printf(
                        "ok %.0f, CPU us per scrape %.0f, %s, platform threads %d, lag max %.1f ms, scrape mean %.2f"
                                + " max %.1f ms, skipped %.0f%n",
                        ok,
                        (cpuNanos() - cpu) / 1000.0 / ok,
                        rss(),
                        ManagementFactory.getThreadMXBean().getThreadCount(),
                        registry.get("gpu.analyzer.scrape.lag").timer().max(java.util.concurrent.TimeUnit.MILLISECONDS),
                        registry.get("gpu.analyzer.scrape.duration")
                                .timer()
                                .mean(java.util.concurrent.TimeUnit.MILLISECONDS),
                        registry.get("gpu.analyzer.scrape.duration")
                                .timer()
                                .max(java.util.concurrent.TimeUnit.MILLISECONDS),
                        registry.get("gpu.analyzer.scrapes.skipped").counter().count());
            }
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static String rss() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
                .map(line -> line.replaceAll("\\s+", " "))
                .toList()
                .toString();
    }
}
