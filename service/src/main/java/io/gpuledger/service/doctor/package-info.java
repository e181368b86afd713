/// Says of what a program depends on whether it is well, and what mends it where it is not.
@NullMarked
package io.gpuledger.service.doctor;

import org.jspecify.annotations.NullMarked;
