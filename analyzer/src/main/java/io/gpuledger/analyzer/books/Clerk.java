package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.booking.Settling;
import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.Vacancies;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.samples.RowTables;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reads what was told of some GPUs and of their cluster, and says what stands in their accounts by it. Writes nothing.
final class Clerk {
    /// Pods that ended before that were waited for by nobody.
    static final long CLUSTER_REACH = Duration.ofHours(25).toMillis();

    /// A GPU's.
    ///
    /// @param present what it is now, where that is within the hours
    record Sheet(GpuHours hours, List<BookedEntry> present) {}

    private final RowTables rows;
    private final Rules rules;
    private final NodeGpus neighbours;
    private final long now;
    private final Settling settling;
    private Optional<Facts> latest = Optional.empty();

    /// A cluster as it was for a window: items of the same follow each other.
    private record Facts(String cluster, Span window, ClusterFacts known, Vacancies vacancies, Duration longestQuiet) {}

    Clerk(RowTables rows, Rules rules, NodeGpus neighbours, long now, Settling settling) {
        this.rows = rows;
        this.rules = rules;
        this.neighbours = neighbours;
        this.now = now;
        this.settling = settling;
    }

    List<Sheet> sheets(Connection connection, Item item) throws SQLException {
        var window = item.window();
        var facts = facts(connection, item.cluster(), window);
        var cluster = facts.known();
        var around = Reach.around(window, facts.longestQuiet());
        var gpus = neighbours.and(item.gpus());
        var told = rows.rows(connection, gpus, around.from(), around.to());
        var evidence = Evidence.of(connection, cluster, gpus, told, around.from());
        var bookings = new ArrayList<Booking>();
        for (var gpu : gpus) {
            bookings.add(new Booking(gpu, told, evidence, cluster, facts.vacancies(), neighbours, rules, now));
        }
        reckon(bookings, cluster, around);
        var asked = item.gpus().stream().map(KnownGpu::id).collect(Collectors.toSet());
        return bookings.stream()
                .filter(booking -> asked.contains(booking.gpu().id()))
                .map(booking ->
                        new Sheet(booking.hours(window, settling), window.to() > now ? booking.present() : List.of()))
                .toList();
    }

    /// Hour by hour, as far as what is booked depends on it.
    private void reckon(List<Booking> bookings, ClusterFacts cluster, Span around) {
        var nodes = new TreeMap<String, List<Booking>>();
        for (var booking : bookings) {
            booking.gpu()
                    .allNodes()
                    .forEach(node ->
                            nodes.computeIfAbsent(node, _ -> new ArrayList<>()).add(booking));
        }
        var reckonings = new ArrayList<Reckoning>();
        nodes.forEach((node, there) -> {
            var reckoning = new Reckoning(node, cluster, rules, there);
            if (reckoning.isAny(around)) {
                reckonings.add(reckoning);
                for (var hour = Hour.of(around.from()); hour < Math.min(now, around.to()); hour += Hour.MILLIS) {
                    reckoning.hour(new Span(hour, hour + Hour.MILLIS));
                }
            }
        });
        for (var booking : bookings) {
            booking.count(
                    reckonings.stream()
                            .flatMap(one -> one.holders(booking).stream())
                            .toList(),
                    reckonings.stream()
                            .flatMap(one -> one.withheld(booking).stream())
                            .toList());
        }
    }

    private Facts facts(Connection connection, String cluster, Span window) throws SQLException {
        var known = latest.filter(
                facts -> facts.cluster().equals(cluster) && facts.window().equals(window));
        if (known.isEmpty()) {
            var around = new Span(window.from() - CLUSTER_REACH, Math.max(now, window.to()) + 1);
            var loaded = load(connection, cluster, around);
            var vacancies = new Vacancies(neighbours, cluster, loaded.nodes(), now);
            known = Optional.of(new Facts(cluster, window, loaded, vacancies, rules.longest(loaded.pods())));
            latest = known;
        }
        return known.get();
    }

    private ClusterFacts load(Connection connection, String cluster, Span span) throws SQLException {
        var tables = new ClusterTables(connection);
        return new ClusterFacts(
                tables.nodes(cluster, span.from() - Membership.REACH, span.to()),
                tables.pods(cluster, span.from(), span.to()),
                tables.namespaces(cluster, span.from(), span.to()),
                tables.objects(cluster, Kind.TARGET, span.from() - Membership.REACH, span.to())
                        .values(),
                tables.objects(cluster, Kind.WORKLOAD, span.from(), span.to()),
                rules.maintenanceTaints(),
                span.to());
    }
}
