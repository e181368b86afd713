@NullMarked
package io.gpuledger.analyzer.report;

import org.jspecify.annotations.NullMarked;
