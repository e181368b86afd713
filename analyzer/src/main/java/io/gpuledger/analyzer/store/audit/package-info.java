/// Here it is written down who changed what.
@NullMarked
package io.gpuledger.analyzer.store.audit;

import org.jspecify.annotations.NullMarked;
