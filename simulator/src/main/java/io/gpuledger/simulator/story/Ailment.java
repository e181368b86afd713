package io.gpuledger.simulator.story;

/// What Kubernetes tells to be wrong with a node's GPU software. No page of an exporter shows it, and no account of a
/// GPU's time is another for it, unless a GPU that is not offered is of no use.
public sealed interface Ailment extends Trouble {
    /// The pod that a DaemonSet has on the node is not ready. Such a DaemonSet has one on every node, all the time.
    record Unready(String node, String daemonSet, Span span) implements Ailment, OfNode {}

    /// The node has a label, or another value of it.
    record Labelled(String node, String key, String value, Span span) implements Ailment, OfNode {}

    /// A watcher of the node says that a condition is true, which it says to be false before and after.
    record Conditioned(String node, String type, Span span) implements Ailment, OfNode {}

    /// The kubelet offers the GPU to nobody, as its device plugin takes it for broken.
    record Unoffered(String gpu, Span span) implements Ailment, OfGpu {}
}
