package io.gpuledger.analyzer.parse.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;

/// The slots of all series that were seen, by their fingerprints: shared by all readers, which may look at the same
/// time, without locks. A series costs 20 bytes of table, at most three quarters of which are in use: six million
/// series 168 MB. They are not kept by their labels, which would be 1.8 GB.
///
/// What is full is forgotten, a 64th at a time, and its series are asked for again.
public final class KnownSeries {
    /// In place of a slot.
    static final int UNKNOWN = Integer.MIN_VALUE;

    private static final int STRIPES = 64;
    private static final int SMALLEST = 64;

    final Fingerprint.Keys keys;
    private final Stripe[] stripes = new Stripe[STRIPES];
    private final LongAdder forgotten = new LongAdder();

    /// @param max how many can be known at least
    public KnownSeries(int max, RandomGenerator random) {
        keys = Fingerprint.Keys.of(random);
        var share = Math.max(SMALLEST, max / STRIPES * 4L / 3);
        var largest = (int) Long.highestOneBit(2 * share - 1);
        Arrays.setAll(stripes, _ -> new Stripe(largest));
    }

    /// Where it is not known, [#UNKNOWN].
    int find(long high, long low) {
        return stripe(high).table.find(high, low);
    }

    /// Where it is not known yet, the slot is asked for, by one of those who want to know it.
    int learn(long high, long low, IntSupplier slot) {
        return stripe(high).learn(high, low, slot);
    }

    private Stripe stripe(long high) {
        return stripes[(int) (high >>> 58)];
    }

    /// How many are known.
    public long size() {
        return Arrays.stream(stripes).mapToLong(stripe -> stripe.table.size).sum();
    }

    /// How many were forgotten so far, to make room.
    public long forgotten() {
        return forgotten.sum();
    }

    private final class Stripe {
        private final int largest;
        private volatile Table table = new Table(SMALLEST);

        Stripe(int largest) {
            this.largest = largest;
        }

        synchronized int learn(long high, long low, IntSupplier ask) {
            var known = table.find(high, low);
            if (known != UNKNOWN) {
                return known;
            }
            var slot = ask.getAsInt();
            if (table.isFull()) {
                table = roomier();
            }
            table.put(high, low, slot);
            return slot;
        }

        private Table roomier() {
            if (table.slots.length < largest) {
                return table.twiceAsLarge();
            }
            forgotten.add(table.size);
            return new Table(SMALLEST);
        }
    }

    /// Open addressing; only ever added to, by one thread at a time, so that others can look meanwhile.
    private static final class Table {
        private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(int[].class);

        /// Two for each slot.
        final long[] keys;
        /// Differs from [#UNKNOWN] by the slot's bits, so that 0 is where nothing is.
        final int[] slots;
        int size;

        Table(int length) {
            keys = new long[2 * length];
            slots = new int[length];
        }

        int find(long high, long low) {
            for (var i = place(low); ; i = i + 1 & slots.length - 1) {
                // Whoever sees the slot sees the keys that were written before it.
                var slot = (int) SLOT.getAcquire(slots, i);
                if (slot == 0 || (keys[2 * i] == high && keys[2 * i + 1] == low)) {
                    return slot ^ UNKNOWN;
                }
            }
        }

        void put(long high, long low, int slot) {
            var i = place(low);
            while (slots[i] != 0) {
                i = i + 1 & slots.length - 1;
            }
            keys[2 * i] = high;
            keys[2 * i + 1] = low;
            SLOT.setRelease(slots, i, slot ^ UNKNOWN);
            size++;
        }

        private int place(long low) {
            return (int) low & slots.length - 1;
        }

        boolean isFull() {
            return size >= slots.length / 4 * 3;
        }

        Table twiceAsLarge() {
            var larger = new Table(2 * slots.length);
            for (var i = 0; i < slots.length; i++) {
                if (slots[i] != 0) {
                    larger.put(keys[2 * i], keys[2 * i + 1], slots[i] ^ UNKNOWN);
                }
            }
            return larger;
        }
    }
}
