package io.gpuledger.analyzer;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayDeque;
import java.util.Deque;

/// The parts that run, of all wings. They are started in the order in which data flows, and closed in the reverse
/// order. As each part is added the moment it runs, a wing that fails half-way leaves nothing running.
final class Parts implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Parts.class.getName());

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // one that does not close must not keep the others from it
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.log(WARNING, "did not close cleanly", e);
            }
        }
    }
}
