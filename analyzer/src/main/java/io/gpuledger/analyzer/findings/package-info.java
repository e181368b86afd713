/// Keeps findings: watches what comes in, beside the books, and writes down what opens and what closes.
@NullMarked
package io.gpuledger.analyzer.findings;

import org.jspecify.annotations.NullMarked;
