@NullMarked
package io.gpuledger.analyzer.prometheus;

import org.jspecify.annotations.NullMarked;
