package io.gpuledger.simulator.page;

import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.util.List;
import java.util.Optional;

/// The memory of a GPU that is in use beside what its holders mean to take.
final class ExtraMemory {
    private static final long GIBIBYTE = 1 << 30;
    /// Whole pages are in use; this is half of one, so that none is missing after a division.
    private static final long HALF_PAGE = 1 << 20;

    /// What exporters take for orphaned: more than this, for so many seconds.
    private static final long LEAST_BYTES = 256 << 20;

    private static final int GRACE_SECONDS = 120;
    private static final double THOUSAND = 1000;
    private static final double HOUR = 3600;

    private final List<Trouble> symptoms;

    /// @param troubles of the GPU, of whatever kind
    ExtraMemory(List<Trouble> troubles) {
        this.symptoms = troubles.stream().filter(ExtraMemory::isOfMemory).toList();
    }

    private static boolean isOfMemory(Trouble trouble) {
        return trouble instanceof Symptom.OrphanMemory
                || trouble instanceof Symptom.Filled
                || trouble instanceof Symptom.Creeping;
    }

    /// Returns the part of its memory that holders of a unit have in use at a second.
    ///
    /// @param meant the part that they mean to take
    double held(double meant, long second) {
        var held = meant;
        for (var symptom : symptoms) {
            if (symptom.span().contains(second)) {
                if (symptom instanceof Symptom.Creeping(String _, int thousandths, Span span)) {
                    held += thousandths / THOUSAND * (second - span.from()) / HOUR;
                } else if (symptom instanceof Symptom.Filled filled) {
                    held = Math.max(held, filled.thousandths() / THOUSAND);
                }
            }
        }
        return Math.min(1, held);
    }

    /// Returns the part of a unit's memory that is in use at a second.
    ///
    /// @param meant the part that its holders mean to take
    double used(Unit unit, double meant, long second) {
        var used = held(meant, second);
        for (var symptom : symptoms) {
            if (symptom instanceof Symptom.OrphanMemory orphan && orphan.span().contains(second)) {
                used += part(unit, orphan.gibibytes() * GIBIBYTE);
            }
        }
        return Math.min(1, used);
    }

    private static double part(Unit unit, long bytes) {
        var memory = unit.gpu().model().memory(unit.memorySlices());
        var mebibytes = memory.totalMebibytes() - memory.reservedMebibytes();
        return (double) (bytes + HALF_PAGE) / (mebibytes << 20);
    }

    /// Returns the bytes that are in use on a unit that nobody has held for a while.
    ///
    /// @param started when the exporter did
    /// @param last the second that was seen last
    Optional<Double> orphaned(UnitLife life, long started, long last) {
        var begin = last - GRACE_SECONDS;
        if (symptoms.isEmpty() || begin < started || !life.isFree(new Span(begin, last + 2))) {
            return Optional.empty();
        }
        var bytes = bytes(life.unit(), last);
        return Math.min(bytes, bytes(life.unit(), begin)) > LEAST_BYTES
                ? Optional.of((double) bytes)
                : Optional.empty();
    }

    private long bytes(Unit unit, long second) {
        return unit.gpu().model().memory(unit.memorySlices()).used(used(unit, 0, second));
    }
}
