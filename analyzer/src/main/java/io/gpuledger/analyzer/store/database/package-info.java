@NullMarked
package io.gpuledger.analyzer.store.database;

import org.jspecify.annotations.NullMarked;
