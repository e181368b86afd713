@NullMarked
package io.gpuledger.analyzer.diagnosis;

import org.jspecify.annotations.NullMarked;
