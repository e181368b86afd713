/// A simulated cluster's objects, in a Kubernetes API.
@NullMarked
package io.gpuledger.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
