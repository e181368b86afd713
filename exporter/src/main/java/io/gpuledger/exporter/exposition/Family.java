package io.gpuledger.exporter.exposition;

import java.util.Locale;

/// A metric family: its head on the page, and how its samples follow from a scene.
///
/// @param help one line of plain words, without line breaks or backslashes
record Family(String name, Type type, String help, Samples samples) {
    enum Type {
        GAUGE,
        COUNTER;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @FunctionalInterface
    interface Samples {
        void write(Scene scene, PageWriter page);
    }

    static Family gauge(String name, String help, Samples samples) {
        return new Family(name, Type.GAUGE, help, samples);
    }

    static Family counter(String name, String help, Samples samples) {
        return new Family(name, Type.COUNTER, help, samples);
    }
}
