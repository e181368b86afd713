package io.gpuledger.analyzer.parse;

/// Divides the series that a reader meets among consumers, who know nothing of each other. A series belongs to
/// the first of them that wants it. Its route says which consumer that is and which slot the consumer gave; a
/// reader remembers routes, and [RoutedSamples] takes them apart again.
public final class SeriesRouter {
    private static final int SLOT_BITS = 28;
    private static final int CONSUMERS_MAX = 8;

    /// No consumer may give a greater slot than this.
    static final int SLOT_MAX = (1 << SLOT_BITS) - 1;

    private final SeriesConsumer[] consumers;

    private SeriesRouter(SeriesConsumer[] consumers) {
        this.consumers = consumers;
    }

    /// Returns a router whose consumers are numbered in this order, from 0.
    public static SeriesRouter to(SeriesConsumer... consumers) {
        if (consumers.length > CONSUMERS_MAX) {
            throw new IllegalArgumentException(consumers.length + " consumers, where there may be " + CONSUMERS_MAX);
        }
        return new SeriesRouter(consumers.clone());
    }

    /// Returns the route of a series, which is 0 or more, or [SeriesConsumer#IGNORED] where no consumer wants it.
    public int route(String name, Labels labels) {
        for (var consumer = 0; consumer < consumers.length; consumer++) {
            var slot = consumers[consumer].slot(name, labels);
            if (slot > SLOT_MAX) {
                throw new IllegalStateException("a slot of " + slot + ", where " + SLOT_MAX + " is the greatest");
            }
            if (slot != SeriesConsumer.IGNORED) {
                return consumer << SLOT_BITS | slot;
            }
        }
        return SeriesConsumer.IGNORED;
    }

    /// Returns whether the consumer of the series wants its end to be told as a sample, too.
    public boolean wantsEnd(int route) {
        return consumers[consumer(route)].wantsEnd(slot(route));
    }

    /// Tells all consumers that the reader has forgotten all series.
    public void forget() {
        for (var consumer : consumers) {
            consumer.forget();
        }
    }

    int consumers() {
        return consumers.length;
    }

    static int consumer(int route) {
        return route >>> SLOT_BITS;
    }

    static int slot(int route) {
        return route & SLOT_MAX;
    }
}
