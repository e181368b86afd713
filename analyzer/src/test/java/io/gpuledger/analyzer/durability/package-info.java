/// That what was acknowledged is in the database in the end, whatever is killed or stops in between.
@NullMarked
package io.gpuledger.analyzer.durability;

import org.jspecify.annotations.NullMarked;
