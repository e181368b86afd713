package io.gpuledger.exporter.device;

import java.util.Locale;

/// How a backend stands with the driver, or the service, that it asks.
///
/// @param backend its name, as in `--backend`
/// @param message what is wrong, and what mends it; empty when nothing is
/// @param unidentified how many GPUs it counts that do not say who they are
public record BackendState(String backend, Link link, String message, int unidentified) {
    public BackendState(String backend, Link link, String message) {
        this(backend, link, message, 0);
    }

    public enum Link {
        READY,
        /// The library is not on this node, or not in this container.
        NO_LIBRARY,
        /// The library is there, and the kernel module is not.
        NO_DRIVER,
        /// The library and the kernel module are of different versions: the driver was upgraded under us.
        VERSION_MISMATCH,
        NO_PERMISSION,
        /// The service that is to be asked does not answer.
        NO_SERVICE,
        /// Let go of on request, so that GPUs can be reset or unbound.
        RELEASED,
        FAILING;

        private final String word = name().toLowerCase(Locale.ROOT);

        public String word() {
            return word;
        }
    }

    public static BackendState ready(String backend) {
        return new BackendState(backend, Link.READY, "");
    }

    public boolean isReady() {
        return link == Link.READY;
    }
}
