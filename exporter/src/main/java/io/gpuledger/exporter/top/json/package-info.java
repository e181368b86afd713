/// Writes what is seen of a node as JSON, for programs.
@NullMarked
package io.gpuledger.exporter.top.json;

import org.jspecify.annotations.NullMarked;
