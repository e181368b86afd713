package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Life;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Finds what a holder of a shared unit did itself, by the counters of its processes. These began at zero when its hold
/// began. From the holder's last reading to the end of its hold, which comes before the unit's next reading, the holder
/// went on as it was.
final class OwnActivity {
    private final Tenant tenant;
    private final Span held;
    private final List<Row> rows;
    private final Tenants tenants;

    private OwnActivity(Tenant tenant, Span held, List<Row> rows, Tenants tenants) {
        this.tenant = tenant;
        this.held = held;
        this.rows = rows;
        this.tenants = tenants;
    }

    /// Returns what the tenant did itself. This is empty where its processes are not told apart.
    ///
    /// @param rows of the unit, sorted by time
    static List<Stretch> of(Tenant tenant, Span held, List<Row> rows, Tenants tenants) {
        return new OwnActivity(tenant, held, rows, tenants).stretches();
    }

    private List<Stretch> stretches() {
        var told = rows.stream()
                .filter(row -> held.contains(row.millis())
                        && (row.values().said() & Field.OBSERVED_SECONDS.bit()) != 0
                        && busy(row).isPresent())
                .toList();
        if (told.isEmpty()) {
            return List.of();
        }
        var stretches = new ArrayList<Stretch>();
        first(told.getFirst()).ifPresent(stretches::add);
        var counted = Counted.of(told, row -> busy(row).orElse(0));
        stretches.addAll(Bursts.found(Steps.found(counted, Collections.emptyNavigableSet())));
        if (!stretches.isEmpty()) {
            last(told.getLast(), stretches.getLast()).ifPresent(stretches::add);
        }
        return stretches;
    }

    private Optional<Stretch> first(Row row) {
        var span = new Span(held.from(), row.millis());
        if (span.isEmpty() || !isBeginSeen(row)) {
            return Optional.empty();
        }
        return Optional.of(stretch(span, Math.round(busy(row).orElse(0) * 1e6)));
    }

    /// Says whether the unit was read before the tenant held it, and by the same life of the exporter.
    private boolean isBeginSeen(Row first) {
        return rows.stream()
                .takeWhile(row -> row.millis() < held.from())
                .reduce((_, last) -> last)
                .filter(last -> isOneLife(last, first))
                .isPresent();
    }

    private static boolean isOneLife(Row before, Row after) {
        var seen = after.values().or(Field.OBSERVED_SECONDS, 0)
                - before.values().or(Field.OBSERVED_SECONDS, Double.MAX_VALUE);
        return Reach.joins(before.millis(), after.millis()) && seen > 0 && !Life.isNew(before, after);
    }

    private Optional<Stretch> last(Row row, Stretch before) {
        var next = rows.stream()
                .filter(one -> one.millis() > row.millis())
                .findFirst()
                .filter(one -> isOneLife(row, one));
        var span = new Span(
                row.millis(), next.map(one -> Math.min(one.millis(), held.to())).orElse(row.millis()));
        if (span.isEmpty() || span.millis() > before.span().millis()) {
            return Optional.empty();
        }
        return Optional.of(stretch(span, Math.round(before.activity() * (span.millis() * MICROS))));
    }

    private static Stretch stretch(Span span, long active) {
        var all = span.millis() * MICROS;
        return new Stretch(span, Optional.of(Basis.UTILIZATION), all, Math.min(all, active), 0);
    }

    /// Returns for how many seconds all containers of the tenant were busy together, as far as a row tells that.
    private OptionalDouble busy(Row row) {
        return row.holdings().stream()
                .filter(holding -> holding.busySeconds().isPresent() && isOfThis(holding, row))
                .map(Holding::busySeconds)
                .reduce((one, other) -> OptionalDouble.of(one.orElse(0) + other.orElse(0)))
                .orElse(OptionalDouble.empty());
    }

    private boolean isOfThis(Holding holding, Row row) {
        return holding.holder().pod().equals(tenant.owner().pod())
                && tenants.of(holding.holder(), row.millis()).owner().equals(tenant.owner());
    }
}
