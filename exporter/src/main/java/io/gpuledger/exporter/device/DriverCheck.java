package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks whether the driver answers, which GPUs there are, and whether it says of each what reports are made of.
public record DriverCheck(Backend backend) {
    public static final String SUBJECT = "driver";

    /// Activities are differences, so that the first reading has none.
    private static final Duration BETWEEN = Duration.ofMillis(1_500);

    public List<Line> lines() throws InterruptedException {
        try {
            var gpus = backend.scan();
            var lines = new ArrayList<Line>();
            // The GPUs were found without those.
            unready()
                    .map(state -> new Warning(SUBJECT, words(state), state.message()))
                    .forEach(lines::add);
            lines.addAll(lines(gpus));
            return lines;
        } catch (BackendException e) {
            var states = unready()
                    .<Line>map(state -> new Fault(SUBJECT, words(state), state.message()))
                    .toList();
            return states.isEmpty()
                    ? List.of(new Fault(SUBJECT, "it cannot be asked", String.valueOf(e.getMessage())))
                    : states;
        }
    }

    private Stream<BackendState> unready() {
        return backend.states().stream().filter(state -> !state.isReady());
    }

    private static String words(BackendState state) {
        return "%s %s".formatted(state.backend(), words(state.link()));
    }

    private static String words(Link link) {
        return switch (link) {
            case READY -> "is ready";
            case NO_LIBRARY -> "is not there: its library is not found";
            case NO_DRIVER -> "has no driver to ask: the kernel module is not loaded";
            case VERSION_MISMATCH -> "is of another version than the kernel module";
            case NO_PERMISSION -> "may not open the devices";
            case NO_SERVICE -> "has no service that answers";
            case RELEASED -> "was let go of on request";
            case FAILING -> "fails";
        };
    }

    private static List<Line> lines(List<Gpu> gpus) throws InterruptedException {
        if (gpus.isEmpty()) {
            return List.of(new Warning(
                    SUBJECT,
                    "it counts no GPU on this node",
                    "run the exporter on nodes with GPUs alone (nodeSelector)"));
        }
        var lines = new ArrayList<Line>();
        var models = gpus.stream()
                .map(gpu -> gpu.device().model())
                .collect(Collectors.groupingBy(model -> model, Collectors.counting()));
        var version = gpus.getFirst().device().platform().driverVersion();
        lines.add(new Ok(SUBJECT, "version %s, with %s".formatted(version, text(models))));
        gpus.forEach(gpu -> gpu.read(EnumSet.allOf(Pace.class)));
        Thread.sleep(BETWEEN);
        gpus.forEach(gpu -> lines.addAll(lines(gpu)));
        return lines;
    }

    private static String text(Map<String, Long> models) {
        return models.entrySet().stream()
                .map(model -> "%d x %s".formatted(model.getValue(), model.getKey()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static List<Line> lines(Gpu gpu) {
        var subject = "GPU " + gpu.device().index();
        var read = gpu.read(EnumSet.allOf(Pace.class)).gpu();
        if (read.of(Quantity.MEMORY_TOTAL) == Reading.Absent.LOST) {
            return List.of(new Fault(
                    subject,
                    "it has fallen off the bus",
                    "reset it, or restart the node; if it comes back, replace it"));
        }
        var lines = new ArrayList<Line>();
        absent(read, Quantity.SM_ACTIVE, "jobs that hang look busy")
                .ifPresent(cost -> lines.add(new Warning(
                        subject,
                        "SM activity cannot be read (%s)".formatted(cost),
                        "it takes Hopper or newer, or --backend auto with DCGM; nobody else may"
                                + " profile at the same time")));
        absent(read, Quantity.POWER, "energy is not counted")
                .ifPresent(cost -> lines.add(new Warning(
                        subject,
                        "power cannot be read (%s)".formatted(cost),
                        "look at nvidia-smi and at dmesg on the node")));
        return lines;
    }

    private static Optional<String> absent(Readings read, Quantity quantity, String cost) {
        return read.of(quantity) instanceof Reading.Absent why && why != Reading.Absent.NO_DATA
                ? Optional.of(why.word() + ", so that " + cost)
                : Optional.empty();
    }
}
