/// A metrics page as it was served, taken apart.
@NullMarked
package io.gpuledger.exporter.top.page;

import org.jspecify.annotations.NullMarked;
