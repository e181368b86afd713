@NullMarked
package io.gpuledger.analyzer.access;

import org.jspecify.annotations.NullMarked;
