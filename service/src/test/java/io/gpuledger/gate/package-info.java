/// What the build refuses: arrows that are not drawn, code that is not formatted, golden files that are out of date;
/// and what tests and measurements of every program need: real processes, and what Linux says of them.
/// Published as a test-jar, for the tests of every module.
@NullMarked
package io.gpuledger.gate;

import org.jspecify.annotations.NullMarked;
