package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.latency.Course;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import java.util.EnumMap;
import java.util.Optional;

/// The first columns of a row about a pod: all that was told of when it came where.
///
/// That a pod is scheduled is told by its condition, and since when. Where nobody tells of conditions, a pod was
/// scheduled by the time that a kubelet took it, or that it was first seen on a node. It ran by the time that it was
/// first seen to be running, or ready, or that its last container ended. A gate is gone since it was first seen that
/// none stands. What is told of more than one way counts as of the earliest.
final class CourseColumns {
    /// These are of an object `o`, and of what was `told` of it.
    static final String ALL = String.join(
            ", ",
            millis("o.first_seen"),
            "told.created",
            millis("least(told.scheduled, told.placed)"),
            "told.started",
            millis("told.ran"),
            millis("told.ready"),
            "told.finished",
            millis("least(told.ended, o.gone)"));

    /// How many columns these are, so that others count on from there.
    static final int COUNT = 8;

    /// These are of the attributes of an object.
    static final String TOLD = """
        min(value) filter (where name = 'created') as created,
        min(since) filter (where name = 'condition.PodScheduled' and value = 'true') as scheduled,
        min(value) filter (where name = 'started') as started,
        min(since) filter (where name = 'node' and value is not null) as placed,
        min(since) filter (where name = 'phase' and value = 'Running') as ran,
        min(since) filter (where name = 'condition.Ready' and value = 'true') as ready,
        min(since) filter (where name = 'phase' and value in ('Succeeded', 'Failed')) as ended,
        max(value) filter (where name = 'finished') as finished\
        """;

    private CourseColumns() {}

    /// Returns an instant as SQL has it in milliseconds since 1970.
    static String millis(String time) {
        return "(extract(epoch from %s) * 1000)::bigint".formatted(time);
    }

    /// Reads a pod that never had a gate, or of which nobody wants to know when it had none any more: when it came
    /// anywhere else does not depend on that.
    static Course read(ResultRow row) throws DatabaseException {
        return read(row, Optional.empty(), Optional.empty());
    }

    /// @param gated when it was last told to have a gate
    /// @param opened when it was last told to have none any more
    static Course read(ResultRow row, Optional<Long> gated, Optional<Long> opened) throws DatabaseException {
        var created = instant(row, 2).orElse(row.longNumber(1));
        var finished = instant(row, 7);
        var reached = new EnumMap<Stage, Long>(Stage.class);
        opened.filter(millis -> millis > gated.orElse(Long.MIN_VALUE))
                .ifPresent(millis -> reached.put(Stage.OPENED, millis));
        earliest(row.optionalLongNumber(3), instant(row, 4)).ifPresent(millis -> reached.put(Stage.SCHEDULED, millis));
        earliest(row.optionalLongNumber(5), finished).ifPresent(millis -> reached.put(Stage.RUNNING, millis));
        row.optionalLongNumber(6).ifPresent(millis -> reached.put(Stage.READY, millis));
        return new Course(created, gated.isPresent(), reached, earliest(row.optionalLongNumber(8), finished));
    }

    private static Optional<Long> instant(ResultRow row, int column) throws DatabaseException {
        return row.optionalText(column).flatMap(Instants::millis);
    }

    private static Optional<Long> earliest(Optional<Long> one, Optional<Long> other) {
        return one.isEmpty() || other.filter(millis -> millis < one.get()).isPresent() ? other : one;
    }
}
