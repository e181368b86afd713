/// A terminal: its size, its keys, and how it is left as it was found.
@NullMarked
package io.gpuledger.exporter.top.terminal;

import org.jspecify.annotations.NullMarked;
