package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// One reason against putting a pod on a node.
public sealed interface Reason permits Reason.OfNode, PodReason, VolumeReason, CompanyReason, DeviceReason {
    /// The scheduler does not tell selector and affinity apart.
    String SELECTOR = "node(s) didn't match Pod's node affinity/selector";

    /// Returns what the scheduler says of a node that it rules out for this.
    String inSchedulersWords();

    /// Returns in which of its steps the scheduler finds this.
    Step step();

    /// Returns what is the same on all nodes that are ruled out for the same, so that they can be counted
    /// together.
    default Object gist() {
        return this;
    }

    /// A reason that only the node and the sums of what is there have to do with.
    sealed interface OfNode extends Reason {}

    /// All terms of the pod's affinity name nodes, and this is none of them.
    record NotNamed(SortedSet<String> names) implements OfNode {
        public NotNamed {
            names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
        }

        @Override
        public String inSchedulersWords() {
            return "node(s) didn't satisfy plugin(s) [NodeAffinity]";
        }

        @Override
        public Step step() {
            return Step.NAMES;
        }
    }

    /// The node takes no new pods, and the pod does not tolerate that.
    record Cordoned() implements OfNode {
        @Override
        public String inSchedulersWords() {
            return "node(s) were unschedulable";
        }

        @Override
        public Step step() {
            return Step.CORDON;
        }
    }

    /// The pod asks for another node by name.
    record OtherNode(String asked) implements OfNode {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't match the requested node name";
        }

        @Override
        public Step step() {
            return Step.NODE_NAME;
        }
    }

    /// The pod does not tolerate a taint of the node.
    record Untolerated(Taint taint) implements OfNode {
        @Override
        public String inSchedulersWords() {
            return "node(s) had untolerated taint {%s: %s}".formatted(taint.key(), taint.value());
        }

        @Override
        public Step step() {
            return Step.TAINTS;
        }
    }

    /// The node does not have a label of the pod's selector with that value.
    ///
    /// @param has the value that the node has instead, where it has the label
    record Unselected(String label, String value, Optional<String> has) implements OfNode {
        @Override
        public String inSchedulersWords() {
            return SELECTOR;
        }

        @Override
        public Step step() {
            return Step.AFFINITY;
        }

        @Override
        public Object gist() {
            return new Unselected(label, value, Optional.empty());
        }
    }

    /// The node matches no term of the pod's required affinity.
    ///
    /// @param nearest what it does not meet of the term of which it misses the fewest requirements; empty where
    ///     no term requires anything
    record OutOfAffinity(List<Requirement> nearest) implements OfNode {
        public OutOfAffinity {
            nearest = List.copyOf(nearest);
        }

        @Override
        public String inSchedulersWords() {
            return SELECTOR;
        }

        @Override
        public Step step() {
            return Step.AFFINITY;
        }
    }

    /// A pod on the node has a port that the pod wants.
    record PortTaken(HostPort port) implements OfNode {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't have free ports for the requested pod ports";
        }

        @Override
        public Step step() {
            return Step.PORTS;
        }
    }

    /// Less of a resource is free on the node than the pod requests.
    record Lacking(String resource, long asked, long free, long allocatable) implements OfNode {
        /// Says whether the node would have too little of it even without any other pod.
        public boolean isForGood() {
            return asked > allocatable;
        }

        public long missing() {
            return asked - free;
        }

        @Override
        public String inSchedulersWords() {
            return resource.equals(Resource.PODS) ? "Too many pods" : "Insufficient " + resource;
        }

        @Override
        public Step step() {
            return Step.RESOURCES;
        }

        @Override
        public Object gist() {
            return List.of(inSchedulersWords(), isForGood());
        }
    }
}
