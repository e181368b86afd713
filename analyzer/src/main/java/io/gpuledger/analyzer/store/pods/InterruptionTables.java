package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Answers how often pods were taken from their nodes, and what that cost.
public final class InterruptionTables {
    private static final Comparator<Row> ORDER = Comparator.comparingLong(
                    (Row row) -> row.tally().total().interruptions())
            .thenComparingDouble(row -> row.tally().podHours())
            .reversed()
            .thenComparing(row -> row.key().toString());

    private final ReadPool readPool;
    private final Teams teams;

    /// The pods that have the same value of each dimension that was asked by.
    ///
    /// @param key what they have, in the order of the question
    public record Row(List<Optional<String>> key, Tally tally) {}

    /// Says how often pods were interrupted.
    ///
    /// @param rows those with the most interruptions first
    /// @param count of rows, with those that the limit left out
    /// @param total all pods that were asked for
    public record Answer(List<Row> rows, int count, Tally total) {}

    private record Ran(List<Optional<String>> key, Run run, Optional<Workload> workload) {}

    /// @param teams by which the books find out who pays
    public InterruptionTables(Database database, Teams teams) {
        this.readPool = database.readPool();
        this.teams = teams;
    }

    /// Answers one question. Throws [CannotAskException].
    public Answer answer(PodQuestion question) {
        if (question.window().isEmpty()) {
            return answer(question, List.of(), new Starts());
        }
        return readPool.ask(reading -> {
            var starts = new Starts();
            var wanted = new ArrayList<Ran>();
            var rows = new PodRows(reading.planningEach().session(), teams);
            rows.ran(question.window(), (pod, run, workload) -> {
                reading.requireTime();
                if (question.wantsTeamOf(pod)) {
                    run.ran().ifPresent(millis -> workload.ifPresent(name -> starts.add(name, millis)));
                }
                if (question.wants(pod)) {
                    wanted.add(new Ran(question.key(pod), run, workload));
                }
            });
            return answer(question, wanted, starts);
        });
    }

    private static Answer answer(PodQuestion question, List<Ran> wanted, Starts starts) {
        var total = new Tally(question.window());
        Map<List<Optional<String>>, Tally> tallies = new HashMap<>();
        for (var ran : wanted) {
            total.add(ran.run(), ran.workload(), starts);
            tallies.computeIfAbsent(ran.key(), _ -> new Tally(question.window()))
                    .add(ran.run(), ran.workload(), starts);
        }
        var rows = tallies.entrySet().stream()
                .map(each -> new Row(each.getKey(), each.getValue()))
                .sorted(ORDER)
                .skip(question.skip())
                .limit(question.limit())
                .toList();
        return new Answer(rows, tallies.size(), total);
    }
}
