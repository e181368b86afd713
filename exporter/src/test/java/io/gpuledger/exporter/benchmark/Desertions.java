package io.gpuledger.exporter.benchmark;

import java.io.IOException;

/// A scraper that hangs up in the middle of its page.
record Desertions(int port) implements Disturbance {
    @Override
    public void disturb() throws IOException {
        RawConnection.abandon(port, RawRequest.PLAIN);
    }
}
