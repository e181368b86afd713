@NullMarked
package io.gpuledger.analyzer;

import org.jspecify.annotations.NullMarked;
