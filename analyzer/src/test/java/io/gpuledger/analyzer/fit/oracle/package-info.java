@NullMarked
package io.gpuledger.analyzer.fit.oracle;

import org.jspecify.annotations.NullMarked;
