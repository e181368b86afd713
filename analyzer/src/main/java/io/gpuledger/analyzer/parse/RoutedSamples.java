package io.gpuledger.analyzer.parse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// What a reader found: the samples of each consumer by themselves, and what could not be read. A reader fills the same
/// one again and again, so that a page costs no memory; its caller is done with it before it reads on.
public final class RoutedSamples {
    /// So many of the problems are kept to be shown; the others are counted.
    private static final int PROBLEMS_SHOWN = 5;

    /// Something that could not be read.
    ///
    /// @param position in bytes from the start
    public record Problem(long position, String what) {}

    private Samples[] byConsumer = {};
    private long ignored;
    private long problems;
    private final List<Problem> shown = new ArrayList<>();

    /// Forgets what was read before, and makes room for the consumers of a router.
    public void begin(SeriesRouter router) {
        if (byConsumer.length < router.consumers()) {
            byConsumer = Arrays.copyOf(byConsumer, router.consumers());
            Arrays.setAll(byConsumer, _ -> new Samples());
        }
        for (var samples : byConsumer) {
            samples.clear();
        }
        ignored = 0;
        problems = 0;
        shown.clear();
    }

    /// Adds a sample of now.
    public void add(int route, double value) {
        byConsumer[SeriesRouter.consumer(route)].add(SeriesRouter.slot(route), value);
    }

    /// Adds a sample that says its time.
    public void add(int route, double value, long atMillis) {
        byConsumer[SeriesRouter.consumer(route)].add(SeriesRouter.slot(route), value, atMillis);
    }

    /// Counts a sample that nobody wants.
    public void ignore() {
        ignored++;
    }

    public void problem(long position, String what) {
        problems++;
        if (shown.size() < PROBLEMS_SHOWN) {
            shown.add(new Problem(position, what));
        }
    }

    /// Returns the samples of one consumer, by its number in the router.
    public Samples of(int consumer) {
        return byConsumer[consumer];
    }

    /// Returns how many samples all consumers have together.
    public int size() {
        var size = 0;
        for (var samples : byConsumer) {
            size += samples.size();
        }
        return size;
    }

    public long ignored() {
        return ignored;
    }

    public long problems() {
        return problems;
    }

    /// Returns the first few problems.
    public List<Problem> shown() {
        return Collections.unmodifiableList(shown);
    }
}
