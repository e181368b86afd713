@NullMarked
package io.gpuledger.analyzer.scheduling;

import org.jspecify.annotations.NullMarked;
