@NullMarked
package io.gpuledger.analyzer.store.spool;

import org.jspecify.annotations.NullMarked;
