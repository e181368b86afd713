/// What a server like Prometheus has kept: the bytes that it answers to series and samples, and the bytes that ask.
@NullMarked
package io.gpuledger.analyzer.parse.read;

import org.jspecify.annotations.NullMarked;
