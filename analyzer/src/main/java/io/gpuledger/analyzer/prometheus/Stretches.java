package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.util.Optional;
import java.util.function.Supplier;

/// The two stretches that are read by turns: one that goes on as time does, and one of the past. Each is gone on with
/// for as long as it leads to what is missing.
final class Stretches {
    /// A course that has met more series than this begins anew, as those that are gone would stay in the memory.
    private static final int SERIES_MAX = 4_000_000;

    private final Supplier<Course> courses;
    private Optional<Stretch> present = Optional.empty();
    private Optional<Stretch> past = Optional.empty();

    /// @param courses makes one for each stretch
    Stretches(Supplier<Course> courses) {
        this.courses = courses;
    }

    /// Returns the stretch that goes on with what is missing.
    ///
    /// @param until the newest instant that can be read; what is missing up to it is the present
    Stretch of(Span missing, long until) {
        if (missing.to() == until) {
            var stretch = goesOn(present, missing, until);
            present = Optional.of(stretch);
            return stretch;
        }
        var stretch = goesOn(past, missing, until);
        past = Optional.of(stretch);
        return stretch;
    }

    private Stretch goesOn(Optional<Stretch> before, Span missing, long until) {
        return before.filter(one -> one.leadsTo(missing) && one.course().series() < SERIES_MAX)
                .orElseGet(() -> new Stretch(courses.get(), missing, until));
    }

    /// Lets go of what was known of the past.
    void forgetPast() {
        past = Optional.empty();
    }
}
