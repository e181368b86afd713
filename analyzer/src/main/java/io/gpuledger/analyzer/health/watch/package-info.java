/// Watches units as their readings come, one by one, and finds what is wrong with them: a rule for each kind. Nothing
/// here does I/O, reads a clock or starts a thread.
@NullMarked
package io.gpuledger.analyzer.health.watch;

import org.jspecify.annotations.NullMarked;
