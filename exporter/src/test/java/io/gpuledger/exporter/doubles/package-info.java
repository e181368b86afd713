/// Doubles of NVIDIA's libraries: real shared libraries, written in C for these tests, which do what a script says.
@NullMarked
package io.gpuledger.exporter.doubles;

import org.jspecify.annotations.NullMarked;
