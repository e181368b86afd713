/// Messages as Prometheus and its like send them: protobuf, packed by snappy.
@NullMarked
package io.gpuledger.analyzer.parse.proto;

import org.jspecify.annotations.NullMarked;
