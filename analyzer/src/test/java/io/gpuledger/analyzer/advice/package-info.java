@NullMarked
package io.gpuledger.analyzer.advice;

import org.jspecify.annotations.NullMarked;
