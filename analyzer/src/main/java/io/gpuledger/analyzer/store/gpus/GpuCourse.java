package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// All that a page about a GPU shows of a time.
///
/// @param accounts hour by hour
/// @param units of whole GPUs the GPU, of MIG GPUs the GPU and its instances
/// @param holders those that were told to hold it
/// @param idle the times that lie in quiet runs that count as idle
/// @param xids when the driver reported one
public record GpuCourse(
        Identity identity,
        Span window,
        long step,
        List<GpuAccount> accounts,
        List<UnitCourse> units,
        List<Held> holders,
        List<Idle> idle,
        List<Xid> xids) {
    /// Names the GPU, and says what kind it is and where.
    ///
    /// @param node where it is, or was last
    /// @param firstSeen in milliseconds since 1970, as is `lastSeen`
    public record Identity(
            String cluster,
            String gpu,
            Optional<String> node,
            Optional<String> index,
            Optional<String> model,
            long firstSeen,
            long lastSeen) {}

    /// Holds the readings of a unit, summed up piece by piece of time.
    ///
    /// @param instance the number of the MIG instance, if it is one
    /// @param memoryTotal in bytes
    /// @param powerLimit in watts
    public record UnitCourse(
            Optional<String> instance,
            Optional<String> profile,
            OptionalDouble memoryTotal,
            OptionalDouble powerLimit,
            List<GpuPoint> points) {
        public UnitCourse {
            points = List.copyOf(points);
        }
    }

    /// A container that was told to hold a unit.
    ///
    /// @param since when that was told first in this time, in milliseconds since 1970
    /// @param until when it was told last
    /// @param share the part of the unit that it holds, where it shares it
    /// @param memoryPeak the most bytes that it used itself
    public record Held(
            Optional<String> instance,
            String namespace,
            String pod,
            String container,
            long since,
            long until,
            OptionalDouble share,
            OptionalDouble memoryPeak) {}

    /// A part of an hour that lies in a quiet run of a pod.
    public record Idle(Optional<String> instance, String namespace, String pod, Span span) {}

    /// Says that the driver reported an XID, and how often it had by then.
    public record Xid(long at, int number, long count) {}

    public GpuCourse {
        accounts = List.copyOf(accounts);
        units = List.copyOf(units);
        holders = List.copyOf(holders);
        idle = List.copyOf(idle);
        xids = List.copyOf(xids);
    }
}
