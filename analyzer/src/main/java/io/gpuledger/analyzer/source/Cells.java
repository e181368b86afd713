package io.gpuledger.analyzer.source;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Cells that are the same for all targets, each of them once: there are as many series as targets have together, and
/// few things that one can say. For several threads at once.
final class Cells {
    /// NVIDIA numbers its XIDs up to some 200. A page may have any.
    private static final int XID_MAX = 1_000;

    private final Map<Cell, Cell> shared = new ConcurrentHashMap<>();

    Cell share(Cell cell) {
        return switch (cell) {
            case Cell.Measure _, Cell.OfTrait _, Cell.Described _ -> kept(cell);
            case Cell.Xid(int xid) -> xid <= XID_MAX ? kept(cell) : cell;
            case Cell.Held _, Cell.Busy _, Cell.Memory _ -> cell;
        };
    }

    private Cell kept(Cell cell) {
        return shared.computeIfAbsent(cell, same -> same);
    }
}
