package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import java.util.Arrays;
import java.util.OptionalLong;

/// The samples of a window. They come in series by series, and go on in the order of time, in slices that have no
/// series twice: whoever is told two values at once would not see that something changed, and changed back. A slice
/// ends between two instants, so that the samples of one scrape stay together. Samples that a series had before are
/// left out, as windows overlap.
final class WindowSamples implements SeriesSink {
    private static final int INDEX_BITS = 22;
    /// They take 28 bytes each, with what sorts them.
    private static final int SAMPLES_MAX = 1 << INDEX_BITS;

    private static final int FIRST = 1 << 12;

    private final SeriesIndex index;
    private final SeriesRouter router;
    private int[] series = new int[FIRST];
    private long[] millis = new long[FIRST];
    private double[] values = new double[FIRST];
    private int size;
    private boolean isTooMuch;
    private int passedOver;
    private int current;
    private boolean wantsEnd;

    /// Takes one slice after the other.
    interface Slices {
        void take(RoutedSamples slice) throws InterruptedException;
    }

    WindowSamples(SeriesIndex index, SeriesRouter router) {
        this.index = index;
        this.router = router;
    }

    void clear() {
        size = 0;
        passedOver = 0;
        isTooMuch = false;
    }

    int size() {
        return size;
    }

    /// Whether there were more samples than can be kept, so that some are missing.
    boolean isTooMuch() {
        return isTooMuch;
    }

    /// Returns how many series were passed over, as their labels are none.
    int passedOver() {
        return passedOver;
    }

    /// Returns when the newest sample was taken, in milliseconds since 1970.
    OptionalLong newest() {
        return Arrays.stream(millis, 0, size).max();
    }

    @Override
    public boolean series(String name, Labels labels) {
        current = index.find(name, labels);
        if (current == index.size()) {
            index.add(name, labels, router.route(name, labels));
        }
        var route = index.route(current);
        if (route == SeriesConsumer.IGNORED) {
            return false;
        }
        wantsEnd = router.wantsEnd(route);
        return true;
    }

    @Override
    public void sample(long at, double value) {
        if (at <= index.last(current) || (Samples.isEnd(value) && !wantsEnd)) {
            return;
        }
        if (size == SAMPLES_MAX) {
            isTooMuch = true;
            return;
        }
        if (size == series.length) {
            series = Arrays.copyOf(series, 2 * size);
            millis = Arrays.copyOf(millis, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        series[size] = current;
        millis[size] = at;
        values[size++] = value;
    }

    @Override
    public void passedOver(String why) {
        passedOver++;
    }

    /// Passes all on. From then on these samples count as taken.
    ///
    /// @param gaps hear of each instant
    void empty(RoutedSamples slice, Slices slices, Gaps gaps) throws InterruptedException {
        var order = order();
        var lastSlice = new int[index.size()];
        var number = 1;
        slice.begin(router);
        for (var from = 0; from < size; ) {
            var to = endOfInstant(order, from);
            gaps.heard(millis[at(order[from])]);
            if (hasOneOf(lastSlice, number, order, from, to)) {
                slices.take(slice);
                slice.begin(router);
                number++;
            }
            for (var i = from; i < to; i++) {
                lastSlice[series[at(order[i])]] = number;
                add(slice, at(order[i]));
            }
            from = to;
        }
        if (slice.size() > 0) {
            slices.take(slice);
        }
        clear();
    }

    /// Returns the places of all samples by their time; those of one instant stay in the order in which they came.
    private long[] order() {
        var least = Long.MAX_VALUE;
        for (var i = 0; i < size; i++) {
            least = Math.min(least, millis[i]);
        }
        var order = new long[size];
        for (var i = 0; i < size; i++) {
            order[i] = ((millis[i] - least) << INDEX_BITS) | i;
        }
        Arrays.sort(order);
        return order;
    }

    private static int at(long ordered) {
        return (int) ordered & (SAMPLES_MAX - 1);
    }

    private int endOfInstant(long[] order, int from) {
        var to = from + 1;
        while (to < size && order[to] >> INDEX_BITS == order[from] >> INDEX_BITS) {
            to++;
        }
        return to;
    }

    private boolean hasOneOf(int[] lastSlice, int number, long[] order, int from, int to) {
        for (var i = from; i < to; i++) {
            if (lastSlice[series[at(order[i])]] == number) {
                return true;
            }
        }
        return false;
    }

    /// A server may give a series twice in one answer, where it has it from two places.
    private void add(RoutedSamples slice, int at) {
        if (millis[at] > index.last(series[at])) {
            slice.add(index.route(series[at]), values[at], millis[at]);
            index.taken(series[at], millis[at]);
        }
    }
}
