/// Writes for people what the books say of a week.
@NullMarked
package io.gpuledger.analyzer.report;

import org.jspecify.annotations.NullMarked;
