/// Here is what an endpoint is: what it takes, what it answers, and all that follows from declaring it. Nothing here
/// knows of GPUs.
@NullMarked
package io.gpuledger.analyzer.web.api;

import org.jspecify.annotations.NullMarked;
