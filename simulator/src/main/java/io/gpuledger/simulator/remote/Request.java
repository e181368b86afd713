package io.gpuledger.simulator.remote;

/// A write request that is being filled, and then begun anew in the same memory.
public final class Request {
    private static final int SERIES = 1;

    private final Message all = new Message(1 << 20);
    private final Message series = new Message(1 << 12);
    private final Message sample = new Message(32);
    private int samples;

    /// Takes the samples that the series has.
    public void take(Series one) {
        if (one.size() > 0) {
            samples += one.size();
            series.clear();
            one.moveInto(series, sample);
            all.message(SERIES, series);
        }
    }

    public int samples() {
        return samples;
    }

    byte[] body() {
        var body = all.compressed();
        all.clear();
        samples = 0;
        return body;
    }
}
