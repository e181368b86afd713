@NullMarked
package io.gpuledger.analyzer.clock;

import org.jspecify.annotations.NullMarked;
