@NullMarked
package io.gpuledger.analyzer.store;

import org.jspecify.annotations.NullMarked;
