package io.gpuledger.analyzer.fit;

import java.util.Optional;

/// A reason of which a volume is the cause.
public sealed interface VolumeReason extends Reason {
    @Override
    default Step step() {
        return Step.VOLUMES;
    }

    /// Another pod uses a claim that one pod alone may use.
    record InUse(String claim) implements VolumeReason {
        @Override
        public String inSchedulersWords() {
            return "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode";
        }

        @Override
        public Step step() {
            return Step.SHARED_VOLUMES;
        }
    }

    /// The volume cannot be reached from the node.
    record OutOfReach(String claim, String volume) implements VolumeReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) had volume node affinity conflict";
        }
    }

    /// Nothing that is there would do for the claim on this node, and nothing can be made for it.
    record NoneToBind(String claim) implements VolumeReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't find available persistent volumes to bind";
        }
    }

    /// A label of the volume says that it is in another zone or region.
    ///
    /// @param allowed its zones, with `__` between them where there are several
    /// @param has the node's value of it, where it has one
    record OtherZone(String claim, String volume, String label, String allowed, Optional<String> has)
            implements VolumeReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) had no available volume zone";
        }

        @Override
        public Step step() {
            return Step.ZONES;
        }

        @Override
        public Object gist() {
            return new OtherZone(claim, volume, label, allowed, Optional.empty());
        }
    }
}
