/// What a node's GPUs are, do and suffer, and who holds them: made of pages, and of nothing else.
@NullMarked
package io.gpuledger.exporter.top.node;

import org.jspecify.annotations.NullMarked;
