package io.gpuledger.service.tls;

/// Whether clients are asked for a certificate, must show one, and whether it is verified.
public enum ClientAuth {
    NO_CLIENT_CERT(false, false, false),
    REQUEST_CLIENT_CERT(true, false, false),
    REQUIRE_ANY_CLIENT_CERT(true, true, false),
    VERIFY_CLIENT_CERT_IF_GIVEN(true, false, true),
    REQUIRE_AND_VERIFY_CLIENT_CERT(true, true, true);

    private final boolean asks;
    private final boolean requires;
    private final boolean verifies;

    ClientAuth(boolean asks, boolean requires, boolean verifies) {
        this.asks = asks;
        this.requires = requires;
        this.verifies = verifies;
    }

    public boolean asks() {
        return asks;
    }

    boolean requires() {
        return requires;
    }

    boolean verifies() {
        return verifies;
    }
}
