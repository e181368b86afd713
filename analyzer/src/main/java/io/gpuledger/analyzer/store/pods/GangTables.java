package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers how much of their time workloads that run on many GPUs at once were at work on all of them.
public final class GangTables {
    private final ReadPool readPool;
    private final Teams teams;

    /// A workload, and what became of it.
    public record Row(String team, Workload workload, Gang gang) {}

    /// Says how workloads fared.
    ///
    /// @param rows those of the most GPU time first
    /// @param count of rows, with those that the limit left out
    public record Answer(List<Row> rows, int count) {
        public Answer {
            rows = List.copyOf(rows);
        }
    }

    /// @param teams by which the books find out who pays
    public GangTables(Database database, Teams teams) {
        this.readPool = database.readPool();
        this.teams = teams;
    }

    /// Answers one question; what rows are told apart by does not count. Throws [CannotAskException].
    ///
    /// @param gpus how many GPUs a workload has to have had at once, at least
    public Answer answer(PodQuestion question, int gpus) {
        if (question.window().isEmpty()) {
            return new Answer(List.of(), 0);
        }
        return readPool.ask(reading -> {
            var window = question.window();
            var cluster = cluster(question);
            var rows = GangRows.of(reading.planningEach(), question, window, cluster, gpus);
            new RunPods(reading, window, cluster).read(rows);
            return rows.answer(reading.session(), teams);
        });
    }

    private static Optional<String> cluster(PodQuestion question) {
        var asked = question.only().getOrDefault(PodDimension.CLUSTER, Set.of());
        return asked.size() == 1 ? asked.stream().findFirst() : Optional.empty();
    }
}
