@NullMarked
package io.gpuledger.analyzer.failures;

import org.jspecify.annotations.NullMarked;
