@NullMarked
package io.gpuledger.analyzer.report.letter;

import org.jspecify.annotations.NullMarked;
