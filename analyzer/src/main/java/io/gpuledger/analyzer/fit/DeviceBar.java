package io.gpuledger.analyzer.fit;

/// A reason against putting a pod anywhere of which a claim on devices is the cause. Where the claim is not
/// there or being deleted, the scheduler does not try the pod, and says nothing.
public sealed interface DeviceBar extends PodReason {
    String claim();

    /// There is no such claim.
    record Missing(String claim) implements DeviceBar {
        @Override
        public String inSchedulersWords() {
            return "resourceclaim.resource.k8s.io \"%s\" not found".formatted(claim);
        }
    }

    /// Kubernetes has made none for the pod yet.
    ///
    /// @param claim what the pod calls it
    record NotMade(String claim) implements DeviceBar {
        @Override
        public String inSchedulersWords() {
            return "ResourceClaim not created yet";
        }
    }

    /// The claim is being deleted.
    record Leaving(String claim) implements DeviceBar {
        @Override
        public String inSchedulersWords() {
            return "resourceclaim \"%s\" is being deleted".formatted(claim);
        }
    }

    /// The claim is reserved for as many others as it can be. The scheduler chooses a node all the same, and
    /// fails then.
    record InUse(String claim, long consumers) implements DeviceBar {
        @Override
        public String inSchedulersWords() {
            return DeviceReason.LATE_ERROR;
        }

        @Override
        public boolean isFoundLast() {
            return true;
        }
    }

    /// The claim asks for devices of a class that is not there.
    record NoClass(String claim, String request, String deviceClass) implements DeviceBar {
        @Override
        public String inSchedulersWords() {
            return "request %s: device class %s does not exist".formatted(request, deviceClass);
        }
    }
}
