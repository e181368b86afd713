package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.analyzer.rows.RowMapper;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.OptionalLong;

/// Reads windows that follow each other in time, and passes on what they come to. What a cluster's objects were is
/// known from one window to the next, so a course never goes back.
public final class Course {
    /// Where the samples of a course go: the mapper makes rows and statements of them, and the intake keeps these.
    public record Outlet(RowMapper mapper, Intake intake) {}

    /// Asks for all that means something.
    interface Question {
        void ask(TimeRange range, WindowSamples samples) throws PeerException, InterruptedException;
    }

    /// Says how much was read of a window.
    ///
    /// @param passedOver series whose labels are none
    /// @param newest when its newest sample was taken, in milliseconds since 1970; empty where it has none
    /// @param gaps the times of which there is nothing, as is known since it was read
    record Window(int samples, int passedOver, OptionalLong newest, List<Span> gaps) {
        Window {
            gaps = List.copyOf(gaps);
        }
    }

    private final Question question;
    private final RowMapper mapper;
    private final GatheredBatches batches;
    private final Timekeeper clock;
    private final Gaps gaps;
    private final SeriesIndex index = new SeriesIndex();
    private final WindowSamples samples;
    private final RoutedSamples slice = new RoutedSamples();

    Course(Question question, Outlet outlet, Timekeeper clock, Gaps gaps) {
        this.question = question;
        this.mapper = outlet.mapper();
        this.batches = new GatheredBatches(outlet.intake());
        this.clock = clock;
        this.gaps = gaps;
        this.samples = new WindowSamples(index, mapper.router());
    }

    /// Returns how many series it has met.
    int series() {
        return index.size();
    }

    /// Returns once all of a window is safe.
    ///
    /// @throws PeerException where nothing of it was passed on
    Window read(TimeRange range) throws PeerException, InterruptedException {
        samples.clear();
        question.ask(range, samples);
        if (samples.isTooMuch()) {
            throw new PeerException(
                    Remedy.LESS, "its answer has more than %,d samples at once".formatted(samples.size()));
        }
        var size = samples.size();
        var passedOver = samples.passedOver();
        var newest = samples.newest();
        samples.empty(slice, some -> batches.add(mapper.batches(some, clock.millis())), gaps);
        batches.keep();
        gaps.asked(new Span(range.fromMillis(), range.toMillis()));
        return new Window(size, passedOver, newest, gaps.taken());
    }
}
