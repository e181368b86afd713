package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.benchmark.CommandLine;
import io.gpuledger.analyzer.benchmark.ProcessTree;
import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;

/// What findings add to the work for a fleet: the same minutes of the same fleet are written and booked in two
/// databases in turns, and in one of them findings are kept as well: readings are watched as they are written,
/// and each minute there is a pass. What counts is the CPU time of this process and of PostgreSQL. Pages are
/// not read here, which would add to what findings are held against.
public final class PassCost {
    private static final Setting<Long> GPUS = Setting.whole("gpus", "How many GPUs there are, eight on a node.")
            .that(gpus -> gpus >= 8, "8 or more")
            .or("100000");
    private static final Setting<Long> MINUTES = Setting.whole("minutes", "How many minutes are measured.")
            .that(minutes -> minutes >= 1 && minutes <= 50, "1 to 50")
            .or("8");
    private static final Declaration DECLARATION = new Declaration(
            "findings-pass", "Measures what findings add to writing and booking.", List.of(), List.of(GPUS, MINUTES));

    private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
    private static final Duration TICK = Duration.ofSeconds(30);
    /// These minutes are not measured: code is compiled, and all that is told first is new.
    private static final int WARM = 3;

    private static final int PORTION = 10_000;
    private static final int GPUS_OF_NODE = 8;

    private final int gpus;
    private final List<Holding> holdings = new ArrayList<>();

    /// A result has what the same minutes of a fleet have taken without findings and with them.
    ///
    /// @param plain CPU time of writing and booking, in milliseconds of a measured minute
    /// @param watched the same with findings
    /// @param passMillis how long a pass took, of the clock
    /// @param askedMillis how long it took to ask what runs on all GPUs, and how often nodes failed with it
    public record Result(int gpus, double plain, double watched, double passMillis, double askedMillis) {
        double part() {
            return watched / plain - 1;
        }
    }

    /// One of the two databases with what works on it.
    private final class Side implements AutoCloseable {
        private final Kept kept;
        private final Optional<Findings> findings;
        private final AtomicReference<Instant> now = new AtomicReference<>(BEGIN);
        private Duration cpu = Duration.ZERO;
        private Duration passes = Duration.ZERO;

        Side(boolean isWatched) throws Exception {
            kept = Kept.at(BEGIN, BEGIN.plus(Duration.ofHours(1)));
            findings = isWatched ? Optional.of(findings()) : Optional.empty();
            findings.ifPresent(kept::alsoTellOfRows);
            kept.tell(List.of(), cluster());
            kept.vacuum();
        }

        private Findings findings() {
            return new Findings(
                    kept.database(),
                    Xids.BUILT_IN,
                    kept::present,
                    new Keeping(() -> Instant.EPOCH, () -> Instant.EPOCH),
                    Duration.ofMinutes(1),
                    now::get,
                    new SimpleMeterRegistry());
        }

