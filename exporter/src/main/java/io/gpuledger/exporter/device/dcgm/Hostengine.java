package io.gpuledger.exporter.device.dcgm;

import java.util.Optional;

/// The engine of DCGM runs in this process, or as a service.
sealed interface Hostengine {
    record Embedded() implements Hostengine {}

    /// The engine runs as a service (nv-hostengine).
    ///
    /// @param uri as dcgmConnect_v3 takes it
    record Remote(String uri) implements Hostengine {
        private static final String TCP = "tcp://";
        private static final String UNIX = "unix://";
        private static final String VSOCK = "vsock://";

        boolean isUnixSocket() {
            return uri.startsWith(UNIX);
        }

        /// Returns the address as dcgmConnect_v2 takes it, which knows no virtual sockets.
        Optional<String> address() {
            if (uri.startsWith(VSOCK)) {
                return Optional.empty();
            }
            return Optional.of(uri.substring((isUnixSocket() ? UNIX : TCP).length()));
        }
    }

    /// Reads what a user wrote. Throws [IllegalArgumentException].
    static Hostengine parse(String text) {
        if (text.startsWith(Remote.UNIX)) {
            var path = text.substring(Remote.UNIX.length());
            return remote(text, path.startsWith("/"));
        }
        if (text.startsWith(Remote.VSOCK)) {
            return remote(text, text.length() > Remote.VSOCK.length());
        }
        var address = text.startsWith(Remote.TCP) ? text.substring(Remote.TCP.length()) : text;
        return remote(Remote.TCP + withPort(address), !address.isBlank() && !address.contains("/"));
    }

    private static Hostengine remote(String uri, boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException("must be HOST, HOST:PORT, tcp://HOST:PORT, unix:///PATH or vsock://CID");
        }
        return new Remote(uri);
    }

    /// The colons of an IPv6 address are followed by its bracket.
    private static String withPort(String address) {
        return address.indexOf(':', address.indexOf(']') + 1) < 0 ? address + ":" + Dcgm.DEFAULT_PORT : address;
    }
}
