package io.gpuledger.simulator.draw;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/// Shelves, by their numbers, in the order of how much there is to choose from on them.
final class Choices {
    private final List<BitSet> byChoice = new ArrayList<>();
    private final int[] now;

    Choices(int shelves) {
        this.now = new int[shelves];
        of(0).set(0, shelves);
    }

    private BitSet of(int choice) {
        while (byChoice.size() <= choice) {
            byChoice.add(new BitSet(now.length));
        }
        return byChoice.get(choice);
    }

    void set(int shelf, int choice) {
        if (now[shelf] != choice) {
            of(now[shelf]).clear(shelf);
            of(choice).set(shelf);
            now[shelf] = choice;
        }
    }

    /// The one with the least to choose from that has so much, and of several the first.
    OptionalInt fullest(int least) {
        for (var choice = least; choice < byChoice.size(); choice++) {
            var first = byChoice.get(choice).nextSetBit(0);
            if (first >= 0) {
                return OptionalInt.of(first);
            }
        }
        return OptionalInt.empty();
    }
}
