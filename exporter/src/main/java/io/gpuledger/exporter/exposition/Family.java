package io.gpuledger.exporter.exposition;

/// A metric family: its head on the page, and how its samples follow from a scene.
///
/// @param help one line of plain words
record Family(String name, Type type, String help, Samples samples) {
    enum Type {
        GAUGE,
        COUNTER,
        SUMMARY,
        UNTYPED
    }

    @FunctionalInterface
    interface Samples {
        void write(Scene scene, PageWriter page);

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
        public void write(Scene scene, PageWriter page) {
            samples.write(scene, page);
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
