@NullMarked
package io.gpuledger.analyzer.fit.device;

import org.jspecify.annotations.NullMarked;
