package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.UnitRows;
import io.gpuledger.analyzer.fleet.Vacancies;
import io.gpuledger.analyzer.health.GpuHistory;
import io.gpuledger.analyzer.sharing.SharedGpus;
import io.gpuledger.analyzer.stranded.Expectations;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All that is needed to book some GPUs of a cluster for a time, read beforehand.
///
/// @param window the hours that are booked; where something is carried forward, from its instant on
/// @param around the time that what is booked depends on
/// @param now how far the clock has come
/// @param gpus those that are booked, and all that were ever on a node with any of them
/// @param booked the numbers of those that are booked
/// @param told the rows of their units
/// @param shared who has parts of GPUs by layers that exporters do not know
/// @param carried what is carried forward of them, by the GPUs' numbers
/// @param expectations which pods were expected to come, and when
/// @param histories the rows that evidence against them follows from, by the GPUs' numbers
public record BatchFacts(
        Span window,
        Span around,
        long now,
        List<KnownGpu> gpus,
        Set<Integer> booked,
        Map<UnitId, UnitRows> told,
        Map<Integer, GpuHistory> histories,
        Map<Integer, Carried> carried,
        ClusterFacts cluster,
        SharedGpus shared,
        Vacancies vacancies,
        NodeGpus nodeGpus,
        Expectations expectations) {
    public BatchFacts {
        gpus = List.copyOf(gpus);
        booked = Set.copyOf(booked);
        told = Map.copyOf(told);
        histories = Map.copyOf(histories);
        carried = Map.copyOf(carried);
    }

    UnitRows told(UnitId unit) {
        return told.getOrDefault(unit, UnitRows.NOTHING);
    }

    GpuHistory history(KnownGpu gpu) {
        return histories.getOrDefault(gpu.id(), GpuHistory.NOTHING);
    }

    Carried carried(KnownGpu gpu) {
        return carried.getOrDefault(gpu.id(), Carried.NOTHING);
    }
}
