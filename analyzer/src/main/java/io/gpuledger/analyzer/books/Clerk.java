package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.store.database.BookedEntry;
import io.gpuledger.analyzer.store.database.GpuHours;
import io.gpuledger.analyzer.store.database.KnownGpu;
import io.gpuledger.analyzer.store.database.RowTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

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
    private final Neighbours neighbours;
    private final long now;
    private final long settled;
    private Optional<Facts> latest = Optional.empty();

    /// A cluster as it was for a window: items of the same follow each other.
    private record Facts(String cluster, Span window, ClusterFacts known, Vacancies vacancies) {}

    /// @param settled until when hours are settled
    Clerk(RowTables rows, Rules rules, Collection<KnownGpu> fleet, long now, long settled) {
        this.rows = rows;
        this.rules = rules;
        this.neighbours = new Neighbours(fleet);
        this.now = now;
        this.settled = settled;
    }

    List<Sheet> sheets(Connection connection, Item item) throws SQLException {
        var window = item.window();
        var facts = facts(connection, item.cluster(), window);
        var cluster = facts.known();
        var around = Reach.around(window, rules.longest(cluster.pods()));
        var told = rows.rows(connection, item.gpus(), around.from(), around.to());
        var evidence = Evidence.of(connection, cluster, item.gpus(), told, around.from());
        var sheets = new ArrayList<Sheet>();
        for (var gpu : item.gpus()) {
            var booking = new Booking(gpu, told, evidence, facts.known(), facts.vacancies(), neighbours, rules, now);
            sheets.add(new Sheet(booking.hours(window, settled), window.to() > now ? booking.present() : List.of()));
        }
        return sheets;
    }

    private Facts facts(Connection connection, String cluster, Span window) throws SQLException {
        var known = latest.filter(
                facts -> facts.cluster().equals(cluster) && facts.window().equals(window));
        if (known.isEmpty()) {
            var around = new Span(window.from() - CLUSTER_REACH, Math.max(now, window.to()) + 1);
            var loaded = ClusterFacts.load(connection, cluster, around);
            var vacancies = new Vacancies(neighbours, cluster, loaded.nodes(), now);
            known = Optional.of(new Facts(cluster, window, loaded, vacancies));
            latest = known;
        }
        return known.get();
    }
}
