/// What readings and events say of a GPU's health. Nothing here does I/O, reads a clock or starts a thread.
@NullMarked
package io.gpuledger.analyzer.health;

import org.jspecify.annotations.NullMarked;
