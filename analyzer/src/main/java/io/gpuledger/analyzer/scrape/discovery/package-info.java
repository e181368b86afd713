/// Finds what there is to scrape: targets are named by hand, in files, by a page, or (elsewhere) by a cluster.
@NullMarked
package io.gpuledger.analyzer.scrape.discovery;

import org.jspecify.annotations.NullMarked;
