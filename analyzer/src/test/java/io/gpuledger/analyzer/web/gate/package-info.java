@NullMarked
package io.gpuledger.analyzer.web.gate;

import org.jspecify.annotations.NullMarked;
