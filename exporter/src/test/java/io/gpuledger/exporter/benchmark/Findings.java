package io.gpuledger.exporter.benchmark;

import java.util.ArrayList;
import java.util.List;

/// What went wrong, of which the first ones are kept and all are counted. Safe for threads.
final class Findings {
    private static final int KEPT = 20;

    private final List<String> kept = new ArrayList<>();
    private long count;

    synchronized void add(String finding) {
        count++;
        if (kept.size() < KEPT) {
            kept.add(finding);
        }
    }

    synchronized long count() {
        return count;
    }

    synchronized List<String> kept() {
        return List.copyOf(kept);
    }
}
