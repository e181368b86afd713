package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The last weeks of a workload, as the books have them. Advice is made from this and nothing else.
///
/// @param window the weeks that were looked at, whole ones; the last of them is the week that is reported
/// @param hours the hours in which it held anything, in their order
/// @param models the models of the GPUs that it held, as they call themselves, those it held longest first
/// @param profiles the profiles of the MIG instances that it held, those it held longest first; none of whole
///     GPUs
/// @param containers the names of its containers that held units
/// @param annotations what its pods say of themselves by annotations of ours, by their normal names: the latest
///     word
public record WorkloadWeeks(
        WorkloadName name,
        Span window,
        List<WorkedHour> hours,
        List<String> models,
        List<String> profiles,
        List<String> containers,
        Map<String, String> annotations) {
    /// The normal name of the annotation `gpu-ledger.io/exempt`.
    private static final String EXEMPT = "gpu_ledger_io_exempt";

    public WorkloadWeeks {
        hours = List.copyOf(hours);
        models = List.copyOf(models);
        profiles = List.copyOf(profiles);
        containers = List.copyOf(containers);
        annotations = Map.copyOf(annotations);
    }

    /// Returns the reason why nobody is to be told to change it, where its pods give one.
    public Optional<String> exempt() {
        return Optional.ofNullable(annotations.get(EXEMPT));
    }
}
