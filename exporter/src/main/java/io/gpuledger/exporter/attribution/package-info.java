/// The packages here find out who holds which unit: the kubelet says it, and processes and the API server add to it.
@NullMarked
package io.gpuledger.exporter.attribution;

import org.jspecify.annotations.NullMarked;
