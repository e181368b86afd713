package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.PackagedProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What a scrape makes the exporter allocate: beyond what its HTTP server does for the page at /, which is kept and
/// given in the same way, asked for with the same headers. An exporter of its own, as the question itself allocates in
/// it.
///
/// @param requests in each round
record Allocation(int requests, int rounds) {
    private static final int WARM_UP_ROUNDS = 2;
    private static final int SAMPLED_SECONDS = 5;

    private static final RawRequest BARE = RawRequest.get("/");
    private static final RawRequest BARE_GZIP = RawRequest.get("/", "Accept-Encoding: gzip");

    List<Figure> measure() throws IOException, InterruptedException {
        var figures = new ArrayList<Figure>();
        // A cycle a minute: the median is of rounds without one.
        try (var exporter = exporter("--sample-interval", "1m", "--slow-interval", "1m");
                var meter = AllocationMeter.of(exporter.program().pid());
                var connection = new RawConnection(exporter.port())) {
            for (var round = 0; round < WARM_UP_ROUNDS; round++) {
                perRequest(meter, connection, BARE);
                perRequest(meter, connection, RawRequest.PLAIN);
                perRequest(meter, connection, RawRequest.GZIP);
            }
            var bare = median(meter, connection, BARE);
            var bareGzip = median(meter, connection, BARE_GZIP);
            figures.add(figure("- by a request to /", bare));
            figures.add(figure("- more by a scrape, plain", median(meter, connection, RawRequest.PLAIN) - bare)
                    .atMost(0));
            figures.add(figure("- more by a scrape, gzip", median(meter, connection, RawRequest.GZIP) - bareGzip)
                    .atMost(0));
        }
        figures.addFirst(figure("allocated by sampling and rendering, each second", sampling()));
        return figures;
    }

    private static Contestant exporter(String... options) {
        var arguments = new ArrayList<>(List.of("--listen", "127.0.0.1:0", "--backend", "simulated"));
        arguments.addAll(List.of(options));
        var begunNanos = System.nanoTime();
        var program = new PackagedProgram("gpu-exporter").start(arguments.toArray(String[]::new));
        return Contender.GPU_EXPORTER.ready(program, begunNanos);
    }

    private static Figure figure(String name, double bytes) {
        return Figure.ours(name, Figure.Unit.BYTES, Math.rint(bytes));
    }

    private double median(AllocationMeter meter, RawConnection connection, RawRequest request) throws IOException {
        var all = new double[rounds];
        for (var round = 0; round < rounds; round++) {
            all[round] = perRequest(meter, connection, request);
        }
        Arrays.sort(all);
        return all[rounds / 2];
    }

    private double perRequest(AllocationMeter meter, RawConnection connection, RawRequest request) throws IOException {
        var question = question(meter);
        var before = meter.bytes();
        for (var sent = 0; sent < requests; sent++) {
            Load.nanos(connection, request);
        }
        return (double) (meter.bytes() - before - question) / requests;
    }

    /// What it costs to be asked.
    private static long question(AllocationMeter meter) throws IOException {
        var before = meter.bytes();
        return meter.bytes() - before;
    }

    private static double sampling() throws IOException, InterruptedException {
        try (var exporter = exporter();
                var meter = AllocationMeter.of(exporter.program().pid())) {
            var question = question(meter);
            var before = meter.bytes();
            TimeUnit.SECONDS.sleep(SAMPLED_SECONDS);
            return (double) (meter.bytes() - before - question) / SAMPLED_SECONDS;
        }
    }
}
