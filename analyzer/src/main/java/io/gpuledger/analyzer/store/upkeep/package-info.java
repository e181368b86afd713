/// Makes the days that come, and drops what is older than it is kept.
@NullMarked
package io.gpuledger.analyzer.store.upkeep;

import org.jspecify.annotations.NullMarked;
