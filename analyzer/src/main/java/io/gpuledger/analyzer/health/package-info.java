/// What readings and events say of a GPU's health. No I/O, no clock, no threads.
@NullMarked
package io.gpuledger.analyzer.health;

import org.jspecify.annotations.NullMarked;
