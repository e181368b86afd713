/// A program cannot live without the threads that are made here.
@NullMarked
package io.gpuledger.service.life;

import org.jspecify.annotations.NullMarked;
