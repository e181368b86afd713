package io.gpuledger.analyzer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/// Eight hours of a fleet of 32 GPUs, as Prometheus would have scraped them each minute: what the books say, and the
/// exporters of one node. The numbers are such that sums can be checked by head.
final class BookedFleet {
    /// How many GPUs of a team are in a state, all the time.
    private record Account(String cluster, String team, String sku, String state, String cause, double gpus) {
        String gauge() {
            return "gpu_ledger_gpus{cluster=\"%s\",team=\"%s\",sku=\"%s\",state=\"%s\"}"
                    .formatted(cluster, team, sku, state);
        }

        String counter() {
            return "gpu_ledger_gpu_seconds_total{cluster=\"%s\",team=\"%s\",sku=\"%s\",state=\"%s\",cause=\"%s\"}"
                    .formatted(cluster, team, sku, state, cause);
        }
    }

    private static final List<Account> ACCOUNTS = List.of(
            new Account("east", "vision", "H100", "used", "", 3),
            new Account("east", "vision", "H100", "underused", "", 2),
            new Account("east", "vision", "H100", "idle", "", 2),
            new Account("east", "vision", "H100", "starting", "", 1),
            new Account("east", "vision", "H100", "unhealthy", "", 1),
            new Account("east", "speech", "H100", "used", "", 4.5),
            new Account("east", "speech", "H100", "underused", "", 0.5),
            new Account("east", "speech", "H100", "idle", "", 1),
            new Account("east", "speech", "A100", "used", "", 0.5),
            new Account("east", "speech", "A100", "idle", "", 0.5),
            new Account("east", "speech", "H100", "unobserved", "silent", 1),
            new Account("east", "", "H100", "free", "", 3),
            new Account("east", "", "H100", "stranded", "host_cpu", 2),
            new Account("east", "", "H100", "withheld", "", 1),
            new Account("west", "vision", "L4", "used", "", 4),
            new Account("west", "vision", "L4", "idle", "", 4),
            new Account("west", "", "L4", "unobserved", "silent", 1));

    private static final int MINUTES = 480;
    private static final Instant BEGIN = Instant.parse("2026-11-02T00:00:00Z");
    static final Instant END = BEGIN.plus(Duration.ofMinutes(MINUTES));

    private static final double PRICE = 2.5;

    private final StringBuilder text = new StringBuilder();

    private BookedFleet() {}

    static String openMetrics() {
        var fleet = new BookedFleet();
        fleet.books();
        fleet.node();
        return fleet.text.append("# EOF\n").toString();
    }

    private void books() {
        for (var account : ACCOUNTS) {
            series(account.gauge(), _ -> account.gpus());
            series(account.counter(), minute -> settledHours(minute) * 3600 * account.gpus());
        }
        var gpus = ACCOUNTS.stream().mapToDouble(Account::gpus).sum();
        series("gpu_ledger_cost_total{currency=\"EUR\"}", minute -> settledHours(minute) * PRICE * gpus);
        series("gpu_analyzer_books_behind_seconds{instance=\"analyzer:8080\"}", minute -> minute % 3 * 20);
    }

    /// A settled hour is counted at once, an hour and a half after its end; there were some before.
    private static double settledHours(int minute) {
        return 100 + (minute + 30) / 60;
    }

    private void node() {
        var used = unit("0", "GPU-a", "");
        active(used, "gpu_sm_active_seconds_total", 0.8);
        held(used, "vision", "train-0", "main", "exclusive");
        // Its engine was busy for longer than its multiprocessors, which count.
        var shared = unit("1", "GPU-b", "");
        active(shared, "gpu_sm_active_seconds_total", 0.04);
        active(shared, "gpu_engine_active_seconds_total", 0.5);
        held(shared, "speech", "serve-0", "main", "replicas");
        held(shared, "speech", "serve-0", "sidecar", "replicas");
        held(shared, "speech", "serve-1", "main", "replicas");
        var instance = unit("2", "GPU-c", ",instance_id=\"7\"");
        active(instance, "gpu_engine_active_seconds_total", 0.02);
        held(instance, "vision", "notebook", "main", "exclusive");
        var old = unit("3", "GPU-d", "");
        active(old, "gpu_busy_seconds_total", 0.3);
        held(old, "vision", "old", "main", "exclusive");
        // Nobody holds it.
        active(unit("4", "GPU-e", ""), "gpu_sm_active_seconds_total", 0);
        health("2", "GPU-c", 0, 1);
        health("3", "GPU-d", 1, 0);
        health("4", "GPU-e", 0, 0);
    }

    private String unit(String gpu, String uuid, String more) {
        var labels = "node=\"n1\",gpu=\"%s\",uuid=\"%s\"%s".formatted(gpu, uuid, more);
        active(labels, "gpu_observed_seconds_total", 1);
        return labels;
    }

    private void active(String unit, String metric, double ratio) {
        series(metric + "{" + unit + "}", minute -> minute * 60 * ratio);
    }

    private void health(String gpu, String uuid, int lost, int stuck) {
        var labels = "{node=\"n1\",gpu=\"%s\",uuid=\"%s\"}".formatted(gpu, uuid);
        series("gpu_lost" + labels, _ -> lost);
        series("gpu_exporter_device_stuck" + labels, _ -> stuck);
    }

    private void held(String unit, String namespace, String pod, String container, String mode) {
        series(
                "gpu_holder_info{%s,namespace=\"%s\",pod=\"%s\",container=\"%s\",mode=\"%s\"}"
                        .formatted(unit, namespace, pod, container, mode),
                _ -> 1);
    }

    private void series(String series, IntToDoubleFunction value) {
        for (var minute = 0; minute <= MINUTES; minute++) {
            text.append(series)
                    .append(String.format(Locale.ROOT, " %.3f ", value.applyAsDouble(minute)))
                    .append(BEGIN.getEpochSecond() + minute * 60L)
                    .append('\n');
        }
    }
}
