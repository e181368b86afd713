package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.progress.ReadProgress;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// What was read so far. It stands in the database, too, and while that is away, what could not be noted is noted
/// later: all that is lost by an end meanwhile is that some of it is read again.
final class Reached {
    private final ReadProgress progress;
    private final List<Span> unsaved = new ArrayList<>();
    private List<Span> all;

    private Reached(ReadProgress progress, List<Span> all) {
        this.progress = progress;
        this.all = Span.union(all);
    }

    static Reached load(ReadProgress progress) throws DatabaseException, SchemaException {
        return new Reached(progress, progress.all());
    }

    /// Returns all of it, sorted and without overlaps.
    List<Span> all() {
        return all;
    }

    void add(Span read) {
        var more = new ArrayList<>(all);
        more.add(read);
        all = Span.union(more);
        unsaved.removeIf(span -> span.from() == read.from());
        unsaved.add(read);
        try {
            while (!unsaved.isEmpty()) {
                progress.reached(unsaved.getFirst());
                unsaved.removeFirst();
            }
        } catch (DatabaseException _) {
            // It is there again some time, which others tell of.
        }
    }
}
