package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import io.gpuledger.analyzer.store.findings.FindingQuestion;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import io.gpuledger.analyzer.store.gpus.NodePlaces.NodeName;
import io.gpuledger.analyzer.store.gpus.NodeTables;
import io.gpuledger.analyzer.store.gpus.NodeTables.Device;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/// Declares `/api/v1/node`, and the page that shows the same: what its GPUs said last, and who holds them.
final class NodeEndpoint {
    static final String PATH = "/node";

    private static final Duration PAST = Duration.ofDays(7);
    private static final String ABSENCE = "there is no such node";
    private static final int FINDINGS_MAX = 200;
    static final Required<String> CLUSTER =
            new Required<>("cluster", Reading.TEXT, "", "`/api/v1/now` lists nodes and their clusters", "Where it is.");
    static final Required<String> NODE =
            new Required<>("node", Reading.TEXT, "", "`/api/v1/now` lists nodes", "The name of the node.");
    private static final List<Parameter> OF_PAGE = List.of(CLUSTER, NODE);
    private static final List<Parameter> OF_API = List.of(CLUSTER, NODE, Format.PARAMETER);

    /// Holds all that the page and the API tell of a node.
    ///
    /// @param present of its GPUs, what each was in the last minute
    /// @param findings of it and its GPUs, of the last week
    record Found(NodeName name, Instant now, List<Device> devices, List<BookedEntry> present, Answer findings) {
        /// Returns what a device was in the last minute.
        List<BookedEntry> present(Device device) {
            return present.stream()
                    .filter(entry -> entry.entry().unit().gpu().equals(device.gpu())
                            && entry.entry().unit().instance().equals(device.instance()))
                    .toList();
        }
    }

    private static final Type<BigDecimal> PART = Type.decimal(6);
    private static final Type<BigDecimal> TENTH = Type.decimal(1);
    private static final Type<BigDecimal> WHOLE = Type.decimal(0);

    private static final Shape<Device> DEVICE = Shape.of(
            "device",
            Field.of("gpu", Type.TEXT, Device::gpu, "The UUID of the GPU."),
            Field.orNull("index", Type.TEXT, Device::index, "The number that the driver gives it."),
            Field.orNull("sku", Type.TEXT, Device::model, "What kind of GPU it is."),
            Field.orNull("instance", Type.TEXT, Device::instance, "Which MIG instance, if it is one."),
            Field.orNull("profile", Type.TEXT, Device::profile, "The profile of the MIG instance."),
            Field.orNull("at", Type.MILLIS, Device::at, "When it was read last."),
            figure("activity", PART, Device::activity, "How active it was since the reading before that."),
            figure("memory_used_bytes", WHOLE, Device::memoryUsed, "The memory that was in use."),
            figure("memory_total_bytes", WHOLE, Device::memoryTotal, "How much it has."),
            figure("power_watts", TENTH, Device::power, "The power that it took."),
            figure("power_limit_watts", TENTH, Device::powerLimit, "The power that it may take."),
            figure("temperature_celsius", TENTH, Device::temperature, "Its temperature."),
            Field.orNull(
                    "ecc_uncorrected_errors",
                    Type.WHOLE_NUMBER,
                    Device::eccUncorrected,
                    "Memory errors that were not corrected, since the driver was loaded."),
            Field.orNull(
                    "row_remap_failed",
                    Type.WHOLE_NUMBER,
                    Device::rowRemapFailed,
                    "1 where bad memory could not be replaced."),
            Field.orNull("lost", Type.WHOLE_NUMBER, Device::lost, "1 where it fell off the bus."));

    private static final Shape<Found> SHAPE = Shape.of(
            "data",
            Field.of("cluster", Type.TEXT, found -> found.name().cluster(), "Where it is."),
            Field.of("node", Type.TEXT, found -> found.name().node(), "Its name."),
            Field.of("devices", Type.list(Type.object(DEVICE)), Found::devices, "Its GPUs and their MIG instances."),
            Field.of(
                    "findings",
                    Type.list(Type.object(FindingFields.SHAPE)),
                    found -> found.findings().findings().stream()
                            .map(stored ->
                                    new FindingFields.Row(stored, found.now().toEpochMilli()))
                            .toList(),
                    "What was found about it and its GPUs in the last week."));

    private static final Table<Found, ?> TABLE = new Table<>(DEVICE, Found::devices, _ -> Map.of());

    private final NodeTables nodes;
    private final FindingAnswers findings;
    private final Supplier<Present> present;
    private final InstantSource clock;

    NodeEndpoint(NodeTables nodes, FindingAnswers findings, Supplier<Present> present, InstantSource clock) {
        this.nodes = nodes;
        this.findings = findings;
        this.present = present;
        this.clock = clock;
    }

    private static <R> Field<R> figure(
            String name, Type<BigDecimal> type, Function<R, OptionalDouble> value, String meaning) {
        return Field.orNull(name, type, row -> figure(value.apply(row)), meaning);
    }

    private static Optional<BigDecimal> figure(OptionalDouble value) {
        return value.isPresent() ? Optional.of(BigDecimal.valueOf(value.getAsDouble())) : Optional.empty();
    }

    Endpoint<?, ?> api() {
        return new Endpoint<>(
                        "/api/v1/node",
                        "what the GPUs of a node said last",
                        Question.of(OF_API, asked -> {
                            var _ = asked.format();
                            return new NodeName(asked.get(CLUSTER), asked.get(NODE));
                        }),
                        Document.of(SHAPE).orTable(TABLE),
                        this::answer)
                .orNotFound(ABSENCE);
    }

    /// @param links where the foot of the page leads to
    Endpoint<?, ?> page(List<Link> links) {
        return new Endpoint<>(
                        PATH,
                        "what the GPUs of a node say and who holds them, for people",
                        Question.of(OF_PAGE, asked -> new NodeName(asked.get(CLUSTER), asked.get(NODE))),
                        new Html<Found>((found, viewer) -> Frame.of(PATH, links, viewer)
                                .around("Node " + found.name().node(), new NodePage(found).node())),
                        this::answer)
                .orNotFound(ABSENCE);
    }

    private Outcome<Found> answer(NodeName name) {
        var now = clock.instant();
        var devices = nodes.devices(name, now.toEpochMilli());
        if (devices.isEmpty()) {
            return new NotFound<>("no node %s of cluster %s has GPUs; /search finds nodes by a part of their name"
                    .formatted(name.node(), name.cluster()));
        }
        var here = present.get().entries().stream()
                .filter(entry -> entry.entry().unit().cluster().equals(name.cluster())
                        && entry.node().equals(Optional.of(name.node())))
                .toList();
        return new Answered<>(new Found(name, now, devices, here, findings.answer(about(name, now))));
    }

    private static FindingQuestion about(NodeName name, Instant now) {
        return new FindingQuestion(
                new Span(now.minus(PAST).toEpochMilli(), now.toEpochMilli() + 1),
                State.ALL,
                Optional.of(name.cluster()),
                Optional.of(name.node()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                FINDINGS_MAX,
                now.toEpochMilli());
    }
}
