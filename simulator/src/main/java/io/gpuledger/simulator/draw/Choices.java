package io.gpuledger.simulator.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.TreeSet;

/// Shelves, by their numbers, in the order of how much there is to choose from on them.
final class Choices {
    private final List<NavigableSet<Integer>> byChoice = new ArrayList<>();
    private final int[] now;

    Choices(int shelves) {
        this.now = new int[shelves];
        for (var shelf = 0; shelf < shelves; shelf++) {
            of(0).add(shelf);
        }
    }

    private NavigableSet<Integer> of(int choice) {
        while (byChoice.size() <= choice) {
            byChoice.add(new TreeSet<>());
        }
        return byChoice.get(choice);
    }

    void set(int shelf, int choice) {
        if (now[shelf] != choice) {
            of(now[shelf]).remove(shelf);
            of(choice).add(shelf);
            now[shelf] = choice;
        }
    }

    /// The one with the least to choose from that has so much, and of several the first.
    OptionalInt fullest(int least) {
        for (var choice = least; choice < byChoice.size(); choice++) {
            if (!byChoice.get(choice).isEmpty()) {
                return OptionalInt.of(byChoice.get(choice).first());
            }
        }
        return OptionalInt.empty();
    }
}