        void minute(List<List<Row>> ticks, Instant end, boolean counts) throws Exception {
            var before = cpu();
            for (var tick : ticks) {
                for (var from = 0; from < tick.size(); from += PORTION) {
                    kept.tell(tick.subList(from, Math.min(tick.size(), from + PORTION)), List.of());
                }
            }
            now.set(end);
            kept.passAt(end);
            var begun = System.nanoTime();
            if (findings.isPresent()) {
                findings.get().pass();
            }
            if (counts) {
                passes = passes.plusNanos(System.nanoTime() - begun);
                cpu = cpu.plus(cpu()).minus(before);
            }
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    public PassCost(int gpus) {
        this.gpus = gpus;
        for (var gpu = 0; gpu < gpus; gpu++) {
            var pod = gpu / GPUS_OF_NODE;
            holdings.add(new Holding(
                    new Holder("team-" + pod % 100, "train-" + pod, "main", Optional.of("uid-" + pod)),
                    Optional.of(new Share(1, 1, "exclusive")),
                    OptionalDouble.empty(),
                    OptionalDouble.empty()));
        }
    }

    private static Duration cpu() {
        var tree = new ProcessTree(
                ProcessHandle.current().pid(),
                Optional.of(Path.of("target", "test-postgres").toAbsolutePath()));
        var cpu = tree.cpu();
        return cpu.own().plus(cpu.postgres());
    }

    private List<Statement> cluster() {
        var millis = BEGIN.toEpochMilli();
        var statements = new ArrayList<Statement>();
        for (var node = 0; node < gpus / GPUS_OF_NODE; node++) {
            var name = "n" + node;
            statements.add(Told.part(
                    ObjectId.named("here", Kind.NODE, name),
                    millis,
                    "labels",
                    "{\"gpu_ledger_io_pool\":\"p%d\",\"nvidia_com_gpu_product\":\"H100\"}".formatted(node % 20),
                    "condition.Ready",
                    "true",
                    "capacity.nvidia.com/gpu",
                    "8",
                    "allocatable.nvidia.com/gpu",
                    "8"));
            for (var part : List.of("nvidia-device-plugin-daemonset", "nvidia-container-toolkit-daemonset")) {
                statements.add(Told.part(
                        ObjectId.gpuSoftware(ObjectId.pod("here", "gpu-operator", part + "-" + node, part + node)),
                        millis,
                        "node",
                        name,
                        "owner",
                        "DaemonSet/" + part,
                        "condition.ContainersReady",
                        "true"));
            }
        }
        for (var gpu = 0; gpu < gpus; gpu++) {
            statements.add(Told.part(
                    ObjectId.gpu(unit(gpu).id()),
                    millis,
                    "driver",
                    "580.95.05",
                    "cuda",
                    "13.0",
                    "vbios",
                    "96.00.74.00.01",
                    "ecc",
                    "enabled"));
        }
        return statements;
    }

    private static Unit unit(int gpu) {
        return new Unit(
                new UnitId("here", "GPU-%08d-0000-4000-8000-000000000000".formatted(gpu), Optional.empty()),
                "n" + gpu / GPUS_OF_NODE,
                Optional.of(String.valueOf(gpu % GPUS_OF_NODE)),
                Optional.of("NVIDIA H100 80GB HBM3"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private List<Row> tick(List<Unit> units, long seconds) {
        var millis = BEGIN.toEpochMilli() + seconds * 1_000;
        var rows = new ArrayList<Row>(units.size());
        for (var gpu = 0; gpu < units.size(); gpu++) {
            rows.add(new Row(
                    units.get(gpu), millis, values(gpu, (double) seconds), List.of(holdings.get(gpu)), List.of()));
        }
        return rows;
    }

    /// A GPU that works well: no two tell the same.
    private static Values values(int gpu, double seconds) {
        var activity = 0.5 + 0.05 * (gpu % 8);
        Map<Field, Double> told = new EnumMap<>(Field.class);
        told.put(Field.OBSERVED_SECONDS, seconds);
        told.put(Field.BUSY_SECONDS, seconds * Math.min(1, activity + 0.1));
        told.put(Field.ENGINE_ACTIVE_SECONDS, seconds * activity);
        told.put(Field.SM_ACTIVE_SECONDS, seconds * activity * 0.8);
        told.put(Field.TENSOR_ACTIVE_SECONDS, seconds * activity * 0.4);
        told.put(Field.DRAM_ACTIVE_SECONDS, seconds * activity * 0.3);
        told.put(Field.UTILIZATION_RATIO, activity);
        told.put(Field.MEMORY_USED_BYTES, 40e9 + gpu);
        told.put(Field.MEMORY_FREE_BYTES, 40e9 - gpu);
        told.put(Field.MEMORY_TOTAL_BYTES, 80e9);
        told.put(Field.TEMPERATURE_CELSIUS, 55.0 + gpu % 10);
        told.put(Field.MEMORY_TEMPERATURE_CELSIUS, 65.0 + gpu % 10);
        told.put(Field.TEMPERATURE_MARGIN_CELSIUS, 30.0 - gpu % 10);
        told.put(Field.POWER_WATTS, 500 + seconds % 7);
        told.put(Field.POWER_LIMIT_WATTS, 700.0);
        told.put(Field.ENERGY_JOULES, 500 * seconds);
        told.put(Field.SM_CLOCK_HERTZ, 1.98e9);
        told.put(Field.SM_CLOCK_MAX_HERTZ, 1.98e9);
        told.put(Field.THROTTLED_POWER_CAP_SECONDS, 0.0);
        told.put(Field.THROTTLED_SW_THERMAL_SECONDS, 0.0);
        told.put(Field.THROTTLED_HW_THERMAL_SECONDS, 0.0);
        told.put(Field.THROTTLED_HW_POWER_BRAKE_SECONDS, 0.0);
        told.put(Field.ECC_CORRECTED_ERRORS, 0.0);
        told.put(Field.ECC_UNCORRECTED_ERRORS, 0.0);
        told.put(Field.ROW_REMAP_PENDING, 0.0);
        told.put(Field.ROW_REMAP_FAILED, 0.0);
        told.put(Field.PCIE_LINK_WIDTH, 16.0);
        told.put(Field.PCIE_REPLAYS, 0.0);
        told.put(Field.NVLINK_LINKS_UP, 18.0);
        told.put(Field.NVLINK_SENT_BYTES, 1e9 * seconds);
        told.put(Field.NVLINK_RECEIVED_BYTES, 1e9 * seconds);
        told.put(Field.LOST, 0.0);
        told.put(Field.STUCK, 0.0);
        var said = told.keySet().stream().mapToLong(Field::bit).reduce(0, (some, bit) -> some | bit);
        return Values.of(
                said,
                Field.ALL.stream()
                        .filter(told::containsKey)
                        .mapToDouble(field -> told.getOrDefault(field, 0.0))
                        .toArray());
    }

    public Result measure(int minutes) throws Exception {
        var units = new ArrayList<Unit>();
        for (var gpu = 0; gpu < gpus; gpu++) {
            units.add(unit(gpu));
        }
        try (var plain = new Side(false);
                var watched = new Side(true)) {
            for (var minute = 1; minute <= WARM + minutes; minute++) {
                var end = BEGIN.plusSeconds(60L * minute);
                var ticks = List.of(tick(units, 60L * minute - TICK.toSeconds()), tick(units, 60L * minute - 1));
                plain.minute(ticks, end, minute > WARM);
                watched.minute(ticks, end, minute > WARM);
            }
            if (!watched.kept.rows("select kind from gpu_ledger.finding").isEmpty()) {
                throw new IllegalStateException("something was found of GPUs that are well");
            }
            var begun = System.nanoTime();
            var now = BEGIN.plusSeconds(60L * (WARM + minutes)).toEpochMilli();
            var variants = new FailureTables(watched.kept.database())
                    .variants(new Span(BEGIN.toEpochMilli(), now), Optional.empty());
            if (variants.size() != 4) {
                throw new IllegalStateException("GPUs that are alike are told apart: " + variants);
            }
            return new Result(
                    gpus,
                    (double) plain.cpu.toMillis() / minutes,
                    (double) watched.cpu.toMillis() / minutes,
                    (double) watched.passes.toMillis() / minutes,
                    (double) (System.nanoTime() - begun) / 1e6);
        }
    }

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, PassCost::run);
    }

    private static void run(Settings settings) {
        var machine = Machine.here().text();
        try {
            var cost = new PassCost(Math.toIntExact(settings.get(GPUS)));
            var text = text(machine, cost.measure(Math.toIntExact(settings.get(MINUTES))));
            System.out.print(text);
            if (System.getProperty("update") != null) {
                Golden.section(Path.of("docs/benchmarks.md"), "findings pass").matches(text);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(String machine, Result result) {
        return """
            %s

            | %,d GPUs, each 30 s, out of a database | CPU for a minute |
            |---|---:|
            | writing and booking | %,.0f ms |
            | the same with findings | %,.0f ms |
            | - what they add | %.1f %% |
            | a pass, by the clock | %,.0f ms |
            | `/api/v1/variants` of all, by the clock | %,.0f ms |
            """.formatted(
                        machine,
                        result.gpus(),
                        result.plain(),
                        result.watched(),
                        100 * result.part(),
                        result.passMillis(),
                        result.askedMillis());
    }
}
