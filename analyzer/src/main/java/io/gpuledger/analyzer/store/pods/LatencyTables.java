package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.pods.LatencyAnswer.Draft;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.ReadPool;

/// Answers how long pods waited, from what was told of them: nothing of it is remembered, so that a restart changes
/// nothing, and it can be asked of any time that facts are kept of.
public final class LatencyTables {
    private final ReadPool readPool;
    private final Teams teams;

    /// @param teams by which the books find out who pays
    public LatencyTables(Database database, Teams teams) {
        this.readPool = database.readPool();
        this.teams = teams;
    }

    /// Answers one question. Throws [CannotAskException].
    public LatencyAnswer answer(PodQuestion question) {
        if (question.window().isEmpty()) {
            return new Draft(question).answer();
        }
        return readPool.ask(reading -> {
            var draft = new Draft(question);
            var rows = new PodRows(reading.planningEach().session(), teams);
            rows.within(question.window(), pod -> {
                reading.requireTime();
                draft.add(pod);
            });
            return draft.answer();
        });
    }
}
