/// Programs that measure the packaged analyzer. They are run by hand; `mvn verify` runs a short form of each.
@NullMarked
package io.gpuledger.analyzer.benchmark;

import org.jspecify.annotations.NullMarked;
