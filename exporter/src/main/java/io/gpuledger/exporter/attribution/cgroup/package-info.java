/// The control groups of a process lead to the pod, container or job that it runs in.
@NullMarked
package io.gpuledger.exporter.attribution.cgroup;

import org.jspecify.annotations.NullMarked;
