package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.quota.Quota;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.quotas.QuotaTables;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Tells what quotas over GPUs give, and what is used and borrowed of them now: from what the database was told of
/// them.
final class QuotaGauges implements Look {
    private static final Logger LOG = System.getLogger(QuotaGauges.class.getName());

    /// Each makes three series. Those beyond are told by `/api/v1/quota` alone.
    static final int QUOTAS_MAX = 2_000;

    private final QuotaTables tables;
    private final InstantSource clock;
    private final MultiGauge hard;
    private final MultiGauge used;
    private final MultiGauge borrowed;
    private String said = "";

    QuotaGauges(Database database, InstantSource clock, MeterRegistry registry) {
        this.tables = new QuotaTables(database);
        this.clock = clock;
        this.hard = gauge("gpu.quota.hard", "How many GPUs, or instances of GPUs, a quota gives.", registry);
        this.used = gauge("gpu.quota.used", "How many stand against a quota; absent where nobody tells.", registry);
        this.borrowed = gauge("gpu.quota.borrowed", "How many of these are of others' quota.", registry);
    }

    private static MultiGauge gauge(String name, String description, MeterRegistry registry) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    @Override
    public String trouble() {
        return "Quotas are not told";
    }

    @Override
    public void lose() {
        tell(List.of());
    }

    /// Asks the database, and tells what it says.
    @Override
    public void look() {
        var quotas = tables.standing(clock.millis());
        tell(quotas.stream().limit(QUOTAS_MAX).toList());
        say(
                quotas.size() > QUOTAS_MAX
                        ? "Of %,d quotas over GPUs, metrics tell the first %,d.".formatted(quotas.size(), QUOTAS_MAX)
                        : "");
    }

    private void say(String words) {
        if (!words.isEmpty() && !words.equals(said)) {
            LOG.log(Level.WARNING, words);
        }
        said = words;
    }

    private void tell(List<Quota> quotas) {
        hard.register(rows(quotas, quota -> Optional.of(quota.allowance().nominal())), true);
        used.register(rows(quotas, quota -> quota.allowance().used()), true);
        borrowed.register(rows(quotas, Quota::borrowed), true);
    }

    private static List<Row<?>> rows(List<Quota> quotas, Function<Quota, Optional<Long>> value) {
        return quotas.stream()
                .<Row<?>>flatMap(quota -> value.apply(quota).map(number -> Row.of(tags(quota.id()), number)).stream())
                .toList();
    }

    private static Tags tags(Quota.Id id) {
        return Tags.of(
                "cluster", id.cluster(),
                "kind", id.kind().word(),
                "namespace", id.namespace().orElse(""),
                "name", id.name(),
                "resource", id.resource(),
                "flavor", id.flavor().orElse(""));
    }
}
