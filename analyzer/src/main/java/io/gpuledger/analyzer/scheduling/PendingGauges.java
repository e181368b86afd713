package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting.Part;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Tells how many pods wait for GPUs, for how many, what keeps them, and which GPUs stand free meanwhile.
final class PendingGauges implements Look {
    private record Kind(String cluster, String team, Blocker reason) {
        static Kind of(Verdict verdict) {
            return new Kind(verdict.pod().cluster(), verdict.pod().team(), verdict.blocker());
        }

        Tags tags() {
            return Tags.of("cluster", cluster, "team", team, "reason", reason.word());
        }
    }

    private record Pair(String cluster, Optional<String> freeSku, Optional<String> wantedSku, Blocker reason) {
        static Pair of(String cluster, Part part) {
            return new Pair(cluster, part.freeSku(), part.wantedSku(), part.reason());
        }

        Tags tags() {
            return Tags.of(
                    "cluster", cluster,
                    "free_sku", freeSku.orElse(""),
                    "wanted_sku", wantedSku.orElse(""),
                    "reason", reason.word());
        }
    }

    private final BacklogTables tables;
    private final InstantSource clock;
    private final MultiGauge pods;
    private final MultiGauge gpus;
    private final MultiGauge free;

    PendingGauges(Database database, Teams teams, InstantSource clock, MeterRegistry registry) {
        this.tables = new BacklogTables(database, teams);
        this.clock = clock;
        this.pods = gauge("gpu.pending.pods", "How many pods wait for GPUs, by what keeps them.", registry);
        this.gpus = gauge(
                "gpu.pending.gpus",
                "How many GPUs, or instances of GPUs, pods wait for, by what keeps these pods.",
                registry);
        this.free = gauge(
                "gpu.free.while.waiting.gpus",
                "How many GPUs nobody holds while pods wait for as many, by what stands between them. A kind that is"
                        + " empty is not known where they are free, and any where they are wanted.",
                registry);
    }

    private static MultiGauge gauge(String name, String description, MeterRegistry registry) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    @Override
    public String trouble() {
        return "Pods that wait are not told";
    }

    @Override
    public void lose() {
        tell(Map.of());
        free.register(List.of(), true);
    }

    @Override
    public void look() {
        var verdicts = new ArrayList<Verdict>();
        var pairs = new HashMap<Pair, Double>();
        tables.at(clock.millis(), Optional.empty()).byCluster().forEach((cluster, backlog) -> {
            var ofCluster = backlog.verdicts();
            verdicts.addAll(ofCluster);
            backlog.freeWhileWaiting(ofCluster)
                    .parts()
                    .forEach(part -> pairs.merge(Pair.of(cluster, part), part.gpus(), Double::sum));
        });
        tell(verdicts.stream().collect(Collectors.groupingBy(Kind::of)));
        free.register(
                pairs.entrySet().stream()
                        .<Row<?>>map(pair -> Row.of(pair.getKey().tags(), pair.getValue()))
                        .toList(),
                true);
    }

    private void tell(Map<Kind, List<Verdict>> verdicts) {
        pods.register(rows(verdicts, List::size), true);
        gpus.register(
                rows(
                        verdicts,
                        each -> each.stream()
                                .mapToDouble(verdict -> verdict.pod().gpus().doubleValue())
                                .sum()),
                true);
    }

    private static List<Row<?>> rows(Map<Kind, List<Verdict>> verdicts, ToDoubleFunction<List<Verdict>> value) {
        return verdicts.entrySet().stream()
                .<Row<?>>map(each -> Row.of(each.getKey().tags(), value.applyAsDouble(each.getValue())))
                .toList();
    }
}
