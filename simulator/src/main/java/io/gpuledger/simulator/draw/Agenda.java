package io.gpuledger.simulator.draw;

import java.util.Comparator;
import java.util.PriorityQueue;

/// What is to happen when; of what happens at the same second, what was entered first comes first.
final class Agenda {
    private record Entry(long second, long number, Runnable what) {}

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::second).thenComparingLong(Entry::number));
    private long number;
    private long now;

    /// Entries may also be made while the agenda is played.
    void enter(long second, Runnable what) {
        entries.add(new Entry(second, number++, what));
    }

    long now() {
        return now;
    }

    void playUntil(long end) {
        for (var next = entries.peek(); next != null && next.second() < end; next = entries.peek()) {
            entries.remove();
            now = next.second();
            next.what().run();
        }
        now = end;
    }
}
