/// What the API server knows of this node: its pods, and the devices that its DRA drivers have published.
@NullMarked
package io.gpuledger.exporter.attribution.apiserver;

import org.jspecify.annotations.NullMarked;
