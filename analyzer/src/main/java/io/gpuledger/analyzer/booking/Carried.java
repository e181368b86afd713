package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.PodName;
import io.gpuledger.analyzer.ledger.EarlierTenancy;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Usage;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.List;
import java.util.Map;

/// What was booked of an hour of a GPU up to an instant, and what has to be known of the time before it to book what
/// follows: it is carried forward, so that what was told of that time is not read and booked again each minute.
///
/// What is booked with it is the same but for what is rounded, as long as nothing more is told of the time before the
/// instant. Only where rows begin to name a pod in an hour of which a part was booked by count, or where a GPU comes
/// back that was silent for hours, that part stays as it is. So nothing is carried for long, and what is settled is
/// booked as a whole.
///
/// @param until the instant
/// @param entries of its hour, up to it
/// @param usages of its hour, up to it
/// @param tenancies those of each unit, up to it
/// @param named the pods that were said to hold the GPU in its hour or a little before, and instants when they were
public record Carried(
        long until,
        List<Entry> entries,
        List<Usage> usages,
        Map<UnitId, List<EarlierTenancy>> tenancies,
        Map<PodName, List<Long>> named) {
    static final Carried NOTHING = new Carried(Long.MIN_VALUE, List.of(), List.of(), Map.of(), Map.of());

    public Carried {
        entries = List.copyOf(entries);
        usages = List.copyOf(usages);
        tenancies = Map.copyOf(tenancies);
        named = Map.copyOf(named);
    }
}
