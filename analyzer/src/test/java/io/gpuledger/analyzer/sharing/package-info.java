@NullMarked
package io.gpuledger.analyzer.sharing;

import org.jspecify.annotations.NullMarked;
