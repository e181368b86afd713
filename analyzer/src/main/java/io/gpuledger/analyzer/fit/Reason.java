package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Taint;
import java.util.List;
import java.util.Optional;

/// One reason against putting a pod on a node.
public sealed interface Reason {
    /// The scheduler does not tell selector and affinity apart.
    String SELECTOR = "node(s) didn't match Pod's node affinity/selector";

    /// Returns what the scheduler says of a node that it rules out for this.
    String inSchedulersWords();

    /// The node takes no new pods, and the pod does not tolerate that.
    record Cordoned() implements Reason {
        @Override
        public String inSchedulersWords() {
            return "node(s) were unschedulable";
        }
    }

    /// The pod asks for another node by name.
    record OtherNode(String asked) implements Reason {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't match the requested node name";
        }
    }

    /// The pod does not tolerate a taint of the node.
    record Untolerated(Taint taint) implements Reason {
        @Override
        public String inSchedulersWords() {
            return "node(s) had untolerated taint {%s: %s}".formatted(taint.key(), taint.value());
        }
    }

    /// The node does not have a label of the pod's selector with that value.
    ///
    /// @param has the value that the node has instead, where it has the label
    record Unselected(String label, String value, Optional<String> has) implements Reason {
        @Override
        public String inSchedulersWords() {
            return SELECTOR;
        }
    }

    /// The node matches no term of the pod's required affinity.
    ///
    /// @param nearest what it does not meet of the term of which it misses the fewest requirements; empty where
    ///     no term requires anything
    record OutOfAffinity(List<Requirement> nearest) implements Reason {
        public OutOfAffinity {
            nearest = List.copyOf(nearest);
        }

        @Override
        public String inSchedulersWords() {
            return SELECTOR;
        }
    }

    /// Less of a resource is free on the node than the pod requests.
    record Lacking(String resource, long asked, long free, long allocatable) implements Reason {
        static final String PODS = "pods";

        /// Says whether the node would have too little of it even without any other pod.
        public boolean isForGood() {
            return asked > allocatable;
        }

        public long missing() {
            return asked - free;
        }

        @Override
        public String inSchedulersWords() {
            return resource.equals(PODS) ? "Too many pods" : "Insufficient " + resource;
        }
    }
}
