/// What the books say of a week, for people.
@NullMarked
package io.gpuledger.analyzer.report;

import org.jspecify.annotations.NullMarked;
