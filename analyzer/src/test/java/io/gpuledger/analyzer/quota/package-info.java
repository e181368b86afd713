@NullMarked
package io.gpuledger.analyzer.quota;

import org.jspecify.annotations.NullMarked;
