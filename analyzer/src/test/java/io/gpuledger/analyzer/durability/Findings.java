package io.gpuledger.analyzer.durability;

import java.util.ArrayList;
import java.util.List;

/// What is not as it has to be: numbers of samples, or of rows where they stand twice or should not be there.
final class Findings {
    private static final int EXAMPLES = 10;

    private long missing;
    private long wrong;
    private long twice;
    private long rows;
    private final List<String> examples = new ArrayList<>();

    void row() {
        rows++;
    }

    void missing(long samples, String where) {
        missing += samples;
        example("missing", where);
    }

    void wrong(String where) {
        wrong++;
        example("wrong", where);
    }

    void twice(String where) {
        twice++;
        example("twice", where);
    }

    private void example(String what, String where) {
        if (examples.size() < EXAMPLES) {
            examples.add(what + ": " + where);
        }
    }

    boolean areNone() {
        return missing + wrong + twice == 0 && rows > 0;
    }

    String text() {
        return "rows stored %d, samples missing %d, wrong %d, rows twice %d".formatted(rows, missing, wrong, twice)
                + (examples.isEmpty() ? "" : "\n  " + String.join("\n  ", examples));
    }
}
