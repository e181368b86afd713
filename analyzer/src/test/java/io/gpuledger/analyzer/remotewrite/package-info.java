@NullMarked
package io.gpuledger.analyzer.remotewrite;

import org.jspecify.annotations.NullMarked;
