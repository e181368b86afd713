@NullMarked
package io.gpuledger.analyzer.health;

import org.jspecify.annotations.NullMarked;
