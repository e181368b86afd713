package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.ProcessFiles;
import java.util.ArrayList;
import java.util.List;

/// Whether threads or descriptors are left behind: there are no more in the last quarter of the time than in the first,
/// but for a few that come and go.
final class Leaks {
    private static final int COME_AND_GO = 4;

    private final List<Integer> threads = new ArrayList<>();
    private final List<Integer> descriptors = new ArrayList<>();

    void look(ProcessFiles files) {
        threads.add(files.threads());
        descriptors.add(files.descriptors());
    }

    boolean none() {
        return growth(threads) <= COME_AND_GO && growth(descriptors) <= COME_AND_GO;
    }

    String threadsText() {
        return text(threads);
    }

    String descriptorsText() {
        return text(descriptors);
    }

    private static String text(List<Integer> counts) {
        return "most in the first quarter %d, in the last %d".formatted(most(counts, 0), most(counts, 3));
    }

    private static int growth(List<Integer> counts) {
        return most(counts, 3) - most(counts, 0);
    }

    private static int most(List<Integer> counts, int quarter) {
        return counts.subList(counts.size() * quarter / 4, counts.size() * (quarter + 1) / 4).stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }
}
