/// What time it is, where the clock of this machine may be wrong: before something is settled or deleted for
/// good, others have to say that its time is over.
@NullMarked
package io.gpuledger.analyzer.clock;

import org.jspecify.annotations.NullMarked;
