@NullMarked
package io.gpuledger.analyzer.capacity;

import org.jspecify.annotations.NullMarked;
