/// This asks the kubelet's pod-resources API, version 1, over its Unix socket.
@NullMarked
package io.gpuledger.exporter.attribution.podresources;

import org.jspecify.annotations.NullMarked;
