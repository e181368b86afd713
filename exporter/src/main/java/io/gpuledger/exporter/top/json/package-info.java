/// What is seen, for programs.
@NullMarked
package io.gpuledger.exporter.top.json;

import org.jspecify.annotations.NullMarked;
