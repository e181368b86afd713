/// What was read of somebody who keeps samples himself, so that a restart goes on where it was.
@NullMarked
package io.gpuledger.analyzer.store.progress;

import org.jspecify.annotations.NullMarked;
