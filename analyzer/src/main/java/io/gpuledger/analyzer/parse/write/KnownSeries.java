package io.gpuledger.analyzer.parse.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;

/// The slots of all series that were seen, by their fingerprints: shared by all readers, which may look at the same
/// time, without locks. A series costs 20 bytes and its part of the index: six million of them 160 MB. They are not
/// kept by their labels, which would be 1.8 GB.
///
/// They stand in the order in which they came first, which is the order in which a sender sends them each time: nearly
/// all are found right behind the one before, in memory that the processor has fetched already.
///
/// When it is full, it learns nothing more, and whatever is new is asked for each time: it is for its owner to begin
/// another.
public final class KnownSeries {
    /// Stands in place of a route for a series that is not known.
    static final int UNKNOWN = Integer.MIN_VALUE;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;

    final Fingerprint.Keys keys;
    private final int max;
    private volatile Table table;

    /// @param max how many can be known
    public KnownSeries(int max, RandomGenerator random) {
        this.keys = Fingerprint.Keys.of(random);
        this.max = max;
        this.table = new Table(new Chunk[(max + CHUNK - 1) / CHUNK], new int[2 * CHUNK], 0);
    }

    /// One for each reader, as it remembers where it was.
    Finder finder() {
        return new Finder();
    }

    /// Returns how many series are known.
    public long size() {
        return table.size;
    }

    public boolean isFull() {
        return table.size == max;
    }

    /// Where the series is not known yet, its slot is asked for, by one of those who want to know it.
    synchronized int learn(long high, long low, IntSupplier ask) {
        var known = table.find(high, low);
        if (known >= 0) {
            return table.route(known);
        }
        var route = ask.getAsInt();
        if (!isFull()) {
            if (table.isDense()) {
                table = table.withLargerIndex();
            }
            table.add(high, low, route);
        }
        return route;
    }

    /// Looks for series that follow each other.
    final class Finder {
        private int expected;

        /// Returns the route of the series, or [#UNKNOWN].
        int find(long high, long low) {
            var now = table;
            var place = now.holds(expected, high, low) ? expected : now.find(high, low);
            if (place < 0) {
                return UNKNOWN;
            }
            expected = place + 1;
            return now.route(place);
        }
    }

    /// Holds some series that came after each other.
    private static final class Chunk {
        /// Two numbers for each series are its fingerprint.
        final long[] prints = new long[2 * CHUNK];

        final int[] routes = new int[CHUNK];
    }

    /// Series are only ever added to a table, by one thread at a time, so that others can look meanwhile.
    private static final class Table {
        private final Chunk[] chunks;
        /// Open addressing: the number of a series and 1, or 0 where there is none.
        private final int[] index;
        private volatile int size;

        Table(Chunk[] chunks, int[] index, int size) {
            this.chunks = chunks;
            this.index = index;
            this.size = size;
        }

        /// Its number, or -1. Whoever sees a number sees what was written before it.
        int find(long high, long low) {
            for (var i = place(low); ; i = i + 1 & index.length - 1) {
                var number = (int) ELEMENT.getAcquire(index, i) - 1;
                if (number < 0 || matches(number, high, low)) {
                    return number;
                }
            }
        }

        boolean holds(int number, long high, long low) {
            return number < size && matches(number, high, low);
        }

        private boolean matches(int number, long high, long low) {
            var prints = chunks[number >>> CHUNK_BITS].prints;
            var at = 2 * (number & CHUNK - 1);
            return prints[at] == high && prints[at + 1] == low;
        }

        int route(int number) {
            return chunks[number >>> CHUNK_BITS].routes[number & CHUNK - 1];
        }

        void add(long high, long low, int route) {
            var number = size;
            var at = number & CHUNK - 1;
            if (at == 0) {
                chunks[number >>> CHUNK_BITS] = new Chunk();
            }
            var chunk = chunks[number >>> CHUNK_BITS];
            chunk.prints[2 * at] = high;
            chunk.prints[2 * at + 1] = low;
            chunk.routes[at] = route;
            enter(number, low);
            size = number + 1;
        }

        private void enter(int number, long low) {
            var i = place(low);
            while (index[i] != 0) {
                i = i + 1 & index.length - 1;
            }
            ELEMENT.setRelease(index, i, number + 1);
        }

        private int place(long low) {
            return (int) low & index.length - 1;
        }

        boolean isDense() {
            return size >= index.length / 4 * 3;
        }

        Table withLargerIndex() {
            var larger = new Table(chunks, new int[2 * index.length], size);
            for (var number = 0; number < size; number++) {
                larger.enter(number, chunks[number >>> CHUNK_BITS].prints[2 * (number & CHUNK - 1) + 1]);
            }
            return larger;
        }
    }
}
