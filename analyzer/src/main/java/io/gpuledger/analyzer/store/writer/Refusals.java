package io.gpuledger.analyzer.store.writer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/// Counts what of a portion the database will never take. One line of the log tells of all of it: whoever sends one
/// such row sends many.
final class Refusals {
    private static final Logger LOG = System.getLogger(Refusals.class.getName());

    /// An annotation can be a page long.
    private static final int NAME_MAX = 200;

    private int count;
    private Optional<String> first = Optional.empty();

    void add(String name, String why) {
        count++;
        first = first.or(() -> Optional.of(shortened(name) + ": " + why));
    }

    int count() {
        return count;
    }

    /// @param all there were in the portion
    void tell(int all) {
        first.ifPresent(example -> LOG.log(
                Level.WARNING,
                () -> "The database refuses %,d of the %,d rows of a portion, which are left out; the first is %s"
                        .formatted(count, all, example)));
    }

    private static String shortened(String name) {
        return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX) + " ...";
    }
}
