package io.gpuledger.exporter.exposition;

/// A metric family: its head on the page, and how its samples follow from a labelled snapshot.
///
/// Whoever writes samples gives plain texts: [Labels] escapes the values of labels, [Head] escapes the help, and
/// [PageWriter] sets the name, the braces and the end of each line.
///
/// @param name with the suffix `_total` where it is a counter of ours; OpenMetrics' head leaves it out
/// @param help in plain words, not escaped
record Family(String name, Type type, String help, Samples samples) {
    enum Type {
        GAUGE,
        COUNTER,
        SUMMARY,
        UNTYPED
    }

    @FunctionalInterface
    interface Samples {
        /// Writes all samples that the family has of this snapshot, which may be none.
        void write(LabelledSnapshot labelled, PageWriter page);

        /// Whether they follow from what stands for longer than a cycle, and from nothing else: then they are written
        /// when that changes.
        default boolean stand() {
            return false;
        }

        static Samples standing(Samples samples) {
            return new Standing(samples);
        }
    }

    private record Standing(Samples samples) implements Samples {
        @Override
        public void write(LabelledSnapshot labelled, PageWriter page) {
            samples.write(labelled, page);
        }

        @Override
        public boolean stand() {
            return true;
        }
    }

    static Family gauge(String name, String help, Samples samples) {
        return new Family(name, Type.GAUGE, help, samples);
    }

    static Family counter(String name, String help, Samples samples) {
        return new Family(name, Type.COUNTER, help, samples);
    }

    Head head() {
        return new Head(name, type, help);
    }
}
