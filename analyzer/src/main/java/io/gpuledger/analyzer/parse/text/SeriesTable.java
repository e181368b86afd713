package io.gpuledger.analyzer.parse.text;

import io.gpuledger.analyzer.parse.SeriesConsumer;
import java.util.Arrays;

/// The series that a reader knows, in arrays by their number: there are 12,500 readers, and an object a series would
/// take twice as much.
final class SeriesTable {
    /// The names and routes of series, which targets of the same make have as well: they are one for all of them, until
    /// there is another series.
    static final class Routes implements Interner.Kept {
        private static final Routes NONE = new Routes(new Text[0], new int[0]);

        private final Text[] names;
        private final int[] routes;

        private Routes(Text[] names, int[] routes) {
            this.names = names;
            this.routes = routes;
        }

        private Routes resized(int size) {
            return new Routes(Arrays.copyOf(names, size), Arrays.copyOf(routes, size));
        }

        @Override
        public int length() {
            return 8 * routes.length;
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Routes that
                            && Arrays.equals(routes, that.routes)
                            && Arrays.equals(names, that.names));
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(routes) + Arrays.hashCode(names);
        }
    }

    private Routes routes = Routes.NONE;
    private Text[] heads = {};
    private Text[] tails = {};
    /// A bit for each series that the page has named.
    private long[] met = {};

    private int size;
    private int metCount;
    private int text;

    void startPage() {
        Arrays.fill(met, 0);
        metCount = 0;
    }

    int size() {
        return size;
    }

    /// Returns the text that stands before the block.
    Text name(int series) {
        return routes.names[series];
    }

    /// Returns how its labels start, from the brace on; nothing where there are none.
    Text head(int series) {
        return heads[series];
    }

    /// Returns how they go on, to the brace that closes.
    Text tail(int series) {
        return tails[series];
    }

    CutBlock block(int series) {
        return new CutBlock(head(series), tail(series));
    }

    int route(int series) {
        return routes.routes[series];
    }

    boolean isIgnored(int series) {
        return routes.routes[series] == SeriesConsumer.IGNORED;
    }

    /// Returns how many bytes its texts have, each distinct one counted once.
    int text() {
        return text;
    }

    /// They are counted anew, as some are of lines that turned out to be bad.
    void recount() {
        text = 0;
    }

    /// Counts the bytes of one more distinct text.
    void keep(Text distinct) {
        text += distinct.length();
    }

    int add(Text name, CutBlock block, int route) {
        if (size == heads.length) {
            resize(Math.max(64, 2 * size));
        }
        routes.names[size] = name;
        routes.routes[size] = route;
        tails[size] = block.tail();
        heads[size] = block.head();
        return size++;
    }

    /// Returns whether the page has named the series before.
    boolean isMet(int series) {
        return (met[series >> 6] & 1L << series) != 0;
    }

    void meet(int series) {
        metCount += isMet(series) ? 0 : 1;
        met[series >> 6] |= 1L << series;
    }

    /// Returns how many series the page has named.
    int metCount() {
        return metCount;
    }

    /// Gives back what room is left, and shares with other readers what they have as well.
    void share(Interner interner) {
        if (size < heads.length) {
            resize(size);
        }
        routes = interner.intern(routes);
    }

    private void resize(int length) {
        routes = routes.resized(length);
        heads = Arrays.copyOf(heads, length);
        tails = Arrays.copyOf(tails, length);
        met = Arrays.copyOf(met, (length + 63) >> 6);
    }
}
