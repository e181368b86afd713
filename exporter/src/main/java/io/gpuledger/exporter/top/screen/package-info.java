/// How a node looks on a terminal: what is seen goes in, lines of text come out.
@NullMarked
package io.gpuledger.exporter.top.screen;

import org.jspecify.annotations.NullMarked;
