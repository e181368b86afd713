/// The tables of pages: what a column declares, and how a page shows the rows.
@NullMarked
package io.gpuledger.analyzer.web.page;

import org.jspecify.annotations.NullMarked;
