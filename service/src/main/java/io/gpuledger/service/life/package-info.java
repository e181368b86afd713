/// What a program cannot live without.
@NullMarked
package io.gpuledger.service.life;

import org.jspecify.annotations.NullMarked;
