/// Fetches the exporters' pages, each in its slot of the interval.
@NullMarked
package io.gpuledger.analyzer.scrape;

import org.jspecify.annotations.NullMarked;
