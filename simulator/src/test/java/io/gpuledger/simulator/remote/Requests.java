package io.gpuledger.simulator.remote;

/// What would be sent of a request.
public final class Requests {
    private Requests() {}

    public static byte[] body(Request request) {
        return request.body();
    }
}
