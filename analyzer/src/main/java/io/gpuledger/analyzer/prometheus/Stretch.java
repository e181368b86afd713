package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.Optional;

/// How far a course has come in a stretch of time. It begins an hour earlier, to know what was so at the begin; and
/// where samples of later are there already, it goes on for a while behind the end, as that something ended is only
/// known when nothing follows for a while.
final class Stretch {
    private static final long LEAD = Duration.ofHours(1).toMillis();
    private static final long TAIL = Duration.ofMinutes(30).toMillis();
    /// Samples of the present may be so late.
    private static final long LATE = Duration.ofMinutes(1).toMillis();

    private final Course course;
    private final long began;
    private final boolean isPresent;
    private final long tail;
    private long at;

    /// @param missing what is to be read
    /// @param until the newest instant that can be read; where the missing ends there, it goes on as time does
    Stretch(Course course, Span missing, long until) {
        this.course = course;
        this.began = missing.from();
        this.isPresent = missing.to() == until;
        this.tail = Math.min(TAIL, until - missing.to());
        this.at = began - LEAD;
    }

    Course course() {
        return course;
    }

    /// Whether the stretch comes to this one if it goes on.
    boolean leadsTo(Span missing) {
        return missing.from() == Math.max(began, reached());
    }

    private long reached() {
        return at - tail;
    }

    /// Returns the next window.
    ///
    /// @param length that it may have
    TimeRange window(Span missing, long length) {
        var end = missing.to() + tail;
        var from = isPresent && at > began ? at - LATE : at;
        return new TimeRange(Math.min(from, end - 1), Math.min(end, at + length));
    }

    /// Notes that a window was read, and returns what of the missing is there now.
    Optional<Span> read(TimeRange window, Span missing) {
        at = window.toMillis();
        var end = Math.min(missing.to(), reached());
        return end > began ? Optional.of(new Span(began, end)) : Optional.empty();
    }
}
