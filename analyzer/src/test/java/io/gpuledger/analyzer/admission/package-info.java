@NullMarked
package io.gpuledger.analyzer.admission;

import org.jspecify.annotations.NullMarked;
