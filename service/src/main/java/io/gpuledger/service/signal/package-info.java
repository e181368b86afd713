/// This hears signals of Unix.
@NullMarked
package io.gpuledger.service.signal;

import org.jspecify.annotations.NullMarked;
