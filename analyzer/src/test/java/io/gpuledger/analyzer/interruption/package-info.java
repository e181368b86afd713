@NullMarked
package io.gpuledger.analyzer.interruption;

import org.jspecify.annotations.NullMarked;
