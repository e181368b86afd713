@NullMarked
package io.gpuledger.analyzer.parse.proto;

import org.jspecify.annotations.NullMarked;
