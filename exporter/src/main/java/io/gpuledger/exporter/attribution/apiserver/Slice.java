package io.gpuledger.exporter.attribution.apiserver;

import java.util.Map;

/// A `ResourceSlice`: some of a pool's devices, by their names.
///
/// @param generation of the pool; where there are several, all but the newest are about to be deleted
record Slice(Pool pool, long generation, Map<String, PublishedDevice> devices) {
    record Pool(String driver, String name) {}

    Slice {
        devices = Map.copyOf(devices);
    }
}
