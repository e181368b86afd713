@NullMarked
package io.gpuledger.analyzer.fit;

import org.jspecify.annotations.NullMarked;
