package io.gpuledger.exporter.attribution;

/// The kubelet's word on who was given what.
@FunctionalInterface
public interface PodResources {
    /// Throws [AttributionException] where there is no answer, or none that can be read.
    KubeletWord ask() throws InterruptedException;
}
