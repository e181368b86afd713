package io.gpuledger.analyzer.fit;

/// A port of a node that a pod has for itself.
///
/// @param address `0.0.0.0` where it is on all addresses of the node
public record HostPort(String address, String protocol, int port) {
    /// All addresses.
    public static final String ANY = "0.0.0.0";

    boolean isInTheWayOf(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (address.equals(other.address) || address.equals(ANY) || other.address.equals(ANY));
    }

    @Override
    public String toString() {
        return address.equals(ANY) ? "%d/%s".formatted(port, protocol) : "%s:%d/%s".formatted(address, port, protocol);
    }
}
