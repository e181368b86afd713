package io.gpuledger.analyzer.parse.read;

import java.util.Arrays;

/// The samples of one series, kept until all of it has come: in JSON, its times may stand behind its values, and its
/// labels behind both.
final class SeriesBuffer {
    private static final int FIRST = 1024;

    private final int samplesMax;
    private long[] millis = new long[FIRST];
    private double[] values = new double[FIRST];
    private int times;
    private int numbers;

    SeriesBuffer(int samplesMax) {
        this.samplesMax = samplesMax;
    }

    void clear() {
        times = 0;
        numbers = 0;
    }

    void time(long at) throws BadAnswerException {
        if (times == millis.length) {
            millis = Arrays.copyOf(millis, larger(times));
        }
        millis[times++] = at;
    }

    void value(double value) throws BadAnswerException {
        if (numbers == values.length) {
            values = Arrays.copyOf(values, larger(numbers));
        }
        values[numbers++] = value;
    }

    private int larger(int length) throws BadAnswerException {
        if (length >= samplesMax) {
            throw new BadAnswerException(
                    "a series of the answer has more than %,d samples: ask for a shorter time".formatted(samplesMax));
        }
        return Math.min(2 * length, samplesMax);
    }

    /// Passes all on.
    void empty(SinkGate gate) throws BadAnswerException {
        if (times != numbers) {
            throw new BadAnswerException(
                    "a series of the answer has %,d values and %,d times".formatted(numbers, times));
        }
        for (var i = 0; i < times; i++) {
            gate.sample(millis[i], values[i]);
        }
        clear();
    }
}
