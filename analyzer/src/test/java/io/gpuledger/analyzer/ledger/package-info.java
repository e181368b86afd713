@NullMarked
package io.gpuledger.analyzer.ledger;

import org.jspecify.annotations.NullMarked;
