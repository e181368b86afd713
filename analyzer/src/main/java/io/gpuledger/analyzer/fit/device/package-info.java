/// Says whether devices that claims ask for could be had from pools of devices, as Kubernetes' dynamic resource
/// allocation goes about it: pure, and nothing of nodes is known here.
@NullMarked
package io.gpuledger.analyzer.fit.device;

import org.jspecify.annotations.NullMarked;
