/// Asks the API server of a cluster whose a token is.
@NullMarked
package io.gpuledger.analyzer.access.review;

import org.jspecify.annotations.NullMarked;
