/// Serves the page, and says whether it can be believed.
@NullMarked
package io.gpuledger.exporter.http;

import org.jspecify.annotations.NullMarked;
