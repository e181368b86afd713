package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.time.Hour;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/// Cuts what is to be booked into batches that are small enough to fit into little memory. Each batch is cut when it is
/// asked for: by then the ones before have shown how many rows a GPU has. The GPUs of a node stay together.
final class Batches implements Iterator<Item> {
    /// So many rows take some 100 MB while they are booked.
    private static final double ROWS_MAX = 200_000;

    private static final long GPU_HOURS_MAX = 1_000;

    private final Iterator<Item> items;
    private final DoubleSupplier rowsOfHour;
    private final Duration longestQuiet;
    /// What is left of the item that is being cut.
    private Optional<Item> rest = Optional.empty();

    private Batches(Iterator<Item> items, DoubleSupplier rowsOfHour, Duration longestQuiet) {
        this.items = items;
        this.rowsOfHour = rowsOfHour;
        this.longestQuiet = longestQuiet;
    }

    /// @param rowsOfHour how many rows a GPU has in an hour, as far as that is known by now
    /// @param longestQuiet the longest quiet run that hours wait for, by which a window is read with more around it
    static Iterable<Item> of(Collection<Item> items, DoubleSupplier rowsOfHour, Duration longestQuiet) {
        return () -> new Batches(items.iterator(), rowsOfHour, longestQuiet);
    }

    @Override
    public boolean hasNext() {
        return rest.isPresent() || items.hasNext();
    }

    @Override
    public Item next() {
        var item = rest.orElseGet(items::next);
        var gpus = item.gpus();
        var end = end(gpus, Math.min(gpus.size(), size(item)));
        rest = end < gpus.size() ? Optional.of(item.of(gpus.subList(end, gpus.size()))) : Optional.empty();
        return item.of(gpus.subList(0, end));
    }

    private int size(Item item) {
        var around = item.around(longestQuiet);
        var byRows = ROWS_MAX / (rowsOfHour.getAsDouble() * around.millis() / Hour.MILLIS);
        var byHours = (double) GPU_HOURS_MAX * Hour.MILLIS / item.window().millis();
        return (int) Math.max(1, Math.min(byRows, byHours));
    }

    /// Returns where the node ends of which the last GPU is.
    private static int end(List<KnownGpu> gpus, int least) {
        var end = least;
        while (end < gpus.size()
                && gpus.get(end).lastNode().equals(gpus.get(end - 1).lastNode())) {
            end++;
        }
        return end;
    }
}
