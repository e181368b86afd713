/// Programs that measure the packaged exporter. They are run by hand; `mvn verify` runs a short form of each.
@NullMarked
package io.gpuledger.exporter.benchmark;

import org.jspecify.annotations.NullMarked;
