package io.gpuledger.simulator.story;

/// What goes wrong, and what is done about it, for as long as it lasts.
public sealed interface Trouble permits Trouble.OfGpu, Trouble.OfNode, Ailment {
    Span span();

    /// Such a trouble is of one GPU.
    sealed interface OfGpu extends Trouble
            permits Lost, Stuck, FatalXid, RemapFailed, Missing, Symptom, Ailment.Unoffered {
        String gpu();
    }

    /// Such a trouble is of all GPUs of a node.
    sealed interface OfNode extends Trouble
            permits NotReady,
                    Dark,
                    Cordoned,
                    Maintained,
                    Skewed,
                    OtherDriver,
                    Ailment.Unready,
                    Ailment.Labelled,
                    Ailment.Conditioned {
        String node();
    }

    /// It is not on the bus.
    record Lost(String gpu, Span span) implements OfGpu {}

    /// The GPU does not answer.
    record Stuck(String gpu, Span span) implements OfGpu {}

    /// A fatal XID, until it is reset.
    record FatalXid(String gpu, int number, Span span) implements OfGpu {}

    record RemapFailed(String gpu, Span span) implements OfGpu {}

    /// Its node's exporter does not find it, and has never heard of it: nothing of it is told.
    record Missing(String gpu, Span span) implements OfGpu {}

    /// The node's kubelet has fallen silent, or says that it is not well.
    record NotReady(String node, Span span) implements OfNode {}

    /// The node's exporter says nothing.
    record Dark(String node, Span span) implements OfNode {}

    record Cordoned(String node, Span span) implements OfNode {}

    /// A taint that says that it is being seen to.
    record Maintained(String node, Span span) implements OfNode {}

    /// The node's clock goes wrong.
    ///
    /// @param seconds by which it is fast
    record Skewed(String node, long seconds, Span span) implements OfNode {}

    /// The node has another version of the driver.
    record OtherDriver(String node, String version, Span span) implements OfNode {}
}
