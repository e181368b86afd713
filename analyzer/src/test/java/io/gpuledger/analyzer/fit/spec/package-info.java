@NullMarked
package io.gpuledger.analyzer.fit.spec;

import org.jspecify.annotations.NullMarked;
