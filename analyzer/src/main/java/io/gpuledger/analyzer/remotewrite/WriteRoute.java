package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.write.TimeWindow;
import io.gpuledger.analyzer.parse.write.WriteLimits;
import io.gpuledger.analyzer.parse.write.WriteVersion;
import io.gpuledger.analyzer.rows.RowMapper;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.service.http.AnswerDeadline;
import io.gpuledger.service.http.Post;
import io.gpuledger.service.http.Problem;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/// `POST /api/v1/write`: takes what Prometheus, vmagent and others send, and answers once it is safe.
public final class WriteRoute {
    private static final String PATH = "/api/v1/write";

    /// As Prometheus has it: clocks differ by less.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(10);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration NOT_TAKEN = Duration.ofSeconds(5);

    private static final HeaderName SAMPLES = written("Samples");
    private static final HeaderName HISTOGRAMS = written("Histograms");
    private static final HeaderName EXEMPLARS = written("Exemplars");

    private final Generations generations;
    private final Intake intake;
    private final WriteSettings settings;
    private final WriteMetrics metrics;
    private final Timekeeper clock;
    private final RequestBufferPool buffers;
    private final BodyBudget budget;

    public WriteRoute(
            Supplier<RowMapper> mappers,
            Intake intake,
            WriteSettings settings,
            MeterRegistry registry,
            Timekeeper clock) {
        this(mappers, intake, settings, registry, clock, PATIENCE);
    }

    /// @param patience how long a request waits for others to be done
    WriteRoute(
            Supplier<RowMapper> mappers,
            Intake intake,
            WriteSettings settings,
            MeterRegistry registry,
            Timekeeper clock,
            Duration patience) {
        this.generations = new Generations(mappers, settings.seriesMax());
        this.intake = intake;
        this.settings = settings;
        this.clock = clock;
        this.metrics = new WriteMetrics(registry, generations);
        var limits = WriteLimits.ofMessage(settings.messageBytesMax());
        this.buffers = new RequestBufferPool(
                settings.requestsMax(), patience, () -> new RequestBuffers(generations.current(), limits));
        this.budget = new BodyBudget(settings.requestsMax() * (settings.bodyBytesMax() + 1L), patience);
    }

    private static HeaderName written(String what) {
        return HeaderNames.create("X-Prometheus-Remote-Write-" + what + "-Written");
    }

    public void add(HttpRouting.Builder routing) {
        Post.route(routing, PATH, this::write);
    }

    private void write(ServerRequest request, ServerResponse response) throws IOException, InterruptedException {
        var began = System.nanoTime();
        var version = "unknown";
        var code = "cut";
        AnswerDeadline.within(request, settings.timeout());
        var body = new Body(request, settings.bodyBytesMax(), budget);
        try {
            var spoken = Negotiation.version(request.headers());
            version = spoken.number();
            var receipt = take(spoken, body);
            code = acknowledge(receipt, spoken, request, response).codeText();
        } catch (RefusedException refused) {
            code = refused.status().codeText();
            refuse(refused, body, request, response);
        } finally {
            metrics.request(version, code, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    /// Buffers are taken for a body that is here: whoever is slow to send one keeps nobody from it.
    private Receipt take(WriteVersion version, Body body) throws IOException, InterruptedException, RefusedException {
        body.requireShort();
        try {
            var length = body.read();
            var lent = buffers.take();
            try {
                return take(lent, body.bytes(), length, version);
            } finally {
                buffers.leave(lent);
            }
        } finally {
            body.leave();
        }
    }

    private Receipt take(RequestBuffers lent, byte[] body, int length, WriteVersion version) throws RefusedException {
        var now = clock.millis();
        lent.use(generations.current());
        var samples = read(lent, body, length, version);
        if (samples.size() > 0) {
            clock.told(Instant.ofEpochMilli(lent.reader().tally().newestMillis()));
            for (var batch : lent.mapper().batches(samples, now)) {
                keep(batch);
            }
        }
        var tally = lent.reader().tally();
        metrics.taken(length, samples, tally, now);
        return Receipt.of(samples, tally);
    }

    /// A clock of ours that is wrong alone is no reason to refuse what is refused for good.
    private RoutedSamples read(RequestBuffers lent, byte[] body, int length, WriteVersion version)
            throws RefusedException {
        var window = new TimeWindow(
                clock.passed().minus(settings.maxAge()).toEpochMilli(),
                clock.latest().plus(AHEAD_MAX).toEpochMilli());
        try {
            return lent.reader().read(body, length, version, window);
        } catch (MalformedMessageException e) {
            throw RefusedException.forGood(
                    Status.BAD_REQUEST_400, "The request cannot be read: %s.".formatted(e.getMessage()));
        }
    }

    private void keep(Batch batch) throws RefusedException {
        if (batch.isEmpty()) {
            return;
        }
        try {
            intake.take(batch);
        } catch (NotTakenException e) {
            throw RefusedException.forNow(NOT_TAKEN, "Not taken: " + e.getMessage());
        }
    }

    /// Where samples are left out, it is 400, so that they are not sent again; the others were taken all the same:
    /// https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/#partial-write
    private static Status acknowledge(
            Receipt receipt, WriteVersion version, ServerRequest request, ServerResponse response) {
        if (version == WriteVersion.V2) {
            response.header(SAMPLES, String.valueOf(receipt.samples()))
                    .header(HISTOGRAMS, String.valueOf(receipt.histograms()))
                    .header(EXEMPLARS, String.valueOf(receipt.exemplars()));
        }
        if (receipt.complaint().isEmpty()) {
            response.status(Status.NO_CONTENT_204).send();
        } else {
            Problem.of(Status.BAD_REQUEST_400, receipt.complaint()).send(request, response);
        }
        return response.status();
    }

    private static void refuse(RefusedException refused, Body body, ServerRequest request, ServerResponse response)
            throws IOException {
        var drained = body.drain();
        if (!drained) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        var problem = Problem.of(refused.status(), String.valueOf(refused.getMessage()));
        refused.again().map(problem::retry).orElse(problem).send(request, response);
        if (!drained) {
            throw new CloseConnectionException("A body without an end.");
        }
    }
}
