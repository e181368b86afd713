/// The objects of a simulated cluster are kept in a Kubernetes API.
@NullMarked
package io.gpuledger.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
