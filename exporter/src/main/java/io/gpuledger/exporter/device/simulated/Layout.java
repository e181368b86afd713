package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.simulated.Model.Profile;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// How a GPU is partitioned, and what runs on its parts. Several workloads on one part take turns in time slices.
sealed interface Layout {
    /// The GPU is not in MIG mode.
    record Whole(List<Workload> workloads) implements Layout {
        public Whole {
            workloads = List.copyOf(workloads);
        }
    }

    /// The GPU is in MIG mode, and may have no instance yet.
    record Mig(List<MigPart> parts) implements Layout {
        public Mig {
            parts = List.copyOf(parts);
        }
    }

    record MigPart(String profile, List<Workload> workloads) {
        public MigPart {
            workloads = List.copyOf(workloads);
        }
    }

    /// Why a model cannot be partitioned so.
    default Optional<String> problemOn(Model model) {
        return switch (this) {
            case Whole _ -> Optional.empty();
            case Mig(List<MigPart> parts) -> problemOn(model, parts);
        };
    }

    private static Optional<String> problemOn(Model model, List<MigPart> parts) {
        String name = Words.of(model);
        if (model.profiles().isEmpty()) {
            return Optional.of("%s has no MIG mode".formatted(name));
        }
        for (MigPart part : parts) {
            if (model.profile(part.profile()).isEmpty()) {
                List<String> known =
                        model.profiles().stream().map(Profile::name).toList();
                return Optional.of(Words.unknown("MIG profile of " + name, part.profile(), known));
            }
        }
        return excess(model, parts, "compute", model.computeSlices(), Profile::computeSlices)
                .or(() -> excess(model, parts, "memory", model.memorySlices(), Profile::memorySlices));
    }

    private static Optional<String> excess(
            Model model, List<MigPart> parts, String kind, int available, ToIntFunction<Profile> slices) {
        int wanted = parts.stream()
                .flatMap(part -> model.profile(part.profile()).stream())
                .mapToInt(slices)
                .sum();
        String layout = parts.stream().map(MigPart::profile).collect(Collectors.joining(", "));
        return wanted <= available
                ? Optional.empty()
                : Optional.of(
                        "%s needs %d %s slices, %s has %d".formatted(layout, wanted, kind, Words.of(model), available));
    }
}
