package io.gpuledger.analyzer.source;

import java.util.Arrays;

/// Says what each slot stands for. It does so in arrays, as there are as many slots as all targets have series.
final class Slots {
    private final Subject[] subjects;
    private final Cell[] cells;

    Slots() {
        this(new Subject[16], new Cell[16]);
    }

    private Slots(Subject[] subjects, Cell[] cells) {
        this.subjects = subjects;
        this.cells = cells;
    }

    /// Returns these if they have room for the slot, or else half as many more.
    Slots with(int slot) {
        if (slot < cells.length) {
            return this;
        }
        var length = cells.length + cells.length / 2;
        return new Slots(Arrays.copyOf(subjects, length), Arrays.copyOf(cells, length));
    }

    void put(int slot, Subject subject, Cell cell) {
        subjects[slot] = subject;
        cells[slot] = cell;
    }

    Subject subject(int slot) {
        return subjects[slot];
    }

    Cell cell(int slot) {
        return cells[slot];
    }
}
