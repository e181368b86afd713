/// From a process to the pod, container or job that it runs in, by its control groups.
@NullMarked
package io.gpuledger.exporter.attribution.cgroup;

import org.jspecify.annotations.NullMarked;
