/// A fleet's past, as somebody who had scraped it all the time would hand it on.
@NullMarked
package io.gpuledger.simulator.history;

import org.jspecify.annotations.NullMarked;
