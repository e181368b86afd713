@NullMarked
package io.gpuledger.analyzer.health.watch;

import org.jspecify.annotations.NullMarked;
