package io.gpuledger.service.settings;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// A program listens or connects at an address: `127.0.0.1:9400`, `[::1]:9400`, or `:9400` for every interface.
public record Address(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(\\[([0-9a-fA-F:.%]+)]|[^:\\[\\]]*):(\\d{1,5})");

    public static Address parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches() || Integer.parseInt(match.group(3)) > 65535) {
            throw new IllegalArgumentException("must be HOST:PORT or :PORT, with a port up to 65535");
        }
        var bracketed = match.group(2);
        var host = bracketed != null ? bracketed : match.group(1);
        return new Address(host.isEmpty() ? "0.0.0.0" : host, Integer.parseInt(match.group(3)));
    }

    /// Whether nobody but this machine reaches it. A name that nobody knows may come to be any address.
    public boolean isLoopback() {
        return Optional.ofNullable(new InetSocketAddress(host, port).getAddress())
                .filter(InetAddress::isLoopbackAddress)
                .isPresent();
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
