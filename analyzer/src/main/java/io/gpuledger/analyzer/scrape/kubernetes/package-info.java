/// Finds what there is to scrape in a cluster.
@NullMarked
package io.gpuledger.analyzer.scrape.kubernetes;

import org.jspecify.annotations.NullMarked;
