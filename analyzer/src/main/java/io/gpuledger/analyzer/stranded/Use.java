package io.gpuledger.analyzer.stranded;

/// What a node, as it is now, would be to a pod.
///
/// The paper on fragmentation that [Fragmentation] follows calls them q3, q2, q4, q1, no access, xl and xr.
public enum Use {
    /// The pod fits.
    FITS,
    /// Too few GPUs have enough left.
    LACKS_GPUS,
    LACKS_CORES,
    LACKS_BOTH,
    /// The pod wants GPUs of another model.
    OTHER_MODEL,
    /// The pod wants no GPUs and fits: to it the GPUs are of no use.
    CORES_ONLY,
    /// The pod wants no GPUs, and there are too few cores.
    CORES_ONLY_LACKING
}
