/// The pages that a fleet's exporters would serve: counted forward second by second from what happens, and rendered by
/// the exporter's own renderer.
@NullMarked
package io.gpuledger.simulator.page;

import org.jspecify.annotations.NullMarked;
