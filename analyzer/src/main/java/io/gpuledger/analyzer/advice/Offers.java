package io.gpuledger.analyzer.advice;

import java.util.List;
import java.util.Map;

/// The GPUs and MIG instances of the fleet that a workload could run on instead of those that it has.
///
/// @param gpus the whole GPUs, one for each model
/// @param profiles the MIG profiles of which the fleet has instances, by the model of their GPUs
public record Offers(List<Offer> gpus, Map<String, List<String>> profiles) {
    /// A model of GPUs.
    ///
    /// @param model as the GPUs call themselves
    /// @param memory how many bytes one has; 0 where none has told
    /// @param price what an hour of one costs in millionths of each currency, as the last weeks were booked
    public record Offer(String model, long memory, Map<String, Long> price) {
        public Offer {
            price = Map.copyOf(price);
        }
    }

    public Offers {
        gpus = List.copyOf(gpus);
        profiles = Map.copyOf(profiles);
    }
}
