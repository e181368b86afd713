/// Tests of what is free and of no use to anybody.
@NullMarked
package io.gpuledger.analyzer.stranded;

import org.jspecify.annotations.NullMarked;
