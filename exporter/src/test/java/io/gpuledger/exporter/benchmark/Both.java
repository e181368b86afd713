package io.gpuledger.exporter.benchmark;

/// This is something of the exporter's, and the same of its counterpart's.
record Both<T>(T ours, T theirs) {
    /// What is done to each, ours first.
    @FunctionalInterface
    interface Step<T, R, E extends Exception> {
        R apply(T value) throws E;
    }

    <R, E extends Exception> Both<R> map(Step<? super T, ? extends R, E> step) throws E {
        return new Both<>(step.apply(ours), step.apply(theirs));
    }
}
