/// Who holds which unit: the kubelet's word for it, and what processes and the API server add.
@NullMarked
package io.gpuledger.exporter.attribution;

import org.jspecify.annotations.NullMarked;
