package io.gpuledger.analyzer.fit;

import java.util.List;

/// A reason against putting a pod anywhere, whatever the nodes are.
public sealed interface PodReason extends Reason
        permits PodReason.Gated,
                PodReason.OtherScheduler,
                PodReason.NamesConflict,
                PodReason.ClaimMissing,
                PodReason.ClaimLost,
                PodReason.ClaimLeaving,
                PodReason.ClaimUnbound,
                PodReason.VolumeMissing,
                DeviceBar {
    @Override
    default Step step() {
        return Step.POD;
    }

    /// Says whether the scheduler comes upon it only when it has chosen a node.
    default boolean isFoundLast() {
        return false;
    }

    /// Somebody has to open these gates before a scheduler looks at the pod.
    record Gated(List<String> gates) implements PodReason {
        public Gated {
            gates = List.copyOf(gates);
        }

        @Override
        public String inSchedulersWords() {
            return "Scheduling is blocked due to non-empty scheduling gates";
        }
    }

    /// The pod is for another scheduler, of whose rules nothing is known. The default one has no words for
    /// it, so these are ours.
    record OtherScheduler(String name) implements PodReason {
        @Override
        public String inSchedulersWords() {
            return "the pod is for the scheduler " + name;
        }
    }

    /// In each term of its affinity the pod asks for several nodes at the same time.
    record NamesConflict() implements PodReason {
        @Override
        public String inSchedulersWords() {
            return "pod affinity terms conflict";
        }
    }

    /// There is no such claim.
    ///
    /// @param ephemeral whether Kubernetes should have made it for the pod
    record ClaimMissing(String claim, boolean ephemeral) implements PodReason {
        @Override
        public String inSchedulersWords() {
            return ephemeral
                    ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\""
                            .formatted(claim)
                    : "persistentvolumeclaim \"%s\" not found".formatted(claim);
        }
    }

    /// The volume of the claim was lost.
    record ClaimLost(String claim, String volume) implements PodReason {
        @Override
        public String inSchedulersWords() {
            return "persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\""
                    .formatted(claim, volume);
        }
    }

    /// The claim is being deleted.
    record ClaimLeaving(String claim) implements PodReason {
        @Override
        public String inSchedulersWords() {
            return "persistentvolumeclaim \"%s\" is being deleted".formatted(claim);
        }
    }

    /// The claim has no volume, and gets none by waiting for a node.
    record ClaimUnbound(String claim) implements PodReason {
        @Override
        public String inSchedulersWords() {
            return "pod has unbound immediate PersistentVolumeClaims";
        }
    }

    /// The claim has a volume that is not there.
    record VolumeMissing(String claim, String volume) implements PodReason {
        @Override
        public String inSchedulersWords() {
            return "persistentvolume \"%s\" not found".formatted(volume);
        }
    }
}
