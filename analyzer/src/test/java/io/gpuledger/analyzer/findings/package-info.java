@NullMarked
package io.gpuledger.analyzer.findings;

import org.jspecify.annotations.NullMarked;
