package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.attribution.Pods.Pod;
import java.time.InstantSource;

/// The pods of a node as the API server has them, kept by a watch of that node's alone.
public final class PodWatch implements AutoCloseable {
    private final Watch<Pod, Pods> watch;

    public PodWatch(ApiServerSettings server, String node, InstantSource clock) {
        this(new Inquiry(server, node, Waits.USUAL, clock));
    }

    PodWatch(Inquiry inquiry) {
        this.watch = new Watch<>(inquiry, PodDraft.PODS, Pods::new, Pods.NONE);
    }

    public PodWatch start() {
        watch.start();
        return this;
    }

    /// Returns the pods as they were last known, however long ago that was: see [#contact()].
    public Pods pods() {
        return watch.latest();
    }

    public Contact contact() {
        return watch.contact();
    }

    @Override
    public void close() {
        watch.close();
    }
}
